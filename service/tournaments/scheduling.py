"""The use-cases of appointments: one player of a pairing proposes times, the other accepts; both can move it or call it off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from clocks.availability import UNSAID, common
from service.core.change_scope import ChangeScope, Decision
from service.errors import Refusal
from service.tournaments import round_deadlines
from service.tournaments.appointment import CALLED_OFF, FARTHEST, MOST_PROPOSALS, MOST_PROPOSED, SOONEST
from service.tournaments.appointment_posts import (
    AppointmentPost,
    CalendarRefused,
    HourAgreed,
    HourCalledOff,
    HoursProposed,
)
from service.tournaments.letters import AppointmentLetter
from service.tournaments.log.appointment_events import AppointmentAgreement, AppointmentEnd, Arrival, CalendarUpdate, HoursProposal
from service.tournaments.repository import TournamentRepository, TournamentTransaction
from service.tournaments.state import Place, TournamentState
from storage.rows import TimerRow, UserId
from storage.tournament_rows import EventId, EventMatch
from tournament.history import DrawnRound

At = tuple[TournamentState, Sequence[EventMatch]]


@dataclass(frozen=True, slots=True)
class OpenPairing:
    """A user's open pairing of two, with the opponent."""

    drawn: DrawnRound
    table: int
    own: int
    """The number of the entrant who asks."""
    other: int

    @property
    def place(self) -> Place:
        """Round and table of the pairing."""
        return self.drawn.number, self.table


@dataclass(frozen=True, slots=True)
class CheckIn:
    """The result of confirming presence for an appointment."""

    other: int
    """The number of the entrant whom they meet."""
    is_there: bool
    """Whether that one has said so, too."""
    is_asked: bool
    """Whether the game waits for the one who has just come."""


class Appointments:
    """The use-cases of a pairing's players; all news are posted in their game's thread, or before in the event's channel."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments

    async def propose(
        self, event_id: EventId, user_id: UserId, moments: Sequence[datetime], *, now: datetime, place: Place | None = None
    ) -> bool:
        """Propose times to the opponent; return whether one is agreed at once, as the opponent has proposed it too.

        Without `moments` it proposes to call the appointment off. Refuses `no-event`, `event-not-running`, `nobody-to-meet`,
        `bad-hour` (least, most), `no-appointment`, `too-many-hours` (most).
        """
        wanted = tuple(sorted(set(moments)))[:MOST_PROPOSED]

        def decide(loaded: At) -> Decision[bool]:
            state, matches = loaded
            pair = pair_of(state, user_id, place)
            _must_be_possible(state, pair, wanted, now)
            if not state.hours.may_propose(pair.place, pair.own, now):
                raise Refusal("too-many-hours", most=MOST_PROPOSALS)
            step, theirs = TournamentTransaction(state, now), state.hours.open_to(pair.place, pair.own)
            theirs = theirs if theirs is not None and theirs.is_open(now) else None  # nobody agrees with what has lapsed
            shared = None if theirs is None else next((moment for moment in wanted if moment in theirs.moments), None)
            if shared is not None or (theirs is not None and not wanted and not theirs.moments):
                _agree(step, pair, shared, user_id, matches)
                return Decision(lambda: True, self._tournaments.steps(step))
            own = state.hours.proposed.get(pair.place, {}).get(pair.own)
            if own is not None and own.moments == wanted and own.is_open(now):
                return Decision(lambda: False)  # it stands already
            number = state.hours.count + 1
            step.note(HoursProposal(*pair.place, pair.own, number, tuple(wanted)), user_id)
            post_appointment(step, HoursProposed(*pair.place, pair.own, number, tuple(wanted), state.users[pair.other]), matches)
            return Decision(lambda: False, self._tournaments.steps(step))

        return await self._tournaments.unit_of_work.change(self._scope_of(event_id), decide, now=now)

    async def accept(
        self, event_id: EventId, user_id: UserId, number: int, which: int, *, now: datetime, place: Place | None = None
    ) -> datetime | None:
        """Accept a time of the opponent's proposal; return it, or None if that calls the appointment off.

        `which` is the position of the time, from 0; `number` is that of the proposal, 0 for the newest. Refuses `no-event`,
        `event-not-running`, `nobody-to-meet`, `hour-not-open`, `hour-lapsed`, `bad-hour` (least, most).
        """

        def decide(loaded: At) -> Decision[datetime | None]:
            state, matches = loaded
            pair = pair_of(state, user_id, place)
            theirs = state.hours.open_to(pair.place, pair.own)
            if theirs is None or number not in (0, theirs.number) or (theirs.moments and which >= len(theirs.moments)):
                raise Refusal("hour-not-open")
            if not theirs.is_open(now):
                raise Refusal("hour-lapsed")
            hour = theirs.moments[which] if theirs.moments else None
            _must_be_possible(state, pair, () if hour is None else (hour,), now)
            step = TournamentTransaction(state, now)
            _agree(step, pair, hour, user_id, matches)
            return Decision(lambda: hour, self._tournaments.steps(step))

        return await self._tournaments.unit_of_work.change(self._scope_of(event_id), decide, now=now)

    async def here(self, event_id: EventId, user_id: UserId, *, now: datetime) -> CheckIn | None:
        """Confirm that the user is present for their next appointment; return None if they have none.

        Refuses `no-event`, `here-later` (opens).
        """

        def decide(loaded: At) -> Decision[CheckIn | None]:
            state, matches = loaded
            member = state.member(user_id)
            agreed = None if member is None else state.appointment(member.id)
            if member is None or agreed is None:
                return Decision(lambda: None)
            place, appointment = agreed
            if now < appointment.opens:
                raise Refusal("here-later", opens=appointment.opens)
            step = TournamentTransaction(state, now)
            if member.number not in appointment.there:
                step.note(Arrival(place[0], place[1], member.number), user_id)
                step.wake()
            (other,) = set(appointment.between) - {member.number}
            is_asked = any(
                seat.waiting_since is not None
                for event_match in matches
                if (event_match.round, event_match.table) == place
                for seat in event_match.seats
                if seat.user_id == user_id
            )
            arrival = CheckIn(other, is_there=other in appointment.there, is_asked=is_asked)
            return Decision(lambda: arrival, self._tournaments.steps(step))

        return await self._tournaments.unit_of_work.change(self._scope_of(event_id), decide, now=now)

    async def suiting(
        self, event_id: EventId, user_id: UserId, *, now: datetime, place: Place | None = None
    ) -> tuple[datetime, ...]:
        """Return up to three times at which both players can play, by their settings.

        Empty if one has no time zone, or neither has set when they can play. Refuses as `pair_of`, and `no-event`.
        """
        state = await self._tournaments.state(event_id)
        pair = pair_of(state, user_id, place)
        free = [await self._tournaments.free_time(state.users[who]) for who in (pair.own, pair.other)]
        availability, other = free
        if availability is None or other is None or availability.window == other.window == UNSAID:
            return ()
        return common(availability, other, now, round_deadlines.deadline_of(state, pair.place), MOST_PROPOSED)

    async def entered(self, timer: TimerRow, place: Place, entry: int | None, why: str, *, now: datetime) -> None:
        """Store the calendar entry of an appointment and complete its timer.

        `why` is the reason if none could be made; it is announced once in an event.
        """

        def decide(loaded: At) -> Decision[None]:
            state, matches = loaded
            step, agreed = TournamentTransaction(state, now), state.hours.agreed.get(place)
            known = state.hours.entries.get(place)
            hour = agreed.at if agreed is not None else now
            is_same = (None if known is None else (known.id, known.at)) == (None if entry is None else (entry, hour))
            if not is_same or why != state.hours.no_calendar:
                step.note(CalendarUpdate(*place, entry, hour, why))
            if why and not state.hours.no_calendar:
                post_appointment(step, CalendarRefused(*place, why), matches)
            return Decision(lambda: None, self._tournaments.steps(step))

        event_id = EventId(timer.subject.id)
        await self._tournaments.unit_of_work.change(self._scope_of(event_id), decide, now=now, timer=timer)

    def _scope_of(self, event_id: EventId) -> ChangeScope[At]:
        return self._tournaments.of(event_id).also(lambda _: self._tournaments.store.events.matches(event_id))


def pair_of(state: TournamentState, user_id: UserId, place: Place | None = None) -> OpenPairing:
    """Return a user's open pairing of two, or the one at `place`.

    Refuses `event-not-running`, `nobody-to-meet`.
    """
    state.must_run()
    member = state.member(user_id)
    sits = None if member is None else state.sits_at(member.id)
    if place is not None:
        sits = (state.open_by_place[place], place[1]) if place in state.open_by_place else None
    if (
        member is None
        or sits is None
        or sits not in state.open_tables()
        or state.settings.kind.duplicate
        or state.settings.is_arena
    ):
        raise Refusal("nobody-to-meet")
    drawn, table = sits
    pairing = drawn.pairing(table)
    if pairing.is_table or member.id not in pairing.seats:
        raise Refusal("nobody-to-meet")
    return OpenPairing(drawn, table, member.number, int(pairing.second if member.id == pairing.first else pairing.first))


def post_appointment(step: TournamentTransaction, post: AppointmentPost, matches: Sequence[EventMatch]) -> None:
    """Queue a post about an appointment in the thread of its game, or in the event's channel if there is none yet."""
    its = [match.channel_id for match in matches if (match.round, match.table) == post.place]
    step.tell(post, in_channel=its[-1] if its else None)


def _must_be_possible(state: TournamentState, pair: OpenPairing, moments: Sequence[datetime], now: datetime) -> None:
    """Raise `Refusal` for times in the past or after the round.

    Refuses `bad-hour` (least, most), `no-appointment` (there is none to call off).
    """
    if not moments and pair.place not in state.hours.agreed:
        raise Refusal("no-appointment")
    ends = round_deadlines.deadline_of(state, pair.place)
    most = now + FARTHEST if ends is None else min(ends, now + FARTHEST)
    if any(not now + SOONEST <= moment <= most for moment in moments):
        raise Refusal("bad-hour", least=now + SOONEST, most=most)


def _agree(
    step: TournamentTransaction, pair: OpenPairing, hour: datetime | None, by: UserId, matches: Sequence[EventMatch]
) -> None:
    """Log the agreed time, or the calling off, and write to both players."""
    if hour is None:
        step.note(AppointmentEnd(*pair.place, CALLED_OFF), by)
        post_appointment(step, HourCalledOff(*pair.place), matches)
    else:
        step.note(AppointmentAgreement(*pair.place, hour, tuple(sorted((pair.own, pair.other)))), by)
        post_appointment(step, HourAgreed(*pair.place, hour), matches)
        for own, other in ((pair.own, pair.other), (pair.other, pair.own)):
            step.write_to(step.state.users[own], AppointmentLetter(*pair.place, (other,), hour))
    step.calendar(*pair.place)
    step.wake()
