"""The lines of scorings: what was finished, how the points add up, who gets them and why.

"road finished, 3 tiles, Ben +3 (41)" · "city finished, (5 tiles + 1 shield) ×2 = 12, tie Anna 1, Ben 1: both +12 (46, 53)".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from games.carcassonne.events import FIGURES, FeatureScored, ScoredFigure, ScoringLine, SeatPoints
from text.carcassonne.phrasebook import phrases
from text.carcassonne.terms import counted, is_follower, pieces
from text.message_templates import series
from text.translator import Translator, phrase
from text.users.player_names import safe

CLOSED: Mapping[str, str] = {
    "road": phrase("road finished"),
    "city": phrase("city finished"),
    "cloister": phrase("monastery finished"),
}
UNFINISHED: Mapping[str, str] = {
    "road": phrase("unfinished road"),
    "city": phrase("unfinished city"),
    "cloister": phrase("unfinished monastery"),
    "meadow": phrase("field"),
}
TAGS: Mapping[str, str] = {"small-city": phrase("small city")}
"""What changed a sum, after what was scored; the expansions have more."""
NOTHING: Mapping[str, str] = {"paid-elsewhere": phrase("this player already scores its finished cities through another field")}
"""Why there is no sum; the expansions have more."""


def scored(event: FeatureScored, totals: Mapping[int, int], names: Sequence[str], words: Translator) -> str:
    """Return the line of a scoring; `totals` are the points of every seat after it."""
    what = title(event.kind, words, complete=event.complete)
    if not event.gains:
        return words.say("{what}, nobody gets points", what=what)
    if _are_all_equal(event.gains):
        return ", ".join([what, *explained(event.gains[0], event.kind, words), _sharing_text(event, totals, names, words)])
    told = series((_own_gain(gain, event.kind, totals, names, words) for gain in event.gains), words)
    return words.say("{what}: {gains}", what=what, gains=told)


def title(kind: str, words: Translator, *, complete: bool) -> str:
    """Return the title of a scoring: `road finished`, `unfinished city`, `field`."""
    spoken = phrases()
    if alone := spoken.others.get(kind) or spoken.paid.get(kind):
        return words.say(alone)
    closed = CLOSED.get(kind) or spoken.closed.get(kind) if complete else None
    return words.say(closed or UNFINISHED.get(kind) or spoken.unfinished[kind])


def explained(gain: SeatPoints, kind: str, words: Translator) -> list[str]:
    """Return the terms of a gain: `small city`, `4 tiles ×2 = 8`; for a gain without terms the reason why it is 0.

    Empty for payments and other scorings whose title says it all.
    """
    spoken = phrases()
    if kind in spoken.others or kind in spoken.paid:
        return []
    if not gain.lines:
        why = {**NOTHING, **spoken.nothing}
        reasons = [words.say(why[tag]) for tag in gain.tags if tag in why]
        return reasons or [words.say(_WORTHLESS.get(kind, _NO_POINTS))]
    return [words.say(TAGS.get(tag) or spoken.tags[tag]) for tag in gain.tags] + [added(gain.lines, words)]


_WORTHLESS: Mapping[str, str] = {"meadow": phrase("no finished city")}
_NO_POINTS = phrase("nothing to count")


def added(lines: Sequence[ScoringLine], words: Translator) -> str:
    """Return the sum of the counted things: `3 tiles`, `4 tiles ×2 = 8`, `(5 tiles + 1 shield) ×2 = 12`."""
    points = sum(line.number * line.each for line in lines)
    alike = {line.each for line in lines}
    if len(lines) > 1 and len(alike) == 1 and alike != {1} and not any(line.what in phrases().alone for line in lines):
        things = " + ".join(counted(line.what, line.number, words) for line in lines)
        return words.say("({things}) ×{each} = {points}", things=things, each=lines[0].each, points=points)
    terms = [_term(line, words) for line in lines]
    if len(lines) == 1 and (lines[0].each == 1 or lines[0].what in phrases().alone):
        return terms[0]
    return words.say("{terms} = {points}", terms=" + ".join(terms), points=points)


def _term(line: ScoringLine, words: Translator) -> str:
    alone = phrases().alone.get(line.what)
    if alone:
        return words.say(alone)
    things = counted(line.what, line.number, words)
    return things if line.each == 1 else words.say("{things} ×{each}", things=things, each=line.each)


def _are_all_equal(gains: Sequence[SeatPoints]) -> bool:
    return len({(g.lines, g.tags) for g in gains}) == 1


def _sharing_text(event: FeatureScored, totals: Mapping[int, int], names: Sequence[str], words: Translator) -> str:
    """Return who gets the points of a scoring in which all gains are equal: one player, by a majority, or all who are tied."""
    first = event.gains[0]
    if len(event.gains) == 1:
        gain = words.say("{name} +{points} ({total})", name=safe(names[first.seat]), points=first.points, total=totals[first.seat])
        return (
            words.say("majority {votes}: {gain}", votes=compared(event, names, words), gain=gain) if _is_contested(event) else gain
        )
    sums = ", ".join(words.say("{name} {total}", name=safe(names[g.seat]), total=totals[g.seat]) for g in event.gains)
    if len(event.gains) == 2:
        each = words.say("both +{points} ({totals})", points=first.points, totals=sums)
    else:
        each = words.say("each +{points} ({totals})", points=first.points, totals=sums)
    return words.say("tie {votes}: {gain}", votes=compared(event, names, words), gain=each) if event.weights else each


def _own_gain(gain: SeatPoints, kind: str, totals: Mapping[int, int], names: Sequence[str], words: Translator) -> str:
    parts = ", ".join(explained(gain, kind, words))
    return words.say(
        "{name} {sum}, +{points} ({total})", name=safe(names[gain.seat]), sum=parts, points=gain.points, total=totals[gain.seat]
    )


def _is_contested(event: FeatureScored) -> bool:
    return len(event.weights) > 1


def compared(event: FeatureScored, names: Sequence[str], words: Translator) -> str:
    """Return each player's share in the majority, the largest first: as `votes` for figures, else `Anna 3, Ben 1`."""
    return votes(event.weights, event.figures if event.unit == FIGURES else (), names, words)


def votes(weights: Sequence[tuple[int, int]], figures: Iterable[ScoredFigure], names: Sequence[str], words: Translator) -> str:
    """Return each player's figures, the most first: `Anna 2, Ben 1`.

    If any of the figures counts more than once, they are named: `Anna 1 big meeple, Ben 1 meeple`.
    """
    standing = by_seat(figures)
    has_strong = is_uneven(weights, standing)
    ordered = sorted(weights, key=lambda weight: -weight[1])
    return ", ".join(
        words.say("{name} {meeples}", name=safe(names[seat]), meeples=crowd(standing[seat], words) if has_strong else number)
        for seat, number in ordered
    )


def by_seat(figures: Iterable[ScoredFigure]) -> Mapping[int, Counter[str]]:
    """Return each seat's followers among these figures, counted by kind."""
    counts: dict[int, Counter[str]] = {}
    for figure in figures:
        if is_follower(figure.piece):
            counts.setdefault(figure.seat, Counter())[figure.piece] += 1
    return counts


def is_uneven(weights: Sequence[tuple[int, int]], standing: Mapping[int, Counter[str]]) -> bool:
    """Return whether a seat's weight differs from its number of followers, as a figure counts more than once."""
    return any(seat in standing and standing[seat].total() != number for seat, number in weights)


def crowd(followers: Mapping[str, int], words: Translator) -> str:
    """Return the followers of one seat in words: `1 big meeple and 2 meeples`."""
    return words.list([pieces(kind, number, words) for kind, number in sorted(followers.items())])
