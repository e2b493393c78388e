"""What waits for its time: messages and timers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection

from storage.backends.database import Database
from storage.parts import Share, held
from storage.queries import outbox, timers
from storage.queries.outbox import LONGEST_WAIT
from storage.records import NewPost, Post, Subject, TimerRow
from storage.stores.hops import Hops, read, write


class PostStore(Hops):
    """The outbox: messages to be sent, each of a topic, and what became of them. New ones come by `Store.commit`, and by `add`.

    What is due, and when, is answered of those messages alone that this process looks after (`Store.share`).
    """

    def __init__(self, db: Database, share: Share | None, written: Callable[[], None]) -> None:
        super().__init__(db)
        self._share = share
        self._written = written

    async def add(self, topic: Subject, post: NewPost, now: datetime) -> None:
        """A message that belongs to no change: it is to be sent, after all earlier ones of its topic."""
        await self._db.write(lambda con: outbox.add_posts(con, topic, (post,), now))
        self._written()

    async def due(self, now: datetime, limit: int, longest: timedelta = LONGEST_WAIT) -> tuple[Post, ...]:
        """Unsent posts that are due, oldest first, at most one per topic: messages of one topic stay in order.

        Nothing waits longer than `longest`: what is due later was written by a clock that ran ahead, and is due now. What was never
        tried waits for nothing.
        """
        return await self._db.read(lambda con: outbox.due_posts(con, now, longest, limit, held(con, self._share)))

    async def next_at(self) -> datetime | None:
        """When the next unsent post that leads its topic falls due."""
        return await self._db.read(lambda con: outbox.next_post_at(con, held(con, self._share)))

    async def take(
        self, now: datetime, limit: int, *, among: int | None = None, free: Callable[[Post], bool] = lambda _: True
    ) -> tuple[Post, ...]:
        """As `due`, and note in the same transaction that an attempt of each begins: from here on the messages may have arrived.

        Only those that are `free`, looked for `among` as many as said. The rows are answered as they were before, so that
        `tried_at` and `attempts` tell of earlier attempts alone.
        """

        def work(con: Connection) -> tuple[Post, ...]:
            return outbox.take_posts(con, now, LONGEST_WAIT, limit, among or limit, free, held(con, self._share))

        return await self._db.write(work)

    sent = write(outbox.post_sent)
    drop = write(outbox.drop_post)
    delayed = write(outbox.post_delayed)

    async def hurry(self, now: datetime) -> int:
        """Note that Discord is back: what its absence has delayed is due now, rate limits aside; how many posts."""
        return await self._db.write(lambda con: outbox.hurry(con, now, held(con, self._share)))

    dead = write(outbox.post_dead)

    async def note(self, topic: Subject, post: NewPost, message_id: int, now: datetime) -> None:
        """Keep a message that was sent by other means, such as an answer to a command."""
        await self._db.write(lambda con: outbox.add_sent(con, topic, post, message_id, now))

    last = read(outbox.last_post)
    of = read(outbox.posts)


class TimerStore(Hops):
    """What falls due by itself. Timers are set, done and dropped by `Store.commit`.

    What is due, and when, is answered of those timers alone that this process looks after (`Store.share`).
    """

    def __init__(self, db: Database, share: Share | None) -> None:
        super().__init__(db)
        self._share = share

    async def due(self, now: datetime, kinds: Sequence[str], limit: int) -> tuple[TimerRow, ...]:
        """Timers of these kinds that are due and not done, most overdue first.

        One that was set by a clock that ran ahead of `now` begins its wait now, so that no wait is ever longer than it was set.
        """

        def work(con: Connection) -> tuple[TimerRow, ...] | None:
            part = held(con, self._share)
            return None if timers.any_ahead(con, now, kinds, part) else timers.due_timers(con, now, kinds, limit, part)

        if (found := await self._db.read(work)) is not None:
            return found
        await self._db.write(lambda con: timers.redate(con, now, kinds, held(con, self._share)))
        return await self._db.read(lambda con: timers.due_timers(con, now, kinds, limit, held(con, self._share)))

    async def next_at(self, kinds: Sequence[str]) -> datetime | None:
        """When the next timer of these kinds falls due."""
        return await self._db.read(lambda con: timers.next_timer_at(con, kinds, held(con, self._share)))

    of = read(timers.timers_of)
    subjects = read(timers.subjects)
