"""What waits for its time: messages and timers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection

from storage.backends.database import Database
from storage.queries import outbox, timers
from storage.queries.shares import Share, held
from storage.records import NewPost, Post, PostId, Subject, TimerRow
from storage.store import LONGEST_WAIT


class SqlPosts:
    """`PostStore`."""

    def __init__(self, db: Database, share: Share | None) -> None:
        self._db = db
        self._share = share

    async def due(self, now: datetime, limit: int, longest: timedelta = LONGEST_WAIT) -> tuple[Post, ...]:
        return await self._db.read(lambda con: outbox.due_posts(con, now, longest, limit, held(con, self._share)))

    async def next_at(self) -> datetime | None:
        return await self._db.read(lambda con: outbox.next_post_at(con, held(con, self._share)))

    async def take(
        self, now: datetime, limit: int, *, among: int | None = None, free: Callable[[Post], bool] = lambda _: True
    ) -> tuple[Post, ...]:
        def work(con: Connection) -> tuple[Post, ...]:
            return outbox.take_posts(con, now, LONGEST_WAIT, limit, among or limit, free, held(con, self._share))

        return await self._db.write(work)

    async def sent(self, post_id: PostId, message_id: int, now: datetime) -> None:
        await self._db.write(lambda con: outbox.post_sent(con, post_id, message_id, now))

    async def delayed(self, post_id: PostId, due_at: datetime, error: str) -> None:
        await self._db.write(lambda con: outbox.post_delayed(con, post_id, due_at, error))

    async def hurry(self, now: datetime) -> int:
        return await self._db.write(lambda con: outbox.hurry(con, now, held(con, self._share)))

    async def dead(self, post_id: PostId, now: datetime, error: str) -> None:
        await self._db.write(lambda con: outbox.post_dead(con, post_id, now, error))

    async def note(self, topic: Subject, post: NewPost, message_id: int, now: datetime) -> None:
        await self._db.write(lambda con: outbox.add_sent(con, topic, post, message_id, now))

    async def last(self, topic: Subject, kind: str) -> Post | None:
        return await self._db.read(lambda con: outbox.last_post(con, topic, kind))

    async def of(self, topic: Subject) -> tuple[Post, ...]:
        return await self._db.read(lambda con: outbox.posts(con, topic))


class SqlTimers:
    """`TimerStore`."""

    def __init__(self, db: Database, share: Share | None) -> None:
        self._db = db
        self._share = share

    async def due(self, now: datetime, kinds: Sequence[str], limit: int) -> tuple[TimerRow, ...]:
        if await self._db.read(lambda con: timers.any_ahead(con, now, kinds, held(con, self._share))):
            await self._db.write(lambda con: timers.redate(con, now, kinds, held(con, self._share)))
        return await self._db.read(lambda con: timers.due_timers(con, now, kinds, limit, held(con, self._share)))

    async def next_at(self, kinds: Sequence[str]) -> datetime | None:
        return await self._db.read(lambda con: timers.next_timer_at(con, kinds, held(con, self._share)))

    async def of(self, subject: Subject) -> tuple[TimerRow, ...]:
        return await self._db.read(lambda con: timers.timers_of(con, subject))

    async def subjects(self, kind: str) -> frozenset[Subject]:
        return await self._db.read(lambda con: timers.subjects(con, kind))
