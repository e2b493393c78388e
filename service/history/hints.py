"""Hints: one good turn for the player asked, where the terms of a game allow every aid. Each is a row of the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from clocks.assistance import AssistLevel
from games.core.errors import IllegalActionError
from games.core.evaluation_terms import EvaluationTerm, evaluation_difference
from games.core.game import Seat
from games.core.uploads import Uploads
from service.computers.computer_players import uploaded_content
from service.core.change_scope import Decision
from service.errors import Refusal
from service.history import disclosure
from service.match import match_log as logs
from service.match import match_session as lives
from service.match import sealed_bag
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession
from service.match.match_transaction import MatchTransaction
from service.play.drafts import draft_view
from service.records import Draft
from storage.rows import ActionRow, MatchId, SeatRow, UserId
from workers import hint_task
from workers.hint_task import HintTask
from workers.pool import Pool, Priority

LIMIT_S = 30.0
"""A hint that takes longer hangs: budgets count positions."""


class Hint(NamedTuple):
    """One good turn, shown to one user."""

    before: Any
    """The table as they see it."""
    draft: Draft
    """What the turn would lead to, as a draft of theirs: nothing of it is kept."""
    edge: float
    """By how many points it is expected to be better than the best of all that begins otherwise."""
    terms: tuple[EvaluationTerm, ...]
    """What the turn changes, in points; empty in a game that hides something."""
    taken: int
    """How many hints they have had in this game, this one included."""


class Hints:
    """The use-case of asking for a hint as the player who must move."""

    def __init__(self, repository: MatchRepository, pool: Pool, *, uploads: Mapping[str, Uploads] | None = None) -> None:
        self._repository = repository
        self._pool = pool
        self._uploads = uploads or {}

    async def ask(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Hint:
        """Return a hint for the present position, counted once however often it is asked for there.

        Refuses as `Turns.act`; `no-hints` (why: terms, rated, event), and `stale` where the game has moved on meanwhile.
        """

        async def checked(loaded: tuple[MatchSession, SeatRow]) -> None:
            await self._check(*loaded)

        of = self._repository.of_table(match_id, user_id).also(checked)
        (live, seat), _ = await self._repository.unit_of_work.look(of)
        asked = question(live, seat.seat, self._uploads)
        kind = f"a hint in match {match_id}"
        hint_result = await self._pool.run(hint_task.advise, asked, kind=kind, limit_s=LIMIT_S, priority=Priority.WAITED_FOR)

        def decide(present: MatchSession) -> Decision[MatchSession]:
            if logs.position_changes_since(present.log, live.version):
                raise Refusal("stale", version=present.version, expected=live.version)
            if has_hint(present.log, seat.seat):
                return Decision(lambda: present)
            step = MatchTransaction(present, now)
            step.hint(seat.seat)
            return Decision(lambda: step.live, (self._repository.step(step),))

        present = await self._repository.unit_of_work.change(self._repository.of(match_id), decide, now=now)
        tried = lives.try_actions(present, seat.seat, hint_result.texts)
        draft = draft_view(present, seat, tried, lapsed=False)
        made_of = () if present.game.has_secrets else evaluation_difference(present.game, present.state, tried.state, seat.seat)
        view = present.game.view(present.state, seat.seat)
        return Hint(view, draft, hint_result.edge, made_of, hints_taken(present.log, seat.seat))

    async def _check(self, live: MatchSession, seat: SeatRow) -> None:
        if seat.seat not in live.asked:
            raise IllegalActionError("not-your-turn", asked=live.asked)
        if AssistLevel.HINTS not in disclosure.allowed_aids(live.match):
            raise Refusal("no-hints", why="terms")
        if live.match.terms.rated:
            raise Refusal("no-hints", why="rated")
        if await self._repository.store.events.event_of(live.match.id) is not None:
            raise Refusal("no-hints", why="event")


def question(live: MatchSession, seat: Seat, uploads: Mapping[str, Uploads]) -> HintTask:
    """Return the task of a hint for `seat`, without what it may not know; its chance differs from draws and computers."""
    imagined = live.game.imagine(live.state, seat, sealed_bag.derived_chance(live.secret, f"imagine hint {_position(live)}"))
    seed = sealed_bag.derived_seed(live.secret, f"hint {_position(live)}")
    return HintTask(live.game, live.game.dump(imagined), seat, seed, uploaded_content(live.match, uploads))


def _position(live: MatchSession) -> int:
    """Return the number of the last row that changed the position: a hint does not."""
    moved = logs.position_changes_since(live.log, 0)
    return moved[-1].seq if moved else -1


def has_hint(log: Sequence[ActionRow], seat: Seat) -> bool:
    """Return whether this seat has had a hint for the present position."""
    for row in reversed(log):
        kind = logs.kind_of(row)
        if kind == logs.HINT and row.seat == seat:
            return True
        if kind in (*logs.MOVES, logs.UNDO):
            return False
    return False


def hints_taken(log: Sequence[ActionRow], seat: Seat) -> int:
    """Return how many hints this seat has had, including those in positions taken back."""
    return sum(logs.kind_of(row) == logs.HINT and row.seat == seat for row in log)
