"""The contents of posts about appointments, a class for each code."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from service.core.post_content import PostContent, Reaches, posted
from service.tournaments.appointment import ABSENT, CALLED_OFF, DAY, LATE, NOBODY_THERE, SOON
from service.tournaments.event_posts import APPOINTMENT
from service.tournaments.state import Place
from storage.rows import EVENT, UserId


@dataclass(frozen=True, slots=True)
class AppointmentPost(PostContent):
    """The base of posts about the appointment of a pairing."""

    round: int
    table: int

    @property
    def place(self) -> Place:
        """Round and table of the pairing."""
        return self.round, self.table


@posted(EVENT, APPOINTMENT, "proposed", reaches=Reaches.PERSON, matter="hours", replaces=True)
class HoursProposed(AppointmentPost):
    """The proposal of times to the opponent; without times, the proposal to call the appointment off."""

    entrant: int
    """The one who proposes."""
    number: int
    moments: tuple[datetime, ...]
    user: UserId
    """The person who is asked."""


@posted(EVENT, APPOINTMENT, "agreed", matter="hours")
class HourAgreed(AppointmentPost):
    """The news of the time on which both players have agreed."""

    at: datetime


@dataclass(frozen=True, slots=True)
class HourNear(AppointmentPost):
    """The reminder to players who have not confirmed their presence."""

    entrants: tuple[int, ...]
    at: datetime
    until: datetime
    """When it is judged who isn't there."""


@posted(EVENT, APPOINTMENT, DAY, reaches=Reaches.OWED)
class DayReminder(HourNear):
    """The reminder one day before an appointment."""


@posted(EVENT, APPOINTMENT, SOON, reaches=Reaches.OWED)
class SoonReminder(HourNear):
    """The reminder just before an appointment, from which on presence can be confirmed."""


@posted(EVENT, APPOINTMENT, ABSENT)
class EntrantAbsent(AppointmentPost):
    """The news that a player lost by absence, to the opponent who was present."""

    entrant: int
    other: int


@dataclass(frozen=True, slots=True)
class HourMissed(AppointmentPost):
    """The base of posts about an appointment that ended without a loser, with who was absent."""

    entrants: tuple[int, ...]


@posted(EVENT, APPOINTMENT, LATE)
class OneMissed(HourMissed):
    """The news that one player missed the appointment, and the clocks decide."""


@posted(EVENT, APPOINTMENT, NOBODY_THERE)
class BothMissed(HourMissed):
    """The news that both players missed the appointment."""


@posted(EVENT, APPOINTMENT, "no-calendar")
class CalendarRefused(AppointmentPost):
    """The reason why the server's calendar could not take the appointment."""

    why: str


@posted(EVENT, APPOINTMENT, CALLED_OFF, matter="hours")
class HourCalledOff(AppointmentPost):
    """The news that both players called the appointment off."""
