"""Messages of a lobby: the public message with seats and settings, its closed form, and questions to its players."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from discord.utils import format_dt

from cogs.messages import game_settings
from cogs.messages.lobby import game_lists, lobby_settings
from cogs.messages.message_parts import END, GO, MAIN, PLAIN, Message, Picture, button
from cogs.messages.panels import ACROSS, HOUSE
from editions.edition import Edition
from games.core.uploads import OPTION
from service.play.vote_counting import OPEN_FOR
from service.records import Lobby
from storage.rows import LOBBY, MatchRow, UserId
from text.clocks import time_controls
from text.labels import label
from text.lobby import game_list_texts, lobby_texts
from text.play import ending_texts, sealed_bag, vote_texts
from text.translator import Translator

EXPIRY = timedelta(days=7)
"""How long a lobby waits for its start; the service closes it then."""


def lobby(
    table: Lobby,
    names: Sequence[str],
    edition: Edition,
    words: Translator,
    *,
    picture: Picture | None = None,
    invited: Sequence[UserId] = (),
    away: Sequence[str] = (),
) -> Message:
    """Return the public message of a lobby.

    `picture`: preview of the game; `invited`: players of the previous game who have no seat yet; `away`: lines about players on
    vacation.
    """
    match, free = table.match, table.match.seats_wanted - len(names)
    hosting = next((number for number, seat in enumerate(table.seats) if seat.user_id == match.host_id), None)
    closes = lobby_texts.lobby_closes(format_dt(match.created_at + EXPIRY, "R"), words)
    message = Message().say(
        f"**{game_settings.title(match, edition, words)}** · {lobby_texts.seats_taken(len(names), match.seats_wanted, words)}",
        lobby_texts.lobby_seats(names, words, host=hosting),
        *_times(table, words),
        house_rules(match, edition, words),
        *away,
        ending_texts.invited([f"<@{user}>" for user in invited], words) if invited else "",
        f"-# {_seal(table, words)} · {closes}",
    )
    message.show(picture).row(
        button(match, label("join", words), "join", style=MAIN, version=0) if free > 0 else None,
        button(match, label("settings", words), "settings", version=0),
        button(match, label("start", words), "start", style=GO if free <= 0 else PLAIN, version=0),
    )
    return message.framed(HOUSE)


def _times(table: Lobby, words: Translator) -> list[str]:
    """Return lines on the time limits: for moves, and for votes if a server has a seat."""
    voted = any(seat.is_town for seat in table.seats)
    clock = [] if voted and not table.terms.pace.has_clock else [f"⏳ {time_controls.line(table.terms, words)}"]
    return [*clock, *([vote_texts.open_for(int(OPEN_FOR / timedelta(hours=1)), words)] if voted else [])]


def house_rules(match: MatchRow, edition: Edition, words: Translator) -> str:
    """Return one line with the rules that differ from the default and aren't in the title; empty if there are none."""
    chosen = game_settings.unusual_options(match, edition, words, without=(*lobby_settings.CHOSEN_WITH_GAME, OPTION))
    return lobby_texts.house_rules(" · ".join(chosen), words) if chosen else ""


def _seal(table: Lobby, words: Translator) -> str:
    added = sum(seat.word is not None for seat in table.seats)
    sealed = sealed_bag.sealed(table.match.commitment, words)
    return f"{sealed} · {sealed_bag.words_in(added, words)}" if added else sealed


def closed_lobby(match: MatchRow, title: str, names: Sequence[str], words: Translator) -> Message:
    """Return the message that replaces a lobby: a link to the game and, once it has begun, the button to its panel."""
    message = Message().say(game_list_texts.game_line(f"<#{match.channel_id}>", title, names, match.status, words))
    return message if match.started_at is None else message.row(game_lists.panel_button(match, words))


def unknown(match: MatchRow, title: str, names: Sequence[str], words: Translator) -> Message:
    """Return the message of a lobby whose game this program doesn't know.

    Players can still leave it, and the host can cancel it.
    """
    return (
        Message()
        .say(
            f"**{lobby_texts.lobby_title(title, words)}**",
            lobby_texts.lobby_seats(names, words),
            lobby_texts.lobby_unknown(words),
        )
        .row(
            button(match, label("leave", words), "leave", version=0),
            button(match, label("yes-cancel", words), "cancelsure", style=END, version=0),
        )
    )


def new_host(match: MatchRow, offered: Sequence[tuple[str, UserId | None]], words: Translator) -> Message:
    """Return the question who should become host, with a button for each human player of `offered` (name, user id)."""
    waits = match.status == LOBBY
    message = Message().say((lobby_texts.who_hosts if waits else lobby_texts.who_hosts_the_game)(words))
    buttons = [button(match, name, "handover", str(user), version=0) for name, user in offered if user is not None]
    for start in range(0, len(buttons), ACROSS):
        message.row(*buttons[start : start + ACROSS])
    return message.row(button(match, label("back", words), *(("settings", lobby_settings.HOME) if waits else ("more",)), version=0))


def end_question(match: MatchRow, question: str, yes: str, verb: str, words: Translator, *, argument: str = "") -> Message:
    """Return a confirmation question before an ending, with a button for `verb` and one back to the panel."""
    yes_button = button(match, yes, verb, argument, style=END)
    return Message().say(question).row(yes_button, button(match, label("back", words), "more"))
