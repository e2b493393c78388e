"""The disk: a real SQLite database that outlives every life of the program, and fails when it is told to.

Each transaction happens at one moment of the virtual time, so that the order of everything follows from the seed.
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
    """The disk: its content and its faults."""

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
        """Carry out `work` at once, as it happens on the disk."""
        try:
            return _transaction(self.core, work)
        except DatabaseError as error:
            problem = meaning(error, _is_taken)
            if problem is None:
                raise
            raise problem from error

    def close(self) -> None:
        """Forget everything."""
        self.core.close()
        self.core.engine.dispose()


class Killable(Protocol):
    """The killable part of a program."""

    def check(self) -> None:
        """Raise where the program is dead already."""

    def risk(self) -> None:
        """Die here, if it is time."""


class DiskDatabase:
    """A `Database`: the way to the disk of one life of the program."""

    def __init__(self, disk: Disk, life: Killable) -> None:
        self._disk = disk
        self._life = life
        self.outage = Outage()
        self.after_write: list[Callable[[], None]] = []
        self.deferred = DeferredWrites(partial(self.write, lambda _: None))

    async def read(self, work: Work[T]) -> T:
        """As it is at some moment soon."""
        await self._moment()
        self._life.check()
        return self._disk.now(work)

    async def write(self, work: Work[T]) -> T:
        """Write, with a chance to be killed just before and just after."""
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
        """Keep the disk open."""

    async def _moment(self) -> None:
        pick = self._disk.chance.random()
        await asyncio.sleep(0 if pick < 0.6 else (pick - 0.6) * 0.1)


class WatchedStore(Store):
    """A store that says which matches and events a transaction has changed."""

    def __init__(self, door: DiskDatabase, changed: Callable[[MatchId], None], event_changed: Callable[[EventId], None]) -> None:
        super().__init__(door)
        self._changed = changed
        self._event_changed = event_changed

    async def commit(self, *changes: Change) -> Mapping[Subject, int]:
        """As the store does."""
        revisions = await super().commit(*changes)
        for match_id in dict.fromkeys(map(_match_of, changes)):
            if match_id is not None:
                self._changed(match_id)
        for event_id in dict.fromkeys(change.event.id for change in changes if isinstance(change, CommitTournament)):
            self._event_changed(event_id)
        return revisions


def _match_of(change: Change) -> MatchId | None:
    """Return the match whose log or clocks a change continues."""
    if isinstance(change, CommitMatch):
        return change.match.id
    return change.match_id if isinstance(change, SaveClockEvents) else None
