"""Posts about the hour at which two meet, a class for each code."""

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
    """A message about the appointment of a pairing."""

    round: int
    table: int

    @property
    def place(self) -> Place:
        """The round and table."""
        return self.round, self.table


@posted(EVENT, APPOINTMENT, "proposed", reaches=Reaches.PERSON, matter="hours", replaces=True)
class HoursProposed(AppointmentPost):
    """A proposal of hours, or of calling the appointment off if there are none, to the other of the two."""

    entrant: int
    """The one who proposes."""
    number: int
    moments: tuple[datetime, ...]
    user: UserId
    """The person who is asked."""


@posted(EVENT, APPOINTMENT, "agreed", matter="hours")
class HourAgreed(AppointmentPost):
    """The hour that both want."""

    at: datetime


@dataclass(frozen=True, slots=True)
class HourNear(AppointmentPost):
    """A reminder to those who haven't said that they are there."""

    entrants: tuple[int, ...]
    at: datetime
    until: datetime
    """When it is judged who isn't there."""


@posted(EVENT, APPOINTMENT, DAY, reaches=Reaches.OWED)
class DayReminder(HourNear):
    """The reminder a day before."""


@posted(EVENT, APPOINTMENT, SOON, reaches=Reaches.OWED)
class SoonReminder(HourNear):
    """The reminder just before, from which on they can say that they are there."""


@posted(EVENT, APPOINTMENT, ABSENT)
class EntrantAbsent(AppointmentPost):
    """The loss of an entrant who didn't come, to the one who was there."""

    entrant: int
    other: int


@dataclass(frozen=True, slots=True)
class HourMissed(AppointmentPost):
    """The end of an appointment without a loser, and who wasn't there."""

    entrants: tuple[int, ...]


@posted(EVENT, APPOINTMENT, LATE)
class OneMissed(HourMissed):
    """A missed hour at which one of the two was there: the clocks decide."""


@posted(EVENT, APPOINTMENT, NOBODY_THERE)
class BothMissed(HourMissed):
    """A missed hour at which neither of the two was there."""


@posted(EVENT, APPOINTMENT, "no-calendar")
class CalendarRefused(AppointmentPost):
    """The reason for which the calendar of the server could not take the appointment."""

    why: str


@posted(EVENT, APPOINTMENT, CALLED_OFF, matter="hours")
class HourCalledOff(AppointmentPost):
    """The end of an appointment that both called off."""
