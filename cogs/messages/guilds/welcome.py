"""The message that the bot posts on joining a server: what the bot does, first steps, and missing permissions."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.messages.message_parts import MAIN, Component, Link, Message, button
from cogs.messages.panels import HOUSE
from text.guilds import welcome as said
from text.labels import label
from text.translator import Translator


def welcome(games: Sequence[str], channel: str, lacking: Sequence[str], address: str, words: Translator) -> Message:
    """Return the welcome message, which names `games` and a `channel` (a mention) to play in.

    `lacking`: the bot's missing permissions; `address`: the URL that invites the bot with all permissions.
    """
    message = Message(silent=True).say(said.hello(words.list(games), words)).say(said.ways(words)).row(*_first_steps(words))
    gone = button(None, label("remove-welcome", words), "welcomegone")
    if not lacking:
        return message.line_below().say(f"-# {said.ready(channel, words)}").row(gone).framed(HOUSE)
    look = button(None, label("check-again", words), "welcomecheck")
    message.line_below().say(said.missing(channel, lacking, words)).row(look, add_again_link(address, words), gone)
    return message.framed(HOUSE)


def _first_steps(words: Translator) -> tuple[Component, ...]:
    """Return buttons for a practice game, a new game, the server's settings and the overview of all actions."""
    return (
        button(None, label("try", words), "practice", style=MAIN),
        button(None, label("open-game", words), "new"),
        button(None, label("set-up", words), "serverpage"),
        button(None, label("front-door", words), "doors"),
    )


def unheard(server: str, channel: str | None, lacking: Sequence[str], address: str, words: Translator) -> Message:
    """Return the direct message to a user who can give the bot the permission to write in the server."""
    return Message().say(said.unheard(server, channel, lacking, words)).row(add_again_link(address, words))


def add_again_link(address: str, words: Translator) -> Link:
    """Return the link button that adds the bot again, with all permissions."""
    return Link(label("add-again", words), address)
