"""The texts about seats that others may take over.

Functions escape the names that they are given; timestamps and mentions are inserted unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.message_templates import MessageTemplate, pattern, people, plural, sentence, worded
from text.translator import Translator, phrase
from text.users.player_names import safe

_WHY: Mapping[str, str] = {
    "none": phrase("This game has no free seat. /find lists free seats in other games."),
    "terms": phrase("In this game, a free seat stays with the computer."),
    "rated": phrase("This game is rated, so a free seat stays with the computer."),
}


def offer(name: str, progress: str, standings: str, words: Translator) -> list[str]:
    """Return the lines that offer a free seat; `progress` and `standings` are texts of the game."""
    return [
        words.say("**A seat is free: {name}.** Take over and play on from here.", name=safe(name)),
        f"-# {progress}",
        standings,
    ]


taken_over: MessageTemplate[str, str] = pattern("👋 {name} takes over {former}'s seat.", name=safe, former=safe)
"""To everyone."""
welcome = sentence("**The seat is yours.** Here's what you take over:")
"""Above the briefing."""
next_to_move: MessageTemplate[Sequence[str]] = pattern("Waiting for {names}.", names=people)
"""In the briefing: who is asked now."""


def your_clock(moment: str, how_long: str, words: Translator) -> str:
    """Return the line with the substitute's deadline; `moment` and `how_long` are timestamps of the same time."""
    return words.say("It's your turn. Your time runs out {how_long} ({moment}).", moment=moment, how_long=how_long)


heading = sentence("Free seats in running games")
"""Above the games of a server that have a free seat."""


def line(number: int, where: str, title: str, names: Sequence[str], words: Translator) -> str:
    """Return the line about a game with free seats; `names` are the players who lost them."""
    lost = words.list([safe(name) for name in names])
    return words.say("{number}. {where} {title}. Free: {names}", number=number, where=where, title=title, names=lost)


logged: MessageTemplate[str] = pattern("From here on, {name} plays this seat", name=safe)
"""A line of the log."""
none_free = worded(_WHY)
"""Why nothing can be taken over; `why` as `service.play.substitutes` has it."""
too_new = plural(
    "Free seats are for people who have been in this server for {number} day or longer.",
    "Free seats are for people who have been in this server for {number} days or longer.",
)
"""Somebody has just come to the server."""
