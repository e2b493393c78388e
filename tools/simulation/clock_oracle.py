"""Independent computation of nights, absences and running clocks, without the arithmetic of the package `clocks`.

Nights are sampled from local time every few minutes; overlapping spans, changes of summer time and other details of the terms are
ignored. The results agree with `clocks` up to some minutes, which `SLACK` allows, except on the day on which new sleep hours begin
to count, which is not judged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from service.users.preferences import SLEEP, VACATIONS
from storage.rows import PersonRow

SAMPLING_STEP = timedelta(minutes=5)
LONG = timedelta(days=1)
"""What took no longer is looked at more closely."""
SLACK = timedelta(minutes=30)
"""By so much two opinions on a clock may differ where people rest."""
CLOSE_SLACK = timedelta(minutes=1)
"""By so much where they do not."""
CHANGING = timedelta(hours=24)
"""After new sleep hours have begun to count, so long old and new ones may touch."""


def sleeps(person: PersonRow, at: datetime, equal: int = 0) -> bool:
    """Return whether it is night for a person at a moment, by the sleep hours that they have chosen.

    `equal` is the length in minutes of a night that all players of a game share: it replaces the chosen length, and begins at 23:00
    for people who have chosen no hours.
    """
    rows = person.prefs.get(SLEEP, ())
    counting = [row for row in rows if datetime.fromisoformat(row[0]) <= at]
    if counting and len(counting[-1]) > 1:
        _, zone, begin, minutes = counting[-1]
    elif equal:
        zone, begin, minutes = next((row[1] for row in reversed(rows) if len(row) > 1), "UTC"), 23 * 60, equal
    else:
        return False
    minutes = equal or minutes
    wall = at.astimezone(ZoneInfo(zone))
    return bool((wall.hour * 60 + wall.minute - begin) % 1440 < minutes)


def is_changing(person: PersonRow, begin: datetime, end: datetime, equal: int = 0) -> bool:
    """Return whether new sleep hours of a person began to count between two moments, or shortly before."""
    since = [datetime.fromisoformat(row[0]) for row in person.prefs.get(SLEEP, ())]
    return any(begin - CHANGING <= at <= end for at in (since if equal else since[1:]))


def is_away(person: PersonRow, at: datetime) -> bool:
    """Return whether a person is on vacation at a moment."""
    return any(datetime.fromisoformat(row[1]) <= at < datetime.fromisoformat(row[2]) for row in person.prefs.get(VACATIONS, ()))


def ran(begin: datetime, end: datetime, stands: Sequence[Callable[[datetime], bool]]) -> timedelta:
    """Return how long a clock ran between two moments; each function in `stands` tells whether it stood still at a moment."""
    at, total, looks = begin, timedelta(), SAMPLING_STEP if end - begin > LONG else SAMPLING_STEP / 60
    while at < end:
        length = min(looks, end - at)
        if not any(stood(at) for stood in stands):
            total += length
        at += length
    return total
