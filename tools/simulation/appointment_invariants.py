"""Laws of appointments: no player loses by absence without a reminder, and the calendar shows what was agreed.

Each function returns what is wrong with an event, or None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta

from service.core.post_content import code_of, content_of
from service.tournaments.appointment import ABSENT, CALLED_OFF, SOON
from service.tournaments.appointment_posts import AppointmentPost, HourMissed, HourNear, HoursProposed
from service.tournaments.event_posts import APPOINTMENT
from service.tournaments.log.appointment_events import (
    AppointmentAgreement,
    AppointmentEnd,
    AppointmentReminder,
    Arrival,
    HoursProposal,
)
from service.tournaments.log.log_event import LogEvent, TableEvent
from service.tournaments.log.result_events import PairingResult
from storage.tournament_rows import RUNNING
from tools.simulation.fake_discord import SimulatedServer
from tools.simulation.guild import mark
from tools.simulation.tournament_ledgers import EventLaw, TournamentLedger, TypedRow

GRACE, WARNED = timedelta(minutes=10), timedelta(minutes=9, seconds=59)


def nobody_is_absent_who_was_not_called(book: TournamentLedger, server: SimulatedServer) -> str | None:
    """Check that a player who lost by absence was reminded in time and never confirmed, and that the opponent was there.

    In time is at least ten minutes before the absence counted.
    """
    for row, appointed in _absent(book):
        place = row.event.place
        if server.put_out and book.at - row.at < timedelta(minutes=1):
            return f"absent in {place} while the bot was out of the server"
        since = [log for log in book.log if appointed.seq < log.seq < row.seq and _place(log.event) == place]
        called = [log.at for log in since if isinstance(log.event, AppointmentReminder) and log.event.step == SOON]
        hour = appointed.event.at
        if not called or row.at < max(hour + GRACE, called[-1] + WARNED):
            return f"absent in {place} at {row.at}, to be there at {hour}, called at {called}"
        winner = next(each.event.winner for each in book.rows(PairingResult) if each.seq >= row.seq and each.event.place == place)
        there = {log.event.entrant for log in since if isinstance(log.event, Arrival)}
        if there and winner not in there:
            return f"{there} were there in {place}, and {winner} won"
        if (there | {winner}) >= set(appointed.event.between):
            return f"both were there in {place}"
    return None


def _absent(book: TournamentLedger) -> Iterator[tuple[TypedRow[AppointmentEnd], TypedRow[AppointmentAgreement]]]:
    """Yield each loss by absence in the log, with the agreement on its appointment."""
    for row in book.rows(AppointmentEnd):
        if row.event.why == ABSENT:
            agreed = [
                each for each in book.rows(AppointmentAgreement) if each.seq < row.seq and each.event.place == row.event.place
            ]
            yield row, agreed[-1]


def _place(event: LogEvent) -> tuple[int, int] | None:
    return event.place if isinstance(event, TableEvent) else None


def an_hour_is_agreed_on_by_two(book: TournamentLedger, _server: SimulatedServer) -> str | None:
    """Check that each agreed hour was proposed by the other player, and no proposal is accepted twice."""
    open_: dict[tuple[tuple[int, int], int], tuple[datetime, ...]] = {}
    for row in book.log:
        event = row.event
        if isinstance(event, HoursProposal):
            open_[event.place, event.entrant] = event.moments
        elif isinstance(event, AppointmentAgreement | AppointmentEnd):
            theirs = [moments for (place, who), moments in open_.items() if place == event.place and book.users[who] != row.by]
            if isinstance(event, AppointmentAgreement) and not any(event.at in moments for moments in theirs):
                return f"{event} was proposed by nobody else: {theirs}"
            if isinstance(event, AppointmentEnd) and event.why == CALLED_OFF and () not in theirs:
                return f"{event} was called off by one alone"
            open_ = {key: moments for key, moments in open_.items() if key[0] != event.place}
    return None


def only_the_two_are_called(book: TournamentLedger, _server: SimulatedServer) -> str | None:
    """Check that messages about an hour mention only players of that pairing."""
    for post in book.posts:
        if post.kind != APPOINTMENT or post.sent_at is not None:
            continue
        content = content_of(post)
        assert isinstance(content, AppointmentPost)
        players = {int(who) for who in book.state.rounds[content.round - 1].seats(content.table)}
        named = {book.users[number] for number in content.entrants} if isinstance(content, HourNear | HourMissed) else set()
        named |= {content.user} if isinstance(content, HoursProposed) else set()
        if strangers := named - {book.users[number] for number in players}:
            return f"post {post.id} ({code_of(content)}) calls {strangers}"
    return None


ALWAYS: tuple[EventLaw, ...] = (nobody_is_absent_who_was_not_called, an_hour_is_agreed_on_by_two, only_the_two_are_called)


def no_appointment_is_overdue(book: TournamentLedger, _server: SimulatedServer) -> str | None:
    """Check that two hours after its hour each appointment is judged, kept or over."""
    agreed = {} if book.row.status != RUNNING else book.state.hours.agreed
    late = [
        (place, appointment.at)
        for place, appointment in agreed.items()
        if book.at - appointment.at > timedelta(hours=2) and place not in book.state.paused
    ]
    return f"{late} stand" if late else None


def the_calendar_shows_what_was_agreed(book: TournamentLedger, server: SimulatedServer) -> str | None:
    """Check that coming calendar entries have the agreed times, and no pairing has more than one.

    Entries that the bot was not allowed to change are exempt.
    """
    agreed = {f"{book.row.id}-{round_}-{table}": appointment.at for (round_, table), appointment in book.state.hours.agreed.items()}
    lines = [line for line in server.guild.coming() if mark(line).split("-")[0] == str(book.row.id) and not line.was_refused]
    if twice := [name for name, number in Counter(map(mark, lines)).items() if number > 1]:
        return f"{twice} have several entries"
    wrong = [(mark(line), line.start_time) for line in lines if agreed.get(mark(line)) != line.start_time]
    return f"{wrong} stand in the calendar, and {agreed} are agreed on" if wrong else None


AT_REST: tuple[EventLaw, ...] = (no_appointment_is_overdue, the_calendar_shows_what_was_agreed)
