"""Use-cases of a match that rests: the house is asked, and has not drawn yet."""

from __future__ import annotations

from datetime import datetime

from games.core.game import HOUSE
from service.errors import Refusal
from service.kernel import Kernel
from service.records import Update
from service.step import Step
from storage.changes import TimerDone
from storage.records import LOST, RUNNING, MatchId, TimerRow, UserId


class Draws:
    """Lets the house draw when its time has come."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    async def go_on(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Update:
        """Somebody who plays here waits no longer. Refuses as `Turns.act`, and `not-waiting` where nothing rests."""
        async with self._kernel.lock(match_id):
            live, _ = await self._kernel.at_table(match_id, user_id)
            if live.asked != (HOUSE,):
                raise Refusal("not-waiting")
            return await self._drawn(Step(live, now))

    async def fall_due(self, timer: TimerRow, now: datetime) -> None:
        """The time of a draw has come; a match that went another way only loses its timer."""
        async with self._kernel.lock(timer.match_id):
            live = await self._kernel.live(timer.match_id)
            if live.match.status not in (RUNNING, LOST) or live.asked != (HOUSE,):
                await self._kernel.store.commit(TimerDone(timer.id, now))
                return
            await self._drawn(Step(live, now))

    async def _drawn(self, step: Step) -> Update:
        step.house()
        return await self._kernel.write(step)
