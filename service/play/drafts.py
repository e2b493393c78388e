"""Use-cases of the private draft: a turn is tried out step by step before it is confirmed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from typing import Any
from zlib import crc32

from games.core.errors import IllegalAction
from games.core.gains import Gain
from games.core.game import Seat
from service.errors import Refusal
from service.play.choice_gains import brings
from service.play.stale import check_version
from service.process import live as lives
from service.process.kernel import Kernel
from service.process.live import Live, Tried
from service.records import Draft, visible
from service.review import log as logs
from storage.changes import DraftKept, DraftsDropped
from storage.records import DraftRow, MatchId, SeatRow, UserId, of_match

KEPT = 256
"""Tried positions in memory."""


FEW = 10
"""As many choices as a message can offer with a button each, in two rows: of those it is said which are the last ones."""


class Drafts:
    """What a seat tries out. Takes `now` as every use-case does, though drafts keep no time yet."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._tried: OrderedDict[tuple[MatchId, Seat], Tried] = OrderedDict()

    async def open(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:  # noqa: ARG002
        """The present draft; empty if there is none. Refuses as `Turns.act`, and `IllegalAction("not-your-turn")`."""
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.at_table(match_id, user_id)
            kept, lapsed = await self.kept(live, user_id)
            return shown(live, seat, self.tried(live, seat, kept.texts), kept, lapsed=lapsed)

    async def prepare(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:  # noqa: ARG002
        """The present draft, gone on to the next real choice: whatever is the only thing to do is done in it already.

        Of a few choices it says which would be the last (`Draft.closing`).

        Refuses as `open`.
        """
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.at_table(match_id, user_id)
            kept, lapsed = await self.kept(live, user_id)
            found = self._onward(live, seat, self.tried(live, seat, kept.texts))
            if found.texts != kept.texts:
                await self.put(live, user_id, kept, found)
            return prepared(live, seat, found, kept, lapsed=lapsed)

    async def push_on(
        self,
        match_id: MatchId,
        user_id: UserId,
        texts: Sequence[str],
        *,
        keep: int,
        based_on: str = "",
        expected_version: int | None = None,
        now: datetime,  # noqa: ARG002
    ) -> Draft:
        """`push` and `prepare` in one: what a button does. Refuses as `push`."""
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.at_table(match_id, user_id)
            kept, lapsed = await self.open_one(live, user_id)
            pushed = self.extended(live, seat, kept, texts, keep=keep, based_on=based_on, expected_version=expected_version)
            found = self._onward(live, seat, pushed)
            await self.put(live, user_id, kept, found)
            return prepared(live, seat, found, lapsed=lapsed)

    def _onward(self, live: Live, seat: SeatRow, found: Tried) -> Tried:
        """The next real choice, or the end of the move: whatever is the only thing to do is done."""
        while len(only := live.game.legal(found.state, seat.seat)) == 1:
            found = self.tried(live, seat, (*found.texts, live.game.write(only[0])))
        return found

    async def peek(self, match_id: MatchId, user_id: UserId, texts: Sequence[str], *, now: datetime) -> Draft:  # noqa: ARG002
        """The draft that `texts` would give from the present position; nothing is kept.

        Refuses as `open`, and what the rules refuse.
        """
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.at_table(match_id, user_id)
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
        now: datetime,  # noqa: ARG002
    ) -> Draft:
        """Try further actions in the draft, on top of its first `keep` ones (None: all); with `keep`, none at all is a step back.

        So a press that is repeated gives the same draft again. `based_on` is the `digest` of those that are kept, as the asker saw
        them. Refuses as `open`, `stale`, `already-done`, `draft-changed`, `draft-complete`, `move-made`, and what the rules
        refuse.
        """
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.at_table(match_id, user_id)
            kept, lapsed = await self.open_one(live, user_id)
            found = self.extended(live, seat, kept, texts, keep=keep, based_on=based_on, expected_version=expected_version)
            await self.put(live, user_id, kept, found)
            return shown(live, seat, found, lapsed=lapsed)

    async def gains(self, draft: Draft, user_id: UserId, choices: Sequence[Any]) -> Mapping[Any, Gain]:
        """What each of some choices of a draft brings; nothing where it is another draft by now. Refuses as `open`."""
        async with self._kernel.lock(draft.match.id):
            live, seat = await self._kernel.at_table(draft.match.id, user_id)
            if live.version != draft.version:
                return {}
            state = self.tried(live, seat, draft.texts).state
        found = await brings(live.game, state, seat.seat, [(choice,) for choice in choices])
        return dict(zip(choices, found, strict=True))

    async def total(self, draft: Draft, user_id: UserId) -> Gain | None:
        """What a whole draft brings; None where it is another one by now. Refuses as `open`."""
        async with self._kernel.lock(draft.match.id):
            live, seat = await self._kernel.at_table(draft.match.id, user_id)
        if live.version != draft.version:
            return None
        line = [live.game.read(text) for text in draft.texts]
        return (await brings(live.game, live.state, seat.seat, [line]))[0]

    async def back(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:  # noqa: ARG002
        """Take the last action of the draft back. Refuses as `open`, `draft-empty`, `move-made`."""
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.at_table(match_id, user_id)
            kept, lapsed = await self.open_one(live, user_id)
            found = self.tried(live, seat, kept.texts[:-1])
            if not kept.texts:
                raise Refusal("draft-empty")
            await self.put(live, user_id, kept, found)
            return shown(live, seat, found, lapsed=lapsed)

    async def discard(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:  # noqa: ARG002
        """Begin the draft anew. Refuses as `open`, `move-made`."""
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.at_table(match_id, user_id)
            found = self.tried(live, seat, ())
            kept, _ = await self.open_one(live, user_id)
            await self.empty(live, user_id, kept)
            return shown(live, seat, found, lapsed=False)

    def extended(
        self,
        live: Live,
        seat: SeatRow,
        kept: DraftRow,
        texts: Sequence[str],
        *,
        keep: int | None,
        based_on: str,
        expected_version: int | None,
    ) -> Tried:
        """The draft with further actions, as `push` takes them; nothing is kept yet. Refuses as `push`."""
        if expected_version is not None:
            check_version(live, seat, expected_version, texts, after=keep or 0)
        if not texts and keep is None:
            raise Refusal("nothing-given")
        base = kept.texts[:keep]
        check_base(base, based_on)
        if texts and base and is_complete(live, seat, self.tried(live, seat, base)):
            raise Refusal("draft-complete")
        return self.tried(live, seat, (*base, *texts))

    async def put(self, live: Live, user_id: UserId, kept: DraftRow, found: Tried) -> None:
        """Keep what was tried in place of the draft `kept`."""
        await self._kept(live, user_id, replace(kept, texts=found.texts))

    async def empty(self, live: Live, user_id: UserId, kept: DraftRow) -> None:
        """Nothing is left of the draft, but that a move was taken back already."""
        if kept.taken_back:
            await self._kept(live, user_id, replace(kept, texts=()))
        else:
            await self._dropped(live, user_id)

    async def _kept(self, live: Live, user_id: UserId, row: DraftRow) -> None:
        await self._kernel.also(live.match.id, DraftKept(of_match(live.match.id), user_id, row))

    async def _dropped(self, live: Live, user_id: UserId) -> None:
        await self._kernel.also(live.match.id, DraftsDropped(of_match(live.match.id), (user_id,)))

    def tried(self, live: Live, seat: SeatRow, texts: Sequence[str]) -> Tried:
        """The position after `texts`: what was tried on the same position before is not played again.

        Refuses `IllegalAction`: not-your-turn, and what the rules refuse.
        """
        if seat.seat not in live.asked:
            raise IllegalAction("not-your-turn", asked=live.asked)
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

    async def open_one(self, live: Live, user_id: UserId) -> tuple[DraftRow, bool]:
        """As `kept`; refuses `move-made` where the draft is confirmed already, and can only be taken back."""
        kept, lapsed = await self.kept(live, user_id)
        check_open(kept)
        return kept, lapsed

    async def kept(self, live: Live, user_id: UserId) -> tuple[DraftRow, bool]:
        """The draft of a person at the present position, and whether an older one was dropped."""
        its, drafts = of_match(live.match.id), self._kernel.store.drafts
        row = await drafts.get(user_id, its)
        if row is not None and not logs.moved_since(live.log, row.version):
            return row, False
        if row is not None:
            await self._dropped(live, user_id)
        return DraftRow(live.version, ()), bool(row and row.texts)


def check_open(kept: DraftRow) -> None:
    """Refuse `move-made` where the draft is confirmed already, and can only be taken back."""
    if kept.passes_at is not None:
        raise Refusal("move-made", at=kept.passes_at)


def digest(texts: Sequence[str]) -> str:
    """Tells drafts apart: a button says by it which draft it goes on with."""
    return f"{crc32(' / '.join(texts).encode()) & 0xFFFF:x}"


def check_base(texts: Sequence[str], based_on: str) -> None:
    """Refuse `draft-changed` where the asker saw another draft, as in a second window; without a digest nothing is compared."""
    if based_on and digest(texts) != based_on:
        raise Refusal("draft-changed")


def is_complete(live: Live, seat: SeatRow, found: Tried) -> bool:
    """Whether the seat has nothing more to choose."""
    return bool(found.texts) and seat.seat not in live.game.to_act(found.state)


def shown(live: Live, seat: SeatRow, found: Tried, kept: DraftRow | None = None, *, lapsed: bool) -> Draft:
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
    )


def prepared(live: Live, seat: SeatRow, found: Tried, kept: DraftRow | None = None, *, lapsed: bool) -> Draft:
    """The same of one that has gone on to the next real choice."""
    return replace(shown(live, seat, found, kept, lapsed=lapsed), closing=_closing(live, seat, found), prepared=True)


def _closing(live: Live, seat: SeatRow, found: Tried) -> tuple[Any, ...]:
    """Which of a few choices would leave the seat nothing more to choose; of many nobody asks."""
    legal = live.game.legal(found.state, seat.seat)
    if len(legal) > FEW:
        return ()
    texts = [(action, live.game.write(action)) for action in legal]
    return tuple(action for action, text in texts if is_complete(live, seat, lives.tried(live, seat.seat, (text,), found)))
