"""Sentences that lead to a game: which of several is meant, and which are open to join."""

from __future__ import annotations

from collections.abc import Sequence

from text.language import Words
from text.people.names import plain, safe


def which(words: Words) -> str:
    """Above several games that are open beside this channel."""
    return words.say("Several games are open here. Which one do you mean?")


def open_games(number: int, words: Words) -> str:
    """Above the games of the server that still have a seat."""
    return words.count("{number} game is open to join:", "{number} games are open to join:", number)


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


def numbered(number: int, host: str, words: Words) -> str:
    """The button of one of them."""
    return words.say("{number} · {name}", number=number, name=plain(host))


def seat_taken(where: str, words: Words) -> str:
    """Told to who has joined a game that is shown or played elsewhere; `where` is a channel mention."""
    return words.say("You have joined the game in {where}. The host starts it.", where=where)
