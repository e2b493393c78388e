"""Sentences that lead to a game: which of several is meant, and which are open to join."""

from __future__ import annotations

from collections.abc import Sequence

from text.language import Words
from text.people.names import plain, safe
from text.sentences import Pattern, pattern, plural, sentence

which = sentence("Several games are open here. Which one do you mean?")
"""Above several games that are open beside this channel."""
open_games = plural("You can join {number} game:", "You can join {number} games:")
"""Above the games of the server that still have a seat."""


def open_game(number: int, where: str, title: str, players: Sequence[str], free: int, words: Words) -> str:
    """One of them; `number` is that of its button, `where` a channel mention."""
    return words.count(
        "`{row}` {where} · {title} · {players} · {number} seat free",
        "`{row}` {where} · {title} · {players} · {number} seats free",
        free,
        row=number,
        where=where,
        title=title,
        players=", ".join(safe(name) for name in players),
    )


numbered: Pattern[int, str] = pattern("{number} · {name}", name=plain)
"""The button of one of them."""
seat_taken: Pattern[str] = pattern("You have joined the game in {where}. The host starts it.")
"""Told to who has joined a game that is shown or played elsewhere; `where` is a channel mention."""
