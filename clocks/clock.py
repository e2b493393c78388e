"""The clock of one seat. Nothing ticks: the time left is a pure function of the clock's last change, the moment, and the stops.

When a turn of the player's own ends, the clock gains the increment. For an answer during another player's turn, it gains the time
that the answer took, at most one increment. Neither raises a clock above the cap; time given by others may.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from heapq import merge

from clocks.sleep_windows import DatedSleepWindow, nights
from clocks.spans import Span, overlap, union
from clocks.terms import TimeControl


@dataclass(frozen=True)
class StopIntervals:
    """Time spans during which one seat's clock is stopped. Their order doesn't matter, and overlaps count once."""

    spans: tuple[Span, ...] = ()
    """Vacations, pauses, outages, waits for delivery; one without an end lasts until further notice."""
    sleep: tuple[DatedSleepWindow, ...] = ()
    """The sleep hours that the player chose, oldest first; empty where the terms know none."""

    def after(self, begin: datetime) -> Iterator[Span]:
        """Yield the stopped spans that end after `begin`, in order; endlessly if the player has sleep hours."""
        apart = sorted((s for s in self.spans if s.end is None or s.end > begin), key=lambda s: s.begin)
        return union(merge(apart, nights(self.sleep, begin), key=lambda s: s.begin))

    def holds(self, moment: datetime) -> bool:
        """Return whether the clock is stopped at this moment."""
        span = next(self.after(moment), None)
        return span is not None and span.begin <= moment


FREE = StopIntervals()
"""Nothing stops this clock."""


_NONE = timedelta()


@dataclass(frozen=True)
class Clock:
    """The state of one seat's clock at its last change."""

    left: timedelta
    """What was left then; below nothing where time ran out and the turn was played all the same."""
    since: datetime | None = None
    """Since when it runs; None: nobody waits for this seat."""
    own: bool = True
    """Whether what it is asked is its own turn."""
    paid: bool = False
    """Whether this turn has brought its increment already: it was taken back, and is played again."""
    prepaid: int = 0
    """How many of the next own turns have brought theirs already, for the same reason."""


def new_clock(pace: TimeControl) -> Clock:
    """Return the clock at the start of a game."""
    assert pace.bank is not None
    return Clock(pace.bank)


def running_from(clock: Clock, moment: datetime, *, own: bool, paid: bool = False) -> Clock:
    """Return the clock started at `moment`; a running clock is returned unchanged.

    `own`: whether it's the player's own turn rather than an answer in another's. `paid`: whether this turn has already gained its
    increment.
    """
    if clock.since is not None:
        return clock
    begins = replace(clock, since=moment, own=own, paid=paid)
    return _use_increment(begins) if own and not paid else begins


def prepaid(clock: Clock) -> Clock:
    """Return the clock after one of the seat's turns was taken back that had already gained its increment.

    The turn is played again, and gains nothing the second time.
    """
    more = replace(clock, prepaid=clock.prepaid + 1)
    return _use_increment(more) if clock.since is not None and clock.own and not clock.paid else more


def _use_increment(clock: Clock) -> Clock:
    """Return the clock with one prepaid increment used for the present turn, if there is one."""
    return replace(clock, paid=True, prepaid=clock.prepaid - 1) if clock.prepaid else clock


def time_left(clock: Clock, moment: datetime, stops: StopIntervals) -> timedelta:
    """Return the time left on the clock at a moment; negative after a timeout."""
    return clock.left if clock.since is None else clock.left - time_used(clock.since, moment, stops)


def time_used(begin: datetime, end: datetime, stops: StopIntervals) -> timedelta:
    """Return the time between two moments, without the time for which the clock was stopped."""
    if end <= begin:
        return _NONE
    still = _NONE
    for span in stops.after(begin):
        if span.begin >= end:
            break
        still += overlap(span, begin, end)
    return end - begin - still


def deadline(clock: Clock, stops: StopIntervals) -> datetime | None:
    """Return when the time runs out with the stops known now; None if the clock is not running or is stopped indefinitely."""
    return next(times_left_reached(clock, (_NONE,), stops), None)


def times_left_reached(clock: Clock, rests: Iterable[timedelta], stops: StopIntervals) -> Iterator[datetime]:
    """Yield the moment at which each of `rests` is left, the longest first; stop early if the clock is stopped indefinitely."""
    if clock.since is None:
        return
    at, shown = clock.since, max(clock.left, _NONE)
    coming = stops.after(clock.since)
    span = next(coming, None)
    for rest in rests:
        while span is not None and (running := max(span.begin - at, _NONE)) < shown - rest:
            if span.end is None:
                return
            at, shown = span.end, shown - running
            span = next(coming, None)
        yield at + (shown - rest)


def stop_after_turn(clock: Clock, moment: datetime, stops: StopIntervals, pace: TimeControl) -> Clock:
    """Return the clock stopped after a turn or an answer, with the time gained by it. A stopped clock is unchanged."""
    if clock.since is None:
        return clock
    rest = time_left(clock, moment, stops)
    if clock.paid:
        return Clock(rest, prepaid=clock.prepaid)
    gain = pace.increment if clock.own else min(clock.left - rest, pace.increment)
    return Clock(add_up_to_cap(rest, gain, pace.cap), prepaid=clock.prepaid)


def stop_without_move(clock: Clock, moment: datetime, stops: StopIntervals) -> Clock:
    """Return the clock stopped without a move because no decision is needed any more; no increment is gained."""
    return Clock(time_left(clock, moment, stops), prepaid=clock.prepaid + clock.paid)


def add_up_to_cap(rest: timedelta, gain: timedelta, cap: timedelta | None) -> timedelta:
    """Return `rest` plus `gain`, at most `cap` (None: no cap); a `rest` above the cap stays as it is."""
    return rest + gain if cap is None else max(rest, min(rest + gain, cap))


def with_more_time(clock: Clock, more: timedelta) -> Clock:
    """Return the clock with `more` added to its time left."""
    return replace(clock, left=clock.left + more)


def limit_time_left(clock: Clock, most: timedelta, moment: datetime, stops: StopIntervals) -> Clock:
    """Return the clock with at most `most` left at `moment`, as when overtime begins."""
    return with_more_time(clock, min(most - time_left(clock, moment, stops), _NONE))


def ensure_time_left(clock: Clock, least: timedelta, moment: datetime, stops: StopIntervals) -> Clock:
    """Return the clock with at least `least` left at `moment`, as after an outage."""
    return with_more_time(clock, max(least - time_left(clock, moment, stops), _NONE))
