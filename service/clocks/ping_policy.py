"""The rules for whom a post may ping, checked when it is sent: blocks, quiet hours and budgets."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from service.clocks.notifications import DAILY, TURN, Notifications
from service.clocks.reminders import MORNING, REMINDER, Reminders
from service.core.outbox import OVERTAKEN, PostRejectedError
from service.match.match_repository import MatchRepository
from storage.queries.pings import PingLimit, PingLimits
from storage.rows import MATCH, Cause, Post, SeatRow, UserId
from telemetry.log_line import log_line

log = logging.getLogger("service.people.pings")

LIMITS = PingLimits(pair=PingLimit(5, 20), sender=PingLimit(100, 400), receiver=PingLimit(20, 80))
"""How often one person may make the bot ping another one, all others, and how often anybody is pinged by all others together.

What the game itself owes (a turn, a round, what somebody asked to hear) is outside. What is over a budget is still said, without
a ping.
"""


@dataclass(frozen=True)
class Reach:
    """The users whom a post pings, and those whom it only names."""

    aloud: tuple[UserId, ...]
    """Who is pinged."""
    resting: tuple[UserId, ...] = ()
    """Who is named without a sound, because they sleep or are away: they find it later."""


class PingPolicy:
    """The check, when a post is sent, of whether it is still relevant and whom it may ping."""

    def __init__(self, repository: MatchRepository, notifications: Notifications, reminders: Reminders) -> None:
        self._repository = repository
        self._notifications = notifications
        self._reminders = reminders
        self._store = repository.store

    async def check(self, post: Post, now: datetime) -> None:
        """Raise `PostRejectedError` (`overtaken`) for a reminder, ping or list if no game waits for the user any more.

        Also for a reminder that will be due again later, as after a pause of its game.
        """
        if post.kind == DAILY and post.topic.kind != MATCH:
            waits = bool(await self._notifications.waiting(UserId(post.topic.id), now))
        elif post.topic.kind == MATCH and post.kind in (REMINDER, MORNING):
            _, seats = await self._repository.seated(post.match_id)
            waits = any(_is_still_awaited(row, post) for row in seats)
            waits = waits and not (post.kind == REMINDER and await self._reminders.comes_again(post, now))
        else:
            return
        if not waits:
            raise PostRejectedError(OVERTAKEN)

    async def reach(self, post: Post, people: Sequence[UserId], now: datetime) -> Reach:
        """Return whom a post may ping and whom it only names.

        Checked in this order: users who have blocked the author of its cause; users who rest (they are pinged later, see
        `Notifications.hush`; in live games no user rests); and the budgets of the author.
        """
        open_to = await self._without_blocked(post.cause, people)
        heard = await self._aloud(post, open_to, now)
        resting = tuple(user for user in open_to if user not in heard)
        return Reach(await self._within_budgets(post.cause, post.nonce, heard, now), resting)

    async def reach_by(self, cause: Cause, nonce: str, people: Sequence[UserId], now: datetime) -> Reach:
        """Return the same as `reach`, for a message that doesn't go through the outbox."""
        open_to = await self._without_blocked(cause, people)
        heard = await self._awake_people(open_to, now)
        resting = tuple(user for user in open_to if user not in heard)
        return Reach(await self._within_budgets(cause, nonce, heard, now), resting)

    async def aloud(self, post: Post, people: Sequence[UserId], now: datetime) -> tuple[UserId, ...]:
        """Return those of `people` whom a message may ping now."""
        return (await self.reach(post, people, now)).aloud

    async def _without_blocked(self, cause: Cause | None, people: Sequence[UserId]) -> tuple[UserId, ...]:
        if cause is None or cause.by is None:
            return tuple(people)
        blockers = await self._store.people.blockers_of(cause.by)
        return tuple(user for user in people if user not in blockers)

    async def _within_budgets(self, cause: Cause | None, nonce: str, people: Sequence[UserId], now: datetime) -> tuple[UserId, ...]:
        """Return those of `people` for whom the author's budgets have room; pings owed by the game, and of oneself, are free."""
        if cause is None or cause.by is None or not (others := [user for user in people if user != cause.by]):
            return tuple(people)
        reached = await self._store.posts.spend_pings(nonce, cause.by, others, now, LIMITS)
        if len(reached) < len(others):
            log.info(log_line("pings-held-back", by=cause.by, why=cause.why, people=len(others) - len(reached)))
        return tuple(user for user in people if user == cause.by or user in reached)

    async def _aloud(self, post: Post, people: Sequence[UserId], now: datetime) -> tuple[UserId, ...]:
        if post.topic.kind != MATCH:
            return await self._awake_people(people, now)
        match, seats = await self._repository.seated(post.match_id)
        seat = next((row for row in seats if _is_still_awaited(row, post)), None)
        if post.kind == TURN and seat is None:
            return ()
        if not match.terms.pace.rests:
            return tuple(people)
        if post.kind != TURN or seat is None or seat.waiting_since is None:
            return await self._awake_people(people, now)
        return tuple([user for user in people if not await self._notifications.hush(user, seat.waiting_since, now)])

    async def _awake_people(self, people: Iterable[UserId], now: datetime) -> tuple[UserId, ...]:
        return tuple([user for user in people if not await self._notifications.rests(user, now)])


def _is_still_awaited(row: SeatRow, post: Post) -> bool:
    """Return whether a seat still waits for the pinged user; for turn messages and reminders, in the same turn."""
    waits = row.is_human and row.waiting_since is not None and row.user_id == post.user_id
    return waits and (post.kind == MORNING or (row.seat, row.told) == (post.seat, post.upto))
