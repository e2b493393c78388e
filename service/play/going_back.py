"""Going back to the start of a turn that others may have answered already: what `undo` asks of all others."""

from __future__ import annotations

from datetime import datetime

from games.core.game import Seat
from service.errors import Refusal
from service.play.requests import Detail, Kind
from service.process import live as lives
from service.process.kernel import Kernel
from service.process.live import Live
from service.process.overtaken import retried
from service.process.step import Step, post
from service.records import Update
from service.review import log as logs
from storage.records import MatchId, RequestRow, SeatRow, UserId

UNDO = "undo"


@retried
class GoingBack:
    """The owner of requests of the kind `undo`."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self.kind = Kind(self._check, self._carry_out)

    async def rule(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Update:
        """A referee lets somebody go back to the start of his last turn, whatever the others say; notice `let-back`. Who is a
        referee, the caller knows.

        Refuses `no-match`, `not-running`, `match-lost`, `rules-changed`, `not-seated`, `seat-vacant`, `nothing-to-undo`, and
        `ruled-in-event`: there it is a ruling, with a reason.
        """
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.at_table(match_id, user_id)
            if await self._kernel.store.events.event_of(match_id) is not None:
                raise Refusal("ruled-in-event")
            target = await self._kernel.work(turn_start, live, seat.seat)
            if target is None:
                raise Refusal("nothing-to-undo")
            step = Step(live, now)
            await self._kernel.work(step.undo, seat.seat, target)
            step.say(post(live.match, "notice", {"code": "let-back", "user": user_id}, upto=step.live.version))
            return await self._kernel.write(step)

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
