"""The door to what is remembered: one small store for each subject (`storage.stores`), over one unit of work.

Every method is one transaction and one hop. All raise `StorageError`: `Conflict` where the guards of the database refuse,
`Unavailable` where the database cannot work. What changes several subjects at once is given to `Store.commit` as changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection

from storage.backends.database import Database
from storage.backends.migrating import SHIPPED
from storage.backends.sqlite import SqliteDatabase
from storage.changes import Change
from storage.parts import Share
from storage.queries import process_events
from storage.queries.applying import apply_all, next_due, writes_posts
from storage.queries.process_events import ProcessEvent
from storage.queries.subject_revisions import revision_of
from storage.records import Lease, Subject
from storage.stores.due import PostStore, TimerStore
from storage.stores.events import EventStore
from storage.stores.matches import AnalysisStore, ClockStore, DraftStore, MatchStore, RequestStore, VoteStore
from storage.stores.people import MapStore, NoteStore, PersonStore, PuzzleStore, ServerStore
from storage.stores.stats import StatsStore


class LeaseStore(Protocol):
    """Which process looks after which part of everything. `service.process.leases` holds them; observers ask `all`."""

    async def hold(self, names: Sequence[str]) -> tuple[Lease, ...]:
        """Renew or take what is to be had of these; what this process holds now."""

    async def is_deserted(self, names: Sequence[str]) -> bool:
        """Whether another process that holds one of these is gone, so that `hold` gets it before it runs out."""

    async def release(self) -> None:
        """Give back what is held: others may have it at once."""

    async def all(self) -> tuple[Lease, ...]:
        """Every lease that is held, by whichever process."""

    async def claim(self, number: int) -> bool:
        """Take one thing that several processes have heard, by its number; whether nobody else has."""

    async def heard(self, timeout_s: float) -> tuple[ProcessEvent, ...]:
        """What other processes tell, waiting so long for it; also that something may have been missed."""

    async def close(self) -> None:
        """Close the connection; the next call opens another one."""


class Store:
    """Everything that is remembered; `open_sqlite` makes one in a SQLite file, `storage.opening.open_store` wherever it is."""

    def __init__(self, db: Database, share: Share | None = None, leases: LeaseStore | None = None) -> None:
        """`share`, what this process looks after, and `leases` only where other processes may work with the database too."""
        self._db = db
        self.outage = db.outage
        """Whether the database can work just now, and who hears of it."""
        self.after_transactions = db.after_write
        """Called, by the task that has asked for it, after every transaction that has written, or of which nobody can tell."""
        self.share = share
        self.leases = leases
        self.after_timers: list[Callable[[datetime], None]] = []
        """Called after every transaction that has set timers, with when the first of them falls due."""
        self.after_posts: list[Callable[[], None]] = []
        """Called after every transaction that has written messages to be sent."""
        self.after_writes: list[Callable[[Mapping[Subject, int]], None]] = []
        """Called after every transaction of `commit`, with what it answers."""
        self.matches = MatchStore(db, self._timers_set)
        self.clocks = ClockStore(db)
        self.analyses = AnalysisStore(db)
        self.puzzles = PuzzleStore(db)
        self.drafts = DraftStore(db)
        self.requests = RequestStore(db)
        self.votes = VoteStore(db)
        self.posts = PostStore(db, share, self._posts_written)
        self.timers = TimerStore(db, share)
        self.people = PersonStore(db, share)
        self.servers = ServerStore(db)
        self.maps = MapStore(db)
        self.events = EventStore(db, self._timers_set)
        self.notes = NoteStore(db)
        self.stats = StatsStore(db)

    async def revision(self, subject: Subject) -> int:
        """How often anything about a subject was written so far."""
        return await self._db.read(lambda con: revision_of(con, subject))

    async def commit(self, *changes: Change) -> Mapping[Subject, int]:
        """Write all of them or nothing; the new revisions of all subjects that were written. `Conflict` if a match is not at its
        version, a subject not at its revision (`Revised`), or somebody else was faster.
        """
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
        """Finish what is queued and close."""
        if self.leases is not None:
            await self.leases.close()
        await self._db.close()

    def _posts_written(self) -> None:
        for told in self.after_posts:
            told()

    def _timers_set(self, due: datetime) -> None:
        for told in self.after_timers:
            told(due)


async def open_sqlite(path: Path | str, *, busy_timeout_s: float = 5.0, migrations: Path = SHIPPED) -> Store:
    """Open a SQLite file, creating it or bringing it up to date as needed (`:memory:` for none).

    `migrations` are by default those that are shipped. Raises `CannotOpen`, also as `TooNew`: stop then.
    """
    return Store(await SqliteDatabase.open(path, busy_timeout_s=busy_timeout_s, migrations=migrations))
