"""What somebody asks of all others at the table, who must agree: one small service for every kind of request.

A request is no weapon: one open at a time and three a game for each person, and a refused one rests for a day. Its outcome is a
row of the match's log. What it asks for is done, in the same transaction, by the owner of its kind.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from service.errors import Refusal
from service.process.kernel import Kernel
from service.process.live import Live
from service.process.overtaken import retried
from service.process.step import Step, post
from service.review import log as logs
from storage.changes import RequestPut
from storage.records import MatchId, MatchRow, NewPost, RequestRow, SeatRow, UserId

MOST = 3
"""Requests of one person in one game."""
RESTS = timedelta(hours=24)
"""How long nothing is asked of the same people again after they have refused."""
OPEN, GRANTED, REFUSED, WITHDRAWN, LAPSED = "open", "granted", "refused", "withdrawn", "lapsed"
REQUEST, ANSWERED = "request", "answered"
"""Kinds of messages: what is asked, with buttons; how it was settled. Both name the request by its number."""

Detail = Mapping[str, Any]


@dataclass(frozen=True)
class Kind:
    """What can be asked for."""

    check: Callable[[Live, SeatRow, Detail, datetime], Awaitable[Detail]]
    """What exactly is asked, for the row; refuses what cannot be asked at this moment."""
    carry_out: Callable[[Step, RequestRow], Awaitable[None]]
    """Does it in the step that grants it."""


@dataclass(frozen=True)
class Asked:
    """A request and how it stands."""

    match: MatchRow
    seats: tuple[SeatRow, ...]
    request: RequestRow

    @property
    def missing(self) -> tuple[SeatRow, ...]:
        """Who has yet to answer."""
        return missing(self.seats, self.request)


@retried
class Requests:
    """Asking and answering. Kinds are registered by their owners."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._kinds: dict[str, Kind] = {}

    def register(self, name: str, kind: Kind) -> None:
        """Whoever owns this kind of request."""
        assert name not in self._kinds, name
        self._kinds[name] = kind

    async def of(self, match_id: MatchId, number: int) -> Asked:
        """One request as it stands. Refuses `no-match`, `no-request`."""
        async with self._kernel.lock(match_id):
            return await self._found(await self._kernel.live(match_id), number)

    async def ask(self, match_id: MatchId, user_id: UserId, name: str, detail: Detail, *, now: datetime) -> Asked:
        """Ask all other people at the table; where there are none, it is granted at once.

        Refuses: `request-open`, `too-many-requests` (most), `request-rests` (again), what the kind refuses, and as
        `Turns.act`. Somebody who has blocked whoever asks is asked without a ping (`called`): a refusal would tell of the block.
        """
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.at_table(match_id, user_id)
            earlier = await self._kernel.store.requests.of(match_id)
            _check(live, [row for row in earlier if row.seat == seat.seat], now)
            kind = self._kinds[name]
            exactly = await kind.check(live, seat, detail, now)
            row = RequestRow(len(earlier) + 1, name, seat.seat, exactly, live.version, now)
            if not missing(live.seats, row):
                return await self._settled(live, row, GRANTED, seat, now)
            notice = post(live.match, REQUEST, {"number": row.number}, seat=seat.seat, upto=live.version)
            await self._kernel.tell(live.match, (notice,), now, RequestPut(match_id, row))
            return Asked(live.match, live.seats, row)

    async def answer(self, match_id: MatchId, user_id: UserId, number: int, *, agrees: bool, now: datetime) -> Asked:
        """One of the others agrees, or does not; who asked takes it back by not agreeing. Answered twice, it answers the same.

        Refuses: `no-request`, `request-over` (status), and as `Turns.act`.
        """
        async with self._kernel.lock(match_id):
            live, seat = await self._kernel.at_table(match_id, user_id)
            row = (await self._found(live, number)).request
            if row.status != OPEN:
                raise Refusal("request-over", status=row.status)
            if seat.seat == row.seat:
                if agrees:
                    raise Refusal("request-own")
                return await self._withdrawn(live, row, now)
            if not agrees:
                return await self._settled(live, row, REFUSED, seat, now)
            row = replace(row, agreed=tuple(sorted({*row.agreed, seat.seat})))
            if not missing(live.seats, row):
                return await self._settled(live, row, GRANTED, seat, now)
            await self._kernel.also(match_id, RequestPut(match_id, row))
            return Asked(live.match, live.seats, row)

    async def called(self, asked: Asked) -> tuple[UserId, ...]:
        """Who is pinged for an answer: everybody whose consent is missing, except those who have blocked the person who asks."""
        asker = asked.seats[asked.request.seat].user_id
        blockers = frozenset[UserId]() if asker is None else await self._kernel.store.people.blockers_of(asker)
        return tuple(UserId(seat.user_id) for seat in asked.missing if seat.user_id is not None and seat.user_id not in blockers)

    async def _found(self, live: Live, number: int) -> Asked:
        row = next((row for row in await self._kernel.store.requests.of(live.match.id) if row.number == number), None)
        if row is None:
            raise Refusal("no-request")
        return Asked(live.match, live.seats, _as_it_stands(live, row))

    async def _withdrawn(self, live: Live, row: RequestRow, now: datetime) -> Asked:
        row = replace(row, status=WITHDRAWN, closed_at=now, closed_by=row.seat)
        await self._kernel.tell(live.match, (_answered(live, row),), now, RequestPut(live.match.id, row))
        return Asked(live.match, live.seats, row)

    async def _settled(self, live: Live, row: RequestRow, outcome: str, by: SeatRow, now: datetime) -> Asked:
        """The outcome goes into the log; what is granted is done in the same transaction."""
        row = replace(row, status=outcome, closed_at=now, closed_by=by.seat)
        step = Step(live, now)
        step.request(row)
        step.say(_answered(live, row))
        if outcome == GRANTED:
            await self._kinds[row.kind].carry_out(step, row)
        step.more = (*step.more, RequestPut(live.match.id, row))
        update = await self._kernel.write(step)
        return Asked(update.match, update.seats, row)


def missing(seats: tuple[SeatRow, ...], row: RequestRow) -> tuple[SeatRow, ...]:
    """The people who have yet to agree: all who play, but for who asks."""
    return tuple(seat for seat in seats if seat.is_human and seat.seat != row.seat and seat.seat not in row.agreed)


def _answered(live: Live, row: RequestRow) -> NewPost:
    return post(live.match, ANSWERED, {"number": row.number}, seat=row.seat, upto=live.version)


def _as_it_stands(live: Live, row: RequestRow) -> RequestRow:
    """A request that is open and about a turn lapses when somebody at the table goes on playing."""
    acted = any(live.seats[moved.seat].is_human for moved in logs.moved_since(live.log, row.version) if moved.seat >= 0)
    return replace(row, status=LAPSED) if row.status == OPEN and row.detail.get("while-still") and acted else row


def _check(live: Live, own: list[RequestRow], now: datetime) -> None:
    rows = [_as_it_stands(live, row) for row in own]
    if any(row.status == OPEN for row in rows):
        raise Refusal("request-open")
    again = max((row.closed_at + RESTS for row in rows if row.status == REFUSED and row.closed_at), default=now)
    if again > now:
        raise Refusal("request-rests", again=again)
    if len(rows) >= MOST:
        raise Refusal("too-many-requests", most=MOST)
