"""The SQLite backend: one writing connection and some reading ones, each in a thread of its own."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar, cast

import aiosqlite
from sqlalchemy import Connection, Dialect, Engine, create_engine, make_url
from sqlalchemy.exc import DatabaseError, IntegrityError
from sqlalchemy.pool import StaticPool
from sqlalchemy.util import LRUCache

from storage.backends.database import Work, meaning
from storage.backends.deferred_writes import DeferredWrites
from storage.backends.migrate import SHIPPED, bring_up_to_date
from storage.errors import DatabaseUnavailableError, OpenError
from storage.outage import Outage
from telemetry import metric_hooks

T = TypeVar("T")

MEMORY = ":memory:"
READERS = 2
"""Reads that go on at once, beside the writer; one long log holds up no other answer."""

LOOK_S = 1.0
"""How often it is looked whether another program still locks the file."""

STATEMENTS = 1000
"""So many of the latest are kept as SQL; the program has some hundreds."""

_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
"""Another program writes, and has done so for longer than we wait."""

_GUARDS = (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
"""Constraints that say that somebody else was faster; all others are mistakes of ours."""


class _Locked(DatabaseUnavailableError):
    """Raised when another program holds the lock of the file."""


class _Thread(aiosqlite.Connection):
    """One aiosqlite connection with its thread and a SQLAlchemy connection over it; runs whole units of work."""

    def __init__(self, connector: Callable[[], sqlite3.Connection], begin: str, busy_timeout_s: float) -> None:
        super().__init__(connector, iter_chunk_size=64)
        self._begin = begin
        self._usual_wait_s = self._wait_s = busy_timeout_s
        """How long a transaction waits for the file's lock usually, and at present."""
        self._is_shut = False
        # What is committed is durable, so an interpreter on its way out need not wait for this thread.
        self._thread.daemon = True

    async def opened(self, prepare: Callable[[Connection], None]) -> _Thread:
        """Open the connection, run `prepare` on it and return the thread. Ends the thread if `prepare` raises."""
        try:
            await self
        except BaseException:
            await self._end()
            raise
        self.engine = _engine(self._conn, self._begin)
        self.core = await self.hop(self.engine.connect)
        try:
            await self.hop(partial(prepare, self.core))
        except BaseException:
            await self.shut()
            raise
        return self

    async def hop(self, work: Callable[[], T]) -> T:
        return await self._execute(work)  # type: ignore[no-any-return,no-untyped-call]  # untyped there

    async def carry_out(self, work: Work[T]) -> T:
        """Run `work` in a transaction of this connection and return its result."""
        try:
            return await self.hop(partial(self._carry_out, work))
        except DatabaseError as error:
            problem = meaning(error, _is_taken)
            if problem is None:
                raise
            raise (_Locked(str(problem)) if _is_locked(error.orig) else problem) from error
        except UnicodeDecodeError as error:
            raise DatabaseUnavailableError("a text in the database is damaged") from error

    def _carry_out(self, work: Work[T]) -> T:
        """Run a unit of work in the thread.

        After one unit has waited in vain for a locked file, the following ones fail at once until one succeeds.
        """
        try:
            transaction = _transaction(self.core, work)
        except DatabaseError as error:
            if _is_locked(error.orig):
                self._wait(0.0)
            raise
        self._wait(self._usual_wait_s)
        return transaction

    def _wait(self, wait_s: float) -> None:
        if wait_s != self._wait_s:
            self._conn.execute(f"PRAGMA busy_timeout = {round(wait_s * 1000):d}")
            self._wait_s = wait_s

    async def caught_up(self) -> None:
        """Wait until all earlier work is done, even if the waiting task is cancelled."""
        while not self._is_shut:
            with suppress(asyncio.CancelledError):
                await self.hop(_do_nothing)
                return

    async def shut(self) -> None:
        """Finish the queued work and close the connection."""
        self._is_shut = True
        await self.hop(self.core.close)
        await self.close()
        await self._end()

    async def _end(self) -> None:
        # Its thread still answers to the event loop when opening has failed; it must not outlive the loop.
        await asyncio.to_thread(self._thread.join)


class SqliteDatabase:
    """A `Database` in a SQLite file; create one with `open`."""

    def __init__(self, writer: _Thread, readers: tuple[_Thread, ...]) -> None:
        self.writer = writer
        self.outage = Outage()
        self.after_write: list[Callable[[], None]] = []
        self.deferred = DeferredWrites(partial(self.write, _write_nothing))
        self._looking: asyncio.Task[None] | None = None
        """While another program locks the file."""
        self._readers = readers
        self._free: asyncio.LifoQueue[_Thread] = asyncio.LifoQueue()
        for reader in readers or (writer,):
            self._free.put_nowait(reader)

    @classmethod
    async def open(cls, path: Path | str, *, busy_timeout_s: float = 5.0, migrations: Path = SHIPPED) -> SqliteDatabase:
        """Open the database, creating file and folder if missing, and upgrade it.

        Raises `OpenError` or its subclass `SchemaTooNewError`.
        """
        connector = partial(_connect, str(path), busy_timeout_s)
        try:
            prepare = partial(_prepare, path=None if str(path) == MEMORY else Path(path), migrations=migrations)
            writer = await _Thread(connector, "BEGIN IMMEDIATE", busy_timeout_s).opened(prepare)
            try:
                readers = () if str(path) == MEMORY else [await _reader(connector, busy_timeout_s) for _ in range(READERS)]
            except BaseException:
                await writer.shut()
                raise
        except DatabaseError as error:
            raise OpenError(_refusal(path, error.orig)) from error
        except UnicodeDecodeError as error:  # SQLite's own words, which quote the damaged place
            raise OpenError(_refusal(path, "its tables are damaged")) from error
        except (sqlite3.Error, OSError) as error:
            raise OpenError(_refusal(path, error)) from error
        return cls(writer, tuple(readers))

    async def write(self, work: Work[T]) -> T:
        with self.deferred.carried_by(work) as whole:
            return await self._written(whole)

    async def _written(self, work: Work[T]) -> T:
        try:
            with metric_hooks.time_block(metric_hooks.STORED, "write"):
                done = await self.writer.carry_out(work)
        except asyncio.CancelledError:
            # The thread knows nothing of that, and goes on. The holder of a lock may let it go only when it is done: the next one
            # would read how things stood before, and remember that.
            await self.writer.caught_up()
            raise
        except DatabaseUnavailableError as error:
            self.outage.failed(str(error))
            if isinstance(error, _Locked):
                self._look()
            raise
        self.outage.worked()
        for told in self.after_write:
            told()
        return done

    async def read(self, work: Work[T]) -> T:
        with metric_hooks.time_block(metric_hooks.STORED, "read"):
            thread = await self._free.get()
            try:
                return await thread.carry_out(work)
            finally:
                self._free.put_nowait(thread)

    def _look(self) -> None:
        if self._looking is None or self._looking.done():
            looking = self._look_until_unlocked()
            self._looking = asyncio.get_running_loop().create_task(looking, name="looking for the lock")

    async def _look_until_unlocked(self) -> None:
        """Probe the locked file until the other program releases it, and then end the outage."""
        while self.outage.reason:
            await asyncio.sleep(LOOK_S)
            with suppress(DatabaseUnavailableError):
                await self.writer.carry_out(_write_nothing)
                self.outage.worked()

    async def close(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        await self.deferred.close()
        for thread in (*self._readers, self.writer):  # the last one to close tidies the file
            await thread.shut()


async def _reader(connector: Callable[[], sqlite3.Connection], busy_timeout_s: float) -> _Thread:
    return await _Thread(connector, "BEGIN", busy_timeout_s).opened(_prepare_reader)


def _refusal(path: Path | str, why: object) -> str:
    folder = Path(path).absolute().parent
    if folder.exists() and not os.access(folder, os.W_OK):
        return f"cannot open the database {path}: nothing can be written in {folder} (is it mounted read-only, or somebody else's?)"
    return f"cannot open the database {path}: {why} (python -m tools.doctor {path} looks closer and saves what is intact)"


def _connect(path: str, busy_timeout_s: float) -> sqlite3.Connection:
    if path != MEMORY:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    return sqlite3.connect(path, timeout=busy_timeout_s, isolation_level=None, check_same_thread=False)


@cache
def _shared_dialect(begin: str) -> tuple[Dialect, LRUCache[Any, Any]]:
    """Return the SQLite dialect and its cache of compiled statements, shared by all connections of the process.

    Connections begin transactions with the statement `begin`. An event listener for that would add an eighth to the time of every
    statement.
    """
    engine = create_engine("sqlite://")
    with engine.connect():  # where the dialect asks SQLite what it can do
        pass
    engine.dispose()
    vars(engine.dialect)["do_begin"] = lambda raw: raw.execute(begin)
    return engine.dialect, LRUCache(STATEMENTS)


def _engine(raw: sqlite3.Connection, begin: str) -> Engine:
    """Return an engine over exactly this connection, whose error messages never contain parameter values."""
    dialect, statements = _shared_dialect(begin)
    pool = StaticPool(cast("Any", lambda: raw), dialect=dialect, reset_on_return=None)
    return Engine(pool, dialect, make_url("sqlite://"), hide_parameters=True, execution_options={"compiled_cache": statements})


def _prepare(connection: Connection, path: Path | None, migrations: Path) -> None:
    raw = _raw(connection)
    raw.execute("PRAGMA journal_mode = WAL")
    # FULL: a commit is on the disk before anybody is told; NORMAL could lose accepted moves in a power cut.
    raw.execute("PRAGMA synchronous = FULL")
    raw.execute("PRAGMA foreign_keys = ON")
    _require_sound(raw)
    bring_up_to_date(connection, raw, path, migrations)


def _require_sound(raw: Any) -> None:
    """Raise if the file is damaged, because writing would damage it further.

    Indexes are not checked, because that takes long.
    """
    for (finding,) in raw.execute("PRAGMA quick_check(1)"):
        if finding != "ok":
            raise sqlite3.DatabaseError(
                f"it is damaged ({' '.join(str(finding).split()).removeprefix('*** in database main *** ')})"
            )


def _prepare_reader(connection: Connection) -> None:
    _raw(connection).execute("PRAGMA query_only = ON")


def _raw(connection: Connection) -> Any:
    return connection.connection.dbapi_connection


def _transaction(connection: Connection, work: Work[T]) -> T:
    with connection.begin():
        return work(connection)


def _write_nothing(_connection: Connection) -> None:
    """Do nothing: the unit of work of a transaction that only tests the lock or carries deferred writes."""


def _do_nothing() -> None:
    """Do nothing: a job whose end shows that all earlier jobs of the thread are done."""


def _is_locked(error: BaseException | None) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _LOCKED


def _is_taken(error: IntegrityError) -> bool:
    return getattr(error.orig, "sqlite_errorcode", None) in _GUARDS
