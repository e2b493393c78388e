"""Reminders of a turn: few, where the user chose to get them, never at night, with the timer of the next one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from clocks import reminder_schedule
from clocks.clock import StopIntervals as Standing
from clocks.clock_history import ClockHistory
from service.clocks.clock_service import Clocks
from service.core.post_content import PostContent, Reaches, posted, read
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession
from service.match.match_transaction import match_post
from service.users.preferences import EVERY_ONE, NO, PRIVATE, REMINDERS, WHERE
from service.users.user_settings import UserSettings
from storage.changes import QueuePosts
from storage.rows import MATCH, RUNNING, MatchRow, NewPost, Post, SeatRow, UserId, of_match

REMINDER = "reminder"
"""The kind of these messages."""
MORNING = "morning"
"""The kind of the timer at the end of somebody's night or vacation, and of the message about a match that pings them then."""


@posted(MATCH, REMINDER, reaches=Reaches.OWED)
class Reminder(PostContent):
    """The post that reminds a player of their turn."""

    why: str
    until: int | None
    """Unix time at which the time ends; None without a clock."""
    what: str
    """What happens then."""
    since: int
    """Since when it is waited for."""
    others: bool = False
    """Whether the others may let a computer play."""


class Reminders:
    """The reminders, sent when a match's timer falls due before a timeout."""

    def __init__(self, repository: MatchRepository, clocks: Clocks, user_settings: UserSettings) -> None:
        self._repository = repository
        self._clocks = clocks
        self._user_settings = user_settings

    async def due(self, live: MatchSession, sheet: ClockHistory | None, after: datetime, now: datetime) -> tuple[NewPost, ...]:
        """Return a reminder for each player for whom one fell due since `after`; the caller holds the match's lock."""
        had = await self._repository.store.posts.of(of_match(live.match.id))
        waited_for = [row for row in live.seats if row.is_human and row.waiting_since is not None]
        posts = [await self._reminder(live, sheet, row, after, now, had) for row in waited_for]
        return tuple(post for post in posts if post is not None)

    async def unheard(self, failed: Post, now: datetime) -> None:
        """Post an undeliverable private reminder in the game, once, and store that the user takes no private messages."""
        match = await self._repository.match(failed.match_id)
        assert failed.user_id is not None
        again = match_post(match, read(failed, Reminder), user_id=failed.user_id, seat=failed.seat, upto=failed.upto)
        await self._user_settings.not_reached(failed.user_id, QueuePosts(failed.topic, now, (again,)))

    async def late(self, waiting: Post, now: datetime) -> None:
        """Post a late private reminder in the game, if it is still relevant; settings stay."""
        match, seats = await self._repository.seated(waiting.match_id)
        row = None if waiting.seat is None else seats[waiting.seat]
        if match.status == RUNNING and row is not None and row.user_id == waiting.user_id and row.waiting_since is not None:
            again = match_post(match, read(waiting, Reminder), user_id=waiting.user_id, seat=waiting.seat, upto=waiting.upto)
            await self._repository.unit_of_work.write(QueuePosts(waiting.topic, now, (again,)))

    async def comes_again(self, told: Post, now: datetime) -> bool:
        """Return whether a queued reminder is due only later now, because the clock stood or was given time."""
        match, seats = await self._repository.seated(told.match_id)
        sheet = await self._clocks.sheet(match, seats)
        row = None if told.seat is None else seats[told.seat]
        if sheet is None or row is None or row.waiting_since is None:
            return False
        quiet = await self._clocks.quiet(match, row, row.waiting_since)
        return any(at > now and why == read(told, Reminder).why for at, why in _moments(match, sheet, row, quiet))

    async def _reminder(
        self, live: MatchSession, sheet: ClockHistory | None, row: SeatRow, after: datetime, now: datetime, had: Sequence[Post]
    ) -> NewPost | None:
        """Return one player's reminder, if it fell due after `after`, is wanted, and the player is awake; else None."""
        assert row.waiting_since is not None and row.user_id is not None
        user, quiet = UserId(row.user_id), await self._clocks.quiet(live.match, row, row.waiting_since)
        due = [why for at, why in _moments(live.match, sheet, row, quiet) if after < at <= now]
        wanted = await self._user_settings.prefers(user, REMINDERS)
        due = [why for why in due if wanted != NO and (why != reminder_schedule.HALF or wanted == EVERY_ONE)]
        so_far = sum(1 for post in had if post.seat == row.seat and post.upto >= row.told and post.kind in (REMINDER, MORNING))
        if not due or so_far >= reminder_schedule.MOST or quiet.holds(now) or _is_on_its_way(row, had):
            return None
        queued_post = match_post(live.match, _content(live, sheet, row, due[-1], now), user_id=user, seat=row.seat, upto=row.told)
        in_private = await self._user_settings.prefers(user, WHERE) == PRIVATE
        return replace(queued_post, channel_id=None) if in_private else queued_post


def _is_on_its_way(row: SeatRow, had: Sequence[Post]) -> bool:
    """Return whether a seat's turn message has not arrived yet, as a reminder must not come first."""
    asking = (post for post in had if (post.kind, post.seat, post.upto) == ("turn", row.seat, row.told))
    return any(post.sent_at is None and post.dead_at is None for post in asking)


def _content(live: MatchSession, sheet: ClockHistory | None, row: SeatRow, why: str, now: datetime) -> Reminder:
    assert row.waiting_since is not None
    end = None if sheet is None else sheet.deadline(row.seat)
    return Reminder(
        why=why,
        until=None if end is None else int(end.timestamp()),
        what=live.match.terms.on_timeout,
        since=int(row.waiting_since.timestamp()),
        others=sheet is None and now - row.waiting_since >= reminder_schedule.OTHERS_AFTER,
    )


def _moments(match: MatchRow, sheet: ClockHistory | None, row: SeatRow, quiet: Standing) -> Iterator[tuple[datetime, str]]:
    assert row.waiting_since is not None
    if sheet is None:
        yield from reminder_schedule.reminders_without_clock(row.waiting_since, quiet)
    elif (clock := sheet.seats[row.seat]).since is not None:
        yield from reminder_schedule.reminder_times(clock, match.terms.pace, sheet.stops(row.seat), quiet)
