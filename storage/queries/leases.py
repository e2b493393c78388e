"""Leases: rows that give a part of the work to one process until a time, by the database's clock.

Rows rather than session locks, because a row survives a broken connection for some seconds, can be read by monitoring, works
through a connection pooler, and is replicated to a standby server. Holders renew their leases. Any process may take a lease that
has expired, or whose holder has disconnected (`storage.backends.lease_sessions`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import TupleRow
from sqlalchemy import Connection, delete, func, select, text

from storage.backends import lease_sessions
from storage.backends.database import Database
from storage.backends.failover_hosts import Hosts
from storage.backends.postgresql_probe import driver_address
from storage.backends.transaction_attempt import error_line
from storage.errors import DatabaseUnavailableError
from storage.queries.cluster_events import CHANNEL, LEASES, MISSED, ProcessEvent
from storage.rows import Lease
from storage.schema import lease
from storage.sharding import LASTS
from telemetry.log_line import log_line

log = logging.getLogger("storage.queries.leases")

_PATIENCE_S = 3
_LIMIT = f"SET idle_in_transaction_session_timeout = '{_PATIENCE_S:d}s'"
"""Limits a connection's idle transactions: a process that hangs while taking leases must not block the others."""

_TAKING = 7_302_028
"""Key of the lock for taking leases, so that of two processes one gets all it wants."""

_LOCK = f"SELECT pg_advisory_xact_lock({_TAKING:d})"
_DEALT_OTHERWISE = """
SELECT name FROM lease WHERE name LIKE 'shard %%' AND name NOT LIKE %s AND holder <> %s AND until > clock_timestamp() LIMIT 1
"""
_HOLD = """
INSERT INTO lease (name, holder, until, epoch)
SELECT name, %(holder)s, clock_timestamp() + %(lasts)s, 1 FROM unnest(%(names)s::text[]) AS wanted (name)
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until, epoch = lease.epoch
    + CASE WHEN lease.holder = excluded.holder AND lease.until > clock_timestamp() THEN 0 ELSE 1 END
WHERE lease.holder = excluded.holder OR lease.until <= clock_timestamp() OR lease.holder = ANY(%(gone)s)
RETURNING name, holder, until, epoch
"""
_RELEASE = """UPDATE lease SET until = clock_timestamp()
    WHERE holder = %s AND until > clock_timestamp() AND NOT starts_with(name, 'heard ')"""
_TELL = "SELECT pg_notify(%s, %s)"
_HEARD = "heard "
"""Prefix of the name of a claim: a lease on one event that several processes received.
It's never given back, or another process would handle the event again.
"""
_ALL = select(lease).where(lease.c.until > func.clock_timestamp(), ~lease.c.name.startswith(_HEARD)).order_by(lease.c.name)
_CLAIM = text(
    "INSERT INTO lease (name, holder, until, epoch) VALUES (:name, :holder, clock_timestamp() + interval '1 minute', 1)"
    " ON CONFLICT (name) DO NOTHING"
)
_TIDY = delete(lease).where(lease.c.until <= func.clock_timestamp(), lease.c.name.startswith(_HEARD))


class PostgresLeases:
    """`LeaseStore` with a connection of its own, so that renewals don't wait for the pool. It also listens for process events."""

    def __init__(self, address: str, db: Database, holder: str, hosts: Hosts | None = None) -> None:
        """Prepare the connection, opened at first use.

        `hosts`: the known state of the address's hosts, to try the right one first.
        """
        self._address = driver_address(address)
        self._hosts = hosts or Hosts()
        self._db = db
        self._holder = holder
        self._con: psycopg.AsyncConnection[TupleRow] | None = None
        self._is_new = False
        """Whether the next `heard` must report `MISSED`, as events before the connection are lost."""
        self._watch = lease_sessions.SessionMonitor()
        """Watches the other holders over this connection."""

    async def hold(self, names: Sequence[str]) -> tuple[Lease, ...]:
        """Renew or take the free ones among the named leases; return all that this process holds now.

        Raises `DatabaseUnavailableError`.
        """
        dealt = next((name.rpartition("/")[2] for name in names if "/" in name), "")

        async def work(con: psycopg.AsyncConnection[TupleRow]) -> list[TupleRow]:
            await con.execute(_LOCK)
            others = await (await con.execute(_DEALT_OTHERWISE, (f"%/{dealt}", self._holder))).fetchone()
            if dealt and others:
                return []
            gone = sorted(await self._watch.gone(con, names, self._holder))
            for holder in gone:
                log.warning(log_line("holder-gone", holder=holder))
            values: dict[str, Any] = {"holder": self._holder, "lasts": LASTS, "names": list(names), "gone": gone}
            return await (await con.execute(_HOLD, values)).fetchall()

        return tuple(Lease(*row) for row in await self._do(work))

    async def is_deserted(self, names: Sequence[str]) -> bool:
        """Return whether the holder of one of these has gone, so that `hold` can take it. Raises `DatabaseUnavailableError`."""

        async def work(con: psycopg.AsyncConnection[TupleRow]) -> bool:
            return bool(await self._watch.gone(con, names, self._holder))

        return bool(await self._do(work))

    async def release(self) -> None:
        """Give back all leases and notify the other processes. Raises `DatabaseUnavailableError`."""

        async def work(con: psycopg.AsyncConnection[TupleRow]) -> None:
            await con.execute(_RELEASE, (self._holder,))
            await con.execute(_TELL, (CHANNEL, ProcessEvent(LEASES).write()))

        await self._do(work)

    async def all(self) -> tuple[Lease, ...]:
        """Return all valid leases of all processes. Raises `DatabaseUnavailableError`."""
        return await self._db.read(lambda con: tuple(Lease(*row) for row in con.execute(_ALL)))

    async def claim(self, number: int) -> bool:
        """Claim an event that several processes received, by its number. True for the first one only.

        Raises `DatabaseUnavailableError`.
        """

        def work(con: Connection) -> bool:
            con.execute(_TIDY)
            return con.execute(_CLAIM, {"name": f"{_HEARD}{number}", "holder": self._holder}).rowcount == 1

        return await self._db.write(work)

    async def heard(self, timeout_s: float) -> tuple[ProcessEvent, ...]:
        """Return events from other processes, waiting up to `timeout_s`. Raises `DatabaseUnavailableError`."""
        con = await self._connection()
        if self._is_new:
            self._is_new = False
            return (ProcessEvent(MISSED),)
        try:
            return tuple([ProcessEvent.read(notify.payload) async for notify in con.notifies(timeout=timeout_s, stop_after=1)])
        except psycopg.Error as error:
            await self.close()
            raise DatabaseUnavailableError(error_line(error)) from error

    async def close(self) -> None:
        """Close the connection; the next call opens another one."""
        con, self._con = self._con, None
        if con is not None:
            await con.close()

    async def _do(self, work: Any) -> Any:
        con = await self._connection()
        try:
            async with asyncio.timeout(_PATIENCE_S), con.transaction():
                return await work(con)
        except TimeoutError as error:
            await self.close()
            raise DatabaseUnavailableError("the server does not answer") from error
        except psycopg.Error as error:
            await self.close()
            raise DatabaseUnavailableError(error_line(error)) from error

    async def _connection(self) -> psycopg.AsyncConnection[TupleRow]:
        if self._con is not None and not self._con.closed:
            return self._con
        try:
            address = make_conninfo(self._address, **self._hosts.ordered(conninfo_to_dict(self._address)))
            con = await psycopg.AsyncConnection.connect(address, connect_timeout=_PATIENCE_S, autocommit=True)
            self._hosts.note(con)
            await con.execute(_LIMIT)
            await con.execute(f"LISTEN {CHANNEL}")
            await lease_sessions.stay(con, self._holder)
        except psycopg.Error as error:
            raise DatabaseUnavailableError(error_line(error)) from error
        self._con, self._is_new, self._watch = con, True, lease_sessions.SessionMonitor()
        return con
