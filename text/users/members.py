"""The names of computer players and of former members."""

from __future__ import annotations

from collections.abc import Mapping

from text.message_templates import MessageTemplate, pattern, sentence
from text.translator import Translator, phrase

LEVELS: Mapping[str, str] = {
    "apprentice": phrase("Computer (apprentice)"),
    "citizen": phrase("Computer (citizen)"),
    "master": phrase("Computer (master)"),
    "grandmaster": phrase("Computer (grandmaster)"),
    "random": phrase("Computer (any move)"),
    "greedy": phrase("Computer (greedy)"),
}
"""Computer players by level, as they are named in a seat."""

WHO: Mapping[str, str] = {
    "apprentice": phrase("for your first games: plays sensibly, but forgets the farmers"),
    "citizen": phrase("about as strong as people who play now and then; also takes over from people who leave"),
    "master": phrase("plans ahead and counts the tiles: wins most games against a citizen"),
    "grandmaster": phrase("takes up to five seconds to look two turns ahead: our strongest"),
    "random": phrase("plays any legal move"),
    "greedy": phrase("takes the most points it sees"),
}
"""One line about each level."""


def computer_name(level: str, words: Translator) -> str:
    """Return the name of a computer player; an unknown level is shown as it is."""
    return words.say(LEVELS[level]) if level in LEVELS else words.say("Computer ({level})", level=level)


the_server = sentence("The server")
"""Who plays a seat whose moves the members of the server vote on."""
votes = sentence("everyone here votes on each move; you give up your own seat")
"""One line about that, among the computer players."""
unknown_player: MessageTemplate[int] = pattern("Player {number}")
"""A player of an imported game whom nobody knows here, by the number of their seat."""


def computer_about(level: str, words: Translator) -> str:
    """Return the description of a computer player; empty for an unknown level."""
    return words.say(WHO[level]) if level in WHO else ""


former_member = sentence("former member")
"""Who has had themselves forgotten."""
