"""A real SQLite database in memory that survives every restart of the simulated program, and fails on request.

Each transaction happens at one moment of the virtual time, so that the seed determines the order of all transactions.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Protocol, TypeVar

from sqlalchemy.exc import DatabaseError

from storage.backends.database import Work, meaning
from storage.backends.deferred_writes import DeferredWrites
from storage.backends.migrate import SHIPPED
from storage.backends.sqlite import _engine, _is_taken, _prepare, _transaction
from storage.changes import Change, CommitMatch, CommitTournament, SaveClockEvents
from storage.errors import DatabaseUnavailableError
from storage.outage import Outage
from storage.rows import MatchId, Subject
from storage.store import Store
from storage.tournament_rows import EventId

T = TypeVar("T")

BUSY_S = 5.0
"""How long a writer waits for a database that somebody else has locked."""


class Disk:
    """The database's content and its faults: full, or locked by another program."""

    def __init__(self, chance: Random) -> None:
        raw = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self.core = _engine(raw, "BEGIN").connect()
        _prepare(self.core, None, SHIPPED)
        self.chance = chance
        self.full_until = 0.0
        """In seconds of the world: until then nothing can be written."""
        self.locked_until = 0.0
        """Until then another program writes."""
        self.written_s = 0.0
        """When the last transaction was written."""

    def now(self, work: Work[T]) -> T:
        """Run a transaction at once, without faults, and return its result."""
        try:
            return _transaction(self.core, work)
        except DatabaseError as error:
            problem = meaning(error, _is_taken)
            if problem is None:
                raise
            raise problem from error

    def close(self) -> None:
        """Close the database; its content is lost."""
        self.core.close()
        self.core.engine.dispose()


class Killable(Protocol):
    """Interface of a program run that can be killed at its moments of risk."""

    def check(self) -> None:
        """Raise `ProcessKilled` if the program is dead."""

    def risk(self) -> None:
        """Count one moment of risk; die and raise `ProcessKilled` if the kill is due at this moment."""


class DiskDatabase:
    """A `Database` through which one run of the program uses the disk; its calls can kill that run."""

    def __init__(self, disk: Disk, life: Killable) -> None:
        self._disk = disk
        self._life = life
        self.outage = Outage()
        self.after_write: list[Callable[[], None]] = []
        self.deferred = DeferredWrites(partial(self.write, lambda _: None))

    async def read(self, work: Work[T]) -> T:
        """Run a read transaction after a short random delay; return its result."""
        await self._moment()
        self._life.check()
        return self._disk.now(work)

    async def write(self, work: Work[T]) -> T:
        """Run a write transaction, with a moment of risk just before and just after it; return its result."""
        with self.deferred.carried_by(work) as whole:
            return await self._written(whole)

    async def _written(self, work: Work[T]) -> T:
        await self._moment()
        loop = asyncio.get_running_loop()
        if (wait_s := self._disk.locked_until - loop.time()) > 0:
            await asyncio.sleep(min(wait_s, BUSY_S))
            if wait_s > BUSY_S:
                raise DatabaseUnavailableError("database is locked")
        if self._disk.full_until > loop.time():
            raise DatabaseUnavailableError("database or disk is full")
        self._life.risk()
        done = self._disk.now(work)
        self._disk.written_s = loop.time()
        self._life.risk()
        await asyncio.sleep(0)
        return done

    async def close(self) -> None:
        """Do nothing, because the disk survives the program."""

    async def _moment(self) -> None:
        pick = self._disk.chance.random()
        await asyncio.sleep(0 if pick < 0.6 else (pick - 0.6) * 0.1)


class WatchedStore(Store):
    """A store that calls back with each match and each event that a transaction has changed."""

    def __init__(self, door: DiskDatabase, changed: Callable[[MatchId], None], event_changed: Callable[[EventId], None]) -> None:
        super().__init__(door)
        self._changed = changed
        self._event_changed = event_changed

    async def commit(self, *changes: Change) -> Mapping[Subject, int]:
        """Commit like `Store.commit`, then report the changed matches and events; return the revisions."""
        revisions = await super().commit(*changes)
        for match_id in dict.fromkeys(map(_match_of, changes)):
            if match_id is not None:
                self._changed(match_id)
        for event_id in dict.fromkeys(change.event.id for change in changes if isinstance(change, CommitTournament)):
            self._event_changed(event_id)
        return revisions


def _match_of(change: Change) -> MatchId | None:
    """Return the match whose log or clocks a change continues; None for other changes."""
    if isinstance(change, CommitMatch):
        return change.match.id
    return change.match_id if isinstance(change, SaveClockEvents) else None
