"""A PostgreSQL database as seen from outside the store: is it well, and does another process work with it?

Over a connection of its own each time, with plain SQL: neither a check nor a lock waits for the pool of the bot.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import psycopg

from storage.errors import CannotOpen, InUse, NoTables, Unavailable
from storage.postgresql_faults import said
from storage.probe import Probe

_PATIENCE_S = 5
"""A server that does not answer for longer than this is a finding."""

_ALONE = 7_302_027
"""The number of the lock that older programs hold while they work with the database."""

_EVERY_S = 0.25


def probe(address: str) -> Probe:
    """Write, take it back, and count what waits; raises `Unavailable` with the reason where that fails."""
    try:
        with _connected(address) as con:
            con.execute("UPDATE alembic_version SET version_num = version_num")
            running = con.execute("SELECT COUNT(*) FROM match WHERE status = 'running'").fetchone()
            waiting = con.execute(
                "SELECT COUNT(*), MIN(created_at) FROM outbox WHERE sent_at IS NULL AND dead_at IS NULL"
            ).fetchone()
            con.rollback()
    except psycopg.errors.UndefinedTable as error:
        raise NoTables("there are no tables in it yet") from error
    except psycopg.Error as error:
        raise Unavailable(said(error)) from error
    assert running is not None and waiting is not None
    return Probe(running[0], waiting[0], waiting[1])


@asynccontextmanager
async def alone(address: str, shown: str, *, patience_s: float, waiting: Callable[[], None] | None = None) -> AsyncIterator[None]:
    """While inside, no program from before there were leases is: these take the same lock for themselves, and post whatever waits.

    It is a lock of the server's, which ends with the connection, however that ends.
    """
    try:
        con = await asyncio.to_thread(_connected, address)
    except psycopg.Error as error:
        raise CannotOpen(f"the database {shown} cannot be reached: {said(error)}") from error
    try:
        await _take(con, shown, patience_s, waiting)
        yield
    except psycopg.Error as error:
        raise CannotOpen(f"the database {shown} cannot be taken for this process alone: {said(error)}") from error
    finally:
        await asyncio.to_thread(con.close)


async def _take(con: psycopg.Connection, shown: str, patience_s: float, waiting: Callable[[], None] | None) -> None:
    loop = asyncio.get_running_loop()
    until, told = loop.time() + patience_s, False
    while not await asyncio.to_thread(_tried, con):
        if loop.time() >= until:
            raise InUse(f"an older program works with the database {shown}: stop that one first, or give this one its own")
        if waiting is not None and not told:
            told = True
            waiting()
        await asyncio.sleep(_EVERY_S)


def _tried(con: psycopg.Connection) -> bool:
    taken = con.execute("SELECT pg_try_advisory_lock_shared(%s)", (_ALONE,)).fetchone()
    con.commit()
    return bool(taken and taken[0])


def _connected(address: str) -> psycopg.Connection:
    return psycopg.connect(plain(address), connect_timeout=_PATIENCE_S)


def plain(address: str) -> str:
    """The address as the driver takes it."""
    return address.replace("postgresql+psycopg://", "postgresql://", 1)
