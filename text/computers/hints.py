"""The texts about hints: a good turn, the reasons for it, and the number of hints taken."""

from __future__ import annotations

from collections.abc import Sequence

from text.message_templates import MessageTemplate, pattern, sentence
from text.translator import Translator
from text.users.player_names import safe

title = sentence("A good turn for you")
"""Above it."""


def edge(points: float, words: Translator) -> str:
    """Return the line about how many points better than the best alternative the suggested turn is expected to be."""
    if points < 2:
        return words.say("Estimate: other turns are about as good.")
    return words.count(
        "Estimate: about {number} point better than the best of the others.",
        "Estimate: about {number} points better than the best of the others.",
        round(points),
    )


counted: MessageTemplate[int] = pattern("Hints you have taken in this game: {number}. The record and the result show it.")
"""That it stands in the record."""


def none_here(why: str, words: Translator) -> str:
    """Return the sentence about why a game has no hints; `why` is `terms`, `rated`, or else a tournament."""
    if why == "terms":
        return words.say("This game's terms don't allow hints: only games with all aids do. /game action:info shows the terms.")
    if why == "rated":
        return words.say("There are no hints in rated games.")
    return words.say("There are no hints in tournament games.")


logged: MessageTemplate[str] = pattern("{name} asked for a hint.", name=safe)
"""A line below the moves."""


def sums(rows: Sequence[tuple[str, int]], words: Translator) -> str:
    """Return the line with each player's number of hints, for below the result."""
    told = [words.say("{name} {number}", name=safe(name), number=number) for name, number in rows]
    return words.say("Hints: {players}", players=" · ".join(told))
