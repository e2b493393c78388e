"""Use-cases of a person whose turn it is: act, confirm what was tried, undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from service.errors import Refusal
from service.play.drafts import Drafts, check_base, check_open, is_complete
from service.play.pending_moves import Passing, waiting
from service.play.stale import check_version, refuse_stale
from service.process.answers import asked_people
from service.process.kernel import Kernel
from service.process.live import Live
from service.process.overtaken import retried
from service.process.step import Step
from service.records import Update
from service.review import log as logs
from storage.records import RUNNING, DraftRow, MatchId, SeatRow, UserId


@retried
class Turns:
    """What the person who is asked may do."""

    def __init__(self, kernel: Kernel, drafts: Drafts, passing: Passing) -> None:
        self._kernel = kernel
        self._drafts = drafts
        self._passing = passing

    async def act(
        self, match_id: MatchId, user_id: UserId, texts: Sequence[str], *, expected_version: int, now: datetime
    ) -> Update:
        """Carry out one or more actions of this person's seat, then let the house draw: all of it or nothing, and without any
        time to take it back.

        Refuses: `no-match`, `not-running`, `match-lost`, `not-seated`, `seat-vacant`, `nothing-given`, `stale`, `already-done`,
        `on-vacation`, and what the rules refuse (`IllegalAction`: unreadable, not-your-turn, not-legal, game-over).
        """
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.mover(match_id, user_id, now)
            return await self._act(live, seat, texts, expected_version, now)

    async def undo(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Update:
        """Back to the start of the own turn. A private draft is discarded first (`update.from_draft`).

        Refuses: `nothing-to-undo`, `undo-too-late`, and as `act`.
        """
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.at_table(match_id, user_id)
            kept, _ = await self._drafts.kept(live, user_id)
            if kept.passes_at is not None:
                await self._passing.reopen(live, seat, kept, now, empty=True)
                return _from_draft(live, kept)
            if kept.texts:
                await self._drafts.empty(live, user_id, kept)
                return _from_draft(live, kept)
            target = logs.turn_start(live.log, seat.seat)
            if target is None:
                has_acted = any(row.seat == seat.seat for row in logs.standing(live.log))
                raise Refusal("undo-too-late" if has_acted else "nothing-to-undo")
            taken = tuple(row.text for row in logs.standing(live.log) if row.seq >= target)
            step = Step(live, now)
            await self._kernel.work(step.undo, seat.seat, target)
            if (again := step.forced()) is not None and again[0] == seat.seat:
                raise Refusal("nothing-to-undo")  # it was no choice, and would happen again
            return replace(await self._kernel.write(step), undone=taken)

    async def may_undo(self, match_id: MatchId, user_id: UserId) -> bool:
        """Whether `undo` would do something now, or all others could be asked for it. A person without a seat may take nothing
        back. Refuses `no-match`.
        """
        async with self._kernel.lock(match_id):
            live = await self._kernel.live(match_id)
            seat = live.seat_of(user_id)
            if live.match.status != RUNNING or seat is None or not seat.is_human:
                return False
            kept, _ = await self._drafts.kept(live, user_id)
            may_ask = not live.match.terms.rated and any(row.seat == seat.seat for row in logs.standing(live.log))
            return bool(kept.texts) or may_ask or logs.turn_start(live.log, seat.seat) is not None

    async def confirm(
        self, match_id: MatchId, user_id: UserId, *, expected_version: int | None = None, based_on: str = "", now: datetime
    ) -> Update:
        """Carry out the draft as `act` would, at once or when it can no longer be taken back (`update.passes_at`); `based_on` is
        the `digest` of what the asker saw. Confirmed twice, it answers the same.

        Refuses as `act`, `draft-empty`, `draft-incomplete`, `draft-changed`, `stale`, `already-done`.
        """
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.mover(match_id, user_id, now)
            kept, lapsed = await self._drafts.kept(live, user_id)
            if expected_version is not None and logs.moved_since(live.log, expected_version):
                refuse_stale(live, seat, expected_version, own=True)
            if lapsed:
                raise Refusal("stale", version=live.version, expected=expected_version)
            if not kept.texts:
                raise Refusal("draft-empty")
            check_base(kept.texts, based_on)
            if kept.passes_at is not None:
                return waiting(live, kept)
            found = self._drafts.tried(live, seat, kept.texts)
            if not is_complete(live, seat, found):
                raise Refusal("draft-incomplete", texts=kept.texts)
            return await self._passing.made(live, seat, kept, found, now)

    async def play(
        self,
        match_id: MatchId,
        user_id: UserId,
        texts: Sequence[str],
        *,
        keep: int,
        based_on: str = "",
        expected_version: int,
        now: datetime,
    ) -> Update | None:
        """Go on with the draft as `Drafts.push` would, and carry it out, in one.

        None where something is left to choose: then that is the draft. Refuses as `Drafts.push` and `confirm`.
        """
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.mover(match_id, user_id, now)
            kept, _ = await self._drafts.kept(live, user_id)
            if kept.passes_at is not None and kept.texts[keep:] == tuple(texts):
                return waiting(live, kept)  # a second click
            check_open(kept)
            found = self._drafts.extended(live, seat, kept, texts, keep=keep, based_on=based_on, expected_version=expected_version)
            if not is_complete(live, seat, found):
                await self._drafts.put(live, user_id, kept, found)
                return None
            return await self._passing.made(live, seat, kept, found, now)

    async def _act(self, live: Live, seat: SeatRow, texts: Sequence[str], expected_version: int, now: datetime) -> Update:
        if not texts:
            raise Refusal("nothing-given")
        check_version(live, seat, expected_version, texts)
        step = Step(live, now)
        for text in texts:
            step.act(seat.seat, text)
        return await self._kernel.write(step)


def _from_draft(live: Live, kept: DraftRow) -> Update:
    asked = asked_people(live)
    return Update(live.match, live.seats, live.version, (), asked, None, undone=kept.texts, from_draft=True)
