"""Times of turn reminders as pure functions. Callers know who wants reminders and when each player sleeps."""

from __future__ import annotations

from datetime import datetime, timedelta

from clocks.clock import Clock, StopIntervals, times_left_reached
from clocks.terms import TimeControl

HALF, QUARTER, LAST, WAITING = "half", "quarter", "last", "waiting"
"""Half, or a quarter, of the time when the turn began is left; the end is near; days have gone by without a clock."""

MOST = 3
"""Reminders of one turn, whatever happens to the clocks."""

_LAST_RESTING, _LAST_PRESENT = timedelta(hours=2), timedelta(minutes=1)
_DAYS = (3, 7, 14)
OTHERS_AFTER = timedelta(days=7)
"""Without a clock: after so long the others may let a computer play the turn."""


def reminder_times(clock: Clock, pace: TimeControl, stops: StopIntervals, quiet: StopIntervals) -> tuple[tuple[datetime, str], ...]:
    """Return the reminders of the active seat as (time, reason) pairs in order.

    The clock is stopped during `stops`, and its player must not be notified during `quiet`: a reminder due then is moved to the end
    of the quiet time, or dropped if the clock has run out by then.
    """
    assert clock.since is not None
    planned = _reminders(clock, pace)
    reached_at = list(times_left_reached(clock, (*(rest for rest, _ in planned), timedelta()), stops))
    end = reached_at[-1] if len(reached_at) > len(planned) else None
    reminder_times = ((quiet_until(at, quiet), why) for at, (_, why) in zip(reached_at, planned, strict=False))
    return tuple(sorted((at, why) for at, why in reminder_times if at is not None and (end is None or at < end)))


def reminders_without_clock(since: datetime, quiet: StopIntervals) -> tuple[tuple[datetime, str], ...]:
    """Return the reminders of a turn without a clock as (time, reason) pairs: after 3, 7 and 14 days."""
    planned = (quiet_until(since + timedelta(days=days), quiet) for days in _DAYS)
    return tuple((at, WAITING) for at in planned if at is not None)


def quiet_until(moment: datetime, quiet: StopIntervals) -> datetime | None:
    """Return the first time from `moment` on at which the player may be notified.

    None if the quiet time has no known end.
    """
    span = next(quiet.after(moment), None)
    return moment if span is None or span.begin > moment else span.end


def _reminders(clock: Clock, pace: TimeControl) -> list[tuple[timedelta, str]]:
    """Return the reminders as (time left, reason) pairs, the longest time first."""
    last = _LAST_RESTING if pace.rests else max(_LAST_PRESENT, (pace.bank or timedelta()) / 12)
    rests = ((clock.left / 2, HALF), (clock.left / 4, QUARTER), (last, LAST))
    return sorted(((rest, why) for rest, why in rests if timedelta() < rest < clock.left), reverse=True)
