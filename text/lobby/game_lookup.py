"""The texts that lead to a game: choosing among several, and the games with free seats."""

from __future__ import annotations

from collections.abc import Sequence

from text.message_templates import MessageTemplate, pattern, plural, sentence
from text.translator import Translator
from text.users.player_names import plain, safe

which = sentence("Several games are open here. Which one do you mean?")
"""Above several games that are open beside this channel."""
open_games = plural("You can join {number} game:", "You can join {number} games:")
"""Above the games of the server that still have a seat."""


def open_game(number: int, where: str, title: str, players: Sequence[str], free: int, words: Translator) -> str:
    """Return the line about a game with free seats; `number` is that of its button, `where` a channel mention."""
    return words.count(
        "`{row}` {where} · {title} · {players} · {number} seat free",
        "`{row}` {where} · {title} · {players} · {number} seats free",
        free,
        row=number,
        where=where,
        title=title,
        players=", ".join(safe(name) for name in players),
    )


name_it = sentence("There are more. Name yours with the option `game`.")
"""Below as many of them as have a button."""
numbered: MessageTemplate[int, str] = pattern("{number} · {name}", name=plain)
"""The button of one of them."""
seat_taken: MessageTemplate[str] = pattern("You have joined the game in {where}. The host starts it.")
"""Told to who has joined a game that is shown or played elsewhere; `where` is a channel mention."""


def title(game: str, name: str, words: Translator) -> str:
    """Return the name of a practice game's thread, at most 90 characters."""
    return words.say("{game}: {name} practises", game=game, name=name)[:90]


def solo(game: str, name: str, words: Translator) -> str:
    """Return the name of the thread of a full game against a computer, at most 90 characters."""
    return words.say("{game}: {name} and the computer", game=game, name=name)[:90]


solo_welcome = sentence("A whole game, just you and the computer. You begin.")
"""The first message of that thread."""
solo_begun: MessageTemplate[str] = pattern("Your game against the computer begins in {channel}.")
"""Where that is."""
begun: MessageTemplate[str] = pattern("Your practice game begins in {channel}.")
"""Where it is."""
seen_by_all = sentence("I can't create private threads here, so others can watch.")
"""Why it is not private."""
under_way: MessageTemplate[str] = pattern("You already have a practice game in {channel}. Leave it there before you start another.")
"""There is one already."""
ask_leave = sentence("Leave your practice game? You can start another one any time with /practice.")
"""Before it ends."""
none_here = sentence("There's no practice game for the games here. /help has their rules in brief.")
"""No game on offer can teach itself."""
