"""The texts of lists of games, with each game's state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.message_templates import MessageTemplate, pattern, plural, sentence, worded
from text.translator import Translator, meant, phrase
from text.users.player_names import safe

no_turns = sentence("No games are waiting for you.")
"""/turns without any."""
turns_title = plural("{number} game is waiting for you:", "{number} games are waiting for you:")
"""/turns with some."""
turn_line: MessageTemplate[str, str, str] = pattern("{where} · {title} · since {stamp}")
"""One waiting game: a link or channel mention, what it is, since when."""
elsewhere = plural("Your game in this server:", "Your games in this server:")
"""Below the refusal of a command in a channel without a game, to somebody who plays in others."""
your_turn = sentence("it's your turn")
"""The state of a game that waits for the reader."""
seats_free = plural("{number} seat free", "{number} seats free")
"""The state of a lobby."""


def elsewhere_line(where: str, title: str, state: str, words: Translator, *, asked: bool) -> str:
    """Return the line about a game in another channel; `asked` tells whether it waits for the reader."""
    shown = your_turn(words) if asked else status(state, words)
    return words.say("{where} · {title} · {state}", where=where, title=title, state=shown)


no_games = sentence("There are no games here. Open one with /new.")
"""/game action:list without any."""


STATUS: Mapping[str, str] = {
    "lobby": meant("state of a game", "waiting for players"),
    "running": meant("state of a game", "running"),
    "lost": phrase("paused: I can't reach its channel"),
    "finished": meant("state of a game", "finished"),
    "imported": meant("state of a game", "imported"),
    "cancelled": meant("state of a game", "cancelled"),
    "expired": phrase("closed before it started"),
}


status = worded(STATUS)
"""The state of a game in words."""


def game_line(where: str, title: str, players: Sequence[str], state: str, words: Translator) -> str:
    """Return the line about a game in a list; `state` is the key of its state."""
    return stated(where, title, players, status(state, words), words)


def stated(where: str, title: str, players: Sequence[str], state: str, words: Translator) -> str:
    """Return the line about a game in a list; `state` is already in words."""
    names = ", ".join(safe(name) for name in players)
    return words.say("{where} · {title} · {players} · {state}", where=where, title=title, players=names, state=state)


def game_offer(number: int, title: str, players: Sequence[str], state: str, words: Translator) -> str:
    """Return the completion's label for a game that `/game` can open, as plain text."""
    told = status(state, words)
    return words.say(
        "Game {number} · {title} · {players} · {state}", number=number, title=title, players=", ".join(players), state=told
    )


def lost_game_line(number: int, title: str, players: Sequence[str], words: Translator) -> str:
    """Return the line about a paused game whose channel was lost, and which can be continued elsewhere."""
    return words.say(
        "Game {number} · {title} · {players} · paused, can be continued elsewhere",
        number=number,
        title=title,
        players=", ".join(safe(name) for name in players),
    )


more = sentence("There are more: `/game` lists them all.")
"""Below as many games as have a button."""
page: MessageTemplate[int, int] = pattern("Page {number} of {total}")
"""Below a long list."""
