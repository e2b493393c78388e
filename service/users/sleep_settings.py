"""A user's sleep hours as stored with their settings: every window, and since when it counts.

`clocks.sleep_windows` has the arithmetic. The stored form of a choice is `[since, zone, begin_minute, minutes]`, or `[since]`
without a window.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import takewhile
from typing import Any

from clocks.durations import InvalidDurationError
from clocks.sleep_windows import DatedSleepWindow, SleepWindow, next_sleep_window, nights
from clocks.zones import read_time, read_zone
from service.errors import Refusal
from service.users.preferences import SLEEP, ZONE
from storage.rows import PersonRow

UTC_ZONE = "UTC"
"""The zone of who has named none."""

_DAY = 24 * 60
"""Minutes."""

_KEPT = 16
"""Choices that are kept: with one in 14 days at most, those of more than half a year."""


def zone(person: PersonRow) -> str:
    """Return the time zone that a user has set; the default zone if none is set."""
    return str(person.prefs.get(ZONE, UTC_ZONE))


def read(zone: str, begin: str, end: str) -> tuple[str, SleepWindow | None]:
    """Parse a typed time zone and window; the window is None if both of its ends are empty.

    Refuses `no-zone`, `no-time`, `window-empty`, `window-too-long`.
    """
    try:
        named = read_zone(zone)
        if not begin.strip() and not end.strip():
            return named, None
        first, last = read_time(begin), read_time(end)
        return named, SleepWindow(named, first, (last - first) % _DAY)
    except InvalidDurationError as error:
        raise Refusal(error.code, **error.params) from error


def history(person: PersonRow) -> tuple[DatedSleepWindow, ...]:
    """Return all windows that a user has chosen, oldest first; the last one may not count yet."""
    return tuple(_read(row) for row in person.prefs.get(SLEEP, ()))


def change_window(person: PersonRow, window: SleepWindow | None, now: datetime) -> list[list[Any]]:
    """Return the stored history with another window, which replaces one that does not count yet."""
    past = list(takewhile(lambda choice: choice.since <= now, history(person)))
    if (past[-1].window if past else None) != window:
        past.append(next_sleep_window(past, window, now))
    return [_stored_values(choice) for choice in past[-_KEPT:]]


def night_at(person: PersonRow, now: datetime) -> tuple[datetime, datetime] | None:
    """Return the begin and end of the user's night if they sleep now; None while they are awake."""
    chosen = history(person)
    if not any(choice.window for choice in chosen):
        return None
    night = next(nights(chosen, now), None)
    if night is None or night.begin > now or night.end is None:
        return None
    return night.begin, night.end


def present(person: PersonRow, now: datetime) -> tuple[SleepWindow | None, DatedSleepWindow | None]:
    """Return the window that counts now, and the choice that will count later; each None if there is none."""
    chosen = history(person)
    counting: Sequence[DatedSleepWindow] = [choice for choice in chosen if choice.since <= now]
    coming = chosen[-1] if chosen and chosen[-1].since > now else None
    return (counting[-1].window if counting else None), coming


def _read(row: Sequence[Any]) -> DatedSleepWindow:
    since = datetime.fromisoformat(row[0])
    return DatedSleepWindow(since, SleepWindow(row[1], row[2], row[3]) if len(row) > 1 else None)


def _stored_values(choice: DatedSleepWindow) -> list[Any]:
    since, window = choice
    return [since.isoformat(), *((window.zone, window.begin_minute, window.minutes) if window else ())]
