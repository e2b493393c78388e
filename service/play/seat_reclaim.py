"""The return of players who lost their seat: once a game, while a computer plays it, and not after giving it up."""

from __future__ import annotations

from datetime import datetime

from clocks.clock_history import LIFTED, ClockEvent
from service.core.change_scope import Decision
from service.errors import Refusal
from service.match import match_log as logs
from service.match.final_ranking import TIMED_OUT
from service.match.match_repository import MatchRepository
from service.match.match_rows import SKIPPED, MatchRows
from service.match.match_session import MatchSession
from service.match.match_transaction import MatchTransaction
from service.play.resignations import LEFT_SERVER
from service.records import MatchUpdate
from storage.rows import MatchId, SeatRow, UserId

MAY_RETURN = (TIMED_OUT, SKIPPED, LEFT_SERVER)
"""The ways of losing a seat after which it can be taken again."""


class SeatReclaim:
    """The use-case of a player's return to their seat."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    async def come_back(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> MatchUpdate:
        """Give the user their former seat again, with time on its clock and the notice `returned`.

        Refuses `no-match`, `not-running`, `match-lost`, `rules-changed`, `not-seated`, `seat-taken` (another user plays it),
        `seat-yours`, `no-return`.
        """

        def decide(live: MatchSession) -> Decision[MatchUpdate]:
            seat = live.seat_of(user_id)
            if seat is None:
                raise Refusal("seat-taken" if logs.is_taken_over(live.log) else "not-seated", match=match_id)
            if seat.is_human:
                raise Refusal("seat-yours")
            if (why := reclaim_refusal(live, seat)) is not None:
                raise Refusal("no-return", left=why)
            step = MatchTransaction(live, now)
            step.come_back(seat.seat)
            if live.match.terms.pace.has_clock:
                grace = live.match.terms.pace.grace
                step.clock_events.append(ClockEvent(now, LIFTED, seat.seat, logs.RETURN, length=grace))
            return self._repository.decided(step)

        return await self._repository.unit_of_work.change(self._repository.of_running(match_id), decide, now=now)


def reclaim_refusal(rows: MatchRows, seat: SeatRow) -> str | None:
    """Return why the former player of a seat cannot take it again; None if they can.

    The reason is how they left the seat, `terms`, or `once`.
    """
    if seat.left not in MAY_RETURN:
        return seat.left or "computer"
    if not rows.match.terms.returns:
        return "terms"
    return "once" if logs.has_returned(rows.log, seat.seat) else None
