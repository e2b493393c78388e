"""What kinds of events are called: presets, stages, tie-breaks, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.language import Words, phrase
from tournament.knockout import CHAMPIONSHIP
from tournament.stages import GROUPS, KNOCK_OUT, Stage

PRESETS: Mapping[str, tuple[str, str]] = {
    "championship": (
        phrase("Championship"),
        phrase("Five Swiss rounds, then quarter-finals of the best eight; everybody is present"),
    ),
    "slow-swiss": (phrase("Slow Swiss"), phrase("Everybody plays every round, a few weeks each; nobody drops out")),
    "cup": (phrase("Cup"), phrase("Knock-out: who loses is out")),
    "league": (phrase("League"), phrase("Everybody meets everybody")),
    "evening": (phrase("Evening"), phrase("Three Swiss rounds in one evening; everybody is present")),
}
"""Name and what it is, by preset."""

TIE_BREAKS: Mapping[str, str] = {
    "points": phrase("Points"),
    "wins": phrase("Wins"),
    "buchholz": phrase("Buchholz"),
    "buchholz-cut-1": phrase("Buchholz−1"),
    "sonneborn-berger": phrase("Sonneborn"),
    "difference": phrase("Difference"),
    "points-for": phrase("Scored"),
    "games-won": phrase("Games"),
    "head-to-head": phrase("Direct"),
    "lot": phrase("Lot"),
}
"""The heads of the columns of a table."""


RULINGS: Mapping[str, str] = {
    "win": phrase("win: the pairing goes to this member"),
    "draw": phrase("draw: the pairing is a draw"),
    "neither": phrase("neither: both lose the pairing"),
    "disqualify": phrase("disqualify: this member is out"),
}
"""What can be ruled."""


def offers(current: str, words: Words) -> list[tuple[str, str]]:
    """Presets that begin with, or contain, what was typed: what they are, and their id."""
    said = [(f"{words.say(name)}: {words.say(about)}"[:100], key) for key, (name, about) in PRESETS.items()]
    return [offer for offer in said if current.strip().casefold() in f"{offer[0]} {offer[1]}".casefold()]


def rulings(current: str, words: Words) -> list[tuple[str, str]]:
    """The same of rulings."""
    said = [(words.say(text), key) for key, text in RULINGS.items()]
    return [offer for offer in said if current.strip().casefold() in offer[0].casefold()]


def preset(name: str, words: Words) -> str:
    """What a preset is called."""
    return words.say(PRESETS[name][0])


def stages(plan: Sequence[Stage], words: Words) -> str:
    """Stages one after the other: `Swiss, 3 rounds, then knock-out of 4`."""
    return words.say(", then ").join(_stage(stage, words) for stage in plan)


def _stage(stage: Stage, words: Words) -> str:
    said = _kind(stage, words)
    if stage.shape == CHAMPIONSHIP:
        said = words.say("quarter-finals of the best eight")
    if stage.best_of > 1:
        said = words.say("{stage}, best of {games}", stage=said, games=stage.best_of)
    if stage.final > 1:
        said = words.say("{stage}, final best of {games}", stage=said, games=stage.final)
    return said


def _kind(stage: Stage, words: Words) -> str:
    if stage.kind == KNOCK_OUT:
        return words.say("knock-out of {number}", number=stage.size) if stage.size else words.say("knock-out")
    if stage.kind == GROUPS:
        if stage.size > 1:
            return words.count("{number} group, everybody meets everybody", "{number} groups", stage.size)
        return words.say("everybody meets everybody twice") if stage.twice else words.say("everybody meets everybody")
    if stage.size:
        return words.count("Swiss, {number} round", "Swiss, {number} rounds", stage.size)
    return words.say("Swiss, as many rounds as it takes")


def round_name(number: int, plan: Sequence[Stage], stage: int, couples: int, words: Words) -> str:
    """A round as people speak of it: round 3, semi-finals, final."""
    if plan and plan[stage].kind == KNOCK_OUT:
        named = {1: phrase("final"), 2: phrase("semi-finals"), 4: phrase("quarter-finals")}
        if couples in named:
            return words.say(named[couples])
    return words.say("round {number}", number=number)
