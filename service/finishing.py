"""Ending a game by consent: computers play the rest."""

from __future__ import annotations

from datetime import datetime

from service.live import Live
from service.passing import Passing
from service.requests import Detail, Kind
from service.rows import AGREED
from service.step import Step
from storage.records import RequestRow, SeatRow

FINISH = "finish"


class Finishing:
    """The owner of requests of the kind `finish`."""

    def __init__(self, passing: Passing, stand_in: str) -> None:
        """`stand_in` is the level of computer that plays the rest."""
        self._passing = passing
        self._stand_in = stand_in
        self.kind = Kind(self._check, self._carry_out)

    async def _check(self, _live: Live, _seat: SeatRow, detail: Detail, _now: datetime) -> Detail:
        return detail

    async def _carry_out(self, step: Step, _row: RequestRow) -> None:
        """Every seat goes to a computer; what somebody has confirmed is his move."""
        for seat in step.live.seats:
            await self._passing.finish(step, seat)
        for seat in step.live.seats:
            if seat.is_human and not step.is_over:
                step.vacate(seat.seat, why=AGREED, level=self._stand_in, told=False)
