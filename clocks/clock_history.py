"""The history of a match's clocks: their events in order, and the effect of each.

The same function replays the events for a running match and for settling a dispute: a clock's state depends on nothing else. Nights
are not stored as events while a match runs, since they follow from the sleep hours that players chose (`ClockHistory.sleep`); an
export contains them as computed stops, so that it doesn't reveal a player's time zone or sleep hours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from clocks import clock as clocks
from clocks.clock import Clock, StopIntervals
from clocks.sleep_windows import DatedSleepWindow
from clocks.spans import Span
from clocks.terms import TimeControl, read_pace

ASKED, ANSWERED, STOPPED, WENT, GIVEN, LIFTED = "asked", "answered", "stopped", "went", "given", "lifted"
OVERTIME, PREPAID = "overtime", "prepaid"
WHATS = (ASKED, ANSWERED, STOPPED, WENT, GIVEN, LIFTED, OVERTIME, PREPAID)
"""What can happen to a clock."""
OWN, OUTSIDE, AGAIN = "own", "outside", "again"
"""Why a seat is asked: in its own turn, in another's, or in its own turn that was taken back."""
UNDONE = "undone"
"""Why a seat has `answered` without having moved: what it was asked was taken back."""
EVERYBODY = None
"""The seat of a stop that holds for all clocks of the match."""


@dataclass(frozen=True, slots=True)
class ClockEvent:
    """One event of one clock, or of all clocks of a match."""

    at: datetime
    """When it was written."""
    what: str
    seat: int | None = EVERYBODY
    why: str = ""
    """`own`, `outside` or `again` for `asked`; `undone` or nothing for `answered`; the name of a stop (`vacation`, `pause`,
    `outage`, `undelivered`, `night` ...) for `stopped` and `went`; who gave for `given`, and the reason for `lifted`; the pace from
    now on for `overtime`. `prepaid` has none: one of the seat's turns that had brought its increment is to be played again."""
    since: datetime | None = None
    """When a stop began, where that is not `at`: an outage is known only after it."""
    until: datetime | None = None
    """When a stop ends, where that is known."""
    length: timedelta = timedelta()
    """How much was `given`; the least that is left after `lifted`."""


@dataclass(frozen=True, slots=True)
class ClockChange:
    """The effect of one event on one clock."""

    at: datetime
    seat: int
    what: str
    why: str
    before: timedelta
    """What the clock showed at this moment if nothing had happened."""
    after: timedelta
    used: timedelta = timedelta()
    """For `answered`: the time that ran since it was asked."""
    still: timedelta = timedelta()
    """For `answered`: the time that stood still since it was asked."""


@dataclass(frozen=True)
class ClockHistory:
    """The state of all clocks of a match at one moment."""

    pace: TimeControl
    seats: Mapping[int, Clock]
    spans: Mapping[tuple[int | None, str], tuple[Span, ...]] = field(default_factory=dict)
    """Stops by seat (None: everybody's) and name."""
    sleep: Mapping[int, tuple[DatedSleepWindow, ...]] = field(default_factory=dict)
    """The sleep hours of who sits there; empty where the pace knows none."""
    overtime_since: datetime | None = None
    """When `pace` became the short one of overtime; None: it has not."""

    def stops(self, seat: int) -> StopIntervals:
        """Return all stops of a seat's clock, sleep hours included."""
        named = (spans for (of, _), spans in self.spans.items() if of in (seat, EVERYBODY))
        return StopIntervals(tuple(span for spans in named for span in spans), self.sleep.get(seat, ()))

    def left(self, seat: int, moment: datetime) -> timedelta:
        """Return a seat's time left at a moment; negative after a timeout."""
        return clocks.time_left(self.seats[seat], moment, self.stops(seat))

    def deadline(self, seat: int) -> datetime | None:
        """Return when a seat's time runs out; None if its clock is not running or is stopped indefinitely."""
        return clocks.deadline(self.seats[seat], self.stops(seat))

    def holds(self, seat: int, moment: datetime) -> bool:
        """Return whether a seat's clock is stopped at a moment although the seat has to act."""
        return self.seats[seat].since is not None and self.stops(seat).holds(moment)


def new_clocks(pace: TimeControl, seats: int, sleep: Mapping[int, tuple[DatedSleepWindow, ...]] | None = None) -> ClockHistory:
    """Return the clocks at the start of a match. `sleep` (sleep hours by seat) is ignored unless the pace allows rest."""
    return ClockHistory(pace, {seat: clocks.new_clock(pace) for seat in range(seats)}, sleep=(sleep or {}) if pace.rests else {})


def apply_event(sheet: ClockHistory, event: ClockEvent) -> ClockHistory:
    """Return the clocks after one more event; events must be applied in the order in which they were written."""
    if event.what in (STOPPED, WENT):
        key = (event.seat, event.why)
        return replace(sheet, spans={**sheet.spans, key: _restart_span(sheet.spans.get(key, ()), event)})
    if event.what == OVERTIME:
        return _enter_overtime(sheet, event)
    assert event.seat is not None, event
    return replace(sheet, seats={**sheet.seats, event.seat: _changed_clock(sheet, event.seat, event)})


def replay_events(sheet: ClockHistory, events: Iterable[ClockEvent]) -> ClockHistory:
    """Return the clocks after all these events, applied in order."""
    for event in events:
        sheet = apply_event(sheet, event)
    return sheet


def changes(sheet: ClockHistory, events: Iterable[ClockEvent]) -> list[ClockChange]:
    """Return the effects of all events on all clocks, in order, as evidence in a dispute."""
    clock_changes: list[ClockChange] = []
    for event in events:
        following = apply_event(sheet, event)
        seats = sorted(sheet.seats) if event.seat is None else [event.seat]
        clock_changes += [_clock_change(sheet, following, seat, event) for seat in seats]
        sheet = following
    return clock_changes


def _changed_clock(sheet: ClockHistory, seat: int, event: ClockEvent) -> Clock:
    clock, stops = sheet.seats[seat], sheet.stops(seat)
    if event.what == ASKED:
        return clocks.running_from(clock, event.at, own=event.why != OUTSIDE, paid=event.why == AGAIN)
    if event.what == ANSWERED and event.why == UNDONE:
        return clocks.stop_without_move(clock, event.at, stops)
    if event.what == ANSWERED:
        return clocks.stop_after_turn(clock, event.at, stops, sheet.pace)
    if event.what == GIVEN:
        return clocks.with_more_time(clock, event.length)
    if event.what == PREPAID:
        return clocks.prepaid(clock)
    assert event.what == LIFTED, event
    return clocks.ensure_time_left(clock, event.length, event.at, stops)


def _enter_overtime(sheet: ClockHistory, event: ClockEvent) -> ClockHistory:
    """Return the clocks under the overtime pace, each limited to that pace's bank."""
    pace = read_pace(event.why)
    assert pace.bank is not None
    capped = {seat: clocks.limit_time_left(clock, pace.bank, event.at, sheet.stops(seat)) for seat, clock in sheet.seats.items()}
    return replace(sheet, pace=pace, seats=capped, overtime_since=event.at)


def _restart_span(spans: tuple[Span, ...], event: ClockEvent) -> tuple[Span, ...]:
    """Return the stops of one name after a stop with that name began or ended.

    A stop that was to last longer ends at the event.
    """
    if event.what == STOPPED:
        return (*spans, Span(event.since or event.at, event.until))
    return tuple(Span(span.begin, min(span.end or event.at, max(event.at, span.begin))) for span in spans)


def _clock_change(before: ClockHistory, following: ClockHistory, seat: int, event: ClockEvent) -> ClockChange:
    left, now = before.left(seat, event.at), following.left(seat, event.at)
    since = before.seats[seat].since
    used = still = timedelta()
    if event.what == ANSWERED and since is not None:
        used = clocks.time_used(since, event.at, before.stops(seat))
        still = event.at - since - used
    return ClockChange(event.at, seat, event.what, event.why, left, now, used, still)
