"""Going back to the start of a turn that others may have answered already: what `undo` asks of all others."""

from __future__ import annotations

from datetime import datetime

from games.core.game import Seat
from service import live as lives
from service import log as logs
from service.errors import Refusal
from service.kernel import Kernel
from service.live import Live
from service.requests import Detail, Kind
from service.step import Step
from storage.records import RequestRow, SeatRow

UNDO = "undo"


class GoingBack:
    """The owner of requests of the kind `undo`."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self.kind = Kind(self._check, self._carry_out)

    async def _check(self, live: Live, seat: SeatRow, _detail: Detail, _now: datetime) -> Detail:
        """Refuses `undo-rated`, `nothing-to-undo`."""
        if live.match.terms.rated:
            raise Refusal("undo-rated")
        target = await self._kernel.work(turn_start, live, seat.seat)
        if target is None:
            raise Refusal("nothing-to-undo")
        return {"to": target, "while-still": True}

    async def _carry_out(self, step: Step, row: RequestRow) -> None:
        await self._kernel.work(step.undo, row.seat, row.detail["to"])


def turn_start(live: Live, seat: Seat) -> int | None:
    """The row with which the last turn of `seat` began, whatever came in between or after; None if it has had none.

    What the house drew for the turn stays.
    """
    state = live.game.start(live.options, len(live.seats))
    start, is_within = None, False
    for row in logs.standing(live.log):
        is_own = live.game.turn_of(state) == seat
        if is_own and row.seat == seat and not is_within:
            start = row.seq
        is_within = is_own and (is_within or row.seat == seat)
        lives.replayed(live.game, state, (row,))
    return start
