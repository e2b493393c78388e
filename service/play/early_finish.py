"""The early end of a game by consent: computers play the rest, or it stops and the present points count."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from games.core.game import Seat
from service.errors import Refusal
from service.match.match_repository import MatchRepository
from service.match.match_rows import AGREED
from service.match.match_session import MatchSession
from service.match.match_transaction import MatchTransaction
from service.play.pending_moves import Confirmed, PendingMoves
from service.play.requests import Detail, RequestKind
from storage.rows import RequestRow

FINISH, STOP = "finish", "stop"


class _Facts(NamedTuple):
    is_in_event: bool
    confirmed: Confirmed


class EarlyFinish:
    """The handler of requests of the kinds `finish` and `stop`."""

    def __init__(self, repository: MatchRepository, pending_moves: PendingMoves, stand_in: str) -> None:
        """Set the level of computer (`stand_in`) that plays the rest."""
        self._repository = repository
        self._pending_moves = pending_moves
        self._stand_in = stand_in
        self.kind = RequestKind(self._facts, self._check, self._carry_out)
        self.stopping = RequestKind(self._facts, self._check, self._stop)

    async def _facts(self, live: MatchSession, _seat: Seat, _detail: Detail) -> _Facts:
        is_ruled = await self._repository.store.events.event_of(live.match.id) is not None
        return _Facts(is_ruled, await self._pending_moves.confirmed(live))

    def _check(self, _live: MatchSession, detail: Detail, facts: _Facts, _now: datetime) -> Detail:
        """Refuse `stop-in-event`: a game of an event can't be stopped by its players alone."""
        if facts.is_in_event:
            raise Refusal("stop-in-event")
        return detail

    def _carry_out(self, step: MatchTransaction, _row: RequestRow, facts: _Facts) -> None:
        """Give every seat to a computer, after carrying out a confirmed move."""
        self._finish(step, facts)
        for seat in step.live.seats:
            if seat.is_human and not step.is_over:
                step.vacate(seat.seat, why=AGREED, level=self._stand_in, told=False)

    def _stop(self, step: MatchTransaction, row: RequestRow, facts: _Facts) -> None:
        """End the game in its present position, after carrying out a confirmed move."""
        self._finish(step, facts)
        if not step.is_over:
            step.conclude(row.seat)

    def _finish(self, step: MatchTransaction, facts: _Facts) -> None:
        for seat in step.live.seats:
            self._pending_moves.finish(step, seat, facts.confirmed)
