"""Ending a game by consent: computers play the rest, or it stops and counts as it stands."""

from __future__ import annotations

from datetime import datetime

from service.errors import Refusal
from service.play.pending_moves import Passing
from service.play.requests import Detail, Kind
from service.process.kernel import Kernel
from service.process.live import Live
from service.process.rows import AGREED
from service.process.step import Step
from storage.records import RequestRow, SeatRow

FINISH, STOP = "finish", "stop"


class Finishing:
    """The owner of requests of the kinds `finish` and `stop`."""

    def __init__(self, kernel: Kernel, passing: Passing, stand_in: str) -> None:
        """`stand_in` is the level of computer that plays the rest."""
        self._kernel = kernel
        self._passing = passing
        self._stand_in = stand_in
        self.kind = Kind(self._check, self._carry_out)
        self.stopping = Kind(self._check, self._stop)

    async def _check(self, live: Live, _seat: SeatRow, detail: Detail, _now: datetime) -> Detail:
        """Refuses `stop-in-event`: there the result is not the players' alone."""
        if await self._kernel.store.events.event_of(live.match.id) is not None:
            raise Refusal("stop-in-event")
        return detail

    async def _carry_out(self, step: Step, _row: RequestRow) -> None:
        """Every seat goes to a computer; what somebody has confirmed is his move."""
        await self._confirmed(step)
        for seat in step.live.seats:
            if seat.is_human and not step.is_over:
                step.vacate(seat.seat, why=AGREED, level=self._stand_in, told=False)

    async def _stop(self, step: Step, row: RequestRow) -> None:
        """The game ends where it stands, behind what somebody has confirmed."""
        await self._confirmed(step)
        if not step.is_over:
            step.conclude(row.seat)

    async def _confirmed(self, step: Step) -> None:
        for seat in step.live.seats:
            await self._passing.finish(step, seat)
