"""The texts of the analysis of a finished game: what decided it, luck, mistakes and the best turn."""

from __future__ import annotations

from collections.abc import Sequence

from text.message_templates import MessageTemplate, numbered, pattern, sentence
from text.translator import Translator
from text.users.player_names import safe

title = sentence("How the game went")
"""Above it all."""
curve = sentence("Expected lead in points after each turn. The numbers are the moments below.")
"""Below the picture of who was ahead."""


def curve_alt(standings: Sequence[tuple[str, float]], changes: int, words: Translator) -> str:
    """Return the alt text of the curve of expected leads.

    `standings` are (name, lead) halfway through the game, `changes` is the number of lead changes.
    """
    told = words.list([words.say("{name} {points}", name=name, points=f"{lead:+.0f}") for name, lead in standings])
    if not changes:
        return words.say("Chart of the expected lead over the whole game. Halfway: {leads}. The lead never changed.", leads=told)
    return words.count(
        "Chart of the expected lead over the whole game. Halfway: {leads}. The lead changed once.",
        "Chart of the expected lead over the whole game. Halfway: {leads}. The lead changed {number} times.",
        changes,
        leads=told,
    )


def moment(number: int, when: str, name: str, loss: float, words: Translator) -> str:
    """Return the line about one of the costliest turns; `when` names the turn, `loss` is in points."""
    return words.count(
        "{place} · {when} · {name}: about {number} point lost",
        "{place} · {when} · {name}: about {number} points lost",
        round(loss),
        place=number,
        when=when,
        name=safe(name),
    )


see_moment: MessageTemplate[int] = pattern("Moment {number}")
"""A button that shows the boards of one of them."""
played: MessageTemplate[str] = pattern("Played: {move}")
"""What was done."""
better: MessageTemplate[str] = pattern("Better: {move}")
"""What would have been better."""
played_alt: MessageTemplate[str] = pattern("As played. {table}")
"""The alt text of a picture of what was done; `said` is that of the table."""
better_alt: MessageTemplate[str] = pattern("What would have been better. {table}")
"""The alt text of a picture of what would have been better."""
no_moment = sentence("No mistakes of 2 points or more.")
"""Where nobody made a mistake worth telling."""


def lost(rows: Sequence[tuple[str, float, int]], words: Translator) -> str:
    """Return the line about points lost to mistakes; each row is (name, points, number of mistakes)."""
    told = [
        words.count(
            "{name} {points} in {number} turn", "{name} {points} in {number} turns", count, name=safe(name), points=round(points)
        )
        if count
        else words.say("{name} none", name=safe(name))
        for name, points, count in rows
    ]
    return words.say("**Points lost to mistakes:** {players}", players=" · ".join(told))


def luck(rows: Sequence[tuple[str, float]], unsure: float, words: Translator) -> str:
    """Return the line about each player's luck in drawing tiles, in points above average, give or take `unsure`."""
    told = [words.say("{name} {points}", name=safe(name), points=f"{points:+.0f}") for name, points in rows]
    line = words.say("**Luck of the draws:** {players}", players=" · ".join(told))
    number = round(unsure)
    if not number:
        return line
    return words.count("{line} (give or take {number} point)", "{line} (give or take {number} points)", number, line=line)


def best_move(when: str, name: str, text: str, edge: float, words: Translator) -> str:
    """Return the line about the turn that was better than its best alternative by the most points."""
    return words.count(
        "**Best turn:** {name}, {when}: {move} About {number} point better than anything else.",
        "**Best turn:** {name}, {when}: {move} About {number} points better than anything else.",
        round(edge),
        name=safe(name),
        when=when,
        move=text,
    )


estimated = sentence(
    "These are estimates: a computer compared each turn with what else was possible, one reply ahead. It can be wrong."
)
"""Below it all."""
under_way = sentence("I'm going through the game turn by turn. I'll post the analysis in this channel, usually within a minute.")
"""To anyone who has asked for it first."""
failed = sentence("I couldn't analyse this game. You can ask again with /game action:analyse.")
"""Where somebody waits for what could not be made."""
own_title: MessageTemplate[int, float] = numbered(
    "Your turn that lost 2 points or more: about {points} points in all.",
    "Your {number} turns that lost 2 points or more: about {points} points in all.",
    points=round,
)
"""Above the own mistakes, for nobody else."""
own_none = sentence("None of your turns lost 2 points or more.")
"""Somebody has made no mistake worth telling."""


def own_line(when: str, loss: float, words: Translator) -> str:
    """Return the line about one of the reader's own mistakes, with the points lost."""
    return words.say("{when} · {points}", when=when, points=f"{-loss:.0f}")


shared_by: MessageTemplate[str] = pattern("{name} shows the analysis:", name=safe)
"""Above an analysis that somebody shows to everybody."""
