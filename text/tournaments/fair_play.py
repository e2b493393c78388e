"""The private report about fair play: frequent pairings, early resignations, agreed results."""

from __future__ import annotations

from text.message_templates import MessageTemplate, pattern, sentence
from text.translator import Translator
from text.users.player_names import safe

title = sentence("**Fair play**")
caution = sentence(
    "-# Only you see this. None of it proves anything: friends play each other, and people give up for good reasons. If something "
    "looks wrong, ask them first."
)
nothing = sentence("Nothing stands out: nobody met often, gave up early or agreed on a result.")
often = sentence("**Met often**")
early = sentence("**Gave up before half of the game**")
agreed = sentence("**Agreed results**")
left_out: MessageTemplate[int] = pattern("-# {number} more aren't shown.")
"""How much a report leaves out."""


def pair(one: str, other: str, met: int, won: tuple[int, int], rated: int, rated_won: tuple[int, int], words: Translator) -> str:
    """Return the line about two players who met often: their pairings here, and their rated games on the server."""
    here = words.say(
        "{one} and {other}: {number} pairings here ({won}–{lost})",
        one=safe(one),
        other=safe(other),
        number=met,
        won=won[0],
        lost=won[1],
    )
    if not rated:
        return here
    there = words.say("{number} rated games on this server ({won}–{lost})", number=rated, won=rated_won[0], lost=rated_won[1])
    return f"{here} · {there}"


short: MessageTemplate[int, str, str] = pattern("Round {number}: {one} against {other}", one=safe, other=safe)
"""A game that was given up early."""


def outcome(winner: str | None, words: Translator) -> str:
    """Return who has won a game without a known score; None means a draw."""
    return words.say("draw") if winner is None else words.say("{name} won", name=safe(winner))


def result(number: int, first: str, second: str, score: str, words: Translator, *, rates: bool) -> str:
    """Return the line about a result that the players agreed on; `rates` is whether it counts for ratings."""
    names = {"one": safe(first), "other": safe(second)}
    line = words.say("Round {number}: {one} – {other}, {score}", number=number, score=score, **names)
    counted = words.say("counts for ratings")
    return f"{line} · {counted}" if rates else line
