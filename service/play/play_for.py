"""Use-cases of a game without a clock that waits for somebody for long: the others may let a computer play his turn.

It needs one who asks and another one who agrees; where only one other person plays, his word is enough.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from clocks.reminding import OTHERS_AFTER
from service.computers.computers import Computers
from service.errors import Refusal
from service.play.pending_moves import has_confirmed
from service.process.kernel import Kernel
from service.process.live import Live
from service.process.overtaken import retried
from service.process.step import Step
from service.review import log as logs
from storage.changes import TimerDone, TimersSet
from storage.records import MatchId, NewTimer, SeatRow, TimerRow, UserId, of_match

STAND_IN = "stand-in"
"""The kind of the timer that keeps who has asked, until that lapses."""
LAPSES = timedelta(days=7)


@retried
class StandingIn:
    """Asked for by the button in a late reminder."""

    def __init__(self, kernel: Kernel, computers: Computers) -> None:
        self._kernel = kernel
        self._computers = computers

    async def ask(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> bool:
        """Somebody who plays wants a computer to play the turn that all wait for; whether it has, or another one must agree.

        Refuses: as `Turns.act`, and `not-waiting` where a clock runs, or nobody else has been waited for for long enough.
        """
        async with self._kernel.lock(match_id):
            live, asker = await self._kernel.at_table(match_id, user_id)
            late = _late(live, asker, now)
            if await has_confirmed(self._kernel.store, match_id, late):
                raise Refusal("not-waiting")
            if not await self._is_agreed(live, asker, late, now):
                return False
        tried = await self._computers.turn(live, late.seat)
        async with self._kernel.lock(match_id):
            is_made = await has_confirmed(self._kernel.store, match_id, late)
            if tried is None or is_made or await self._kernel.live(match_id) is not live:
                raise Refusal("stale", version=live.version, expected=live.version)
            step = Step(live, now)
            told = {"code": "stood-in", "user": late.user_id, "by": user_id}
            step.stand_in(late.seat, tried, why=logs.ASKED, level=self._computers.stand_in, told=told)
            step.more = (*step.more, TimersSet(of_match(match_id), now, instead_of=STAND_IN))
            await self._kernel.write(step)
        return True

    async def lapse(self, timer: TimerRow, now: datetime) -> None:
        """Nobody has agreed in time."""
        await self._kernel.store.commit(TimerDone(timer.id, now))

    async def _is_agreed(self, live: Live, asker: SeatRow, late: SeatRow, now: datetime) -> bool:
        if not any(row.is_human and row.seat not in (asker.seat, late.seat) for row in live.seats):
            return True
        its = of_match(live.match.id)
        asked = [timer for timer in await self._kernel.store.timers.of(its) if timer.kind == STAND_IN]
        if any(timer.seat != asker.seat and timer.payload["version"] == live.version for timer in asked):
            return True
        wish = NewTimer(STAND_IN, now + LAPSES, {"version": live.version}, asker.seat)
        await self._kernel.store.commit(TimersSet(its, now, (wish,), STAND_IN))
        return False


def _late(live: Live, asker: SeatRow, now: datetime) -> SeatRow:
    """Whom everybody waits for, longest first."""
    waited = [(row.waiting_since, row.seat) for row in live.seats if row.is_human and row.waiting_since is not None]
    late = [(since, seat) for since, seat in waited if now - since >= OTHERS_AFTER and seat != asker.seat]
    if live.match.terms.pace.has_clock or not late:
        raise Refusal("not-waiting")
    return live.seats[min(late)[1]]
