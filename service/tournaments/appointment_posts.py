"""Posts about the hour at which two meet, typed: a class for each code, written when they are queued and read by their builder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from service.core.stored_form import from_stored, to_stored
from service.tournaments.appointment import ABSENT, CALLED_OFF, DAY, LATE, NOBODY_THERE, SOON
from service.tournaments.state import Place


@dataclass(frozen=True, slots=True)
class AppointmentPost:
    """A message about the appointment of a pairing."""

    code: ClassVar[str]
    round: int
    table: int

    @property
    def place(self) -> Place:
        """The round and table."""
        return self.round, self.table


@dataclass(frozen=True, slots=True)
class HoursProposed(AppointmentPost):
    """A proposal of hours, or of calling the appointment off if there are none, to the other of the two."""

    code: ClassVar[str] = "proposed"
    entrant: int
    """The one who proposes."""
    number: int
    moments: tuple[datetime, ...]
    user: int
    """The person who is asked."""


@dataclass(frozen=True, slots=True)
class HourAgreed(AppointmentPost):
    """The hour that both want."""

    code: ClassVar[str] = "agreed"
    at: datetime


@dataclass(frozen=True, slots=True)
class HourNear(AppointmentPost):
    """A reminder to those who haven't said that they are there."""

    entrants: tuple[int, ...]
    at: datetime
    until: datetime
    """When it is judged who isn't there."""


@dataclass(frozen=True, slots=True)
class DayReminder(HourNear):
    """The reminder a day before."""

    code: ClassVar[str] = DAY


@dataclass(frozen=True, slots=True)
class SoonReminder(HourNear):
    """The reminder just before, from which on they can say that they are there."""

    code: ClassVar[str] = SOON


@dataclass(frozen=True, slots=True)
class EntrantAbsent(AppointmentPost):
    """The loss of an entrant who didn't come, to the one who was there."""

    code: ClassVar[str] = ABSENT
    entrant: int
    other: int


@dataclass(frozen=True, slots=True)
class HourMissed(AppointmentPost):
    """The end of an appointment without a loser, and who wasn't there."""

    entrants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OneMissed(HourMissed):
    """A missed hour at which one of the two was there: the clocks decide."""

    code: ClassVar[str] = LATE


@dataclass(frozen=True, slots=True)
class BothMissed(HourMissed):
    """A missed hour at which neither of the two was there."""

    code: ClassVar[str] = NOBODY_THERE


@dataclass(frozen=True, slots=True)
class CalendarRefused(AppointmentPost):
    """The reason for which the calendar of the server could not take the appointment."""

    code: ClassVar[str] = "no-calendar"
    why: str


@dataclass(frozen=True, slots=True)
class HourCalledOff(AppointmentPost):
    """The end of an appointment that both called off."""

    code: ClassVar[str] = CALLED_OFF


POSTS: Mapping[str, type[AppointmentPost]] = {
    post.code: post
    for post in (
        *(HoursProposed, HourAgreed, DayReminder, SoonReminder, EntrantAbsent, OneMissed, BothMissed),
        *(CalendarRefused, HourCalledOff),
    )
}
"""Every kind by its code."""


def payload(post: AppointmentPost) -> dict[str, Any]:
    """Return the payload that is queued for a post."""
    return {"code": post.code, **to_stored(post)}


def read(stored: Mapping[str, Any]) -> AppointmentPost:
    """Return the post of a payload; raise `StoredFormError` for one that doesn't fit, `KeyError` for an unknown code."""
    return from_stored(POSTS[stored["code"]], stored)
