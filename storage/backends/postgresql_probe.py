"""A PostgreSQL database as seen from outside the store: is it well, and does another process work with it?

Over a connection of its own each time, with plain SQL: neither a check nor a lock waits for the pool of the bot.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import psycopg

from storage.backends.health_probe import UNSENT, Probe
from storage.backends.transaction_attempt import error_line
from storage.errors import DatabaseInUseError, DatabaseUnavailableError, DatabaseUnreachableError, MissingTablesError, OpenError
from storage.rows import Lease

_PATIENCE_S = 5
"""A server that does not answer for longer than this is a finding."""

_ALONE = 7_302_027
"""The number of the lock of anyone who works with the database, for themselves or together with others."""

_FOR_ONE, _FOR_ALL = b"SELECT pg_try_advisory_lock(%s)", b"SELECT pg_try_advisory_lock_shared(%s)"

_EVERY_S = 0.25

_LEASES = """
SELECT name, holder, until, epoch FROM lease
WHERE until > clock_timestamp() AND (name LIKE 'shard %' OR name = 'common') ORDER BY name
"""


def probe(address: str) -> Probe:
    """Write, take it back, and count what waits; raises `DatabaseUnavailableError` with the reason where that fails."""
    try:
        with _connect(address) as con:
            con.execute("UPDATE alembic_version SET version_num = version_num")
            running = con.execute("SELECT COUNT(*) FROM match WHERE status = 'running'").fetchone()
            waiting, private = (con.execute(UNSENT + which).fetchone() for which in ("NOT NULL", "NULL"))
            con.rollback()
    except psycopg.errors.UndefinedTable as error:
        raise MissingTablesError("there are no tables in it yet") from error
    except psycopg.Error as error:
        raise DatabaseUnavailableError(error_line(error)) from error
    assert running is not None and waiting is not None and private is not None
    return Probe(running[0], *waiting, *private)


def leases(address: str) -> tuple[Lease, ...]:
    """Return every lease that is held; raises `DatabaseUnavailableError` with the reason where that cannot be learnt."""
    try:
        with _connect(address) as con:
            con.execute("SET TIME ZONE 'UTC'")
            return tuple(Lease(*row) for row in con.execute(_LEASES))
    except psycopg.errors.UndefinedTable as error:
        raise MissingTablesError("there are no tables in it yet") from error
    except psycopg.Error as error:
        raise DatabaseUnavailableError(error_line(error)) from error


@asynccontextmanager
async def hold_alone(
    address: str, shown: str, *, patience_s: float, waiting: Callable[[], None] | None = None
) -> AsyncIterator[None]:
    """Hold the database alone, by a lock of the server that ends with the connection."""
    async with _hold_lock(address, shown, _FOR_ONE, patience_s, waiting):
        yield


@asynccontextmanager
async def share_among_leases(
    address: str, shown: str, *, patience_s: float, waiting: Callable[[], None] | None = None
) -> AsyncIterator[None]:
    """Share the database with processes that use leases only: older programs would post whatever waits."""
    async with _hold_lock(address, shown, _FOR_ALL, patience_s, waiting):
        yield


@asynccontextmanager
async def _hold_lock(
    address: str, shown: str, how: bytes, patience_s: float, waiting: Callable[[], None] | None
) -> AsyncIterator[None]:
    try:
        con = await asyncio.to_thread(_connect, address)
    except psycopg.Error as error:
        raise DatabaseUnreachableError(f"the database {shown} cannot be reached: {error_line(error)}") from error
    try:
        await _take(con, shown, how, patience_s, waiting)
        yield
    except psycopg.Error as error:
        raise OpenError(f"the database {shown} cannot be taken for this process alone: {error_line(error)}") from error
    finally:
        await asyncio.to_thread(con.close)


async def _take(con: psycopg.Connection, shown: str, how: bytes, patience_s: float, waiting: Callable[[], None] | None) -> None:
    loop = asyncio.get_running_loop()
    until, told = loop.time() + patience_s, False
    while not await asyncio.to_thread(_try_lock, con, how):
        if loop.time() >= until:
            raise DatabaseInUseError(
                f"another process works with the database {shown}: stop that one first, or give this one its own"
            )
        if waiting is not None and not told:
            told = True
            waiting()
        await asyncio.sleep(_EVERY_S)


def _try_lock(con: psycopg.Connection, how: bytes) -> bool:
    taken = con.execute(how, (_ALONE,)).fetchone()
    con.commit()
    return bool(taken and taken[0])


def _connect(address: str) -> psycopg.Connection:
    return psycopg.connect(driver_address(address), connect_timeout=_PATIENCE_S)


def driver_address(address: str) -> str:
    """Return the address as the driver takes it."""
    return address.replace("postgresql+psycopg://", "postgresql://", 1)
