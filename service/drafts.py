"""Use-cases of the private draft: a turn is tried out step by step before it is confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from games.core.errors import IllegalAction
from games.core.game import Event
from games.core.play import play
from service import log as logs
from service.errors import Refusal
from service.kernel import Kernel
from service.live import Live
from service.records import Draft, visible
from service.stale import check_version
from storage.records import DraftRow, MatchId, SeatRow, UserId


class Drafts:
    """What a seat tries out. Takes `now` as every use-case does, though drafts keep no time yet."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    async def open(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:  # noqa: ARG002
        """The present draft; empty if there is none. Refuses as `Turns.act`, and `IllegalAction("not-your-turn")`."""
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.at_table(match_id, user_id)
            kept, lapsed = await self.kept(live, seat)
            return _shown(live, seat, tried(live, seat, kept.texts), lapsed=lapsed)

    async def peek(self, match_id: MatchId, user_id: UserId, texts: Sequence[str], *, now: datetime) -> Draft:  # noqa: ARG002
        """The draft that `texts` would give from the present position; nothing is kept.

        Refuses as `open`, and what the rules refuse.
        """
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.at_table(match_id, user_id)
        return _shown(live, seat, tried(live, seat, texts), lapsed=False)

    async def push(
        self,
        match_id: MatchId,
        user_id: UserId,
        texts: Sequence[str],
        *,
        keep: int | None = None,
        expected_version: int | None = None,
        now: datetime,  # noqa: ARG002
    ) -> Draft:
        """Try further actions in the draft, on top of its first `keep` ones (None: all); with `keep`, none at all is a step back.

        So a press that is repeated gives the same draft again.
        Refuses as `open`, `stale`, `draft-complete`, and what the rules refuse.
        """
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.at_table(match_id, user_id)
            if expected_version is not None:
                check_version(live, seat, expected_version, texts)
            if not texts and keep is None:
                raise Refusal("nothing-given")
            kept, lapsed = await self.kept(live, seat)
            base = kept.texts[:keep]
            if texts and base and is_complete(live, seat, tried(live, seat, base)):
                raise Refusal("draft-complete")
            found = tried(live, seat, (*base, *texts))
            await self._kernel.store.put_draft(match_id, replace(kept, texts=found.texts))
            return _shown(live, seat, found, lapsed=lapsed)

    async def back(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:  # noqa: ARG002
        """Take the last action of the draft back. Refuses as `open`, `draft-empty`."""
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.at_table(match_id, user_id)
            kept, lapsed = await self.kept(live, seat)
            found = tried(live, seat, kept.texts[:-1])
            if not kept.texts:
                raise Refusal("draft-empty")
            await self._kernel.store.put_draft(match_id, replace(kept, texts=found.texts))
            return _shown(live, seat, found, lapsed=lapsed)

    async def discard(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:  # noqa: ARG002
        """Begin the draft anew. Refuses as `open`."""
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.at_table(match_id, user_id)
            found = tried(live, seat, ())
            await self._kernel.store.drop_draft(match_id, seat.seat)
            return _shown(live, seat, found, lapsed=False)

    async def kept(self, live: Live, seat: SeatRow) -> tuple[DraftRow, bool]:
        """The draft of a seat at the present position, and whether an older one was dropped."""
        row = await self._kernel.store.draft(live.match.id, seat.seat)
        if row is not None and not logs.moved_since(live.log, row.version):
            return row, False
        if row is not None:
            await self._kernel.store.drop_draft(live.match.id, seat.seat)
        return DraftRow(seat.seat, live.version, ()), bool(row and row.texts)


@dataclass(frozen=True)
class Tried:
    """A position that a draft leads to."""

    texts: tuple[str, ...]
    state: Any
    events: tuple[Event, ...]
    before: tuple[Any, ...]
    """Among which actions the last one was chosen."""


def tried(live: Live, seat: SeatRow, texts: Sequence[str]) -> Tried:
    """The position after `texts`; refuses `IllegalAction`: not-your-turn, and what the rules refuse."""
    if seat.seat not in live.asked:
        raise IllegalAction("not-your-turn", asked=live.asked)
    state, written, events, before = live.state, [], list[Event](), tuple[Any, ...]()
    for text in texts:
        action = live.game.read(text)
        before = tuple(live.game.legal(state, seat.seat))
        state, caused = play(live.game, state, seat.seat, action)
        written.append(live.game.write(action))
        events.extend(caused)
    return Tried(tuple(written), state, tuple(events), before)


def is_complete(live: Live, seat: SeatRow, found: Tried) -> bool:
    """Whether the seat has nothing more to choose."""
    return bool(found.texts) and seat.seat not in live.game.to_act(found.state)


def _shown(live: Live, seat: SeatRow, found: Tried, *, lapsed: bool) -> Draft:
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
        visible(found.events, seat.seat),
        lapsed,
        found.before,
    )
