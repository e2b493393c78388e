"""Messages of consent requests: the request to all other players, its outcome, and choices before one is made."""

from __future__ import annotations

from collections.abc import Sequence

from discord.utils import format_dt

from cogs.messages.message_parts import GO, MAIN, Message, button
from cogs.messages.panels import ACROSS
from games.core.game import Seat
from service.clocks.pausing import ENDED_BY, PAUSE, pause_length
from service.match.match_log import HINT, REQUEST, TAKEOVER
from service.play.requests import GRANTED, LAPSED, OPEN, REFUSED, OpenRequest
from service.records import LogEntry
from storage.rows import MatchRow, UserId
from text.computers import hints
from text.labels import label
from text.play import consent_texts, game_panel_texts, substitutes
from text.translator import Translator


def request_message(open_request: OpenRequest, names: Sequence[str], words: Translator, *, pings: Sequence[UserId]) -> Message:
    """Return the message of a request, which mentions all players who must answer and pings those in `pings`."""
    row, people = open_request.request, [seat.user_id for seat in open_request.missing if seat.user_id is not None]
    pause, lapses = pause_length(row.detail), bool(row.detail.get("while-still"))
    mentions = [f"<@{user}>" for user in people]
    lines = consent_texts.asked(row.kind, names[row.seat], mentions, words, pause=pause, lapses=lapses)
    return (
        Message(pings=tuple(pings))
        .say(*lines)
        .row(
            button(open_request.match, label("agree", words), "agree", str(row.number), style=GO),
            button(open_request.match, label("disagree", words), "disagree", str(row.number)),
        )
    )


def settled_request(open_request: OpenRequest, names: Sequence[str], words: Translator) -> Message:
    """Return the message that replaces a request once it is granted, refused, withdrawn or lapsed."""
    row = open_request.request
    if row.status == LAPSED:
        return Message().say(consent_texts.over(row.status, words))
    name, by = names[row.seat], names[row.closed_by if row.closed_by is not None else row.seat]
    if row.status == GRANTED:
        end = button(open_request.match, label("end-pause", words), "endpause") if row.kind == PAUSE else None
        return Message().say(consent_texts.granted(row.kind, name, words, pause=pause_length(row.detail))).row(end)
    return Message().say(consent_texts.refused(name, by, words) if row.status == REFUSED else consent_texts.withdrawn(name, words))


def pause_over(open_request: OpenRequest, names: Sequence[str], words: Translator) -> Message:
    """Return the notice that a pause has ended and the clocks run again."""
    by = open_request.request.detail.get(ENDED_BY)
    return Message().say(consent_texts.pause_over(None if by is None else names[by], words))


def answer_confirmation(open_request: OpenRequest, names: Sequence[str], words: Translator) -> Message:
    """Return the private confirmation to the player who has made or answered a request."""
    if open_request.request.status == GRANTED:
        pause = pause_length(open_request.request.detail)
        return Message().say(consent_texts.granted(open_request.request.kind, names[open_request.request.seat], words, pause=pause))
    missing = [names[seat.seat] for seat in open_request.missing] if open_request.request.status == OPEN else []
    return Message().say(consent_texts.noted(missing, words))


def finishing_choices(match: MatchRow, words: Translator) -> Message:
    """Return the message that offers the ways to end a match by consent, with a button each."""
    return (
        Message()
        .say(consent_texts.how_to_finish(words))
        .row(
            button(match, label("finish", words), "finish", "finish", style=MAIN),
            button(match, label("stop", words), "finish", "stop", style=MAIN),
            button(match, label("back", words), "more"),
        )
    )


def seat_question(match: MatchRow, offered: Sequence[tuple[str, Seat]], verb: str, words: Translator) -> Message:
    """Return the question which seat is meant, with a button for each of `offered` (name, seat index) that sends `verb`."""
    buttons = [button(match, name, verb, str(seat)) for name, seat in offered]
    message = Message().say(game_panel_texts.whose_seat(words))
    for start in range(0, len(buttons), ACROSS):
        message.row(*buttons[start : start + ACROSS])
    return message.row(button(match, label("back", words), "more"))


def offer_undo(match: MatchRow, words: Translator) -> Message:
    """Return the question whether to ask the other players for an undo, when it is too late to undo alone."""
    return (
        Message()
        .say(consent_texts.ask_undo(words))
        .row(button(match, label("ask-others", words), "askundo", style=MAIN), button(match, label("back", words), "more"))
    )


def request_log_lines(entries: Sequence[LogEntry], names: Sequence[str], words: Translator) -> list[str]:
    """Return the log lines about requests, hints and substitutes, each with its date."""
    lines = ((row, _log_line(row, names, words)) for row in entries)
    return [f"-# {format_dt(row.at, 'd')} · {line}" for row, line in lines if line]


def _log_line(row: LogEntry, names: Sequence[str], words: Translator) -> str:
    if row.kind == HINT:
        return hints.logged(names[row.seat], words)
    if row.kind == TAKEOVER:
        return substitutes.logged(names[row.seat], words)
    if row.kind == REQUEST and (told := row.params) is not None:
        return consent_texts.logged(told["kind"], told["outcome"], names[row.seat], names[told["by"]], words)
    return ""
