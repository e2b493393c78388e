"""Requests that all other players of a match must agree to, such as an undo; each kind has a registered handler.

A user can have one open request and make three in a game, and a refused request can't be repeated for a day. The outcome is a row
of the match's log. The action itself is carried out, in the same transaction, by the handler of its kind.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from games.core.game import Seat
from service.core.change_scope import ChangeScope, Decision
from service.core.post_content import PostContent, Reaches, posted
from service.errors import Refusal
from service.match import match_log as logs
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession
from service.match.match_transaction import MatchTransaction, match_post
from storage.changes import PutRow, QueuePosts
from storage.rows import MATCH, MatchId, MatchRow, NewPost, RequestRow, SeatRow, UserId, of_match

MOST = 3
"""Requests of one person in one game."""
RESTS = timedelta(hours=24)
"""How long nothing is asked of the same people again after they have refused."""
OPEN, GRANTED, REFUSED, WITHDRAWN, LAPSED = "open", "granted", "refused", "withdrawn", "lapsed"
REQUEST, ANSWERED = "request", "answered"
"""Kinds of messages: what is asked, with buttons; how it was settled. Both name the request by its number."""

Detail = Mapping[str, Any]


@posted(MATCH, REQUEST, reaches=Reaches.PERSON)
class RequestAsked(PostContent):
    """The post that asks the other players to answer a request, by its number."""

    number: int


@posted(MATCH, ANSWERED)
class RequestAnswered(PostContent):
    """The post with the outcome of a request."""

    number: int


@dataclass(frozen=True)
class RequestKind:
    """The handler of one kind of request."""

    facts: Callable[[MatchSession, Seat, Detail], Awaitable[Any]]
    """What the two others have to know about the match, who asks and what is asked; it may take its time."""
    check: Callable[[MatchSession, Detail, Any, datetime], Detail]
    """What exactly is asked, for the row; refuses what cannot be asked at this moment."""
    carry_out: Callable[[MatchTransaction, RequestRow, Any], None]
    """Does it in the step that grants it."""


@dataclass(frozen=True)
class _Table:
    """A user's seat in a match, and all requests ever made in that match."""

    live: MatchSession
    seat: SeatRow
    requests: tuple[RequestRow, ...]

    def found(self, number: int) -> RequestRow:
        """Return one request in its present state; refuse `no-request`."""
        row = next((row for row in self.requests if row.number == number), None)
        if row is None:
            raise Refusal("no-request")
        return _present_request(self.live, row)


@dataclass(frozen=True)
class OpenRequest:
    """A request in its present state, with the seats of its match."""

    match: MatchRow
    seats: tuple[SeatRow, ...]
    request: RequestRow

    @property
    def missing(self) -> tuple[SeatRow, ...]:
        """The seats whose players have yet to answer."""
        return seats_yet_to_agree(self.seats, self.request)


class Requests:
    """The use-cases of asking and answering; the kinds are registered by their handlers."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository
        self._kinds: dict[str, RequestKind] = {}

    def register(self, name: str, kind: RequestKind) -> None:
        """Register the handler of a kind of request."""
        assert name not in self._kinds, name
        self._kinds[name] = kind

    async def of(self, match_id: MatchId, number: int) -> OpenRequest:
        """Return one request in its present state; refuse `no-match`, `no-request`."""
        of = self._repository.of(match_id).also(lambda _: self._repository.store.requests.of(match_id))
        live, rows = await self._repository.unit_of_work.look(of)
        return OpenRequest(live.match, live.seats, _Table(live, live.seats[0], rows).found(number))

    async def open_now(self, match_id: MatchId) -> OpenRequest | None:
        """Return the newest request of a match that waits for answers; None without any. Refuse `no-match`."""
        of = self._repository.of(match_id).also(lambda _: self._repository.store.requests.of(match_id))
        live, rows = await self._repository.unit_of_work.look(of)
        waits = [row for row in (_present_request(live, row) for row in rows) if row.status == OPEN]
        return OpenRequest(live.match, live.seats, waits[-1]) if waits else None

    async def ask(self, match_id: MatchId, user_id: UserId, name: str, detail: Detail, *, now: datetime) -> OpenRequest:
        """Make a request to all other players; without other players it is granted at once.

        Refuses `server-plays` (a server can't agree), `request-open`, `too-many-requests` (most), `request-rests` (again), what the
        kind refuses, and as `Turns.act`. Players who blocked the asker are asked without a ping (`called`), because a refusal would
        reveal the block.
        """
        kind = self._kinds[name]

        def decide(table: _Table, facts: Any) -> Decision[OpenRequest]:
            if any(row.is_town for row in table.live.seats):
                raise Refusal("server-plays")
            _check(table.live, [row for row in table.requests if row.seat == table.seat.seat], now)
            exactly = kind.check(table.live, detail, facts, now)
            row = RequestRow(len(table.requests) + 1, name, table.seat.seat, exactly, table.live.version, now)
            if not seats_yet_to_agree(table.live.seats, row):
                return self._settle(table, row, GRANTED, facts, now)
            notice = match_post(
                table.live.match, RequestAsked(row.number), seat=table.seat.seat, upto=table.live.version, by=user_id
            )
            return _put(table, row, now, notice)

        facts = lambda at: kind.facts(at.live, at.seat.seat, detail)  # noqa: E731
        return await self._repository.unit_of_work.change_with_precomputed(
            self._scope_of(match_id, user_id), facts, decide, now=now
        )

    async def answer(self, match_id: MatchId, user_id: UserId, number: int, *, agrees: bool, now: datetime) -> OpenRequest:
        """Answer a request; its asker withdraws it by disagreeing. A repeated answer returns the same.

        Refuses `no-request`, `request-over` (status), and as `Turns.act`.
        """

        async def facts(table: _Table) -> Any:
            row = _agree(table.found(number), table.seat)
            is_last = row.status == OPEN and agrees and not seats_yet_to_agree(table.live.seats, row)
            return await self._kinds[row.kind].facts(table.live, row.seat, row.detail) if is_last else None

        def decide(table: _Table, facts: Any) -> Decision[OpenRequest]:
            row = table.found(number)
            if row.status != OPEN:
                raise Refusal("request-over", status=row.status)
            if table.seat.seat == row.seat:
                if agrees:
                    raise Refusal("request-own")
                row = replace(row, status=WITHDRAWN, closed_at=now, closed_by=row.seat)
                return _put(table, row, now, _answer_post(table.live, row))
            if not agrees:
                return self._settle(table, row, REFUSED, facts, now)
            row = _agree(row, table.seat)
            return (
                _put(table, row, now)
                if seats_yet_to_agree(table.live.seats, row)
                else self._settle(table, row, GRANTED, facts, now)
            )

        return await self._repository.unit_of_work.change_with_precomputed(
            self._scope_of(match_id, user_id), facts, decide, now=now
        )

    async def called(self, asked: OpenRequest) -> tuple[UserId, ...]:
        """Return the users to ping: all whose answer is missing, except those who have blocked the asker."""
        asker = asked.seats[asked.request.seat].user_id
        blockers = frozenset[UserId]() if asker is None else await self._repository.store.people.blockers_of(asker)
        return tuple(UserId(seat.user_id) for seat in asked.missing if seat.user_id is not None and seat.user_id not in blockers)

    def _scope_of(self, match_id: MatchId, user_id: UserId) -> ChangeScope[_Table]:
        of = self._repository.of_table(match_id, user_id).also(lambda _: self._repository.store.requests.of(match_id))
        return of.then(lambda found: _Table(*found[0], found[1]))

    def _settle(self, table: _Table, row: RequestRow, outcome: str, facts: Any, now: datetime) -> Decision[OpenRequest]:
        """Return the decision that logs the outcome, and for a granted request carries out its action."""
        row = replace(row, status=outcome, closed_at=now, closed_by=table.seat.seat)
        step = MatchTransaction(table.live, now)
        step.request(row)
        step.say(_answer_post(table.live, row))
        if outcome == GRANTED:
            self._kinds[row.kind].carry_out(step, row, facts)
        changes = (PutRow(row, table.live.match.id),)
        return Decision(lambda: OpenRequest(step.live.match, step.live.seats, row), (self._repository.step(step),), changes)


def _put(table: _Table, row: RequestRow, now: datetime, *posts: NewPost) -> Decision[OpenRequest]:
    """Return the decision that stores a request and posts it, without changing the match."""
    queued = (QueuePosts(of_match(table.live.match.id), now, posts),) if posts else ()
    return Decision(
        lambda: OpenRequest(table.live.match, table.live.seats, row), changes=(*queued, PutRow(row, table.live.match.id))
    )


def _agree(row: RequestRow, by: SeatRow) -> RequestRow:
    return replace(row, agreed=tuple(sorted({*row.agreed, by.seat})))


def seats_yet_to_agree(seats: tuple[SeatRow, ...], row: RequestRow) -> tuple[SeatRow, ...]:
    """Return the seats of all human players, except the asker, who have not agreed yet."""
    return tuple(seat for seat in seats if seat.is_human and seat.seat != row.seat and seat.seat not in row.agreed)


def _answer_post(live: MatchSession, row: RequestRow) -> NewPost:
    return match_post(live.match, RequestAnswered(row.number), seat=row.seat, upto=live.version)


def _present_request(live: MatchSession, row: RequestRow) -> RequestRow:
    """Return the request in its present state: a request about a turn lapses when a player has gone on playing."""
    acted = any(live.seats[moved.seat].is_human for moved in logs.position_changes_since(live.log, row.version) if moved.seat >= 0)
    return replace(row, status=LAPSED) if row.status == OPEN and row.detail.get("while-still") and acted else row


def _check(live: MatchSession, own: list[RequestRow], now: datetime) -> None:
    rows = [_present_request(live, row) for row in own]
    if any(row.status == OPEN for row in rows):
        raise Refusal("request-open")
    again = max((row.closed_at + RESTS for row in rows if row.status == REFUSED and row.closed_at), default=now)
    if again > now:
        raise Refusal("request-rests", again=again)
    if len(rows) >= MOST:
        raise Refusal("too-many-requests", most=MOST)
