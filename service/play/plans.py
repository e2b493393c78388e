"""Plans for the next turn, where players know what they will play: kept as drafts (`service.play.drafts`) while others play.

When the turn comes, a plan that still stands is played for those who want that, and offered to all others by the draft. A timer of
the match is set together with the move that brings the turn, so no restart loses a plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.core.errors import IllegalAction
from service.errors import Refusal
from service.people.people import People
from service.people.preferences import PLANS, PLAYED
from service.play.drafts import Drafts, Opened, is_complete
from service.play.pending_moves import Passing
from service.process.match_repository import MatchRepository
from service.process.match_steps import MatchStep
from service.process.subjects import Decision
from service.process.timers import Timers
from storage.changes import Change, TimersSet
from storage.records import MatchId, NewTimer, TimerRow, UserId, of_match

PLAN = "plan"
"""The kind of the timers: `{"user": id}`."""


class Plans:
    """What becomes of plans when the turn comes."""

    def __init__(self, repository: MatchRepository, drafts: Drafts, passing: Passing, people: People, timers: Timers) -> None:
        self._repository = repository
        self._changing = repository.changing
        self._drafts = drafts
        self._passing = passing
        self._people = people
        self._timers = timers

    async def along(self, step: MatchStep, now: datetime) -> Sequence[Change]:
        """With a move: the plan of the one who is asked next is looked at."""
        live = step.step.live
        if not live.game.plans_ahead(live.options) or len(live.asked) != 1 or step.step.is_over:
            return ()
        asked = live.asked[0]
        seat = live.seats[asked] if asked >= 0 else None
        if seat is None or not seat.is_human or seat.user_id is None:
            return ()
        timer = NewTimer(PLAN, now, {"user": seat.user_id}, asked)
        return (TimersSet(of_match(live.match.id), now, (timer,), instead_of=PLAN),)

    async def fall_due(self, timer: TimerRow, now: datetime) -> None:
        """Play the plan, if there is one that stands and its owner wants it played."""
        user_id = UserId(timer.payload["user"])
        if await self._people.prefers(user_id, PLANS) == PLAYED:
            await self.play(timer.match_id, user_id, now=now)
        await self._timers.done(timer, now)

    async def lapsed(self, match_id: MatchId, user_id: UserId) -> bool:
        """Whether the plan that this person has kept for the turn that has come no longer stands. Opening it tells why."""
        try:
            live = await self._repository.seen(match_id)
            may = live.game.plans_ahead(live.options)
            row = await self._changing.store.drafts.get(user_id, of_match(match_id)) if may else None
            if row is None or not row.planned:
                return False
            return (await self._changing.look(self._drafts.of(match_id, user_id))).lapsed
        except Refusal:
            return False  # the game is over, or somebody else has the seat

    async def play(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> bool:
        """Carry out this person's plan as if they had confirmed it now; False where none stands, or it is not their turn."""

        def decide(at: Opened) -> Decision[bool]:
            found = self._drafts.tried(at.live, at.seat, at.kept.texts)
            if at.is_ahead or at.lapsed or not at.kept.planned or not is_complete(at.live, at.seat, found):
                return Decision(lambda: False)
            made = self._passing.made(at, found, now)
            return Decision(lambda: True, made.steps, made.changes)

        try:
            return await self._changing.change(self._drafts.of_mover(match_id, user_id, now), decide, now=now)
        except (Refusal, IllegalAction):
            return False  # they are on vacation, have left, or have moved
