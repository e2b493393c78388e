"""Rows about appointments, at which the two players of a pairing meet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar

from service.tournaments.appointment import GRACE, Appointment, CalendarEntry, ProposedTimes
from service.tournaments.log.log_event import TableEvent
from service.tournaments.state import TournamentState


@dataclass(frozen=True, slots=True)
class HoursProposal(TableEvent):
    """The times that an entrant proposes; none stand for calling the appointment off."""

    kind: ClassVar[str] = "hours"
    entrant: int
    number: int
    moments: tuple[datetime, ...]

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, hours=state.hours.proposes(self.place, self.entrant, ProposedTimes(self.number, self.moments, at)))


@dataclass(frozen=True, slots=True)
class AppointmentAgreement(TableEvent):
    """The time on which both players have agreed; presence confirmed earlier must be confirmed again."""

    kind: ClassVar[str] = "appoint"
    at: datetime
    between: tuple[int, ...]

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        hours = state.hours.agrees(self.place, Appointment(self.at, at, self.between, self.at + GRACE))
        return replace(state, hours=hours, ready=state.ready - {(self.round, who) for who in self.between})


@dataclass(frozen=True, slots=True)
class AppointmentReminder(TableEvent):
    """The record that both players got a reminder."""

    kind: ClassVar[str] = "reminded"
    step: str

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, hours=state.hours.reminds(self.place, self.step, at))


@dataclass(frozen=True, slots=True)
class LongerGrace(TableEvent):
    """The postponement of the moment at which absence is judged."""

    kind: ClassVar[str] = "grace"
    until: datetime

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, hours=state.hours.waits(self.place, self.until))


@dataclass(frozen=True, slots=True)
class Arrival(TableEvent):
    """The presence of an entrant at the appointment."""

    kind: ClassVar[str] = "there"
    entrant: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, hours=state.hours.comes(self.place, self.entrant))


@dataclass(frozen=True, slots=True)
class AppointmentEnd(TableEvent):
    """The end of an appointment; `why` is a constant of `service.tournaments.appointment`."""

    kind: ClassVar[str] = "parted"
    why: str

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, hours=state.hours.ends(self.place, self.why))


@dataclass(frozen=True, slots=True)
class CalendarUpdate(TableEvent):
    """The calendar entry that the server has for an appointment, or none."""

    kind: ClassVar[str] = "calendar"
    entry: int | None
    """The id of the scheduled event of Discord's."""
    at: datetime
    why: str
    """Why it could not be entered."""

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        entry = None if self.entry is None else CalendarEntry(self.entry, self.at)
        return replace(state, hours=state.hours.enters(self.place, entry, self.why))
