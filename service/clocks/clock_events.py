"""The clock events that follow from a step: which seats must act, which have acted, and whose turn waits for another seat.

A player's own turn goes on while others answer within it: its clock stands meanwhile, and gets its increment once, when the turn is
over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from clocks import sleep_windows
from clocks.clock_history import AGAIN, ANSWERED, ASKED, OUTSIDE, OWN, PREPAID, STOPPED, UNDONE, WENT, ClockEvent, ClockHistory
from clocks.serialization import NIGHT
from clocks.spans import Span
from games.core.game import Seat
from service.clocks.clock_pauses import CollectedPauses
from service.match import match_log as logs
from service.match.match_transaction import MatchTransaction
from storage.rows import LOST, RUNNING, SeatRow

OTHERS = "others"
"""The stop of a clock whose turn waits for the answer of somebody else."""
VACANT = "vacant"
"""The stop of a clock whose seat a computer plays."""
_HOLDS = (OTHERS, VACANT)


def events(sheet: ClockHistory, step: MatchTransaction) -> Iterator[ClockEvent]:
    """Yield the clock events that follow from a step; stops that end a running period are left out.

    A turn can still be played after a match has lost its channel: the next player then has a clock when the match goes on.
    """
    live = step.live
    runs = live.match.status in (RUNNING, LOST)
    owner = live.game.turn_of(live.state) if runs else None
    undone = any(logs.kind_of(row) == logs.UNDO for row in live.log[step.before.version :])
    for before, row in zip(step.before.seats, live.seats, strict=True):
        happened = tuple(
            _events_of_seat(sheet, before, row, owner, step.now, undone=undone)
            if runs
            else _answer_all_clocks(sheet, row, step.now)
        )
        yield from happened
        owed = step.taken_back.get(row.seat, 0) - any(event.why == AGAIN for event in happened)
        yield from [ClockEvent(step.now, PREPAID, row.seat)] * owed


def _events_of_seat(
    sheet: ClockHistory, before: SeatRow, row: SeatRow, owner: Seat | None, now: datetime, *, undone: bool
) -> Iterator[ClockEvent]:
    """Yield the events of one seat's clock; a turn taken back (`undone`) brings no increment, nor does playing it again."""
    clock, hour_lines = sheet.seats[row.seat], _own_stops(sheet, row.seat)
    runs, is_own, asked = clock.since is not None, owner == row.seat, row.is_human and row.waiting_since is not None
    if runs and not row.is_human:
        yield from () if hour_lines else (ClockEvent(now, STOPPED, row.seat, VACANT),)
        return
    same_question = not clock.own and not is_own and asked and before.waiting_since == row.waiting_since
    if runs and ((clock.own and is_own) or same_question):
        if asked:
            yield from (ClockEvent(now, WENT, row.seat, why) for why in hour_lines)
        elif not hour_lines:
            yield ClockEvent(now, STOPPED, row.seat, OTHERS)
        return
    if runs:
        yield from _answer_clock(row.seat, hour_lines, now, UNDONE if undone else "")
    if asked:
        yield ClockEvent(now, ASKED, row.seat, (AGAIN if undone else OWN) if is_own else OUTSIDE)


def _answer_all_clocks(sheet: ClockHistory, row: SeatRow, now: datetime) -> Iterator[ClockEvent]:
    """Yield an event that ends each running clock, because the match is over."""
    if sheet.seats[row.seat].since is not None:
        yield from _answer_clock(row.seat, _own_stops(sheet, row.seat), now)


def _answer_clock(seat: int, held: Iterable[str], now: datetime, why: str = "") -> Iterator[ClockEvent]:
    yield from (ClockEvent(now, WENT, seat, reason) for reason in held)
    yield ClockEvent(now, ANSWERED, seat, why)


def _own_stops(sheet: ClockHistory, seat: int) -> list[str]:
    """Return the reasons, among those noticed by the service itself, for which a clock is stopped now."""
    return [why for why in _HOLDS if any(span.end is None for span in sheet.spans.get((seat, why), ()))]


def recorded_stops(sheet: ClockHistory, pauses: CollectedPauses, seat: int, now: datetime) -> Iterator[ClockEvent]:
    """Yield the stops since a clock began to run, as events, so that they no longer depend on their sources."""
    since = sheet.seats[seat].since
    if since is None:
        return
    for (of, why), spans in pauses.spans.items():
        if of in (seat, None):
            yield from _past(spans, seat, why, since, now)
    yield from _past(_nights(pauses, seat, since, now), seat, NIGHT, since, now)


def _nights(pauses: CollectedPauses, seat: int, since: datetime, now: datetime) -> Iterator[Span]:
    for night in sleep_windows.nights(pauses.sleep.get(seat, ()), since):
        if night.begin >= now:
            return
        yield night


def _past(spans: Iterable[Span], seat: int, why: str, since: datetime, now: datetime) -> Iterator[ClockEvent]:
    for span in spans:
        begin, end = max(span.begin, since), now if span.end is None else min(span.end, now)
        if begin < end:
            yield ClockEvent(now, STOPPED, seat, why, since=begin, until=end)
