"""Use-cases of the private draft, in which a player tries out a turn step by step before confirming it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from typing import Any, NamedTuple
from zlib import crc32

from games.core.choice_values import ChoiceValue
from games.core.errors import IllegalActionError
from games.core.game import CHANCE, AnyGame, Seat
from games.core.tutorial import SuggestedMoves
from service.core.change_scope import ChangeScope, Decision
from service.errors import Refusal
from service.match import match_log as logs
from service.match import match_session as lives
from service.match.known_positions import closing_choices, values_of, view_of
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession, TentativePosition, check_version
from service.play.vote_counting import REGULAR
from service.records import Draft, visible
from storage.changes import Change, DeleteDrafts, SaveDraft
from storage.rows import DraftRow, MatchId, SeatRow, Subject, UserId, VoteRow, of_match


async def brings(game: AnyGame, state: Any, seat: Seat, lines: Sequence[Sequence[Any]]) -> tuple[ChoiceValue, ...]:
    """Return the value of each line as `value_choices` computes it, with a fixed random source so that results repeat."""
    return await asyncio.to_thread(values_of, game, state, seat, tuple(map(tuple, lines)))


KEPT = 256
"""Tried positions in memory."""


FEW = 10
"""As many choices as a message can offer with a button each, in two rows."""

MOVED = "moved"
"""Why a draft lapses that is no plan: somebody has moved."""

BETWEEN = " / "
"""What stands between the actions of a draft where it is told in one line."""

MOST_RECOVERED = 20_000
"""As many positions at most are looked at to find a lost draft."""

TRIED = 60
"""Of so many choices at most it is said which are the last ones."""


@dataclass(frozen=True)
class OpenDraft:
    """A seat at the present position, with the stored draft of the user who plays it."""

    live: MatchSession
    seat: SeatRow
    user: UserId
    kept: DraftRow
    why: str
    """Why an older draft is out of date, which goes with whatever is written next: a reason of `Game.lapse`, or `MOVED`."""
    votes: tuple[VoteRow, ...] = ()
    """Where the person only votes for the seat: the votes on this move, and on those before it."""
    is_guess: bool = False
    """Whether the person only guesses what somebody else plays."""
    has_begun: bool = False
    """Whether that player has begun to choose this move, or made it and took it back, and so may have shown it to others."""
    is_ahead: bool = False
    """Whether it is about the seat's next turn: `live` is then the position as if that began now."""

    @property
    def lapsed(self) -> bool:
        """Whether the stored draft was for another position and no longer applies."""
        return bool(self.why)

    def draft(self, found: TentativePosition, kept: DraftRow | None = None, *, onward: bool = False) -> Draft:
        """Return the tentative position as a `Draft` for its player.

        With `onward` it goes on through forced actions to the next real choice.
        """
        make = prepare_draft if onward else draft_view
        draft = make(self.live, self.seat, found, kept, lapsed=self.lapsed, is_guess=self.is_guess)
        is_plan = self.kept.planned and draft.texts == self.kept.texts and not self.is_ahead
        return replace(draft, why=self.why, is_ahead=self.is_ahead, is_plan=is_plan, closing=() if self.is_ahead else draft.closing)

    @property
    def subject(self) -> Subject:
        """The match, as the subject under which the draft is stored."""
        return of_match(self.live.match.id)

    def with_texts(self, texts: Sequence[str]) -> tuple[Change, ...]:
        """Return the changes that store these actions as the draft; none if they are stored already."""
        row = replace(self.kept, texts=tuple(texts), planned=self.kept.planned and tuple(texts) == self.kept.texts)
        return () if row == self.kept and not self.lapsed else self.with_row(row)

    def with_row(self, row: DraftRow) -> tuple[Change, ...]:
        """Return the changes that store this row as the draft."""
        return (SaveDraft(self.subject, self.user, row),)

    def emptied(self) -> tuple[Change, ...]:
        """Return the changes that remove the draft's actions, but keep the row, which says that it was begun or is a guess."""
        if self.kept.taken_back or self.is_guess or (self.kept.texts and not self.is_ahead):
            return self.with_row(replace(self.kept, texts=(), planned=False))
        return self.dropped() if self.kept.texts or self.why else ()

    def dropped(self) -> tuple[Change, ...]:
        """Return the changes that delete the draft."""
        return (DeleteDrafts(self.subject, (self.user,)),)

    def rid(self) -> tuple[Change, ...]:
        """Return the changes that delete a draft that has lapsed; none for a guess or a draft that still applies."""
        return self.dropped() if self.lapsed and not self.is_guess else ()

    def must_be_open(self) -> None:
        """Refuse `move-made` if the draft is confirmed already, so that it can only be taken back."""
        if self.kept.passes_at is not None:
            raise Refusal("move-made", at=self.kept.passes_at)


class SeenDraft(NamedTuple):
    """The identity of the draft that a button continues: its digest, the number of its actions, and the match's version."""

    based_on: str
    """Its `digest`."""
    keep: int | None
    """The number of its actions; None: all."""
    expected_version: int | None = None


OfTable = Callable[[MatchId, UserId], ChangeScope[tuple[MatchSession, SeatRow]]]


class Drafts:
    """The use-cases of drafts: open, extend, shorten, discard."""

    def __init__(self, repository: MatchRepository, of_table: OfTable | None = None) -> None:
        """Set how a user's match and seat are found (`of_table`), if not among running matches."""
        self._repository = repository
        self._of_table = of_table or self._scope_of_match
        self._tried: OrderedDict[tuple[MatchId, Seat], TentativePosition] = OrderedDict()

    def pass_time(self, asleep: Callable[[float], Awaitable[None]]) -> None:
        """Replace the function that sleeps until drafts are written; for simulations."""
        self._repository.store.pass_time(asleep)

    def of(self, match_id: MatchId, user_id: UserId, seen: SeenDraft | None = None) -> ChangeScope[OpenDraft]:
        """Return the scope of a user's draft; `seen` is the draft on the button that they pressed.

        Refuses as `MatchRepository.of_table`.
        """
        return self._scope_of_draft(self._of_table(match_id, user_id), user_id, seen)

    def of_player(self, match_id: MatchId, user_id: UserId) -> ChangeScope[OpenDraft]:
        """Return the scope of the draft of a seated player, voters excluded; refuse as `MatchRepository.of_table`."""
        return self._scope_of_draft(self._repository.of_table(match_id, user_id), user_id)

    def of_mover(self, match_id: MatchId, user_id: UserId, now: datetime, seen: SeenDraft | None = None) -> ChangeScope[OpenDraft]:
        """Return the scope as `of` does, for a move about to be carried out; refuse as `MatchRepository.of_mover`."""

        async def checked(open_draft: OpenDraft) -> None:
            for check in self._repository.may_move if open_draft.seat.is_human else ():
                await check(open_draft.live, user_id, now)

        return self.of(match_id, user_id, seen).also(checked).then(lambda found: found[0])

    def _scope_of_match(self, match_id: MatchId, user_id: UserId) -> ChangeScope[tuple[MatchSession, SeatRow]]:
        """Return the scope of a running match and the seat that the user plays or votes for.

        Refuses as `of_table`, `no-vote`.
        """
        return self._repository.of_running(match_id).then(lambda live: (live, seat_to_draft(live, user_id)))

    def _scope_of_draft(
        self, of: ChangeScope[tuple[MatchSession, SeatRow]], user_id: UserId, seen: SeenDraft | None = None
    ) -> ChangeScope[OpenDraft]:
        async def opened(loaded: tuple[MatchSession, SeatRow]) -> OpenDraft:
            live, seat = _next_turn(*loaded, user_id)
            recent = await self._repository.store.votes.recent(live.match.id, seat.seat, REGULAR + 1) if seat.is_town else ()
            is_guess = seat.is_human and seat.user_id != user_id
            if is_guess and await self._repository.store.drafts.get(user_id, of_match(live.match.id)) is None:
                raise Refusal("not-seated", match=live.match.id)  # `service.watching.guesses` has to be asked first
            kept, why = await self._carry_over(loaded[0], live, seat, user_id)
            if seen is not None and not why and live is loaded[0]:
                kept = await self._restore_draft(live, seat, user_id, kept, seen)
            has_begun = is_guess and await self._has_begun(live, seat)
            return OpenDraft(live, seat, user_id, kept, why, recent, is_guess, has_begun, live is not loaded[0])

        return of.also(opened).then(lambda found: found[1])

    async def _has_begun(self, live: MatchSession, seat: SeatRow) -> bool:
        """Return whether the player of a seat has begun their move: a draft exists, even an empty one, or a move was taken back."""
        row = None if seat.user_id is None else await self._repository.store.drafts.get(seat.user_id, of_match(live.match.id))
        is_draft = row is not None and (bool(row.texts) or not logs.position_changes_since(live.log, row.version))
        return is_draft or logs.was_taken_back(live.log)

    async def _restore_draft(self, live: MatchSession, seat: SeatRow, user_id: UserId, kept: DraftRow, seen: SeenDraft) -> DraftRow:
        """Return the draft with the actions the user has seen, if the program ended before they were written."""
        is_here = not is_another_draft(kept.texts[: seen.keep], seen.based_on) or seen.expected_version not in (None, live.version)
        may_be_lost = self._repository.store.drafts.may_be_lost(user_id, of_match(live.match.id))
        if is_here or not may_be_lost or kept.passes_at is not None or seat.seat not in live.asked:
            return kept
        texts = await self._repository.work(recover_draft, live, seat.seat, seen)
        return kept if texts is None else replace(kept, texts=texts)

    async def open(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:
        """Return the present draft, perhaps empty.

        Refuses as `Turns.act`, and `IllegalActionError("not-your-turn")`.
        """

        def decide(open_draft: OpenDraft) -> Decision[Draft]:
            draft = open_draft.draft(self._try_texts(open_draft, open_draft.kept.texts), open_draft.kept)
            return Decision(lambda: draft, changes=open_draft.rid())

        return await self._repository.unit_of_work.change(self.of(match_id, user_id), decide, now=now)

    async def prepare(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:
        """Return the present draft, with forced actions done up to the next real choice.

        If there are few choices it also says which of them complete the turn (`Draft.closing`). Refuses as `open`.
        """

        def decide(open_draft: OpenDraft) -> Decision[Draft]:
            position = self._onward(open_draft, self._try_texts(open_draft, open_draft.kept.texts))
            draft = open_draft.draft(position, open_draft.kept, onward=True)
            return Decision(lambda: draft, changes=open_draft.with_texts(position.texts) if position.texts else open_draft.rid())

        return await self._repository.unit_of_work.change(self.of(match_id, user_id), decide, now=now)

    def _onward(self, draft_context: OpenDraft, found: TentativePosition) -> TentativePosition:
        """Return the position at the next real choice, or at the end of the turn, with forced actions done."""
        while len(only := draft_context.live.game.legal(found.state, draft_context.seat.seat)) == 1:
            found = self._try_texts(draft_context, (*found.texts, draft_context.live.game.write(only[0])))
        return found

    async def peek(self, match_id: MatchId, user_id: UserId, texts: Sequence[str], *, now: datetime) -> Draft:  # noqa: ARG002
        """Return the draft that `texts` would give on the present position, without storing it.

        Refuses as `open`, and what the rules refuse.
        """
        live, seat = await self._table(match_id, user_id)
        return draft_view(live, seat, self.tried(live, seat, texts), lapsed=False)

    async def push(
        self,
        match_id: MatchId,
        user_id: UserId,
        texts: Sequence[str],
        *,
        keep: int | None = None,
        based_on: str = "",
        expected_version: int | None = None,
        onward: bool = False,
        now: datetime,
    ) -> Draft:
        """Add actions to the draft, after its first `keep` ones (None: all); without `texts`, `keep` is a step back.

        With `onward` it also goes on to the next real choice, as `prepare` does. `based_on` is the `digest` of the kept actions as
        the user saw them, so that pressing a button twice gives the same draft. Refuses as `open`, `stale`, `already-done`,
        `draft-changed`, `draft-complete`, `move-made`, and what the rules refuse.
        """

        def decide(open_draft: OpenDraft) -> Decision[Draft]:
            position = self.extended(open_draft, texts, keep=keep, based_on=based_on, expected_version=expected_version)
            position = self._onward(open_draft, position) if onward else position
            draft = open_draft.draft(position, onward=onward)
            return Decision(lambda: draft, changes=open_draft.with_texts(position.texts))

        seen = SeenDraft(based_on, keep, expected_version)
        return await self._repository.unit_of_work.change(self.of(match_id, user_id, seen), decide, now=now)

    async def _table(self, match_id: MatchId, user_id: UserId) -> tuple[MatchSession, SeatRow]:
        return _next_turn(*await self._repository.unit_of_work.look(self._of_table(match_id, user_id)), user_id)

    async def may_plan(self, match_id: MatchId, user_id: UserId) -> bool:
        """Return whether the user, whose turn it is not, can plan their next turn; refuse as `open`."""
        live, seat = await self._repository.unit_of_work.look(self._repository.of_table(match_id, user_id))
        return _next_turn(live, seat, user_id)[0] is not live

    async def gains(self, draft: Draft, user_id: UserId, choices: Sequence[Any]) -> Mapping[Any, ChoiceValue]:
        """Return the value of some choices of a draft; empty if the stored draft has changed. Refuse as `open`."""
        live, seat = await self._table(draft.match.id, user_id)
        if live.version != draft.version:
            return {}
        state = self.tried(live, seat, draft.texts).state
        values = await brings(live.game, state, seat.seat, [(choice,) for choice in choices])
        return dict(zip(choices, values, strict=True))

    async def total(self, draft: Draft, user_id: UserId) -> ChoiceValue | None:
        """Return the value of a whole draft; None if the stored draft has changed. Refuse as `open`."""
        live, seat = await self._table(draft.match.id, user_id)
        if live.version != draft.version:
            return None
        line = [live.game.read(text) for text in draft.texts]
        return (await brings(live.game, live.state, seat.seat, [line]))[0]

    async def suggested_moves(self, draft: Draft, user_id: UserId) -> SuggestedMoves | None:
        """Return the suggested continuations of a draft in a practice game; None if the stored draft has changed.

        Refuses as `open`.
        """
        live, seat = await self._table(draft.match.id, user_id)
        if live.teaching is None or live.version != draft.version:
            return None
        done = [live.game.read(text) for text in draft.texts]
        return await asyncio.to_thread(live.teaching.suggested_moves, live.game, live.state, seat.seat, done)

    async def back(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:
        """Remove the last action of the draft.

        Refuses as `open`, `draft-empty`, `move-made`.
        """

        def decide(open_draft: OpenDraft) -> Decision[Draft]:
            open_draft.must_be_open()
            position = self._try_texts(open_draft, open_draft.kept.texts[:-1])
            if not open_draft.kept.texts:
                raise Refusal("draft-empty")
            draft = open_draft.draft(position)
            return Decision(lambda: draft, changes=open_draft.with_texts(position.texts))

        return await self._repository.unit_of_work.change(self.of(match_id, user_id), decide, now=now)

    async def discard(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:
        """Remove all actions of the draft.

        Refuses as `open`, `move-made`.
        """

        def decide(open_draft: OpenDraft) -> Decision[Draft]:
            draft = replace(open_draft.draft(self._try_texts(open_draft, ())), lapsed=False)
            open_draft.must_be_open()
            return Decision(lambda: draft, changes=open_draft.emptied())

        return await self._repository.unit_of_work.change(self.of(match_id, user_id), decide, now=now)

    def extended(
        self,
        draft_context: OpenDraft,
        texts: Sequence[str],
        *,
        keep: int | None,
        based_on: str,
        expected_version: int | None,
    ) -> TentativePosition:
        """Return the position of a draft with further actions, as `push` takes them, without storing it; refuse as `push`."""
        draft_context.must_be_open()
        if expected_version is not None and not draft_context.is_ahead:
            check_version(draft_context.live, draft_context.seat, expected_version, texts, after=keep or 0)
        if not texts and keep is None:
            raise Refusal("nothing-given")
        base = draft_context.kept.texts[:keep]
        check_base(base, based_on)
        if texts and base and is_complete(draft_context.live, draft_context.seat, self._try_texts(draft_context, base)):
            raise Refusal("draft-complete")
        return self._try_texts(draft_context, (*base, *texts))

    def _try_texts(self, draft_context: OpenDraft, texts: Sequence[str]) -> TentativePosition:
        return self.tried(draft_context.live, draft_context.seat, texts)

    def tried(self, live: MatchSession, seat: SeatRow, texts: Sequence[str]) -> TentativePosition:
        """Return the position after `texts`, reusing actions that were tried on the same position before.

        Raises `IllegalActionError`: not-your-turn, and what the rules refuse.
        """
        if seat.seat not in live.asked:
            raise IllegalActionError("not-your-turn", asked=live.asked)
        key = live.match.id, seat.seat
        start = self._tried.get(key)
        if start is not None and (start.base is not live.state or start.texts != tuple(texts[: len(start.texts)])):
            start = None
        start_position = lives.try_actions(live, seat.seat, texts[len(start.texts) :] if start else texts, start)
        self._tried[key] = start_position
        self._tried.move_to_end(key)
        while len(self._tried) > KEPT:
            self._tried.popitem(last=False)
        return start_position

    async def kept(self, live: MatchSession, user_id: UserId) -> DraftRow:
        """Return the stored draft of a user if it applies to the present position, else an empty one."""
        row = await self._repository.store.drafts.get(user_id, of_match(live.match.id))
        is_present = row is not None and not logs.position_changes_since(live.log, row.version)
        return row if row is not None and is_present else DraftRow(live.version, ())

    async def _carry_over(self, live: MatchSession, current: MatchSession, seat: SeatRow, user_id: UserId) -> tuple[DraftRow, str]:
        """Return a user's draft in the position `current`, and the reason why an older one has lapsed (empty if none has).

        A plan for the next turn lasts while others play, as long as all that it depends on is unchanged.
        """
        row = await self._repository.store.drafts.get(user_id, of_match(live.match.id))
        if row is None or not logs.position_changes_since(live.log, row.version):
            return row or DraftRow(live.version, ()), ""
        why = MOVED if row.texts else ""
        if row.texts and seat.user_id == user_id and live.game.plans_ahead(live.options):
            why = await self._repository.work(_lapse, live, current, seat.seat, row)
        return (DraftRow(live.version, ()), why) if why or not row.texts else (replace(row, version=live.version), "")


def _next_turn(live: MatchSession, seat: SeatRow, user_id: UserId) -> tuple[MatchSession, SeatRow]:
    """Return the match as if the user's next turn began now, and their seat; unchanged if they can't plan a turn now."""
    if seat.user_id != user_id or seat.seat in live.asked or not live.asked or not live.game.plans_ahead(live.options):
        return live, seat
    state = live.game.ahead(live.state, seat.seat)
    return (live if state is None else replace(live, state=state)), seat


def _lapse(live: MatchSession, current: MatchSession, seat: Seat, row: DraftRow) -> str:
    """Return why a draft made for an earlier position doesn't apply in the position `current`; empty if it does."""
    then = live.game.ahead(lives.state_at(live, row.version), seat)
    if then is None or seat not in current.asked:
        return MOVED
    return live.game.lapse(then, current.state, seat, [live.game.read(text) for text in row.texts])


def seat_to_draft(live: MatchSession, user_id: UserId) -> SeatRow:
    """Return the seat that the user plays, votes for in a game of the server, or guesses for as a spectator.

    Refuses `not-seated`, `seat-vacant`, `no-vote` (no vote is open now).
    """
    if live.seat_of(user_id) is not None:
        return live.played_by(user_id)
    if any(row.is_town for row in live.seats):
        each_seat = next((row for row in live.seats if row.is_town and row.seat in live.asked), None)
        if each_seat is None:
            raise Refusal("no-vote")
        return each_seat
    return seat_to_guess(live) or live.played_by(user_id)


def seat_to_guess(live: MatchSession) -> SeatRow | None:
    """Return the seat whose move spectators can guess: the only one to act, with nothing hidden or taught; else None."""
    if live.game.has_secrets or live.teaching is not None or live.match.guild_id is None or len(live.asked) != 1:
        return None
    asked = live.asked[0]
    return live.seats[asked] if asked != CHANCE and live.seats[asked].is_human else None


def digest(texts: Sequence[str]) -> str:
    """Return a short hash of a draft's actions, by which a button names the draft that it continues."""
    return f"{crc32(BETWEEN.join(texts).encode()):08x}"


def is_another_draft(texts: Sequence[str], based_on: str) -> bool:
    """Return whether the user saw a draft with another digest, as in a second window; False without a digest.

    Buttons of earlier programs carry the last half of the digest, without leading zeros.
    """
    told = digest(texts)
    return bool(based_on) and told != based_on and (len(based_on) == len(told) or told[4:].lstrip("0") != based_on.lstrip("0"))


def check_base(texts: Sequence[str], based_on: str) -> None:
    """Raise `Refusal` with code `draft-changed` if the user saw another draft (`is_another_draft`)."""
    if is_another_draft(texts, based_on):
        raise Refusal("draft-changed")


def recover_draft(live: MatchSession, seat: Seat, seen: SeenDraft) -> tuple[str, ...] | None:
    """Return the only actions of the seat that match a button's digest.

    None if there are none, or the search would take too long.
    """
    told: list[tuple[str, ...]] = []
    waiting = [lives.try_actions(live, seat, ())]
    for _ in range(MOST_RECOVERED):
        if not waiting:
            return told[0] if len(told) == 1 else None
        position = waiting.pop()
        for action in live.game.legal(position.state, seat) if seat in live.game.to_act(position.state) else ():
            texts = (*position.texts, live.game.write(action))
            if seen.keep in (None, len(texts)) and not is_another_draft(texts, seen.based_on):
                told.append(texts)
            elif seen.keep is None or len(texts) < seen.keep:
                waiting.append(lives.try_actions(live, seat, texts[-1:], position))
    return None


def is_complete(live: MatchSession, seat: SeatRow, position: TentativePosition) -> bool:
    """Return whether the seat has no more choices in this position."""
    return bool(position.texts) and seat.seat not in live.game.to_act(position.state)


def draft_view(
    live: MatchSession,
    seat: SeatRow,
    position: TentativePosition,
    kept: DraftRow | None = None,
    *,
    lapsed: bool,
    is_guess: bool = False,
) -> Draft:
    """Return a tentative position as a `Draft` for its player."""
    complete = is_complete(live, seat, position)
    return Draft(
        live.game,
        live.match,
        live.seats,
        seat.seat,
        live.version,
        position.texts,
        view_of(live.game, position.state, seat.seat),
        () if complete else tuple(live.game.legal(position.state, seat.seat)),
        complete,
        visible(chain.from_iterable(position.told), seat.seat),
        lapsed,
        position.before,
        passes_at=kept.passes_at if kept is not None else None,
        is_vote=seat.is_town,
        is_guess=is_guess,
    )


def prepare_draft(
    live: MatchSession,
    seat: SeatRow,
    position: TentativePosition,
    kept: DraftRow | None = None,
    *,
    lapsed: bool,
    is_guess: bool = False,
) -> Draft:
    """Return a tentative position that has gone on to the next real choice, as a `Draft` for its player."""
    is_last = not (seat.is_town or is_guess)  # votes and guesses are confirmed when all of them has been seen
    closing = _closing_choices(live, seat, position) if is_last else ()
    return replace(draft_view(live, seat, position, kept, lapsed=lapsed, is_guess=is_guess), closing=closing, prepared=True)


def _closing_choices(live: MatchSession, seat: SeatRow, position: TentativePosition) -> tuple[Any, ...]:
    """Return the choices after which the turn is complete; empty, as not computed, if there are very many choices."""
    is_few = len(live.game.legal(position.state, seat.seat)) <= TRIED
    return closing_choices(live.game, position.state, seat.seat) if is_few else ()
