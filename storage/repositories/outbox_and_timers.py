"""Repositories of the outbox and of timers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection

from storage.backends.database import Database
from storage.queries import direct, outbox, pings, timers
from storage.queries.direct import Pace
from storage.queries.outbox import LONGEST_WAIT
from storage.repositories.repository_base import Repository, read, write
from storage.rows import NewPost, Post, Subject, TimerRow
from storage.sharding import ProcessShare, held_shards

UNPACED = Pace(opens=1 << 30, window=timedelta(minutes=1), urgent=("",), patient=("",), late=timedelta(days=36500))
"""Private messages go out as fast as all others."""


class PostStore(Repository):
    """The outbox: messages by topic, unsent, sent or given up. `Store.commit` and `add` write new ones.

    `due`, `next_at`, `take` and `hurry` only see the messages of this process's part (`Store.share`).
    """

    def __init__(
        self,
        db: Database,
        share: ProcessShare | None,
        written: Callable[[], None],
        check: Callable[[Subject, NewPost], None] = lambda _topic, _post: None,
    ) -> None:
        """`check` raises for a post that must not be queued."""
        super().__init__(db)
        self._share = share
        self._written = written
        self._check = check
        self.news = 0
        """How often this process has written messages: what was known about unsent ones before is out of date then."""

    async def add(self, topic: Subject, post: NewPost, now: datetime) -> None:
        """Queue a message on its own, outside `Store.commit`. It goes out after all earlier ones of its topic."""
        self._check(topic, post)
        await self._db.write(lambda con: outbox.add_posts(con, topic, (post,), now))
        self._written()

    async def due(self, now: datetime, limit: int, longest: timedelta = LONGEST_WAIT) -> tuple[Post, ...]:
        """Return up to `limit` unsent posts that are due, oldest first, at most one per topic (so each topic stays in order).

        Posts never tried are due at once. Posts due later than `longest` from now count as due too: the clock has been set back.
        """
        return await self._db.read(lambda con: outbox.due_posts(con, now, longest, limit, held_shards(con, self._share)))

    async def next_at(self, now: datetime | None = None, pace: Pace | None = None) -> datetime | None:
        """Return when the next post can go out, among those that lead; None if all are sent.

        Without `now` whatever the pace says.
        """
        return await self._db.read(lambda con: outbox.next_post_at(con, held_shards(con, self._share), pace, now))

    async def take(
        self,
        now: datetime,
        limit: int,
        *,
        among: int | None = None,
        free: Callable[[Post], bool] = lambda _: True,
        pace: Pace = UNPACED,
    ) -> tuple[Post, ...]:
        """Return up to `limit` due posts, like `due`, and note in the same transaction that an attempt of each begins.

        Looks at the first `among` due posts (default: `limit`) and takes those for which `free` is true. Private messages come
        last, as the pace allows. The rows are as before the attempt: `tried_at` and `attempts` only count earlier ones.
        """

        return (await self.take_and_look(now, limit, among or limit, free, pace))[0]

    async def take_and_look(
        self, now: datetime, limit: int, among: int, free: Callable[[Post], bool], pace: Pace
    ) -> tuple[tuple[Post, ...], bool]:
        """Return posts as `take` does, and whether there are other unsent ones."""

        def work(con: Connection) -> tuple[tuple[Post, ...], bool]:
            part = held_shards(con, self._share)
            taken = outbox.take_posts(con, now, LONGEST_WAIT, limit, among, free, pace, part)
            return taken, outbox.any_besides(con, taken, part)

        return await self._db.write(work)

    sent = write(outbox.post_sent)
    sent_plainly = write(outbox.post_sent_plainly)
    drop = write(outbox.drop_post)
    delayed = write(outbox.post_delayed)

    async def hurry(self, now: datetime) -> int:
        """Make delayed posts due now, as Discord is back, except rate-limited ones; how many."""
        return await self._db.write(lambda con: outbox.hurry(con, now, held_shards(con, self._share)))

    dead = write(outbox.post_dead)

    async def note(self, topic: Subject, post: NewPost, message_id: int, now: datetime) -> None:
        """Keep a message that was sent without the outbox, such as the response to a command."""
        await self._db.write(lambda con: outbox.add_sent(con, topic, post, message_id, now))

    last = read(outbox.last_post)
    of = read(outbox.posts)
    of_matter = read(outbox.of_matter)
    spend_pings = write(pings.spend)

    direct_channel = read(direct.channel_of)
    keep_direct_channel = write(direct.keep_channel)
    forget_direct_channel = write(direct.forget_channel)
    pause = read(direct.pause)
    put_pause = write(direct.put_pause)


class TimerStore(Repository):
    """Timers. `Store.commit` sets, completes and drops them.

    `due` and `next_at` only see the timers of this process's part (`Store.share`).
    """

    def __init__(self, db: Database, share: ProcessShare | None) -> None:
        super().__init__(db)
        self._share = share

    async def due(self, now: datetime, kinds: Sequence[str], limit: int) -> tuple[TimerRow, ...]:
        """Return up to `limit` open timers of these kinds that are due, most overdue first.

        Timers set in the future (the clock has been set back) restart now, so that none waits longer than it should.
        """

        def work(con: Connection) -> tuple[TimerRow, ...] | None:
            part = held_shards(con, self._share)
            return None if timers.any_ahead(con, now, kinds, part) else timers.due_timers(con, now, kinds, limit, part)

        if (due_timers := await self._db.read(work)) is not None:
            return due_timers
        await self._db.write(lambda con: timers.redate(con, now, kinds, held_shards(con, self._share)))
        return await self._db.read(lambda con: timers.due_timers(con, now, kinds, limit, held_shards(con, self._share)))

    async def next_at(self, kinds: Sequence[str]) -> datetime | None:
        """Return when the next open timer of these kinds falls due; None if there is none."""
        return await self._db.read(lambda con: timers.next_timer_at(con, kinds, held_shards(con, self._share)))

    of = read(timers.timers_of)
    was_set = read(timers.was_set)
    subjects = read(timers.subjects)
    kinds = read(timers.kinds_there)
