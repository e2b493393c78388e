"""Appointments as plain data: proposed times, agreed times, and what each row of the event's log changes in them.

All moments are instants in UTC, so that a change to summer time moves no appointment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TypeVar

T = TypeVar("T")

DAY, SOON = "day", "soon"
REMINDERS: Mapping[str, timedelta] = {DAY: timedelta(hours=24), SOON: timedelta(minutes=15)}
"""How long before the hour both are reminded; from the second reminder on they can say that they are there."""
GRACE = timedelta(minutes=10)
"""So long after the hour somebody who isn't there is absent."""
LAPSES = timedelta(hours=1)
"""So long after the hour an appointment is over, however it stands: nobody waits for a move for ever."""
SOONEST, FARTHEST = timedelta(minutes=5), timedelta(days=60)
"""How far from now an hour that is proposed must be, and may be."""
MOST_PROPOSED = 3
"""Hours in one proposal."""
LAPSES_BEFORE = timedelta(hours=2)
"""So long before its first hour a proposal lapses: nobody is surprised by an hour that is near."""
AT_ONCE = timedelta(minutes=15)
"""So long a proposal of a nearer hour can be accepted: both are there now."""
MOST_PROPOSALS, PROPOSALS_WITHIN = 5, timedelta(hours=24)
"""So often one of a pairing proposes."""

APPOINTED = "appointed"
"""Why clocks stand until an hour that both have agreed on."""

MET, ABSENT, LATE, NOBODY_THERE, CALLED_OFF, OVER = "met", "absent", "late", "nobody", "called-off", "over"
"""Why an appointment is over: both were there; one was not, and lost; one was not, and the clocks decide; nobody was; both called
it off; the pairing is over or has other players.
"""

_Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ProposedTimes:
    """The times that one player of a pairing proposes; none stand for calling the appointment off."""

    number: int
    """From 1, of all proposals of an event."""
    moments: tuple[datetime, ...]
    """One of these; empty: to call the appointment off."""
    made_at: datetime

    @property
    def lapses_at(self) -> datetime | None:
        """Moment until which the proposal can be accepted; None for one that calls an appointment off."""
        return max(min(self.moments) - LAPSES_BEFORE, self.made_at + AT_ONCE) if self.moments else None

    def is_open(self, now: datetime) -> bool:
        """Return whether the proposal can still be accepted."""
        return self.lapses_at is None or now <= self.lapses_at


@dataclass(frozen=True, slots=True)
class Appointment:
    """A time on which the two players of a pairing have agreed."""

    at: datetime
    agreed_at: datetime
    between: tuple[int, ...]
    """The numbers of the two entrants."""
    until: datetime
    """When it is judged who isn't there: `GRACE` after the hour, later where the program was away."""
    reminded: str = ""
    """The last reminder: `day`, `soon`."""
    there: frozenset[int] = frozenset()
    """Who has said that they are there."""

    @property
    def opens(self) -> datetime:
        """Moment from which on the players can confirm that they are present."""
        return self.at - REMINDERS[SOON]

    def due_reminder(self, now: datetime) -> str:
        """Return the name of the reminder that is due now; empty without any.

        An appointment made less than a day ahead has no reminder a day before.
        """
        if self.reminded != SOON and self.opens <= now:
            return SOON
        day = self.at - REMINDERS[DAY]
        return DAY if not self.reminded and self.agreed_at < day <= now < self.opens else ""

    def moments(self) -> Iterator[datetime]:
        """Yield the moments at which a reminder or the judgement of absence may be due."""
        yield from (self.at - REMINDERS[DAY], self.opens, self.until, self.at + LAPSES)


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """The Discord scheduled event that a server's calendar has for an appointment."""

    id: int
    at: datetime
    """The hour for which it was entered."""


@dataclass(frozen=True)
class AgreedTimes:
    """The proposals and appointments of one event; immutable: each method returns a new object."""

    proposed: Mapping[_Place, Mapping[int, ProposedTimes]] = field(default_factory=dict)
    """By round and table, and by the number of the entrant who proposes: the newest of each that is open."""
    asked: Mapping[tuple[_Place, int], tuple[datetime, ...]] = field(default_factory=dict)
    """By pairing and entrant: when they have proposed, the newest times."""
    agreed: Mapping[_Place, Appointment] = field(default_factory=dict)
    """Appointments that are not over."""
    kept: frozenset[_Place] = frozenset()
    """Where both came to the last appointment."""
    ever: frozenset[_Place] = frozenset()
    """Where there ever was one."""
    entries: Mapping[_Place, CalendarEntry] = field(default_factory=dict)
    count: int = 0
    """How many proposals there were."""
    no_calendar: str = ""
    """Why the last appointment could not be entered; the players know it by then."""

    def proposes(self, place: _Place, entrant: int, proposal: ProposedTimes) -> AgreedTimes:
        """Return the times with this proposal, which replaces the proposer's earlier one."""
        its = {**self.proposed.get(place, {}), entrant: proposal}
        times = (*self.asked.get((place, entrant), ()), proposal.made_at)[-MOST_PROPOSALS:]
        asked = {**self.asked, (place, entrant): times}
        return replace(self, proposed={**self.proposed, place: its}, asked=asked, count=max(self.count, proposal.number))

    def may_propose(self, place: _Place, entrant: int, now: datetime) -> bool:
        """Return whether an entrant may make another proposal for their pairing now."""
        return sum(now - at < PROPOSALS_WITHIN for at in self.asked.get((place, entrant), ())) < MOST_PROPOSALS

    def agrees(self, place: _Place, appointment: Appointment) -> AgreedTimes:
        """Return the times with this appointment, which settles the pairing's proposals."""
        agreed = {**self.agreed, place: appointment}
        return replace(
            self, agreed=agreed, proposed=_without(self.proposed, place), kept=self.kept - {place}, ever=self.ever | {place}
        )

    def ends(self, place: _Place, why: str) -> AgreedTimes:
        """Return the times with a pairing's appointment over, for the reason `why`."""
        kept = self.kept | {place} if why == MET else self.kept - {place}
        return replace(self, agreed=_without(self.agreed, place), proposed=_without(self.proposed, place), kept=kept)

    def reminds(self, place: _Place, step: str, at: datetime) -> AgreedTimes:
        """Return the times with a reminder marked as sent; a late reminder restarts the ten minutes of grace."""
        known = self.agreed[place]
        until = max(known.until, at + GRACE) if step == SOON else known.until
        return replace(self, agreed={**self.agreed, place: replace(known, reminded=step, until=until)})

    def waits(self, place: _Place, until: datetime) -> AgreedTimes:
        """Return the times with the judgement of absence postponed, because the awaited player has moved."""
        known = self.agreed[place]
        return replace(self, agreed={**self.agreed, place: replace(known, until=until)})

    def comes(self, place: _Place, entrant: int) -> AgreedTimes:
        """Return the times with an entrant's presence confirmed."""
        known = self.agreed[place]
        return replace(self, agreed={**self.agreed, place: replace(known, there=known.there | {entrant})})

    def enters(self, place: _Place, entry: CalendarEntry | None, why: str) -> AgreedTimes:
        """Return the times with the appointment's calendar entry, or the reason `why` none could be made."""
        entries = _without(self.entries, place) if entry is None else {**self.entries, place: entry}
        return replace(self, entries=entries, no_calendar=why)

    def open_to(self, place: _Place, entrant: int) -> ProposedTimes | None:
        """Return the opponent's newest proposal for a pairing; None without any."""
        others = [proposed_times for who, proposed_times in self.proposed.get(place, {}).items() if who != entrant]
        return max(others, key=lambda each: each.number, default=None)


def _without(known: Mapping[_Place, T], place: _Place) -> Mapping[_Place, T]:
    return {other: key for other, key in known.items() if other != place}
