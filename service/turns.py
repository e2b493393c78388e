"""Use-cases of a person at the table: act and undo, and the private draft in which both are prepared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from games.core.errors import IllegalAction
from games.core.game import AnyGame, Event
from games.core.play import play
from service import log as logs
from service.errors import Refusal
from service.live import Live
from service.records import Draft, Update, visible
from service.step import Step
from service.tables import Tables, asked_people
from storage.records import DraftRow, MatchId, SeatRow, UserId


class Turns(Tables):
    """What the person who is asked may do. Drafts take `now` as every use-case does, though they keep no time yet."""

    async def act(
        self, match_id: MatchId, user_id: UserId, texts: Sequence[str], *, expected_version: int, now: datetime
    ) -> Update:
        """Carry out one or more actions of this person's seat, then let the house draw: all of it or nothing.

        Refuses: `no-match`, `not-running`, `match-lost`, `not-seated`, `seat-vacant`, `nothing-given`, `stale`, `already-done`,
        and what the rules refuse (`IllegalAction`: unreadable, not-your-turn, not-legal, game-over).
        """
        async with self.lock(match_id):
            live, seat = await self._at_table(match_id, user_id)
            return await self._act(live, seat, texts, expected_version, now)

    async def undo(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Update:
        """Back to the start of the own turn. A private draft is discarded first (`update.from_draft`).

        Refuses: `nothing-to-undo`, `undo-too-late`, and as `act`.
        """
        async with self.lock(match_id):
            live, seat = await self._at_table(match_id, user_id)
            kept, _ = await self._kept(live, seat)
            if kept.texts:
                await self.store.drop_draft(match_id, seat.seat)
                return _from_draft(live, kept)
            target = logs.turn_start(live.log, seat.seat)
            if target is None:
                has_acted = any(row.seat == seat.seat for row in logs.standing(live.log))
                raise Refusal("undo-too-late" if has_acted else "nothing-to-undo")
            taken = tuple(row.text for row in logs.standing(live.log) if row.seq >= target)
            step = Step(live, now)
            await self.work(step.undo, seat.seat, target)
            return replace(await self.write(step), undone=taken)

    async def draft(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:  # noqa: ARG002
        """The present draft; empty if there is none. Refuses as `act`, and `IllegalAction("not-your-turn")`."""
        async with self.lock(match_id):
            live, seat = await self._at_table(match_id, user_id)
            kept, lapsed = await self._kept(live, seat)
            return _shown(live, seat, _tried(live, seat, kept.texts), lapsed=lapsed)

    async def peek(self, match_id: MatchId, user_id: UserId, texts: Sequence[str], *, now: datetime) -> Draft:  # noqa: ARG002
        """The draft that `texts` would give from the present position; nothing is kept.

        Refuses as `draft`, and what the rules refuse.
        """
        async with self.lock(match_id):
            live, seat = await self._at_table(match_id, user_id)
        return _shown(live, seat, _tried(live, seat, texts), lapsed=False)

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
        Refuses as `draft`, `stale`, `draft-complete`, and what the rules refuse.
        """
        async with self.lock(match_id):
            live, seat = await self._at_table(match_id, user_id)
            if expected_version is not None:
                _check_version(live, seat, expected_version, texts)
            if not texts and keep is None:
                raise Refusal("nothing-given")
            kept, lapsed = await self._kept(live, seat)
            base = kept.texts[:keep]
            if texts and base and _is_complete(live, seat, _tried(live, seat, base)):
                raise Refusal("draft-complete")
            tried = _tried(live, seat, (*base, *texts))
            await self.store.put_draft(match_id, replace(kept, texts=tried.texts))
            return _shown(live, seat, tried, lapsed=lapsed)

    async def back(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:  # noqa: ARG002
        """Take the last action of the draft back. Refuses as `draft`, `draft-empty`."""
        async with self.lock(match_id):
            live, seat = await self._at_table(match_id, user_id)
            kept, lapsed = await self._kept(live, seat)
            tried = _tried(live, seat, kept.texts[:-1])
            if not kept.texts:
                raise Refusal("draft-empty")
            await self.store.put_draft(match_id, replace(kept, texts=tried.texts))
            return _shown(live, seat, tried, lapsed=lapsed)

    async def discard(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Draft:  # noqa: ARG002
        """Begin the draft anew. Refuses as `draft`."""
        async with self.lock(match_id):
            live, seat = await self._at_table(match_id, user_id)
            tried = _tried(live, seat, ())
            await self.store.drop_draft(match_id, seat.seat)
            return _shown(live, seat, tried, lapsed=False)

    async def confirm(self, match_id: MatchId, user_id: UserId, *, expected_version: int | None = None, now: datetime) -> Update:
        """Carry out the draft as `act` would. Refuses as `act`, `draft-empty`, `draft-incomplete`, `stale`, `already-done`."""
        async with self.lock(match_id):
            live, seat = await self._at_table(match_id, user_id)
            kept, lapsed = await self._kept(live, seat)
            if expected_version is not None and logs.moved_since(live.log, expected_version):
                _refuse_stale(live, seat, expected_version, own=True)
            if lapsed:
                raise Refusal("stale", version=live.version, expected=expected_version)
            if not kept.texts:
                raise Refusal("draft-empty")
            tried = _tried(live, seat, kept.texts)
            if not _is_complete(live, seat, tried):
                raise Refusal("draft-incomplete", texts=kept.texts)
            return await self._act(live, seat, kept.texts, kept.version, now)

    async def _at_table(self, match_id: MatchId, user_id: UserId) -> tuple[Live, SeatRow]:
        live = await self.running(match_id)
        return live, self.seated(live, user_id)

    async def _act(self, live: Live, seat: SeatRow, texts: Sequence[str], expected_version: int, now: datetime) -> Update:
        if not texts:
            raise Refusal("nothing-given")
        _check_version(live, seat, expected_version, texts)
        step = Step(live, now)
        for text in texts:
            step.act(seat.seat, text)
        return await self.write(step)

    async def _kept(self, live: Live, seat: SeatRow) -> tuple[DraftRow, bool]:
        """The draft of a seat at the present position, and whether an older one was dropped."""
        row = await self.store.draft(live.match.id, seat.seat)
        if row is not None and not logs.moved_since(live.log, row.version):
            return row, False
        if row is not None:
            await self.store.drop_draft(live.match.id, seat.seat)
        return DraftRow(seat.seat, live.version, ()), bool(row and row.texts)


@dataclass(frozen=True)
class _Tried:
    """A position that a draft leads to."""

    texts: tuple[str, ...]
    state: Any
    events: tuple[Event, ...]
    before: tuple[Any, ...]
    """Among which actions the last one was chosen."""


def _tried(live: Live, seat: SeatRow, texts: Sequence[str]) -> _Tried:
    if seat.seat not in live.asked:
        raise IllegalAction("not-your-turn", asked=live.asked)
    state, written, events, before = live.state, [], list[Event](), tuple[Any, ...]()
    for text in texts:
        action = live.game.read(text)
        before = tuple(live.game.legal(state, seat.seat))
        state, caused = play(live.game, state, seat.seat, action)
        written.append(live.game.write(action))
        events.extend(caused)
    return _Tried(tuple(written), state, tuple(events), before)


def _is_complete(live: Live, seat: SeatRow, tried: _Tried) -> bool:
    return bool(tried.texts) and seat.seat not in live.game.to_act(tried.state)


def _shown(live: Live, seat: SeatRow, tried: _Tried, *, lapsed: bool) -> Draft:
    complete = _is_complete(live, seat, tried)
    return Draft(
        live.match,
        live.seats,
        seat.seat,
        live.version,
        tried.texts,
        live.game.view(tried.state, seat.seat),
        () if complete else tuple(live.game.legal(tried.state, seat.seat)),
        complete,
        visible(tried.events, seat.seat),
        lapsed,
        tried.before,
    )


def _check_version(live: Live, seat: SeatRow, expected: int, texts: Sequence[str]) -> None:
    """Refuse what was meant for another position; a seat that went to a computer since does not matter."""
    if not 0 <= expected <= live.version:
        raise Refusal("stale", version=live.version, expected=expected)
    newer = logs.moved_since(live.log, expected)
    if newer:
        back = logs.taken_back(live.log)
        meant = [(seat.seat, _normal(live.game, text)) for text in texts]
        same = [(row.seat, row.text) for row in newer[: len(meant)] if row.seq not in back] == meant
        _refuse_stale(live, seat, expected, own=same)


def _refuse_stale(live: Live, seat: SeatRow, expected: int, *, own: bool) -> None:
    first = next(iter(logs.moved_since(live.log, expected)), None)
    is_own = first is not None and own and first.seat == seat.seat and first.seq not in logs.taken_back(live.log)
    raise Refusal("already-done" if is_own else "stale", version=live.version, expected=expected)


def _normal(game: AnyGame, text: str) -> str:
    return game.write(game.read(text))


def _from_draft(live: Live, kept: DraftRow) -> Update:
    asked = asked_people(live)
    return Update(live.match, live.seats, live.version, (), asked, None, undone=kept.texts, from_draft=True)
