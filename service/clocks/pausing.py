"""Agreed pauses: all clocks of the match stand until the end of the pause, or until a player ends it.

Players may still move meanwhile.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from clocks.spans import Span
from games.core.game import Seat
from service.clocks.clock_pauses import People
from service.core.change_scope import Decision
from service.core.post_content import PostContent, posted
from service.core.stored_form import omitted_if
from service.core.timer_content import TimerContent, new_timer, read_timer, timed
from service.errors import Refusal
from service.match.match_changes import ClockAdvance
from service.match.match_repository import MatchRepository
from service.match.match_rows import MatchRows
from service.match.match_session import MatchSession
from service.match.match_transaction import MatchTransaction, match_post
from service.play.requests import GRANTED, Detail, OpenRequest, RequestKind
from storage.changes import PutRow, QueuePosts, SetTimers
from storage.rows import MATCH, RUNNING, MatchId, MatchRow, NewTimer, RequestRow, SeatRow, TimerRow, UserId, of_match

PAUSE = "pause"
"""The kind of the request, of the timers at both ends, of the message at its end, and the reason for which clocks stand."""
MOST = timedelta(days=30)
"""The longest pause."""
MINUTES, DAYS = "minutes", "days"
"""What a request says of its length: minutes; requests of older versions say days."""
ENDED_AT, ENDED_BY = "ended_at", "ended_by"
NO_LATER = "no_later"
"""The date of its round, with which a pause in a tournament ends at the latest."""


@posted(MATCH, PAUSE)
class PauseOver(PostContent):
    """The news that an agreed pause is over."""

    number: int


@timed(PAUSE)
class PauseTimer(TimerContent):
    """The payload of the timer at the end of a pause: the number of its request."""

    number: int | None = omitted_if(None)


class PauseFacts(NamedTuple):
    """The facts that decide whether a pause can be requested."""

    granted: list[RequestRow]
    date: datetime | None
    """When the game's round is over; None: never."""


class Pausing:
    """The handler of requests of the kind `pause`, and the source of the stops that follow from them."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository
        self.kind = RequestKind(self._facts, self._check, self._carry_out)
        self.date_of: Callable[[MatchId], Awaitable[datetime | None]] | None = None
        """When the round is over that a match belongs to."""

    async def _facts(self, live: MatchSession, _seat: Seat, _detail: Detail) -> PauseFacts:
        date = None if self.date_of is None else await self.date_of(live.match.id)
        return PauseFacts(await self._granted_requests(live.match.id), date)

    def _check(self, live: MatchSession, detail: Detail, facts: PauseFacts, now: datetime) -> Detail:
        """Refuse `bad-pause` (most), `no-clock`, `paused-already`, `pause-after-date`."""
        if not timedelta() < timedelta(minutes=detail[MINUTES]) <= MOST:
            raise Refusal("bad-pause", most=MOST.days)
        if not live.match.terms.pace.has_clock:
            raise Refusal("no-clock")
        if any(_lasts(row, now) for row in facts.granted):
            raise Refusal("paused-already")
        if facts.date is None:
            return {MINUTES: detail[MINUTES]}
        if now >= facts.date:
            raise Refusal("pause-after-date")
        return {MINUTES: detail[MINUTES], NO_LATER: facts.date.isoformat()}

    def _carry_out(self, step: MatchTransaction, row: RequestRow, _facts: PauseFacts) -> None:
        timers = (NewTimer(PAUSE, step.now), new_timer(PauseTimer(row.number), pause_end(row)))
        step.more = (*step.more, SetTimers(of_match(step.live.match.id), step.now, timers))

    async def end(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> OpenRequest:
        """End the present pause, as any player of the match; return its request.

        Refuses `not-paused`, and as `Turns.act`.
        """

        def decide(loaded: tuple[tuple[MatchSession, SeatRow], list[RequestRow]]) -> Decision[OpenRequest]:
            (live, seat), granted = loaded
            row = next((row for row in granted if _lasts(row, now)), None)
            if row is None:
                raise Refusal("not-paused")
            ended = replace(row, detail={**row.detail, ENDED_AT: now.isoformat(), ENDED_BY: seat.seat})
            again = SetTimers(of_match(match_id), now, (NewTimer(PAUSE, now),), instead_of=PAUSE)
            queued = QueuePosts(of_match(match_id), now, (match_post(live.match, PauseOver(row.number), upto=live.version),))
            return Decision(lambda: OpenRequest(live.match, live.seats, ended), changes=(queued, PutRow(ended, match_id), again))

        of = self._repository.of_table(match_id, user_id).also(lambda _: self._granted_requests(match_id))
        return await self._repository.unit_of_work.change(of, decide, now=now)

    async def lasts_until(self, match_id: MatchId, now: datetime) -> datetime | None:
        """Return when the present pause of a match ends by itself; None without one."""
        return next((pause_end(row) for row in await self._granted_requests(match_id) if _lasts(row, now)), None)

    async def fall_due(self, timer: TimerRow, now: datetime) -> None:
        """Recompute the clocks at the begin or end of a pause, and announce its end."""
        number = read_timer(timer, PauseTimer).number

        def decide(rows: MatchRows | None) -> Decision[None]:
            if rows is None or rows.match.status != RUNNING:
                return Decision(lambda: None)
            match = rows.match
            queued = () if number is None else (match_post(match, PauseOver(number), upto=match.version),)
            posts = (QueuePosts(of_match(match.id), now, queued),) if queued else ()
            return Decision(lambda: None, (ClockAdvance(rows),), posts)

        await self._repository.unit_of_work.change(self._repository.of_rows(timer.match_id).or_none(), decide, now=now, timer=timer)

    async def spans(self, match: MatchRow, _people: People, since: datetime) -> Mapping[Seat | None, Sequence[Span]]:
        """Return the pauses of a match that end after `since`."""
        if not await self._was_ever_paused(match.id):
            return {}
        spans = [pause_span(row) for row in await self._granted_requests(match.id)]
        return {None: [span for span in spans if span.end is not None and span.end > since]} if spans else {}

    async def _was_ever_paused(self, match_id: MatchId) -> bool:
        """Return whether a match was ever paused, by the cached log, as every move needs this."""
        try:
            rows = await self._repository.rows(match_id)
        except Refusal:  # it begins at this moment
            return False
        return rows.known.was_paused

    async def _granted_requests(self, match_id: MatchId) -> list[RequestRow]:
        rows = await self._repository.store.requests.of(match_id)
        return [row for row in rows if row.kind == PAUSE and row.status == GRANTED]


def pause_end(row: RequestRow) -> datetime:
    """Return when a granted pause is over."""
    assert row.closed_at is not None
    ends = [datetime.fromisoformat(row.detail[key]) for key in (ENDED_AT, NO_LATER) if key in row.detail]
    return min(row.closed_at + pause_length(row.detail), *ends) if ends else row.closed_at + pause_length(row.detail)


def pause_length(detail: Detail) -> timedelta:
    """Return the requested length of a pause; zero for requests of other kinds."""
    return timedelta(minutes=detail.get(MINUTES, 0), days=detail.get(DAYS, 0))


def pause_span(row: RequestRow) -> Span:
    """Return the span of a granted pause."""
    assert row.closed_at is not None
    return Span(row.closed_at, pause_end(row))


def _lasts(row: RequestRow, now: datetime) -> bool:
    return now < pause_end(row)
