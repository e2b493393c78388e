"""Between Confirm and what comes next: a confirmed move waits in its draft, and can be taken back before anything new is seen.

Until it is carried out nothing of it exists but that draft and a timer: the log, the table and everybody else know nothing. So
the house has not drawn, nobody else is asked, the end is not declared, a second part of the turn has not begun, and a move that
is taken back has never happened.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from games.core.errors import IllegalAction
from service.errors import Refusal
from service.play.drafts import Drafts, shown
from service.process.answers import asked_people
from service.process.kernel import Kernel
from service.process.live import Live, Tried
from service.process.overtaken import retried
from service.process.step import Step
from service.records import Draft, Update
from service.review import log as logs
from storage.changes import DraftKept, TimerDone, TimersSet
from storage.records import LOST, RUNNING, DraftRow, MatchId, MatchRow, NewTimer, SeatRow, TimerRow, UserId, of_match
from storage.store import Store

PASS = "pass"  # noqa: S105  # nothing secret: the turn passes on
"""The kind of the timer by which a confirmed move is carried out."""


@retried
class Passing:
    """Holds what was confirmed until its time to be taken back is over."""

    def __init__(self, kernel: Kernel, drafts: Drafts) -> None:
        self._kernel = kernel
        self._drafts = drafts

    async def made(self, live: Live, seat: SeatRow, kept: DraftRow, found: Tried, now: datetime) -> Update:
        """Carry out a complete draft, or keep it as confirmed for as long as the terms say. The caller holds the lock."""
        window = _window(live, seat, kept)
        if not window:
            return await self._carried_out(Step(live, now), seat, found)
        row = replace(kept, texts=found.texts, passes_at=now + window)
        its, timer = of_match(live.match.id), NewTimer(PASS, now + window, seat=seat.seat)
        await self._kernel.also(live.match.id, DraftKept(its, _person(seat), row), TimersSet(its, now, (timer,), instead_of=PASS))
        return waiting(live, row)

    async def take_back(self, match_id: MatchId, user_id: UserId, *, expected_version: int, now: datetime) -> Draft:
        """The move that was confirmed at this version is a draft again, and will not wait a second time. Pressed twice, it answers
        the same.

        Refuses: `take-back-too-late` (it has passed on, whatever waits by now), and as `Turns.act`.
        """
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.at_table(match_id, user_id)
            if logs.moved_since(live.log, expected_version):
                raise Refusal("take-back-too-late")
            kept, _ = await self._drafts.kept(live, user_id)
            if kept.passes_at is None and not kept.taken_back:
                raise IllegalAction("not-your-turn", asked=live.asked)  # somebody else's
            row = await self.reopen(live, seat, kept, now)
            return shown(live, seat, self._drafts.tried(live, seat, row.texts), row, lapsed=False)

    async def reopen(self, live: Live, seat: SeatRow, kept: DraftRow, now: datetime, *, empty: bool = False) -> DraftRow:
        """Make a draft of what was confirmed; `empty`: of which nothing is left. The caller holds the lock."""
        row = replace(kept, texts=() if empty else kept.texts, passes_at=None, taken_back=True)
        if row != kept:
            its = of_match(live.match.id)
            await self._kernel.also(live.match.id, DraftKept(its, _person(seat), row), TimersSet(its, now, instead_of=PASS))
        return row

    async def pass_on(self, match_id: MatchId, user_id: UserId, *, expected_version: int, now: datetime) -> Update:
        """Wait no longer for the move that was confirmed at this version. Refuses `stale` if it does not wait, as `Turns.act`."""
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.at_table(match_id, user_id)
            step = Step(live, now)
            if logs.moved_since(live.log, expected_version) or not await self.finish(step, seat):
                raise Refusal("stale", version=live.version, expected=expected_version)
            return await self._kernel.write(step)

    async def fall_due(self, timer: TimerRow, now: datetime) -> None:
        """The time for taking back is over; where the match went another way only the timer goes."""
        async with self._kernel.lock(timer.match_id):
            live = await self._kernel.live(timer.match_id)
            step = Step(live, now)
            is_played = live.match.status in (RUNNING, LOST) and timer.seat is not None
            if not is_played or not await self.finish(step, live.seats[timer.seat or 0]):
                await self._kernel.store.commit(TimerDone(timer.id, now))
                return
            await self._kernel.write(step)

    async def finish(self, step: Step, seat: SeatRow) -> bool:
        """Carry out in `step` what this seat has confirmed, if anything waits; whether it did.

        For whatever else ends a turn: somebody who leaves, or whose time is over, has made his move. The caller holds the lock.
        """
        if seat.user_id is None or not seat.is_human:
            return False
        kept, _ = await self._drafts.kept(step.live, _person(seat))
        if kept.passes_at is None:
            return False
        step.adopt(seat.seat, self._drafts.tried(step.live, seat, kept.texts))
        step.more = (*step.more, TimersSet(of_match(step.live.match.id), step.now, instead_of=PASS))
        return True

    async def _carried_out(self, step: Step, seat: SeatRow, found: Tried) -> Update:
        step.adopt(seat.seat, found)
        return await self._kernel.write(step)


async def has_confirmed(store: Store, match_id: MatchId, seat: SeatRow) -> bool:
    """Whether a person's move is made, and only waits to be taken back or not: nobody may play for him any more.

    The caller holds the lock: while a computer thought, he may have.
    """
    draft = await store.drafts.get(_person(seat), of_match(match_id))
    return draft is not None and draft.passes_at is not None


def waiting(live: Live, kept: DraftRow) -> Update:
    """What a confirmed move answers that has not been carried out yet: nothing has changed."""
    return Update(live.match, live.seats, live.version, (), asked_people(live), None, passes_at=kept.passes_at)


def agreed(match: MatchRow) -> timedelta:
    """How long a move can be taken back after it was confirmed, as the terms say."""
    return timedelta(seconds=match.terms.take_back_s)


def _window(live: Live, seat: SeatRow, kept: DraftRow) -> timedelta:
    """The same for this very move: nothing for a second one, nor for answers in somebody else's turn."""
    is_own = live.game.turn_of(live.state) == seat.seat and live.asked == (seat.seat,)
    return agreed(live.match) if is_own and not kept.taken_back else timedelta()


def _person(seat: SeatRow) -> UserId:
    assert seat.user_id is not None
    return UserId(seat.user_id)
