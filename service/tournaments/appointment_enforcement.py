"""The enforcement of appointments: reminders, losses by absence, and the removal of appointments that no longer matter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from service.core.post_content import code_of
from service.tournaments.appointment import ABSENT, DAY, GRACE, LAPSES, MET, OVER, SOON, Appointment
from service.tournaments.appointment_posts import BothMissed, DayReminder, EntrantAbsent, HourNear, OneMissed, SoonReminder
from service.tournaments.log.appointment_events import AppointmentEnd, AppointmentReminder, LongerGrace
from service.tournaments.no_shows import note_missed
from service.tournaments.repository import TournamentTransaction
from service.tournaments.result_collection import note_result
from service.tournaments.scheduling import post_appointment
from service.tournaments.state import Place, TournamentState
from storage.rows import RUNNING as PLAYED_NOW
from storage.tournament_rows import RUNNING, EventMatch
from tournament import progression as courses
from tournament.results import EntrantId

PUNCTUAL = timedelta(minutes=2)
"""A judgement that comes later than this was slept through: both are called once more."""

ByPlace = Mapping[Place, Sequence[EventMatch]]

_REMINDERS: Mapping[str, type[HourNear]] = {DAY: DayReminder, SOON: SoonReminder}


class PendingAppointment(NamedTuple):
    """An appointment of an open pairing, with the game it is for."""

    place: Place
    appointment: Appointment
    match: EventMatch | None
    """The game that is played now."""

    def there(self, state: TournamentState) -> frozenset[int]:
        """Return the entrants who have confirmed presence, or have moved since that was possible."""
        return self.appointment.there | {who for who in self.appointment.between if self._has_moved(state, who)}

    def _has_moved(self, state: TournamentState, who: int) -> bool:
        """Return whether an entrant has moved since presence could be confirmed, so that the opponent must answer."""
        if self.match is None:
            return False
        own = [seat for seat in self.match.seats if seat.user_id == state.users[who]]
        others = [seat for seat in self.match.seats if seat.user_id != state.users[who]]
        since = [seat.waiting_since for seat in others if seat.waiting_since is not None]
        return any(seat.has_acted for seat in own) and bool(since) and max(since) >= self.appointment.opens

    def waits_for(self, state: TournamentState, who: int) -> datetime | None:
        """Return since when the game waits for a move of an entrant; None if it doesn't."""
        seats = () if self.match is None else self.match.seats
        return next((seat.waiting_since for seat in seats if seat.user_id == state.users[who]), None)


def enforce_appointments(step: TournamentTransaction, by_place: ByPlace, *, away: bool, unreachable: bool) -> None:
    """Send the reminders and judge the absences that are due.

    `away` says that the program was down until now, `unreachable` that the server is. In both cases no player loses: both are
    called again, and get ten minutes from then on.
    """
    for meeting in _meetings(step, by_place):
        place, appointment, now = *meeting[:2], step.now
        there = meeting.there(step.state)
        was_deaf = (
            now >= appointment.until + PUNCTUAL or (away and now >= appointment.at) or (unreachable and now >= appointment.until)
        )
        if step.state.paused.get(place, now) > now:
            continue
        if len(there) == len(appointment.between):
            _add_absence(step, place, MET)
        elif now >= appointment.at + LAPSES:
            _lapse(step, meeting, there, by_place)
        elif reminder := SOON if was_deaf else appointment.due_reminder(now):
            _remind(step, meeting, reminder, by_place)
        elif now >= appointment.until:
            _judge(step, meeting, there, by_place)


def end_obsolete(step: TournamentTransaction) -> None:
    """End appointments of pairings that are over or have other players now, and remove their calendar entries."""
    for place, appointment in step.state.hours.agreed.items():
        drawn = step.state.open_by_place.get(place) if step.state.row.status == RUNNING else None
        seats = () if drawn is None else tuple(sorted(map(int, drawn.seats(place[1]))))
        if seats != appointment.between:
            _add_absence(step, place, OVER)
            step.calendar(*place)


def appointment_due_moments(state: TournamentState, place: Place) -> Iterator[datetime]:
    """Yield the moments at which a pairing's appointment may be due."""
    if (appointment := state.hours.agreed.get(place)) is not None:
        yield from appointment.moments()
        if place in state.paused:
            yield state.paused[place]


def _meetings(step: TournamentTransaction, by_place: ByPlace) -> Iterator[PendingAppointment]:
    state = step.state
    for place, appointment in state.hours.agreed.items():
        if place in state.open_by_place and (step.visits is None or place in step.visits):
            last = by_place[place][-1] if by_place.get(place) else None
            is_played = last is not None and last.status == PLAYED_NOW and last.match_id not in state.settled
            yield PendingAppointment(place, appointment, last if is_played else None)


def _remind(step: TournamentTransaction, meeting: PendingAppointment, reminder: str, by_place: ByPlace) -> None:
    round_, table = meeting.place
    step.note(AppointmentReminder(round_, table, reminder))
    missing = [who for who in meeting.appointment.between if who not in meeting.there(step.state)]
    kind, until = _REMINDERS[reminder], step.state.hours.agreed[meeting.place].until
    post_appointment(step, kind(round_, table, tuple(missing), meeting.appointment.at, until), by_place.get(meeting.place, ()))
    step.calendar(round_, table)  # somebody may have moved its entry by hand


def _judge(step: TournamentTransaction, meeting: PendingAppointment, there: frozenset[int], by_place: ByPlace) -> None:
    """Judge an appointment ten minutes after its time: decide the pairing, postpone, or end the appointment.

    If the game waits for the player who is present, nothing is decided yet. Once they have moved, the other has ten minutes: a
    player can't win by waiting.
    """
    absent = [who for who in meeting.appointment.between if who not in there]
    if len(absent) == 1:
        (who,), (other,) = absent, there
        since = meeting.waits_for(step.state, who)
        is_next = meeting.waits_for(step.state, other) is not None
        if is_next or (since is not None and step.now < since + GRACE):
            until = step.now + GRACE if is_next or since is None else since + GRACE
            step.note(LongerGrace(meeting.place[0], meeting.place[1], until))
            return
        if step.state.settings.absent_loses:
            _give_pairing(step, meeting, who, other, by_place)
            return
    _lapse(step, meeting, there, by_place)


def _lapse(step: TournamentTransaction, meeting: PendingAppointment, there: frozenset[int], by_place: ByPlace) -> None:
    """End an appointment without a loser and notify both players."""
    absent = [who for who in meeting.appointment.between if who not in there]
    missed = (OneMissed if there else BothMissed)(*meeting.place, tuple(absent))
    _add_absence(step, meeting.place, code_of(missed))
    post_appointment(step, missed, by_place.get(meeting.place, ()))


def _give_pairing(step: TournamentTransaction, meeting: PendingAppointment, who: int, other: int, by_place: ByPlace) -> None:
    """Give the pairing to the player who was there."""
    place = meeting.place
    drawn = step.state.open_by_place[place]
    _add_absence(step, place, ABSENT)
    note_result(step, place[1], courses.walkover(place[0], drawn.pairing(place[1]), EntrantId(str(other))))
    note_missed(step, drawn, place[1], EntrantId(str(who)))
    post_appointment(step, EntrantAbsent(*place, who, other), by_place.get(place, ()))
    step.wake()


def _add_absence(step: TournamentTransaction, place: Place, why: str) -> None:
    step.note(AppointmentEnd(place[0], place[1], why))
