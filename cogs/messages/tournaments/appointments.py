"""Messages about appointments of a pairing: proposed times, agreement, reminders, and a choice of times that suit both."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from discord.utils import format_dt

from cogs.messages.form_fields import TextField
from cogs.messages.message_parts import GO, MAIN, PLAIN, Message, button
from cogs.messages.panels import GOLD
from cogs.messages.users import preferences
from cogs.tournament_context import TournamentContext
from service.tournaments.appointment_posts import (
    AppointmentPost,
    BothMissed,
    CalendarRefused,
    DayReminder,
    EntrantAbsent,
    HourAgreed,
    HourCalledOff,
    HourNear,
    HoursProposed,
    OneMissed,
)
from service.tournaments.state import Place
from storage.rows import PersonRow, UserId
from text.labels import label
from text.tournaments import appointments as said
from text.translator import Translator
from text.users import preferences as hours
from tournament.results import EntrantId

HOUR, ZONE = "hour", "zone"
"""The fields of the form."""


def stamps(moment: datetime) -> tuple[str, str]:
    """Return two Discord timestamps of a moment: date and time in each reader's time zone, and the time until then."""
    return format_dt(moment, "F"), format_dt(moment, "R")


def appointment_notice(context: TournamentContext, post: AppointmentPost) -> Message:
    """Return the message to the two players of a pairing for this kind of post."""
    match post:
        case HoursProposed():
            return _proposal_message(context, post)
        case HourAgreed():
            return _appointment_agreed(context, post.place, post.at)
        case HourNear():
            return _reminder(context, post)
        case EntrantAbsent():
            names = [context.name(EntrantId(str(who))) for who in (post.entrant, post.other)]
            is_duel = context.state.is_duel
            told_of = said.absent_from_duel(names[0], context.words) if is_duel else said.absent(names[0], names[1], context.words)
            return Message().say(told_of).row(_referee(context, post.place))
        case OneMissed():
            names = [context.name(EntrantId(str(who))) for who in post.entrants]
            return Message().say(said.late(context.words.list(names), context.words))
        case CalendarRefused():
            return Message().say(f"-# {said.no_calendar(post.why, context.words)}")
        case HourCalledOff():
            return Message().say(said.called_off(context.words)).row(_propose(context, post.place, "event-propose"))
    assert isinstance(post, BothMissed), post
    return Message().say(said.nobody(context.words)).row(_propose(context, post.place, "event-propose"))


def _proposal_message(context: TournamentContext, post: HoursProposed) -> Message:
    """Return the message with one or several proposed times, or with the wish to cancel the appointment.

    It has buttons only while the proposal is open.
    """
    words, number, place, moments = context.words, post.number, post.place, post.moments
    theirs = context.state.hours.proposed.get(place, {}).get(post.entrant)
    name = context.name(EntrantId(str(post.entrant)))
    if theirs is None or theirs.number != number:
        theirs = None
    user = UserId(post.user)
    message = Message(pings=(user,) if user > 0 else ()).say(*_offer(_mention(user), name, moments, words))
    if theirs is None:
        return message
    if theirs.lapses_at is not None:
        message.say(said.open_until(format_dt(theirs.lapses_at, "f"), words))
    meets = [(label("event-meet", words) if len(moments) < 2 else str(index + 1), index) for index in range(max(1, len(moments)))]
    return message.row(
        *(button(None, name, "tmeet", f"{_argument(context, place)} {number} {at}", style=GO) for name, at in meets),
        _propose(context, place, "event-other-time"),
    ).framed(GOLD)


def _mention(user: UserId) -> str:
    """Return a user's mention; a dash for a deleted user."""
    return f"<@{user}>" if user > 0 else "–"


def _offer(mention: str, name: str, moments: Sequence[datetime], words: Translator) -> list[str]:
    if not moments:
        return [said.wants_off(mention, name, words)]
    if len(moments) == 1:
        return [said.one_hour(mention, name, *stamps(moments[0]), words)]
    return [said.several_hours(mention, name, words), *hour_list(moments)]


def hour_list(moments: Sequence[datetime]) -> list[str]:
    """Return a numbered line for each proposed time."""
    return [f"{number}. {when} ({how_long})" for number, (when, how_long) in enumerate(map(stamps, moments), 1)]


def _appointment_agreed(context: TournamentContext, place: Place, at: datetime) -> Message:
    loses = context.settings.absent_loses
    return (
        Message()
        .say(*said.agreed(*stamps(at), context.words, loses=loses))
        .row(
            _propose(context, place, "event-other-time"),
            button(None, label("event-part", context.words), "tpart", _argument(context, place)),
        )
        .framed(GOLD)
    )


def _reminder(context: TournamentContext, post: HourNear) -> Message:
    users, words = [context.state.users[number] for number in post.entrants], context.words
    called = [_mention(user) for user in users]
    who, (when, how_long) = words.list(called), stamps(post.at)
    message = Message(pings=tuple(user for user in users if user > 0))
    if isinstance(post, DayReminder):
        return message.say(said.tomorrow(who, how_long, when, words))
    until = format_dt(post.until, "t")
    return message.say(said.soon(who, how_long, until, words)).row(
        button(None, label("event-here", words), "tready", _argument(context, post.place), style=GO)
    )


def choose(context: TournamentContext, place: Place, moments: Sequence[datetime]) -> Message:
    """Return the private choice of times that suit both players; a button proposes one of them, or all."""
    words, argument = context.words, _argument(context, place)
    seconds = [str(int(moment.timestamp())) for moment in moments]
    every = button(None, label("event-all-times", words), "toffer", f"{argument} {' '.join(seconds)}", style=MAIN)
    return (
        Message()
        .say(said.suits_both(words), *hour_list(moments))
        .row(
            *(button(None, str(second), "toffer", f"{argument} {moment}", style=PLAIN) for second, moment in enumerate(seconds, 1)),
            every if len(moments) > 1 else None,
            button(None, label("event-type-time", words), "tpropose", f"{argument} typed"),
        )
        .framed(GOLD)
    )


def form(person: PersonRow, words: Translator) -> list[TextField]:
    """Return the form fields of a proposal: the time, and the time zone if the user's isn't known."""
    zone = preferences.present_sleep_hours(person)[0]
    text_field = TextField(
        said.ask_hour(words), key=HOUR, detail=said.ask_hour_about(zone or "UTC", words), hint=said.hour_hint(words), long=80
    )
    if zone:
        return [text_field]
    return [text_field, TextField(hours.ask_zone(words), "", False, 60, ZONE, hours.zone_about(words), "Europe/Paris")]


def _argument(context: TournamentContext, place: Place) -> str:
    return f"{context.id} {place[0]} {place[1]}"


def _propose(context: TournamentContext, place: Place, key: str) -> Any:
    return button(None, label(key, context.words), "tpropose", _argument(context, place))


def _referee(context: TournamentContext, place: Place) -> Any:
    return button(None, label("event-referee", context.words), "treferee", _argument(context, place))
