"""Use-cases of a person whose turn it is: act, confirm what was tried, undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from service.core.change_scope import Decision, refused
from service.errors import Refusal
from service.match import match_log as logs
from service.match import match_session as lives
from service.match.match_changes import asked_people, update
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession, check_version, refuse_stale
from service.match.match_transaction import MatchTransaction
from service.play.drafts import MOVED, Drafts, OpenDraft, SeenDraft, check_base, is_complete
from service.play.pending_moves import PendingMoves, reopened, waiting
from service.records import MatchUpdate
from storage.rows import RUNNING, DraftRow, MatchId, SeatRow, UserId


class Turns:
    """The actions of the asked player."""

    def __init__(self, repository: MatchRepository, drafts: Drafts, pending_moves: PendingMoves) -> None:
        self._repository = repository
        self._drafts = drafts
        self._pending_moves = pending_moves

    async def act(
        self, match_id: MatchId, user_id: UserId, texts: Sequence[str], *, expected_version: int, now: datetime
    ) -> MatchUpdate:
        """Carry out one or more actions of this person's seat, then let the house draw: all or none, without take-back.

        Refuses: `no-match`, `not-running`, `match-lost`, `not-seated`, `seat-vacant`, `nothing-given`, `stale`, `already-done`,
        `on-vacation`, and what the rules refuse (`IllegalActionError`: unreadable, not-your-turn, not-legal, game-over).
        """

        def decide(at: tuple[MatchSession, SeatRow]) -> Decision[MatchUpdate]:
            live, seat = at
            if not texts:
                raise Refusal("nothing-given")
            check_version(live, seat, expected_version, texts)
            step = MatchTransaction(live, now)
            for text in texts:
                step.act(seat.seat, text)
            return self._repository.decided(step)

        return await self._repository.unit_of_work.change(self._repository.of_mover(match_id, user_id, now), decide, now=now)

    async def undo(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> MatchUpdate:
        """Back to the start of the own turn. A private draft is discarded first (`update.from_draft`).

        Refuses: `nothing-to-undo`, `undo-too-late`, and as `act`.
        """

        async def before(at: OpenDraft) -> Any:
            target = None if at.kept.texts or at.kept.passes_at else logs.turn_start(at.live.log, at.seat.seat)
            return None if target is None else await self._repository.work(lives.before, at.live, target)

        def decide(at: OpenDraft, state: Any) -> Decision[MatchUpdate]:
            if at.kept.passes_at is not None:
                changes = reopened(at, replace(at.kept, texts=(), passes_at=None, taken_back=True), now)
                return Decision(lambda: _from_draft(at.live, at.kept), changes=changes)
            if at.kept.texts:
                return Decision(lambda: _from_draft(at.live, at.kept), changes=at.emptied())
            return self._undone(at, state, now)

        return await self._repository.unit_of_work.change_with_precomputed(
            self._drafts.of_player(match_id, user_id), before, decide, now=now
        )

    def _undone(self, draft_context: OpenDraft, state: Any, now: datetime) -> Decision[MatchUpdate]:
        live, seat = draft_context.live, draft_context.seat.seat
        target = logs.turn_start(live.log, seat)
        if target is None:
            has_acted = any(row.seat == seat for row in logs.standing(live.log))
            raise Refusal("undo-too-late" if has_acted else "nothing-to-undo")
        taken = tuple(row.text for row in logs.standing(live.log) if row.seq >= target)
        step = MatchTransaction(live, now)
        step.undo(seat, target, state)
        if (again := step.forced()) is not None and again[0] == seat:
            raise Refusal("nothing-to-undo")  # it was no choice, and would happen again
        return Decision(lambda: replace(update(step), undone=taken), (self._repository.step(step),))

    async def may_undo(self, match_id: MatchId, user_id: UserId) -> bool:
        """Return whether `undo` is possible now, or may be asked of all others.

        A person without a seat may take nothing back. Refuses `no-match`.
        """
        of = self._repository.of(match_id).also(lambda live: self._drafts.kept(live, user_id))
        live, kept = await self._repository.unit_of_work.look(of)
        seat = live.seat_of(user_id)
        if live.match.status != RUNNING or seat is None or not seat.is_human:
            return False
        may_ask = not live.match.terms.rated and any(row.seat == seat.seat for row in logs.standing(live.log))
        return bool(kept.texts) or may_ask or logs.turn_start(live.log, seat.seat) is not None

    async def confirm(
        self,
        match_id: MatchId,
        user_id: UserId,
        *,
        expected_version: int | None = None,
        keep: int | None = None,
        based_on: str = "",
        now: datetime,
    ) -> MatchUpdate:
        """Carry out the draft as `act` would, at once or when it can no longer be taken back (`update.passes_at`).

        `based_on` is the `digest` of what the asker saw, `keep` the number of its actions. Confirmed twice, it answers the same.

        Refuses as `act`, `draft-empty`, `draft-incomplete`, `draft-changed`, `stale`, `already-done`.
        """

        def decide(at: OpenDraft) -> Decision[MatchUpdate]:
            if expected_version is not None and not at.is_ahead and logs.moved_since(at.live.log, expected_version):
                refuse_stale(at.live, at.seat, expected_version, own=at.seat.user_id == at.user)
            if at.why not in ("", MOVED):
                return refused(Refusal("plan-lapsed", why=at.why), *at.dropped())
            if at.lapsed:
                return refused(Refusal("stale", version=at.live.version, expected=expected_version), *at.dropped())
            if not at.kept.texts:
                raise Refusal("draft-empty")
            check_base(at.kept.texts, based_on)
            if at.kept.passes_at is not None:
                return Decision(lambda: waiting(at.live, at.kept))
            found = self._drafts.tried(at.live, at.seat, at.kept.texts)
            if not is_complete(at.live, at.seat, found):
                raise Refusal("draft-incomplete", texts=at.kept.texts)
            return self._pending_moves.made(at, found, now)

        seen = SeenDraft(based_on, keep, expected_version)
        return await self._repository.unit_of_work.change(self._drafts.of_mover(match_id, user_id, now, seen), decide, now=now)

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
    ) -> MatchUpdate | None:
        """Go on with the draft as `Drafts.push` would, and carry it out, in one.

        None where something is left to choose: then that is the draft. Refuses as `Drafts.push` and `confirm`.
        """

        def decide(at: OpenDraft) -> Decision[MatchUpdate | None]:
            if at.kept.passes_at is not None and at.kept.texts[keep:] == tuple(texts):
                return Decision(lambda: waiting(at.live, at.kept))  # a second click
            found = self._drafts.extended(at, texts, keep=keep, based_on=based_on, expected_version=expected_version)
            if not is_complete(at.live, at.seat, found):
                return Decision(lambda: None, changes=at.with_texts(found.texts))
            made = self._pending_moves.made(at, found, now)
            return Decision(made.answer, made.steps, made.changes)

        seen = SeenDraft(based_on, keep, expected_version)
        return await self._repository.unit_of_work.change(self._drafts.of_mover(match_id, user_id, now, seen), decide, now=now)


def _from_draft(live: MatchSession, kept: DraftRow) -> MatchUpdate:
    asked = asked_people(live)
    return MatchUpdate(live.match, live.seats, live.version, (), asked, None, undone=kept.texts, from_draft=True)
