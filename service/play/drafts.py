"""Use-cases of the private draft: a turn is tried out step by step before it is confirmed."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from random import Random
from typing import Any
from zlib import crc32

from games.core.choice_values import ChoiceValue, value_choices
from games.core.errors import IllegalActionError
from games.core.game import CHANCE, AnyGame, Seat
from games.core.tutorial import SuggestedMoves
from service.core import match_session as lives
from service.core.change_scope import ChangeScope, Decision
from service.core.match_repository import MatchRepository
from service.core.match_session import MatchSession, TentativePosition, check_version
from service.errors import Refusal
from service.history import match_log as logs
from service.play.vote_counting import REGULAR
from service.records import Draft, visible
from storage.changes import Change, DeleteDrafts, SaveDraft
from storage.rows import DraftRow, MatchId, SeatRow, Subject, UserId, VoteRow, of_match


async def brings(game: AnyGame, state: Any, seat: Seat, lines: Sequence[Sequence[Any]]) -> tuple[ChoiceValue, ...]:
    """As `games.core.choice_values.value_choices`; what is imagined is the same every time, and so is the answer."""
    return await asyncio.to_thread(value_choices, game, state, seat, lines, Random(0).randrange)  # noqa: S311  # no secret


KEPT = 256
"""Tried positions in memory."""


FEW = 10
"""As many choices as a message can offer with a button each, in two rows."""

MOVED = "moved"
"""Why a draft lapses that is no plan: somebody has moved."""

TRIED = 60
"""Of so many choices at most it is said which are the last ones."""


@dataclass(frozen=True)
class OpenDraft:
    """A seat, and the draft of the person who plays it at the present position."""

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
    is_ahead: bool = False
    """Whether it is about the seat's next turn: `live` is then the position as if that began now."""

    @property
    def lapsed(self) -> bool:
        """Whether an older draft is out of date."""
        return bool(self.why)

    def draft(self, found: TentativePosition, kept: DraftRow | None = None, *, onward: bool = False) -> Draft:
        """What was tried, as its player is told of it; `onward`: gone on to the next real choice. Nothing plays a plan."""
        make = prepared if onward else shown
        draft = make(self.live, self.seat, found, kept, lapsed=self.lapsed, is_guess=self.is_guess)
        is_plan = self.kept.planned and draft.texts == self.kept.texts and not self.is_ahead
        return replace(draft, why=self.why, is_ahead=self.is_ahead, is_plan=is_plan, closing=() if self.is_ahead else draft.closing)

    @property
    def subject(self) -> Subject:
        """What the draft is about."""
        return of_match(self.live.match.id)

    def with_texts(self, texts: Sequence[str]) -> tuple[Change, ...]:
        """What keeps these actions as the draft; nothing where they are that already."""
        row = replace(self.kept, texts=tuple(texts), planned=self.kept.planned and tuple(texts) == self.kept.texts)
        return () if row == self.kept and not self.lapsed else self.with_row(row)

    def with_row(self, row: DraftRow) -> tuple[Change, ...]:
        """What keeps a draft in place of the present one."""
        return (SaveDraft(self.subject, self.user, row),)

    def emptied(self) -> tuple[Change, ...]:
        """Nothing is left of the draft, but that a move was taken back already, or that somebody guesses."""
        return self.with_row(replace(self.kept, texts=())) if self.kept.taken_back or self.is_guess else self.dropped()

    def dropped(self) -> tuple[Change, ...]:
        """No draft is left."""
        return (DeleteDrafts(self.subject, (self.user,)),)

    def rid(self) -> tuple[Change, ...]:
        """What drops a draft that is out of date; while it is there, somebody who watches may guess."""
        return self.dropped() if self.lapsed and not self.is_guess else ()

    def must_be_open(self) -> None:
        """Refuse `move-made` where the draft is confirmed already, and can only be taken back."""
        if self.kept.passes_at is not None:
            raise Refusal("move-made", at=self.kept.passes_at)


OfTable = Callable[[MatchId, UserId], ChangeScope[tuple[MatchSession, SeatRow]]]


class Drafts:
    """What a seat tries out."""

    def __init__(self, repository: MatchRepository, of_table: OfTable | None = None) -> None:
        """`of_table`: a table and the seat that a person tries out there, where that is not a seat of a running match."""
        self._repository = repository
        self._of_table = of_table or self._of_match
        self._tried: OrderedDict[tuple[MatchId, Seat], TentativePosition] = OrderedDict()

    def of(self, match_id: MatchId, user_id: UserId) -> ChangeScope[OpenDraft]:
        """The draft of a person, to be changed. Refuses as `MatchRepository.of_table`."""
        return self._opened(self._of_table(match_id, user_id), user_id)

    def of_player(self, match_id: MatchId, user_id: UserId) -> ChangeScope[OpenDraft]:
        """As `of`, but for nobody who only votes. Refuses as `MatchRepository.of_table`."""
        return self._opened(self._repository.of_table(match_id, user_id), user_id)

    def of_mover(self, match_id: MatchId, user_id: UserId, now: datetime) -> ChangeScope[OpenDraft]:
        """As `of`, for somebody whose move is about to be carried out. Refuses as `MatchRepository.of_mover`."""

        async def checked(at: OpenDraft) -> None:
            for check in self._repository.may_move if at.seat.is_human else ():
                await check(at.live, user_id, now)

        return self.of(match_id, user_id).also(checked).then(lambda found: found[0])

    def _of_match(self, match_id: MatchId, user_id: UserId) -> ChangeScope[tuple[MatchSession, SeatRow]]:
        """A running match and the seat that this person plays, or votes for. Refuses as `MatchRepository.of_table`, `no-vote`."""
        return self._repository.of_running(match_id).then(lambda live: (live, drafted_seat(live, user_id)))

    def _opened(self, of: ChangeScope[tuple[MatchSession, SeatRow]], user_id: UserId) -> ChangeScope[OpenDraft]:
        async def opened(at: tuple[MatchSession, SeatRow]) -> OpenDraft:
            live, seat = _next_turn(*at, user_id)
            recent = await self._repository.store.votes.recent(live.match.id, seat.seat, REGULAR + 1) if seat.is_town else ()
            is_guess = seat.is_human and seat.user_id != user_id
            if is_guess and await self._repository.store.drafts.get(user_id, of_match(live.match.id)) is None:
                raise Refusal("not-seated", match=live.match.id)  # `service.play.guesses` has to be asked first
            kept, why = await self._carried(at[0], live, seat, user_id)
            return OpenDraft(live, seat, user_id, kept, why, recent, is_guess, live is not at[0])

        return of.also(opened).then(lambda found: found[1])

    async def open(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:
        """The present draft; empty if there is none. Refuses as `Turns.act`, and `IllegalActionError("not-your-turn")`."""

        def decide(at: OpenDraft) -> Decision[Draft]:
            draft = at.draft(self._tried_by(at, at.kept.texts), at.kept)
            return Decision(lambda: draft, changes=at.rid())

        return await self._repository.unit_of_work.change(self.of(match_id, user_id), decide, now=now)

    async def prepare(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:
        """The present draft, gone on to the next real choice: whatever is the only thing to do is done in it already.

        Of a few choices it says which would be the last (`Draft.closing`).

        Refuses as `open`.
        """

        def decide(at: OpenDraft) -> Decision[Draft]:
            found = self._onward(at, self._tried_by(at, at.kept.texts))
            draft = at.draft(found, at.kept, onward=True)
            return Decision(lambda: draft, changes=at.with_texts(found.texts) if found.texts else at.rid())

        return await self._repository.unit_of_work.change(self.of(match_id, user_id), decide, now=now)

    def _onward(self, draft_context: OpenDraft, found: TentativePosition) -> TentativePosition:
        """The next real choice, or the end of the move: whatever is the only thing to do is done."""
        while len(only := draft_context.live.game.legal(found.state, draft_context.seat.seat)) == 1:
            found = self._tried_by(draft_context, (*found.texts, draft_context.live.game.write(only[0])))
        return found

    async def peek(self, match_id: MatchId, user_id: UserId, texts: Sequence[str], *, now: datetime) -> Draft:  # noqa: ARG002
        """The draft that `texts` would give from the present position; nothing is kept.

        Refuses as `open`, and what the rules refuse.
        """
        live, seat = await self._table(match_id, user_id)
        return shown(live, seat, self.tried(live, seat, texts), lapsed=False)

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
        """Try further actions in the draft, on top of its first `keep` ones (None: all); with `keep`, none at all is a step back.

        `onward`: and go on to the next real choice, as `prepare` does; what a button asks for.

        So a press that is repeated gives the same draft again. `based_on` is the `digest` of those that are kept, as the asker saw
        them. Refuses as `open`, `stale`, `already-done`, `draft-changed`, `draft-complete`, `move-made`, and what the rules
        refuse.
        """

        def decide(at: OpenDraft) -> Decision[Draft]:
            found = self.extended(at, texts, keep=keep, based_on=based_on, expected_version=expected_version)
            found = self._onward(at, found) if onward else found
            draft = at.draft(found, onward=onward)
            return Decision(lambda: draft, changes=at.with_texts(found.texts))

        return await self._repository.unit_of_work.change(self.of(match_id, user_id), decide, now=now)

    async def _table(self, match_id: MatchId, user_id: UserId) -> tuple[MatchSession, SeatRow]:
        return _next_turn(*await self._repository.unit_of_work.look(self._of_table(match_id, user_id)), user_id)

    async def may_plan(self, match_id: MatchId, user_id: UserId) -> bool:
        """Whether this person, who is not asked, can plan their next turn. Refuses as `open`."""
        live, seat = await self._repository.unit_of_work.look(self._repository.of_table(match_id, user_id))
        return _next_turn(live, seat, user_id)[0] is not live

    async def gains(self, draft: Draft, user_id: UserId, choices: Sequence[Any]) -> Mapping[Any, ChoiceValue]:
        """What each of some choices of a draft brings; nothing where it is another draft by now. Refuses as `open`."""
        live, seat = await self._table(draft.match.id, user_id)
        if live.version != draft.version:
            return {}
        state = self.tried(live, seat, draft.texts).state
        found = await brings(live.game, state, seat.seat, [(choice,) for choice in choices])
        return dict(zip(choices, found, strict=True))

    async def total(self, draft: Draft, user_id: UserId) -> ChoiceValue | None:
        """What a whole draft brings; None where it is another one by now. Refuses as `open`."""
        live, seat = await self._table(draft.match.id, user_id)
        if live.version != draft.version:
            return None
        line = [live.game.read(text) for text in draft.texts]
        return (await brings(live.game, live.state, seat.seat, [line]))[0]

    async def suggested_moves(self, draft: Draft, user_id: UserId) -> SuggestedMoves | None:
        """How a draft goes on as advised, where the match teaches its game; None where it is another one. Refuses as `open`."""
        live, seat = await self._table(draft.match.id, user_id)
        if live.teaching is None or live.version != draft.version:
            return None
        done = [live.game.read(text) for text in draft.texts]
        return await asyncio.to_thread(live.teaching.suggested_moves, live.game, live.state, seat.seat, done)

    async def back(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:
        """Take the last action of the draft back. Refuses as `open`, `draft-empty`, `move-made`."""

        def decide(at: OpenDraft) -> Decision[Draft]:
            at.must_be_open()
            found = self._tried_by(at, at.kept.texts[:-1])
            if not at.kept.texts:
                raise Refusal("draft-empty")
            draft = at.draft(found)
            return Decision(lambda: draft, changes=at.with_texts(found.texts))

        return await self._repository.unit_of_work.change(self.of(match_id, user_id), decide, now=now)

    async def discard(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:
        """Begin the draft again. Refuses as `open`, `move-made`."""

        def decide(at: OpenDraft) -> Decision[Draft]:
            draft = replace(at.draft(self._tried_by(at, ())), lapsed=False)
            at.must_be_open()
            return Decision(lambda: draft, changes=at.emptied())

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
        """The draft with further actions, as `push` takes them; nothing is kept yet. Refuses as `push`."""
        draft_context.must_be_open()
        if expected_version is not None and not draft_context.is_ahead:
            check_version(draft_context.live, draft_context.seat, expected_version, texts, after=keep or 0)
        if not texts and keep is None:
            raise Refusal("nothing-given")
        base = draft_context.kept.texts[:keep]
        check_base(base, based_on)
        if texts and base and is_complete(draft_context.live, draft_context.seat, self._tried_by(draft_context, base)):
            raise Refusal("draft-complete")
        return self._tried_by(draft_context, (*base, *texts))

    def _tried_by(self, draft_context: OpenDraft, texts: Sequence[str]) -> TentativePosition:
        return self.tried(draft_context.live, draft_context.seat, texts)

    def tried(self, live: MatchSession, seat: SeatRow, texts: Sequence[str]) -> TentativePosition:
        """The position after `texts`: what was tried on the same position before is not played again.

        Refuses `IllegalActionError`: not-your-turn, and what the rules refuse.
        """
        if seat.seat not in live.asked:
            raise IllegalActionError("not-your-turn", asked=live.asked)
        key = live.match.id, seat.seat
        start = self._tried.get(key)
        if start is not None and (start.base is not live.state or start.texts != tuple(texts[: len(start.texts)])):
            start = None
        found = lives.tried(live, seat.seat, texts[len(start.texts) :] if start else texts, start)
        self._tried[key] = found
        self._tried.move_to_end(key)
        while len(self._tried) > KEPT:
            self._tried.popitem(last=False)
        return found

    async def kept(self, live: MatchSession, user_id: UserId) -> DraftRow:
        """The draft of a person at the present position."""
        row = await self._repository.store.drafts.get(user_id, of_match(live.match.id))
        is_present = row is not None and not logs.moved_since(live.log, row.version)
        return row if row is not None and is_present else DraftRow(live.version, ())

    async def _carried(self, live: MatchSession, at: MatchSession, seat: SeatRow, user_id: UserId) -> tuple[DraftRow, str]:
        """The draft of a person in the position `at`, and why an older one has lapsed.

        A plan for the next turn lasts while others play, as long as nothing that it is about has changed.
        """
        row = await self._repository.store.drafts.get(user_id, of_match(live.match.id))
        if row is None or not logs.moved_since(live.log, row.version):
            return row or DraftRow(live.version, ()), ""
        why = MOVED if row.texts else ""
        if row.texts and seat.user_id == user_id and live.game.plans_ahead(live.options):
            why = await self._repository.work(_lapse, live, at, seat.seat, row)
        return (DraftRow(live.version, ()), why) if why or not row.texts else (replace(row, version=live.version), "")


def _next_turn(live: MatchSession, seat: SeatRow, user_id: UserId) -> tuple[MatchSession, SeatRow]:
    """The match as if the next turn of this person's seat began now, where it is not asked and may plan that."""
    if seat.user_id != user_id or seat.seat in live.asked or not live.asked or not live.game.plans_ahead(live.options):
        return live, seat
    state = live.game.ahead(live.state, seat.seat)
    return (live if state is None else replace(live, state=state)), seat


def _lapse(live: MatchSession, at: MatchSession, seat: Seat, row: DraftRow) -> str:
    """Why a draft of before is no plan for the turn in the position `at`."""
    then = live.game.ahead(lives.state_at(live, row.version), seat)
    if then is None or seat not in at.asked:
        return MOVED
    return live.game.lapse(then, at.state, seat, [live.game.read(text) for text in row.texts])


def drafted_seat(live: MatchSession, user_id: UserId) -> SeatRow:
    """The seat that this person plays; where they have none and a server plays, the one that its members vote for.

    Refuses `not-seated`, `seat-vacant`, `no-vote` (nobody votes just now).
    """
    if live.seat_of(user_id) is not None:
        return live.played_by(user_id)
    if any(row.is_town for row in live.seats):
        found = next((row for row in live.seats if row.is_town and row.seat in live.asked), None)
        if found is None:
            raise Refusal("no-vote")
        return found
    return guessed_seat(live) or live.played_by(user_id)


def guessed_seat(live: MatchSession) -> SeatRow | None:
    """The person's seat whose move others may guess: where one is asked, and nothing is hidden, nor taught."""
    if live.game.has_secrets or live.teaching is not None or live.match.guild_id is None or len(live.asked) != 1:
        return None
    asked = live.asked[0]
    return live.seats[asked] if asked != CHANCE and live.seats[asked].is_human else None


def digest(texts: Sequence[str]) -> str:
    """Tells drafts apart: a button says by it which draft it goes on with."""
    return f"{crc32(' / '.join(texts).encode()) & 0xFFFF:x}"


def check_base(texts: Sequence[str], based_on: str) -> None:
    """Refuse `draft-changed` where the asker saw another draft, as in a second window; without a digest nothing is compared."""
    if based_on and digest(texts) != based_on:
        raise Refusal("draft-changed")


def is_complete(live: MatchSession, seat: SeatRow, found: TentativePosition) -> bool:
    """Whether the seat has nothing more to choose."""
    return bool(found.texts) and seat.seat not in live.game.to_act(found.state)


def shown(
    live: MatchSession,
    seat: SeatRow,
    found: TentativePosition,
    kept: DraftRow | None = None,
    *,
    lapsed: bool,
    is_guess: bool = False,
) -> Draft:
    """A draft as its player sees it."""
    complete = is_complete(live, seat, found)
    return Draft(
        live.game,
        live.match,
        live.seats,
        seat.seat,
        live.version,
        found.texts,
        live.game.view(found.state, seat.seat),
        () if complete else tuple(live.game.legal(found.state, seat.seat)),
        complete,
        visible(chain.from_iterable(found.told), seat.seat),
        lapsed,
        found.before,
        passes_at=kept.passes_at if kept is not None else None,
        is_vote=seat.is_town,
        is_guess=is_guess,
    )


def prepared(
    live: MatchSession,
    seat: SeatRow,
    found: TentativePosition,
    kept: DraftRow | None = None,
    *,
    lapsed: bool,
    is_guess: bool = False,
) -> Draft:
    """The same of one that has gone on to the next real choice."""
    is_last = not (seat.is_town or is_guess)  # votes and guesses are confirmed when all of them has been seen
    closing = _closing(live, seat, found) if is_last else ()
    return replace(shown(live, seat, found, kept, lapsed=lapsed, is_guess=is_guess), closing=closing, prepared=True)


def _closing(live: MatchSession, seat: SeatRow, found: TentativePosition) -> tuple[Any, ...]:
    """Which of the choices would leave the seat nothing more to choose; of very many nobody asks."""
    legal = live.game.legal(found.state, seat.seat)
    if len(legal) > TRIED:
        return ()
    texts = [(action, live.game.write(action)) for action in legal]
    return tuple(action for action, text in texts if is_complete(live, seat, lives.tried(live, seat.seat, (text,), found)))
