"""The lobby: who sits, what is played, what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from discord.utils import format_dt

from cogs.present import settings
from cogs.present.parts import END, MAIN, Line, Message, Picture, button, select
from editions.edition import Edition
from service.records import Lobby
from storage.records import MatchRow, UserId
from text import ending, messages
from text.labels import label
from text.language import Words

EXPIRY = timedelta(days=7)
"""How long a lobby waits for its start; the service closes it then."""


def lobby(
    table: Lobby,
    names: Sequence[str],
    host: str,
    edition: Edition,
    words: Words,
    *,
    picture: Picture | None = None,
    invited: Sequence[UserId] = (),
) -> Message:
    """The message that everybody in the channel sees until the game begins.

    `picture` shows what is going to be played, `invited` are those who played before and have no seat yet.
    """
    match = table.match
    low, high = min(table.seats_allowed), match.seats_wanted
    message = Message().say(
        f"**{messages.lobby_title(settings.title(match, edition, words), words)}**",
        *settings.line(match, edition, words),
        messages.lobby_host(host, words),
        messages.lobby_seats(names, match.seats_wanted, words),
        messages.lobby_range(low, max(low, high), words),
        ending.invited([f"<@{user}>" for user in invited], words) if invited else "",
        messages.lobby_ready(words) if table.may_start else messages.lobby_wait(max(1, low - len(names)), words),
        messages.sealed(match.commitment, words),
        "-# " + messages.lobby_expires(format_dt(match.created_at + EXPIRY, "R"), words),
    )
    return message.show(picture).row(
        button(match, label("join", words), "join", style=MAIN, version=0),
        button(match, label("leave", words), "leave", version=0),
        button(match, label("settings", words), "settings", "0", version=0),
        button(match, label("add-computer", words), "computer", version=0),
        button(match, label("start", words), "start", style=MAIN, version=0),
    )


def closed(match: MatchRow, edition: Edition, names: Sequence[str], words: Words) -> Message:
    """What stays of a lobby: no buttons, but where the game is."""
    return Message().say(
        messages.game_line(f"<#{match.channel_id}>", settings.title(match, edition, words), names, match.status, words)
    )


def levels(match: MatchRow, known: Sequence[str], words: Words) -> Message:
    """Which computer player to add."""
    lines = [Line(messages.computer_name(level, words), level, messages.computer_about(level, words)) for level in known]
    return (
        Message()
        .row(select(match, "level", lines, hint=label("level", words), version=0))
        .row(button(match, label("remove-computer", words), "uncomputer", version=0))
    )


def sure(match: MatchRow, question: str, yes: str, verb: str, words: Words) -> Message:
    """Asks once more before something ends."""
    return Message().say(question).row(button(match, yes, verb, style=END), button(match, label("no", words), "keep"))
