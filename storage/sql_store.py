"""The store in a SQL database: each method is one hop and one transaction of the functions that know the tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection

from storage.backends.database import Database
from storage.backends.migrating import SHIPPED
from storage.backends.sqlite import SqliteDatabase
from storage.changes import Change
from storage.queries import process_events
from storage.queries.applying import apply_all, next_due, writes_posts
from storage.queries.shares import Share
from storage.queries.subject_revisions import revision_of
from storage.records import Subject
from storage.store import LeaseStore
from storage.stores.due import PostStore, TimerStore
from storage.stores.events import EventStore
from storage.stores.matches import AnalysisStore, ClockStore, DraftStore, MatchStore, RequestStore
from storage.stores.people import MapStore, NoteStore, PersonStore, PuzzleStore, ServerStore
from storage.stores.stats import StatsStore


class SqlStore:
    """A `Store` in a database; make one in a SQLite file with `open_sqlite`."""

    def __init__(self, db: Database, share: Share | None = None, leases: LeaseStore | None = None) -> None:
        """`share` and `leases` only where other processes may work with the database too."""
        self._db = db
        self.outage = db.outage
        self.after_transactions = db.after_write
        self.share = share
        self.leases = leases
        self.after_timers: list[Callable[[datetime], None]] = []
        self.after_posts: list[Callable[[], None]] = []
        self.after_writes: list[Callable[[Mapping[Subject, int]], None]] = []
        self.matches = MatchStore(db, self._timers_set)
        self.clocks = ClockStore(db)
        self.analyses = AnalysisStore(db)
        self.puzzles = PuzzleStore(db)
        self.drafts = DraftStore(db)
        self.requests = RequestStore(db)
        self.posts = PostStore(db, share, self._posts_written)
        self.timers = TimerStore(db, share)
        self.people = PersonStore(db, share)
        self.servers = ServerStore(db)
        self.maps = MapStore(db)
        self.events = EventStore(db, self._timers_set)
        self.notes = NoteStore(db)
        self.stats = StatsStore(db)

    async def revision(self, subject: Subject) -> int:
        return await self._db.read(lambda con: revision_of(con, subject))

    async def commit(self, *changes: Change) -> Mapping[Subject, int]:
        revisions = await self._db.write(lambda con: self._apply(con, changes))
        for heard in self.after_writes:
            heard(revisions)
        if (due := next_due(changes)) is not None:
            self._timers_set(due)
        if any(writes_posts(change) for change in changes):
            self._posts_written()
        return revisions

    def _apply(self, con: Connection, changes: Sequence[Change]) -> Mapping[Subject, int]:
        revisions = apply_all(con, changes, self.stats.tallying)
        if self.share is not None:
            process_events.tell(con, process_events.of(con, changes, self.share.attended))
        return revisions

    async def close(self) -> None:
        if self.leases is not None:
            await self.leases.close()
        await self._db.close()

    def _posts_written(self) -> None:
        for told in self.after_posts:
            told()

    def _timers_set(self, due: datetime) -> None:
        for told in self.after_timers:
            told(due)


async def open_sqlite(path: Path | str, *, busy_timeout_s: float = 5.0, migrations: Path = SHIPPED) -> SqlStore:
    """Open a SQLite file, creating it or bringing it up to date as needed (`:memory:` for none).

    `migrations` are by default those that are shipped. Raises `CannotOpen`, also as `TooNew`: stop then.
    """
    return SqlStore(await SqliteDatabase.open(path, busy_timeout_s=busy_timeout_s, migrations=migrations))
