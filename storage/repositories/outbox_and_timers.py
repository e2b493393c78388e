"""Repositories of the outbox and of timers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection

from storage.backends.database import Database
from storage.errors import DatabaseUnavailableError
from storage.queries import direct, outbox, pings, timers
from storage.queries.direct import Pace
from storage.queries.outbox import LONGEST_WAIT
from storage.repositories.attempts import Attempts
from storage.repositories.repository_base import Repository, read, write
from storage.rows import MATCH, TURN_MESSAGE, NewPost, Post, Subject, TimerRow
from storage.sharding import ProcessShare, held_shards

T = TypeVar("T")

UNPACED = Pace(opens=1 << 30, window=timedelta(minutes=1), urgent=("",), patient=("",), late=timedelta(days=36500))
"""Private messages go out as fast as all others."""


class PostStore(Repository):
    """The outbox: messages by topic, which are unsent, sent or given up.

    `Store.commit` and `add` write new ones. `due`, `next_at`, `take` and `hurry` only see the messages of this process's part
    (`Store.share`).
    """

    def __init__(
        self,
        db: Database,
        share: ProcessShare | None,
        written: Callable[[], None],
        check: Callable[[Subject, NewPost], None] = lambda _topic, _post: None,
    ) -> None:
        """Prepare the outbox. `written` is called after a message was queued; `check` raises for a post that must not be."""
        super().__init__(db)
        self._share = share
        self._flush = written
        self._check = check
        self._deferred = db.deferred if share is None else None
        self._attempts = Attempts()
        self.news = 0
        """How often this process has written messages: what was known about unsent ones before is out of date then."""

    async def look_back(self) -> None:
        """Load which messages earlier processes have left unsent; call it before this process queues its first one."""
        self._attempts = Attempts(await self._db.read(outbox.unsent_nonces))

    async def _read(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a read transaction, after writing deferred writes.

        While the database can't be written, it reads without them.
        """
        if self._deferred is not None and self._deferred.any_left:
            with suppress(DatabaseUnavailableError):
                await self._deferred.written()
        return await self._db.read(work)

    async def add(self, topic: Subject, post: NewPost, now: datetime) -> None:
        """Queue a message on its own, outside `Store.commit`. It goes out after all earlier ones of its topic."""
        self._check(topic, post)
        await self._db.write(lambda con: outbox.add_posts(con, topic, (post,), now))
        self._flush()

    async def due(self, now: datetime, limit: int, longest: timedelta = LONGEST_WAIT) -> tuple[Post, ...]:
        """Return up to `limit` unsent posts that are due, oldest first, at most one per topic (so each topic stays in order).

        Posts never tried are due at once. Posts due later than `longest` from now count as due too: the clock has been set back.
        """
        return await self._read(lambda con: outbox.due_posts(con, now, longest, limit, held_shards(con, self._share)))

    async def next_at(self, now: datetime | None = None, pace: Pace | None = None) -> datetime | None:
        """Return when the next post can be sent, considering each topic's first unsent post; None if all are sent.

        Without `now`, returns its due time regardless of `pace`.
        """
        return await self._read(lambda con: outbox.next_post_at(con, held_shards(con, self._share), pace, now))

    async def take(
        self,
        now: datetime,
        limit: int,
        *,
        among: int | None = None,
        free: Callable[[Post], bool] = lambda _: True,
        pace: Pace = UNPACED,
    ) -> tuple[Post, ...]:
        """Return up to `limit` due posts, like `due`, and record an attempt for each in the same transaction.

        Considers the first `among` due posts (default: `limit`) and takes those for which `free` returns True. Private messages
        come last, within `pace`. The rows are as before the attempt: `tried_at` and `attempts` only count earlier ones.
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

        def look(con: Connection) -> tuple[tuple[Post, ...], bool] | None:
            if outbox.any_private(con):
                return None  # the pace of these is kept in the database
            taken = outbox.due_in_channels(con, now, LONGEST_WAIT, limit, among, free)
            return taken, outbox.any_besides(con, taken)

        if self._deferred is None:
            return await self._db.write(work)
        # What is marked is marked in the same transaction: a later message of the same topic may go out now.
        seen = await (self._db.write if self._deferred.any_left else self._db.read)(look)
        taken, others = seen if seen is not None else await self._db.write(work)
        return self._attempts.begin(taken, now), others

    async def sent(self, post: Post, message_id: int, now: datetime) -> None:
        """Mark a post as sent.

        A turn message may be marked some seconds later: if the process is killed, the message is found in its channel.
        """
        if self._deferred is not None and (post.topic.kind, post.kind) == (MATCH, TURN_MESSAGE):
            self._deferred.add(partial(outbox.post_sent, post=post, message_id=message_id, now=now))
        else:
            await self._db.write(lambda con: outbox.post_sent(con, post, message_id, now))
        self._attempts.end(post)

    async def sent_plainly(self, post: Post, message_id: int, now: datetime, error: str) -> None:
        """Mark a post as sent as a plain line instead of the intended message, because of `error`."""
        await self._db.write(lambda con: outbox.post_sent_plainly(con, post, message_id, now, error))
        self._attempts.end(post)

    async def drop(self, post: Post) -> None:
        """Delete a post that was sent and isn't needed any more."""
        await self._db.write(lambda con: outbox.drop_post(con, post))
        self._attempts.end(post)

    async def delayed(self, post: Post, due_at: datetime, error: str) -> None:
        """Delay a post that wasn't delivered, or not for certain, until `due_at`."""
        since = self._attempts.since(post)
        await self._db.write(lambda con: outbox.post_delayed(con, post, due_at, error, since))
        self._attempts.end(post)

    async def dead(self, post: Post, now: datetime, error: str) -> None:
        """Give up a post permanently."""
        await self._db.write(lambda con: outbox.post_dead(con, post, now, error))
        self._attempts.end(post)

    async def hurry(self, now: datetime) -> int:
        """Make delayed posts due now, because Discord is back, except rate-limited ones; return how many."""
        return await self._db.write(lambda con: outbox.hurry(con, now, held_shards(con, self._share)))

    async def note(self, topic: Subject, post: NewPost, message_id: int, now: datetime) -> None:
        """Record a message that was sent without the outbox, such as the response to a command."""
        await self._db.write(lambda con: outbox.add_sent(con, topic, post, message_id, now))

    async def last(self, topic: Subject, kind: str) -> Post | None:
        """Return the newest sent post of a kind in a topic; None if none."""
        return await self._read(lambda con: outbox.last_post(con, topic, kind))

    async def of(self, topic: Subject) -> tuple[Post, ...]:
        """Return all posts of a topic, oldest first."""
        return await self._read(lambda con: outbox.posts(con, topic))

    async def of_matter(self, post: Post) -> tuple[Post, ...]:
        """Return the messages of a post's topic about the same matter that weren't given up, oldest first."""
        return await self._read(lambda con: outbox.posts_of_matter(con, post))

    spend_pings = write(pings.spend)

    direct_channel = read(direct.channel_of)
    keep_direct_channel = write(direct.keep_channel)
    forget_direct_channel = write(direct.forget_channel)
    pause = read(direct.pause)
    put_pause = write(direct.put_pause)


class TimerStore(Repository):
    """Timers of subjects. `Store.commit` sets, completes and drops them.

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
