"""Confirmed moves that can still be taken back, and plans for the next turn; both are kept in the draft.

Until a confirmed move is carried out, only its draft and a timer exist: the log and the other players know nothing of it. So no
draw is made, no other player is asked, the end is not declared, and a move that is taken back has never happened.

A plan for the next turn is kept the same way while others play. When the turn comes, a plan that still applies is played for users
who want that, and shown to all others as their draft. Its timer is set together with the move that brings the turn, so a restart
loses no plan.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from games.core.errors import IllegalActionError
from games.core.game import Seat
from service.core.change_scope import Decision
from service.core.timer_content import TimerContent, new_timer, read_timer, timed
from service.core.timers import Timers
from service.errors import Refusal
from service.match import match_log as logs
from service.match.match_changes import MatchChange, asked_people
from service.match.match_repository import MatchRepository
from service.match.match_rows import MatchRows
from service.match.match_session import MatchSession, TentativePosition
from service.match.match_transaction import MatchTransaction
from service.play.drafts import Drafts, OpenDraft, draft_view, is_complete
from service.records import Draft, MatchUpdate
from service.users.preferences import PLANS, PLAYED
from service.users.user_settings import UserSettings
from storage.changes import Change, DeleteDrafts, SetTimers
from storage.rows import LOST, RUNNING, DraftRow, MatchId, MatchRow, NewTimer, SeatRow, TimerRow, UserId, of_match
from storage.store import Store

Confirmed = Mapping[Seat, DraftRow]
"""By seat, what its person has confirmed."""

PASS = "pass"  # noqa: S105  # nothing secret: the turn passes on
"""The kind of the timer by which a confirmed move is carried out."""


PLAN = "plan"
"""The kind of the timers: `{"user": id}`."""


@timed(PLAN)
class PlanTimer(TimerContent):
    """The payload of the timer that plays a plan: the user whose plan it is."""

    user: UserId


class PendingMoves:
    """The moves that are confirmed but not yet carried out."""

    def __init__(self, repository: MatchRepository, drafts: Drafts) -> None:
        self._repository = repository
        self._drafts = drafts
        self.vote: Callable[[OpenDraft, TentativePosition, datetime], Decision[MatchUpdate]]
        """Keeps a complete draft as a vote: `service.watching.server_seat` registers here."""
        self.guess: Callable[[OpenDraft, TentativePosition, datetime], Decision[MatchUpdate]]
        """The same of a guess: `service.watching.guesses`."""

    def made(self, draft_context: OpenDraft, position: TentativePosition, now: datetime) -> Decision[MatchUpdate]:
        """Return the decision that carries out a complete draft, or keeps it as confirmed while it can be taken back.

        The draft of a seat that a server plays is stored as a vote, that of a spectator as a guess, and one for a later turn as a
        plan.
        """
        if draft_context.seat.is_town or draft_context.is_guess:
            return (self.guess if draft_context.is_guess else self.vote)(draft_context, position, now)
        if draft_context.is_ahead:
            return Decision(
                lambda: planned_result(draft_context, position),
                changes=draft_context.with_row(replace(draft_context.kept, texts=position.texts, planned=True)),
            )
        window = _window(draft_context)
        if not window:
            step = MatchTransaction(draft_context.live, now)
            step.adopt(draft_context.seat.seat, position)
            return self._repository.decided(step)
        row = replace(draft_context.kept, texts=position.texts, passes_at=now + window)
        timer = NewTimer(PASS, now + window, seat=draft_context.seat.seat)
        changes = (*draft_context.with_row(row), SetTimers(draft_context.subject, now, (timer,), instead_of=PASS))
        return Decision(lambda: pending_result(draft_context.live, row), changes=changes)

    async def take_back(self, match_id: MatchId, user_id: UserId, *, expected_version: int, now: datetime) -> Draft:
        """Turn the move that was confirmed at this version into a draft again; a repeated call returns the same draft.

        When it is confirmed again it is carried out at once. Refuses `take-back-too-late` if it was carried out, and as
        `Turns.act`.
        """

        def decide(open_draft: OpenDraft) -> Decision[Draft]:
            if logs.position_changes_since(open_draft.live.log, expected_version):
                raise Refusal("take-back-too-late")
            if open_draft.kept.passes_at is None and not open_draft.kept.taken_back:
                raise IllegalActionError("not-your-turn", asked=open_draft.live.asked)  # somebody else's
            row = replace(open_draft.kept, passes_at=None, taken_back=True)
            draft = draft_view(
                open_draft.live, open_draft.seat, self._drafts.tried(open_draft.live, open_draft.seat, row.texts), row, lapsed=False
            )
            return Decision(lambda: draft, changes=reopen_as_draft(open_draft, row, now))

        return await self._repository.unit_of_work.change(self._drafts.of(match_id, user_id), decide, now=now)

    async def pass_on(self, match_id: MatchId, user_id: UserId, *, expected_version: int, now: datetime) -> MatchUpdate:
        """Carry out the move that was confirmed at this version now.

        Refuses `stale` if no such move waits, and as `Turns.act`.
        """

        def decide(open_draft: OpenDraft) -> Decision[MatchUpdate]:
            step = MatchTransaction(open_draft.live, now)
            its = {open_draft.seat.seat: open_draft.kept} if open_draft.kept.passes_at is not None else {}
            if logs.position_changes_since(open_draft.live.log, expected_version) or not self.finish(step, open_draft.seat, its):
                raise Refusal("stale", version=open_draft.live.version, expected=expected_version)
            return self._repository.decided(step)

        return await self._repository.unit_of_work.change(self._drafts.of(match_id, user_id), decide, now=now)

    async def fall_due(self, timer: TimerRow, now: datetime) -> None:
        """Carry out a confirmed move whose time to be taken back is over; only complete the timer if it no longer applies."""

        its = of_match(timer.match_id)

        def decide(loaded: tuple[MatchSession, Mapping[UserId, DraftRow]]) -> Decision[None]:
            live, drafts = loaded
            step = MatchTransaction(live, now)
            is_played = live.match.status in (RUNNING, LOST) and timer.seat is not None
            if is_played and self.finish(step, live.seats[timer.seat or 0], _confirmed_moves(live, drafts)):
                return Decision(lambda: None, (self._repository.step(step),))
            lapsed = tuple(
                user for user, row in drafts.items() if row.passes_at and logs.position_changes_since(live.log, row.version)
            )
            return Decision(lambda: None, changes=(DeleteDrafts(its, lapsed),) if lapsed else ())

        of = self._repository.of(timer.match_id).also(lambda _: self._repository.store.drafts.of(its))
        await self._repository.unit_of_work.change(of, decide, now=now, timer=timer)

    async def confirmed(self, live: MatchRows) -> Confirmed:
        """Return the confirmed moves of a match that can still be taken back."""
        return await confirmed_moves(self._repository.store, live)

    def finish(self, step: MatchTransaction, seat: SeatRow, confirmed: Confirmed) -> bool:
        """Carry out in `step` the confirmed move of this seat; return False if there is none.

        Called before a turn ends in another way, such as when a player leaves or their time is over.
        """
        if (kept := confirmed.get(seat.seat)) is None:
            return False
        step.adopt(seat.seat, self._drafts.tried(step.live, seat, kept.texts))
        step.more = (*step.more, SetTimers(of_match(step.live.match.id), step.now, instead_of=PASS))
        return True


def reopen_as_draft(draft_context: OpenDraft, row: DraftRow, now: datetime) -> tuple[Change, ...]:
    """Return the changes that make a confirmed move a draft again; none if it is one already."""
    return (
        () if row == draft_context.kept else (*draft_context.with_row(row), SetTimers(draft_context.subject, now, instead_of=PASS))
    )


async def confirmed_moves(store: Store, rows: MatchRows) -> Confirmed:
    """Return the confirmed moves of a match from the store; other players can't play for their seats."""
    return _confirmed_moves(rows, await store.drafts.of(of_match(rows.match.id)))


def _confirmed_moves(rows: MatchRows, drafts: Mapping[UserId, DraftRow]) -> Confirmed:
    people = {seat.user_id: seat.seat for seat in rows.seats if seat.is_human}
    made = {user: row for user, row in drafts.items() if row.passes_at and not logs.position_changes_since(rows.log, row.version)}
    return {people[user]: row for user, row in made.items() if user in people}


def pending_result(live: MatchSession, kept: DraftRow) -> MatchUpdate:
    """Return the update for a confirmed move that is not carried out yet: nothing has changed."""
    return MatchUpdate(live.match, live.seats, live.version, (), asked_people(live), None, passes_at=kept.passes_at)


def planned_result(draft_context: OpenDraft, position: TentativePosition) -> MatchUpdate:
    """Return the update for a stored plan: nothing has changed."""
    live = draft_context.live
    return MatchUpdate(live.match, live.seats, live.version, (), (), None, planned=position.texts)


def take_back_time(match: MatchRow) -> timedelta:
    """Return how long a confirmed move can be taken back by the match's terms."""
    return timedelta(seconds=match.terms.take_back_s)


def _window(draft_context: OpenDraft) -> timedelta:
    """Return how long this move can be taken back; zero for a move that was taken back before, and within another seat's turn."""
    live, seat = draft_context.live, draft_context.seat.seat
    is_own = live.game.turn_of(live.state) == seat and live.asked == (seat,)
    return take_back_time(live.match) if is_own and not draft_context.kept.taken_back else timedelta()


class PlannedMoves:
    """The playing of plans when their turn comes."""

    def __init__(
        self, repository: MatchRepository, drafts: Drafts, pending_moves: PendingMoves, user_settings: UserSettings, timers: Timers
    ) -> None:
        self._repository = repository
        self._unit_of_work = repository.unit_of_work
        self._drafts = drafts
        self._pending_moves = pending_moves
        self._user_settings = user_settings
        self._timers = timers

    async def along(self, step: MatchChange, now: datetime) -> Sequence[Change]:
        """Return the timer that plays or drops the plan of the player whose turn comes with this step."""
        live = step.step.live
        if not live.game.plans_ahead(live.options) or len(live.asked) != 1 or step.step.is_over:
            return ()
        asked = live.asked[0]
        seat = live.seats[asked] if asked >= 0 else None
        if seat is None or not seat.is_human or seat.user_id is None:
            return ()
        timer = new_timer(PlanTimer(seat.user_id), now, asked)
        return (SetTimers(of_match(live.match.id), now, (timer,), instead_of=PLAN),)

    async def fall_due(self, timer: TimerRow, now: datetime) -> None:
        """Play a player's plan, if it still applies and they want plans to be played."""
        user_id = UserId(read_timer(timer, PlanTimer).user)
        if await self._user_settings.prefers(user_id, PLANS) == PLAYED:
            await self.play(timer.match_id, user_id, now=now)
        await self._timers.done(timer, now)

    async def lapsed(self, match_id: MatchId, user_id: UserId) -> bool:
        """Return whether the user's plan for the present turn no longer applies; opening the draft tells the reason."""
        try:
            live = await self._repository.seen(match_id)
            may = live.game.plans_ahead(live.options)
            row = await self._unit_of_work.store.drafts.get(user_id, of_match(match_id)) if may else None
            if row is None or not row.planned:
                return False
            return (await self._unit_of_work.look(self._drafts.of(match_id, user_id))).lapsed
        except Refusal:
            return False  # the game is over, or somebody else has the seat

    async def play(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> bool:
        """Play the user's plan as if they had confirmed it now; return False if none applies or it isn't their turn."""

        def decide(open_draft: OpenDraft) -> Decision[bool]:
            position = self._drafts.tried(open_draft.live, open_draft.seat, open_draft.kept.texts)
            if (
                open_draft.is_ahead
                or open_draft.lapsed
                or not open_draft.kept.planned
                or not is_complete(open_draft.live, open_draft.seat, position)
            ):
                return Decision(lambda: False)
            made = self._pending_moves.made(open_draft, position, now)
            return Decision(lambda: True, made.steps, made.changes)

        try:
            return await self._unit_of_work.change(self._drafts.of_mover(match_id, user_id, now), decide, now=now)
        except (Refusal, IllegalActionError):
            return False  # they are on vacation, have left, or have moved
