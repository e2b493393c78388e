"""The return to the start of a turn that others may have answered already, by agreement (request `undo`) or by ruling."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from games.core.game import Seat
from service.core.change_scope import Decision
from service.core.post_content import PostContent, posted
from service.errors import Refusal
from service.interests import Interest, SeatedPeople, must_have_no
from service.match import match_log as logs
from service.match import match_session as lives
from service.match.match_posts import NOTICE
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession
from service.match.match_transaction import MatchTransaction, match_post
from service.play.requests import Detail, RequestKind
from service.records import MatchUpdate
from storage.rows import MATCH, MatchId, RequestRow, SeatRow, UserId

UNDO = "undo"


@posted(MATCH, NOTICE, "let-back")
class TakeBackAllowed(PostContent):
    """The news that a referee let a player take a move back."""

    user: UserId | None


class TurnStart(NamedTuple):
    """The row with which a turn began, and the game state before it."""

    target: int
    state: Any


class TakeBack:
    """The handler of requests of the kind `undo`."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository
        self.kind = RequestKind(self._facts, self._check, self._carry_out)

    async def rule(self, match_id: MatchId, user_id: UserId, *, by: UserId, now: datetime) -> MatchUpdate:
        """Return a player's game to the start of their last turn by a referee's ruling, with the notice `let-back`.

        The caller checks that `by` is a referee. Refuses `no-match`, `not-running`, `match-lost`, `rules-changed`, `not-seated`,
        `seat-vacant`, `nothing-to-undo`, `ruled-in-event` (use a ruling of the event), and `own-game` (a referee who plays there
        must ask the others).
        """

        async def facts(loaded: tuple[MatchSession, SeatRow]) -> tuple[bool, TurnStart | None]:
            is_ruled = await self._repository.store.events.event_of(match_id) is not None
            return is_ruled, await self._repository.work(went_back, loaded[0], loaded[1].seat)

        def decide(loaded: tuple[MatchSession, SeatRow], facts: tuple[bool, TurnStart | None]) -> Decision[MatchUpdate]:
            is_ruled, back = facts
            if is_ruled:
                raise Refusal("ruled-in-event")
            must_have_no(Interest.SITS, by, SeatedPeople(loaded[0].seats), "own-game")
            if back is None:
                raise Refusal("nothing-to-undo")
            step = MatchTransaction(loaded[0], now)
            step.undo(loaded[1].seat, back.target, back.state)
            step.say(match_post(loaded[0].match, TakeBackAllowed(user_id), upto=step.live.version))
            return self._repository.decided(step)

        return await self._repository.unit_of_work.change_with_precomputed(
            self._repository.of_table(match_id, user_id), facts, decide, now=now
        )

    async def _facts(self, live: MatchSession, seat: Seat, detail: Detail) -> TurnStart | None:
        return await self._repository.work(went_back, live, seat, detail.get("to"))

    def _check(self, live: MatchSession, _detail: Detail, back: TurnStart | None, _now: datetime) -> Detail:
        """Refuse `undo-rated`, `nothing-to-undo`."""
        if live.match.terms.rated:
            raise Refusal("undo-rated")
        if back is None:
            raise Refusal("nothing-to-undo")
        return {"to": back.target, "while-still": True}

    def _carry_out(self, step: MatchTransaction, row: RequestRow, back: TurnStart) -> None:
        step.undo(row.seat, row.detail["to"], back.state)


def went_back(live: MatchSession, seat: Seat, target: int | None = None) -> TurnStart | None:
    """Return the start of a seat's last turn, or the row agreed on; None if the seat has had no turn."""
    to = turn_start(live, seat) if target is None else target
    return None if to is None else TurnStart(to, lives.state_before(live, to))


def turn_start(live: MatchSession, seat: Seat) -> int | None:
    """Return the row with which the last turn of `seat` began, even if others have acted since; None without any.

    Chance draws made for that turn are not part of it.
    """
    state = live.game.start(live.options, len(live.seats))
    start, is_within = None, False
    for row in logs.standing_rows(live.log):
        is_own = live.game.turn_of(state) == seat
        if is_own and row.seat == seat and not is_within:
            start = row.seq
        is_within = is_own and (is_within or row.seat == seat)
        lives.replay_rows(live.game, state, (row,))
    return start
