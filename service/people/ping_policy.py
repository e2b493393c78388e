"""Whom a message calls aloud: nobody in their night or on their vacation, and nobody for what does not wait for them any more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from service.clocks.reminders import REMINDER, Reminders
from service.people.notifications import DAILY, MORNING, Notifications
from service.process.match_repository import MatchRepository
from service.process.outbox import OVERTAKEN, PostRefused
from storage.records import MATCH, Post, SeatRow, UserId

TURN = "turn"
"""The kind of the message that asks a seat."""


class PingPolicy:
    """Asked about each message at the moment at which it goes out: what was true when it was written may not be so by now."""

    def __init__(self, repository: MatchRepository, calls: Notifications, reminders: Reminders) -> None:
        self._repository = repository
        self._calls = calls
        self._reminders = reminders

    async def check(self, post: Post, now: datetime) -> None:
        """Raises `PostRefused` (`overtaken`) for a message that only calls somebody, for what waits for them no more; for a
        reminder that comes again too, as when its game has rested: it would tell of time that is not short any more.
        """
        if post.kind == DAILY and post.topic.kind != MATCH:
            waits = bool(await self._calls.waiting(UserId(post.topic.id), now))
        elif post.topic.kind == MATCH and post.kind in (REMINDER, MORNING):
            _, seats = await self._repository.seated(post.match_id)
            waits = any(_waits(row, post) for row in seats)
            waits = waits and not (post.kind == REMINDER and await self._reminders.comes_again(post, now))
        else:
            return
        if not waits:
            raise PostRefused(OVERTAKEN)

    async def aloud(self, post: Post, people: Sequence[UserId], now: datetime) -> tuple[UserId, ...]:
        """Those of the people whom a message pings whose devices may ring for it.

        The player is called when their night or vacation ends instead. Where everybody sits at the table, nobody is
        asleep.
        """
        if post.topic.kind != MATCH:
            return await self._awake(people, now)
        match, seats = await self._repository.seated(post.match_id)
        asked = next((row for row in seats if _waits(row, post)), None)
        if post.kind == TURN and asked is None:
            return ()
        if not match.terms.pace.rests:
            return tuple(people)
        if post.kind != TURN or asked is None or asked.waiting_since is None:
            return await self._awake(people, now)
        return tuple([user for user in people if not await self._calls.hush(user, asked.waiting_since, now)])

    async def _awake(self, people: Iterable[UserId], now: datetime) -> tuple[UserId, ...]:
        return tuple([user for user in people if not await self._calls.rests(user, now)])


def _waits(row: SeatRow, post: Post) -> bool:
    """Whether a seat still waits for whom the message calls; for its own turn, where the message is about one."""
    waits = row.is_human and row.waiting_since is not None and row.user_id == post.user_id
    return waits and (post.kind == MORNING or (row.seat, row.told) == (post.seat, post.upto))
