"""The store: one repository for each subject (`storage.repositories`), and `Store.commit` for changes of any of them.

Every method is one transaction. All raise `StorageError`: `ConflictError` after a concurrent change, `DatabaseUnavailableError`
in an outage.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection

from storage.backends.database import Database
from storage.backends.migrate import SHIPPED
from storage.backends.sqlite import SqliteDatabase
from storage.changes import Change, ExpectRevision
from storage.queries import cluster_events
from storage.queries.aggregate_revisions import revision_of
from storage.queries.change_handlers import apply_all, next_due, posts_of, writes_posts
from storage.queries.cluster_events import ProcessEvent
from storage.repositories.drafts import DraftStore
from storage.repositories.matches import AnalysisStore, ClockStore, MatchStore, RequestStore, VoteStore
from storage.repositories.outbox_and_timers import PostStore, TimerStore
from storage.repositories.stats import StatsStore
from storage.repositories.tournaments import EventStore
from storage.repositories.users_and_guilds import (
    MapStore,
    NoteStore,
    OperatorStore,
    PersonStore,
    PuzzleStore,
    ServerStore,
    WebStore,
)
from storage.rows import Lease, NewPost, Subject
from storage.sharding import ProcessShare


class LeaseStore(Protocol):
    """Interface of the leases by which processes share out the work.

    `service.core.leases` uses it; monitoring only calls `all`.
    """

    async def hold(self, names: Sequence[str]) -> tuple[Lease, ...]:
        """Renew or take the free ones among the named leases; return all that this process holds now."""

    async def is_deserted(self, names: Sequence[str]) -> bool:
        """Return whether the holder of one of these has gone, so that `hold` can take it before it expires."""

    async def release(self) -> None:
        """Give back all leases, so that others can take them at once."""

    async def all(self) -> tuple[Lease, ...]:
        """Return all valid leases of all processes."""

    async def claim(self, number: int) -> bool:
        """Claim an event that several processes received, by its number. True for the first one only."""

    async def heard(self, timeout_s: float) -> tuple[ProcessEvent, ...]:
        """Return events from other processes, waiting up to `timeout_s`; `MISSED` after a new connection."""

    async def close(self) -> None:
        """Close the connection; the next call opens another one."""


class Store:
    """The open database. Open one with `storage.opening.open_store`, or `open_sqlite` for a file."""

    def __init__(self, db: Database, share: ProcessShare | None = None, leases: LeaseStore | None = None) -> None:
        """Build the repositories over an open database.

        `share` (this process's part) and `leases` are None unless other processes may use the database too.
        """
        self._db = db
        self.outage = db.outage
        """Whether the database works now, with listeners for outages."""
        self.after_transactions = db.after_write
        """Called in the task of the caller after every write transaction, also if its outcome is unknown."""
        self.share = share
        self.leases = leases
        self.after_timers: list[Callable[[datetime], None]] = []
        """Called after every transaction that sets timers, with the earliest due time."""
        self.after_posts: list[Callable[[], None]] = []
        """Called after every transaction that queues posts."""
        self.before_posts: list[Callable[[Subject, NewPost], None]] = []
        """Called with every post that is to be queued; one that raises keeps the transaction from being written."""
        self.after_writes: list[Callable[[Mapping[Subject, int]], None]] = []
        """Called after every `commit` with its result."""
        self.matches = MatchStore(db, self._timers_set)
        self.clocks = ClockStore(db)
        self.analyses = AnalysisStore(db)
        self.puzzles = PuzzleStore(db)
        self.drafts = DraftStore(db, is_alone=share is None)
        self.requests = RequestStore(db)
        self.votes = VoteStore(db)
        self.posts = PostStore(db, share, self._posts_written, self._check_post)
        self.timers = TimerStore(db, share)
        self.people = PersonStore(db, share, self.drafts)
        self.servers = ServerStore(db)
        self.maps = MapStore(db)
        self.events = EventStore(db, self._timers_set)
        self.notes = NoteStore(db)
        self.web = WebStore(db, share)
        self.operators = OperatorStore(db, share, self._posts_written)
        self.stats = StatsStore(db)

    async def revision(self, subject: Subject) -> int:
        """Return the number of writes to a subject so far; 0 if there were none."""
        return await self._db.read(lambda con: revision_of(con, subject))

    async def commit(self, *changes: Change) -> Mapping[Subject, int]:
        """Apply all changes in one transaction; return the new revisions of the written subjects.

        Drafts may be written some seconds later. Raises `ConflictError`, and writes nothing, if a match isn't at the expected
        version, a subject isn't at its revision (`ExpectRevision`), or a unique constraint is violated.
        """
        for topic, post in posts_of(changes):
            self._check_post(topic, post)
        if self.drafts.keep(changes):
            revisions: Mapping[Subject, int] = {
                change.subject: change.expected for change in changes if isinstance(change, ExpectRevision)
            }
        else:
            revisions = await self._write(changes)
        for listener in self.after_writes:
            listener(revisions)
        if (due := next_due(changes)) is not None:
            self._timers_set(due)
        if any(writes_posts(change) for change in changes):
            self._posts_written()
        return revisions

    async def _write(self, changes: Sequence[Change]) -> Mapping[Subject, int]:
        replaced = await self.drafts.begin(changes)
        try:
            revisions = await self._db.write(lambda con: self._apply(con, changes))
        except BaseException:
            self.drafts.failed(changes, replaced)
            raise
        self.drafts.wrote(changes)
        return revisions

    def _apply(self, con: Connection, changes: Sequence[Change]) -> Mapping[Subject, int]:
        revisions = apply_all(con, changes, self.stats.tallying)
        if self.share is not None:
            cluster_events.notify_processes(con, cluster_events.events_of_changes(con, changes, revisions, self.share.attended))
        return revisions

    def pass_time(self, asleep: Callable[[float], Awaitable[None]]) -> None:
        """Replace the sleep function that times delayed writes.

        For simulations, which control the passing of time themselves.
        """
        self.drafts.asleep = asleep
        if self._db.deferred is not None:
            self._db.deferred.asleep = asleep

    async def close(self) -> None:
        """Finish the queued transactions and close the database."""
        if self.leases is not None:
            await self.leases.close()
        await self.drafts.close()
        await self._db.close()

    def _check_post(self, topic: Subject, post: NewPost) -> None:
        for check in self.before_posts:
            check(topic, post)

    def _posts_written(self) -> None:
        self.posts.news += 1
        for listener in self.after_posts:
            listener()

    def _timers_set(self, due: datetime) -> None:
        for listener in self.after_timers:
            listener(due)


async def open_sqlite(path: Path | str, *, busy_timeout_s: float = 5.0, migrations: Path = SHIPPED) -> Store:
    """Open a SQLite file, creating or migrating it as needed (`:memory:`: a temporary database).

    `migrations` is the folder of migrations. Raises `OpenError` or its subclass `SchemaTooNewError`.
    """
    store = Store(await SqliteDatabase.open(path, busy_timeout_s=busy_timeout_s, migrations=migrations))
    await store.posts.look_back()
    return store
