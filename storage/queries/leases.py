"""Leases: rows that say which process looks after which part of everything, each until a moment by the database's own clock.

Rows, and not locks of a session: a row outlives a broken connection for seconds instead of ending with it, can be read by all who
watches, goes through a pooler and over to a standby server. Who holds one renews it; one that has run out is anybody's, and so is
one whose holder is gone (`storage.backends.sessions`). The process asks `service.process.leases` which it holds;
`LeaseStore.all` is for anyone who looks from outside.
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

from journal.entry import entry
from storage.backends import sessions
from storage.backends.attempt import said
from storage.backends.database import Database
from storage.backends.hosts import Hosts
from storage.backends.postgresql_outside import plain
from storage.errors import Unavailable
from storage.parts import LASTS
from storage.queries.process_events import CHANNEL, LEASES, MISSED, ProcessEvent
from storage.records import Lease
from storage.schema import lease

log = logging.getLogger(__name__)

_PATIENCE_S = 3
_LIMIT = f"SET idle_in_transaction_session_timeout = '{_PATIENCE_S:d}s'"
"""Of the connection: a process that stands still in the middle of taking leases must not keep all others from it."""

_TAKING = 7_302_028
"""The number of the lock under which leases are taken, so that of two processes one gets all that it wants."""

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
"""What the name of a claim begins with: a lease on one thing that several processes have heard.
A process that leaves doesn't give it back: another would answer a second time.
"""
_ALL = select(lease).where(lease.c.until > func.clock_timestamp(), ~lease.c.name.startswith(_HEARD)).order_by(lease.c.name)
_CLAIM = text(
    "INSERT INTO lease (name, holder, until, epoch) VALUES (:name, :holder, clock_timestamp() + interval '1 minute', 1)"
    " ON CONFLICT (name) DO NOTHING"
)
_TIDY = delete(lease).where(lease.c.until <= func.clock_timestamp(), lease.c.name.startswith(_HEARD))


class PostgresLeases:
    """`LeaseStore` over one connection of its own: no renewal waits for the pool, and what others tell is heard on it."""

    def __init__(self, address: str, db: Database, holder: str, hosts: Hosts | None = None) -> None:
        """`hosts` are those of the address, as far as anything is known of them."""
        self._address = plain(address)
        self._hosts = hosts or Hosts()
        self._db = db
        self._holder = holder
        self._con: psycopg.AsyncConnection[TupleRow] | None = None
        self._is_new = False
        """Whether nobody has listened on it yet: what was told before it stood is missed."""
        self._watch = sessions.Watch()
        """Of the others, over this connection."""

    async def hold(self, names: Sequence[str]) -> tuple[Lease, ...]:
        """Renew or take what is to be had of these; what is held now. Raises `Unavailable`."""
        dealt = next((name.rpartition("/")[2] for name in names if "/" in name), "")

        async def work(con: psycopg.AsyncConnection[TupleRow]) -> list[TupleRow]:
            await con.execute(_LOCK)
            others = await (await con.execute(_DEALT_OTHERWISE, (f"%/{dealt}", self._holder))).fetchone()
            if dealt and others:
                return []
            gone = sorted(await self._watch.gone(con, names, self._holder))
            for holder in gone:
                log.warning(entry("holder-gone", holder=holder))
            values: dict[str, Any] = {"holder": self._holder, "lasts": LASTS, "names": list(names), "gone": gone}
            return await (await con.execute(_HOLD, values)).fetchall()

        return tuple(Lease(*row) for row in await self._do(work))

    async def is_deserted(self, names: Sequence[str]) -> bool:
        """Whether somebody who holds one of these is gone, so that `hold` gets it. Raises `Unavailable`."""

        async def work(con: psycopg.AsyncConnection[TupleRow]) -> bool:
            return bool(await self._watch.gone(con, names, self._holder))

        return bool(await self._do(work))

    async def release(self) -> None:
        """Give back what is held, and tell the others. Raises `Unavailable`."""

        async def work(con: psycopg.AsyncConnection[TupleRow]) -> None:
            await con.execute(_RELEASE, (self._holder,))
            await con.execute(_TELL, (CHANNEL, ProcessEvent(LEASES).write()))

        await self._do(work)

    async def all(self) -> tuple[Lease, ...]:
        """Every lease that any process holds. Raises `Unavailable`."""
        return await self._db.read(lambda con: tuple(Lease(*row) for row in con.execute(_ALL)))

    async def claim(self, number: int) -> bool:
        """Take one thing that several processes have heard, by its number; whether nobody else has. Raises `Unavailable`."""

        def work(con: Connection) -> bool:
            con.execute(_TIDY)
            return con.execute(_CLAIM, {"name": f"{_HEARD}{number}", "holder": self._holder}).rowcount == 1

        return await self._db.write(work)

    async def heard(self, timeout_s: float) -> tuple[ProcessEvent, ...]:
        """What others tell, waiting so long for it. Raises `Unavailable`."""
        con = await self._connected()
        if self._is_new:
            self._is_new = False
            return (ProcessEvent(MISSED),)
        try:
            return tuple([ProcessEvent.read(told.payload) async for told in con.notifies(timeout=timeout_s, stop_after=1)])
        except psycopg.Error as error:
            await self.close()
            raise Unavailable(said(error)) from error

    async def close(self) -> None:
        """Close the connection; the next call opens another one."""
        con, self._con = self._con, None
        if con is not None:
            await con.close()

    async def _do(self, work: Any) -> Any:
        con = await self._connected()
        try:
            async with asyncio.timeout(_PATIENCE_S), con.transaction():
                return await work(con)
        except TimeoutError as error:
            await self.close()
            raise Unavailable("the server does not answer") from error
        except psycopg.Error as error:
            await self.close()
            raise Unavailable(said(error)) from error

    async def _connected(self) -> psycopg.AsyncConnection[TupleRow]:
        if self._con is not None and not self._con.closed:
            return self._con
        try:
            address = make_conninfo(self._address, **self._hosts.ordered(conninfo_to_dict(self._address)))
            con = await psycopg.AsyncConnection.connect(address, connect_timeout=_PATIENCE_S, autocommit=True)
            self._hosts.note(con)
            await con.execute(_LIMIT)
            await con.execute(f"LISTEN {CHANNEL}")
            await sessions.stay(con, self._holder)
        except psycopg.Error as error:
            raise Unavailable(said(error)) from error
        self._con, self._is_new, self._watch = con, True, sessions.Watch()
        return con
