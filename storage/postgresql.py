"""A database in a PostgreSQL server: a bounded pool of threads, each hop one transaction on a connection of the pool."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection, Engine, create_engine, inspect, text
from sqlalchemy.exc import DatabaseError, IntegrityError

from storage import written
from storage.database import Work, meaning
from storage.errors import CannotOpen
from storage.migrating import create, renew
from storage.postgresql_outside import said

T = TypeVar("T")

THREADS = 4
"""Transactions that go on at once."""

_UNIQUE = "23505"
_LOCK = 7_302_026
"""The number under which programs that start at the same time wait for each other."""


class PostgresDatabase:
    """A `Database` in a PostgreSQL server; make one with `open`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._reading = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="postgresql")

    @classmethod
    async def open(cls, url: str) -> PostgresDatabase:
        """Connect to `postgresql+psycopg://...` and bring it up to date. Raises `CannotOpen`, also as `TooNew`."""
        engine = create_engine(url, pool_size=THREADS, max_overflow=0, hide_parameters=True)
        opened = cls(engine)
        try:
            await opened._hop(partial(_prepare, engine))
        except DatabaseError as error:
            await opened.close()
            raise CannotOpen(f"cannot open the database: {said(error.orig or error)}") from error
        except CannotOpen:
            await opened.close()
            raise
        return opened

    async def write(self, work: Work[T]) -> T:
        done = await self._do(self._engine, work)
        written.note()
        return done

    async def read(self, work: Work[T]) -> T:
        return await self._do(self._reading, work)

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()

    async def _do(self, engine: Engine, work: Work[T]) -> T:
        try:
            return await self._hop(partial(_transaction, engine, work))
        except DatabaseError as error:
            said = meaning(error, _is_taken)
            if said is None:
                raise
            raise said from error

    async def _hop(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def _transaction(engine: Engine, work: Work[T]) -> T:
    with engine.begin() as connection:
        return work(connection)


def _prepare(engine: Engine) -> None:
    with engine.connect() as connection:
        _locked(connection, "pg_advisory_lock")
        try:
            there = inspect(connection).has_table("alembic_version")
            connection.rollback()
            if there:
                renew(connection, copy_aside=lambda _goal: None)  # a server has backups of its own
            else:
                create(connection)
        finally:
            connection.rollback()
            _locked(connection, "pg_advisory_unlock")


def _locked(connection: Connection, function: str) -> None:
    connection.execute(text(f"SELECT {function}({_LOCK:d})"))
    connection.commit()


def _is_taken(error: IntegrityError) -> bool:
    return getattr(error.orig, "sqlstate", None) == _UNIQUE
