"""One connection, one thread, one transaction per hop.

A hop to the thread of the database costs more than the SQL in it, so a whole transaction is one function that is carried
out there. What a transaction does is written in the modules that know the tables.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar

import aiosqlite

from storage.errors import CannotOpen, Conflict, Unavailable
from storage.migrating import migrate, shipped

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

MEMORY = ":memory:"

_GUARDS = (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
"""Constraints that say that somebody else was faster; all others are mistakes of ours."""


class _Connection(aiosqlite.Connection):
    """aiosqlite's connection with whole functions as its unit of work."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=64)
        # What is committed is durable, so an interpreter on its way out need not wait for this thread.
        self._thread.daemon = True

    async def hop(self, work: Callable[[], T]) -> T:
        return await self._execute(work)  # type: ignore[no-any-return,no-untyped-call]  # untyped there

    async def gone(self) -> None:
        # Its thread still answers to the event loop when opening has failed; it must not outlive the loop.
        await asyncio.to_thread(self._thread.join)

    def raw(self) -> sqlite3.Connection:
        return self._conn


class Database:
    """An open, migrated SQLite database."""

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection

    @classmethod
    async def open(cls, path: Path | str, *, busy_timeout_s: float = 5.0, steps: Mapping[int, str] | None = None) -> Database:
        """Open, creating file and folder where missing, and migrate. Raises `CannotOpen`, also as `TooNew`."""
        connector = partial(_connect, str(path), busy_timeout_s, steps or shipped())
        connection = _Connection(connector)
        try:
            await connection
        except CannotOpen:
            await connection.gone()
            raise
        except (sqlite3.Error, OSError) as error:
            await connection.gone()
            raise CannotOpen(f"cannot open the database {path}: {error}") from error
        return cls(connection)

    async def write(self, work: Work[T]) -> T:
        """Carry out `work` in one transaction; all of it is on the disk when this returns."""
        return await self._do(partial(_transaction, self._connection.raw(), work))

    async def read(self, work: Work[T]) -> T:
        """Carry out `work`, which only reads, on one consistent picture of the data."""
        return await self._do(partial(_picture, self._connection.raw(), work))

    async def close(self) -> None:
        """Finish what is queued and close the file."""
        await self._connection.close()

    async def _do(self, work: Callable[[], T]) -> T:
        try:
            return await self._connection.hop(work)
        except sqlite3.IntegrityError as error:
            if error.sqlite_errorcode in _GUARDS:
                raise Conflict(str(error)) from error
            raise
        except (sqlite3.OperationalError, sqlite3.DatabaseError) as error:
            raise Unavailable(str(error)) from error


def _connect(path: str, busy_timeout_s: float, steps: Mapping[int, str]) -> sqlite3.Connection:
    if path != MEMORY:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    con = sqlite3.connect(path, timeout=busy_timeout_s, isolation_level=None, check_same_thread=False)
    try:
        _prepare(con)
        migrate(con, None if path == MEMORY else Path(path), steps)
    except BaseException:
        con.close()
        raise
    return con


def _prepare(con: sqlite3.Connection) -> None:
    con.execute("PRAGMA journal_mode = WAL")
    # FULL: a commit is on the disk before anybody is told; NORMAL could lose accepted moves in a power cut.
    con.execute("PRAGMA synchronous = FULL")
    con.execute("PRAGMA foreign_keys = ON")


def _transaction(con: sqlite3.Connection, work: Work[T]) -> T:
    con.execute("BEGIN IMMEDIATE")
    try:
        result = work(con)
        con.execute("COMMIT")
    except BaseException:
        if con.in_transaction:
            con.execute("ROLLBACK")
        raise
    return result


def _picture(con: sqlite3.Connection, work: Work[T]) -> T:
    con.execute("BEGIN")
    try:
        return work(con)
    finally:
        con.execute("ROLLBACK")
