"""Health checks and locks of a PostgreSQL database from outside the store.

Each call uses its own connection and plain SQL, so it never waits for the bot's connection pool.
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
    """Return figures about pending work, after a test write that is rolled back.

    Raises `DatabaseUnavailableError` with the reason if the database can't be written.
    """
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
    """Return all leases held now. Raises `DatabaseUnavailableError` with the reason if they can't be read."""
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
    """Lock the database exclusively while the block runs, by a server lock that ends with its connection."""
    async with _hold_lock(address, shown, _FOR_ONE, patience_s, waiting):
        yield


@asynccontextmanager
async def share_among_leases(
    address: str, shown: str, *, patience_s: float, waiting: Callable[[], None] | None = None
) -> AsyncIterator[None]:
    """Take the shared server lock while the block runs, so that programs without leases stay out.

    Versions from before leases would post every pending message, even those of other processes.
    """
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
    """Return the address in the form that the driver accepts."""
    return address.replace("postgresql+psycopg://", "postgresql://", 1)
