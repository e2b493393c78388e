"""What happens when somebody's time is over: by itself, once, also when the program was down at that moment, with the figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from clocks.ledger import LIFTED, STOPPED, Event, Sheet
from clocks.terms import FORFEIT, MOVE
from games.core.game import Seat
from service.clocks.clocks import UNDELIVERED, Clocks
from service.clocks.reminders import Reminders
from service.computers.computers import Computers
from service.errors import Refusal
from service.play.pending_moves import has_confirmed
from service.play.ranking import FORFEITED
from service.process.kernel import Kernel
from service.process.live import Live, Tried
from service.process.overtaken import retried
from service.process.step import Step
from service.review import log as logs
from storage.changes import TimerDone
from storage.records import RUNNING, SeatRow, TimerRow, of_match

TIMED_OUT = "timeout"
"""Why a seat went to a computer: its time ran out too often, or the terms say so."""
THIRD = 3
"""The timeout of a game that costs the seat, where the others cost a turn."""
_LATER = timedelta(minutes=1)


@retried
class Timeouts:
    """The owner of the clocks' timer."""

    def __init__(
        self,
        kernel: Kernel,
        clocks: Clocks,
        computers: Computers,
        reminders: Reminders,
        is_away: Callable[[int | None, datetime], bool],
    ) -> None:
        """`is_away` says whether nobody can be reached in a server just now, so that no clock may be judged."""
        self._kernel = kernel
        self._clocks = clocks
        self._computers = computers
        self._reminders = reminders
        self._is_away = is_away

    async def fall_due(self, timer: TimerRow, now: datetime) -> None:
        """A match's timer: somebody's time is over, or a reminder is due."""
        async with self._kernel.lock(timer.match_id):
            live = await self._playable(timer)
            if live is None:
                await self._kernel.store.commit(TimerDone(timer.id, now))
                return
            if self._is_away(live.match.guild_id, now):
                await self._kernel.store.commit(TimerDone(timer.id, now, now + _LATER))
                return
            sheet = await self._clocks.sheet(live.match, live.seats)
            seat = None if sheet is None else _over(live, sheet, now)
            if sheet is None or seat is None:
                await self._reminders.fall_due(live, sheet, timer, now)
                return
            if await has_confirmed(self._kernel.store, live.match.id, seat):
                await self._kernel.store.commit(TimerDone(timer.id, now, now + _LATER))
                return
            if not await self._was_told(live, seat):
                stood = Event(now, STOPPED, seat.seat, UNDELIVERED, since=seat.waiting_since)
                await self._clocks.write(live, (stood,), now)
                return
            told = _told(live, sheet, seat)
            if told["what"] != MOVE:
                await self._lose_seat(live, seat.seat, told, now)
                return
        await self._play(live, seat.seat, await self._computers.turn(live, seat.seat), told, now)

    async def _playable(self, timer: TimerRow) -> Live | None:
        try:
            live = await self._kernel.live(timer.match_id)
        except Refusal:  # a lobby, erased, or under rules that are unknown here: nobody can play for anybody
            return None
        return live if live.match.status == RUNNING else None

    async def _was_told(self, live: Live, seat: SeatRow) -> bool:
        """Whether the message that asks a seat has arrived, or never will."""
        posts = await self._kernel.store.posts.of(of_match(live.match.id))
        asking = [post for post in posts if post.kind == "turn" and post.seat == seat.seat and post.upto == seat.told]
        return all(post.sent_at is not None or post.dead_at is not None for post in asking)

    async def _lose_seat(self, live: Live, seat: Seat, told: Mapping[str, Any], now: datetime) -> None:
        step = Step(live, now)
        if told["what"] == FORFEIT and len(live.seats) == 2:
            step.lose_by_time(seat, told)
        else:
            why = FORFEITED if told["what"] == FORFEIT else TIMED_OUT
            step.vacate(seat, why=why, level=self._computers.stand_in, figures={"timeout": dict(told)})
        await self._kernel.write(step)

    async def _play(self, seen: Live, seat: Seat, tried: Tried | None, told: Mapping[str, Any], now: datetime) -> None:
        """A computer's turn in somebody's place, unless he has moved while it was thinking: then the timer is set anew."""
        async with self._kernel.lock(seen.match.id):
            live = await self._kernel.live(seen.match.id)
            if live is not seen or tried is None or await has_confirmed(self._kernel.store, live.match.id, live.seats[seat]):
                await self._clocks.write(live, (), now)
                return
            step = Step(live, now)
            grace = live.match.terms.pace.grace
            step.clock_events.append(Event(now, LIFTED, seat, logs.TIMEOUT, length=grace))
            step.stand_in(seat, tried, why=logs.TIMEOUT, level=self._computers.stand_in, told=told)
            await self._kernel.write(step)


def _over(live: Live, sheet: Sheet, now: datetime) -> SeatRow | None:
    """The first seat whose time is over."""
    ends = ((sheet.deadline(row.seat), row) for row in live.seats if row.is_human and row.waiting_since is not None)
    due = [(end, row.seat) for end, row in ends if end is not None and end <= now]
    return live.seats[min(due)[1]] if due else None


def _told(live: Live, sheet: Sheet, row: SeatRow) -> dict[str, Any]:
    """What everybody is told: what happens, the how-manieth time, and the figures."""
    clock, terms = sheet.seats[row.seat], live.match.terms
    assert clock.since is not None
    nth = logs.timeouts(live.log, row.seat) + 1
    what = terms.on_timeout if terms.on_timeout != MOVE or nth < THIRD else "third"
    figures = {"since": int(clock.since.timestamp()), "had_s": int(clock.left.total_seconds())}
    kept = {"keeps_s": int(terms.pace.grace.total_seconds())} if what == MOVE else {}
    return {"code": "timed-out", "seat": row.seat, "user": row.user_id, "what": what, "nth": nth, **figures, **kept}
