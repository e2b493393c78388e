"""Use-cases of the player whose turn it is: act, confirm a draft, undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from service.core.change_scope import Decision, refuse_with_changes
from service.errors import Refusal
from service.match import match_log as logs
from service.match import match_session as lives
from service.match.match_changes import asked_people, update
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession, check_version, refuse_stale
from service.match.match_transaction import MatchTransaction
from service.play.drafts import MOVED, Drafts, OpenDraft, SeenDraft, check_base, is_complete
from service.play.pending_moves import PendingMoves, pending_result, reopen_as_draft
from service.records import MatchUpdate
from storage.rows import RUNNING, DraftRow, MatchId, SeatRow, UserId


class Turns:
    """The use-cases of the player who must act."""

    def __init__(self, repository: MatchRepository, drafts: Drafts, pending_moves: PendingMoves) -> None:
        self._repository = repository
        self._drafts = drafts
        self._pending_moves = pending_moves

    async def act(
        self, match_id: MatchId, user_id: UserId, texts: Sequence[str], *, expected_version: int, now: datetime
    ) -> MatchUpdate:
        """Carry out actions of the user's seat, all or none, then the chance draws that follow; they can't be taken back.

        Refuses `no-match`, `not-running`, `match-lost`, `not-seated`, `seat-vacant`, `nothing-given`, `stale`, `already-done`,
        `on-vacation`, and what the rules refuse (`IllegalActionError`: unreadable, not-your-turn, not-legal, game-over).
        """

        def decide(loaded: tuple[MatchSession, SeatRow]) -> Decision[MatchUpdate]:
            live, seat = loaded
            if not texts:
                raise Refusal("nothing-given")
            check_version(live, seat, expected_version, texts)
            step = MatchTransaction(live, now)
            for text in texts:
                step.act(seat.seat, text)
            return self._repository.decided(step)

        return await self._repository.unit_of_work.change(self._repository.of_mover(match_id, user_id, now), decide, now=now)

    async def undo(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> MatchUpdate:
        """Return to the start of the user's own turn; if they have a draft, only discard that (`update.from_draft`).

        Refuses `nothing-to-undo`, `undo-too-late`, and as `act`.
        """

        async def before(open_draft: OpenDraft) -> Any:
            target = (
                None
                if open_draft.kept.texts or open_draft.kept.passes_at
                else logs.turn_start(open_draft.live.log, open_draft.seat.seat)
            )
            return None if target is None else await self._repository.work(lives.state_before, open_draft.live, target)

        def decide(open_draft: OpenDraft, state: Any) -> Decision[MatchUpdate]:
            if open_draft.kept.passes_at is not None:
                changes = reopen_as_draft(open_draft, replace(open_draft.kept, texts=(), passes_at=None, taken_back=True), now)
                return Decision(lambda: _play_draft(open_draft.live, open_draft.kept), changes=changes)
            if open_draft.kept.texts:
                return Decision(lambda: _play_draft(open_draft.live, open_draft.kept), changes=open_draft.emptied())
            return self._take_back(open_draft, state, now)

        return await self._repository.unit_of_work.change_with_precomputed(
            self._drafts.of_player(match_id, user_id), before, decide, now=now
        )

    def _take_back(self, draft_context: OpenDraft, state: Any, now: datetime) -> Decision[MatchUpdate]:
        live, seat = draft_context.live, draft_context.seat.seat
        target = logs.turn_start(live.log, seat)
        if target is None:
            has_acted = any(row.seat == seat for row in logs.standing_rows(live.log))
            raise Refusal("undo-too-late" if has_acted else "nothing-to-undo")
        taken = tuple(row.text for row in logs.standing_rows(live.log) if row.seq >= target)
        step = MatchTransaction(live, now)
        step.undo(seat, target, state)
        if (again := step.forced()) is not None and again[0] == seat:
            raise Refusal("nothing-to-undo")  # it was no choice, and would happen again
        return Decision(lambda: replace(update(step), undone=taken), (self._repository.step(step),))

    async def may_undo(self, match_id: MatchId, user_id: UserId) -> bool:
        """Return whether the user can undo now, or ask all others for it; False without a seat. Refuse `no-match`."""
        of = self._repository.of(match_id).also(lambda live: self._drafts.kept(live, user_id))
        live, kept = await self._repository.unit_of_work.look(of)
        seat = live.seat_of(user_id)
        if live.match.status != RUNNING or seat is None or not seat.is_human:
            return False
        may_ask = not live.match.terms.rated and any(row.seat == seat.seat for row in logs.standing_rows(live.log))
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
        """Confirm the draft: carry it out as `act` does, or once it can no longer be taken back (`update.passes_at`).

        `based_on` is the `digest` of the draft that the user saw, `keep` the number of its actions. A repeated call returns the
        same. Refuses as `act`, `draft-empty`, `draft-incomplete`, `draft-changed`, `stale`, `already-done`.
        """

        def decide(open_draft: OpenDraft) -> Decision[MatchUpdate]:
            if (
                expected_version is not None
                and not open_draft.is_ahead
                and logs.position_changes_since(open_draft.live.log, expected_version)
            ):
                refuse_stale(open_draft.live, open_draft.seat, expected_version, own=open_draft.seat.user_id == open_draft.user)
            if open_draft.why not in ("", MOVED):
                return refuse_with_changes(Refusal("plan-lapsed", why=open_draft.why), *open_draft.dropped())
            if open_draft.lapsed:
                return refuse_with_changes(
                    Refusal("stale", version=open_draft.live.version, expected=expected_version), *open_draft.dropped()
                )
            if not open_draft.kept.texts:
                raise Refusal("draft-empty")
            check_base(open_draft.kept.texts, based_on)
            if open_draft.kept.passes_at is not None:
                return Decision(lambda: pending_result(open_draft.live, open_draft.kept))
            position = self._drafts.tried(open_draft.live, open_draft.seat, open_draft.kept.texts)
            if not is_complete(open_draft.live, open_draft.seat, position):
                raise Refusal("draft-incomplete", texts=open_draft.kept.texts)
            return self._pending_moves.made(open_draft, position, now)

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
        """Add actions to the draft as `Drafts.push` does, and confirm it if it is complete.

        Returns None if choices are left: the draft is stored then. Refuses as `Drafts.push` and `confirm`.
        """

        def decide(open_draft: OpenDraft) -> Decision[MatchUpdate | None]:
            if open_draft.kept.passes_at is not None and open_draft.kept.texts[keep:] == tuple(texts):
                return Decision(lambda: pending_result(open_draft.live, open_draft.kept))  # a second click
            position = self._drafts.extended(open_draft, texts, keep=keep, based_on=based_on, expected_version=expected_version)
            if not is_complete(open_draft.live, open_draft.seat, position):
                return Decision(lambda: None, changes=open_draft.with_texts(position.texts))
            made = self._pending_moves.made(open_draft, position, now)
            return Decision(made.answer, made.steps, made.changes)

        seen = SeenDraft(based_on, keep, expected_version)
        return await self._repository.unit_of_work.change(self._drafts.of_mover(match_id, user_id, now, seen), decide, now=now)


def _play_draft(live: MatchSession, kept: DraftRow) -> MatchUpdate:
    seats_asked = asked_people(live)
    return MatchUpdate(live.match, live.seats, live.version, (), seats_asked, None, undone=kept.texts, from_draft=True)
