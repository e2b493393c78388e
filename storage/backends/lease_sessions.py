"""Detection of dead lease holders: each process holds a PostgreSQL advisory lock that ends with its connection.

The lock is only a hint; each transaction still checks the lease itself. A process that was connected and is missing has most likely
died, so others can take its leases before they expire. A living process reconnects within `GONE_S` seconds; if it's later, it only
loses its leases. After a restart of the server nothing is concluded: only a process that was seen over the same connection can be
missed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

import psycopg
from psycopg.rows import TupleRow

GONE_S = 0.5
"""How long a holder is missed before they count as gone."""

_KIND = 7_302_029
"""The first half of the numbers of these locks; the second half is made of the holder's name."""

_STAY = f"SELECT pg_advisory_lock_shared({_KIND:d}, hashtext(%s))"
"""Shared: a process that comes back does not wait until the server has noticed the end of its former connection."""

_HOLDERS = f"""
SELECT DISTINCT holder, EXISTS (
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = {_KIND:d} AND objsubid = 2
    AND objid::bigint = hashtext(holder)::bigint & 4294967295
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
) FROM lease WHERE name = ANY(%s) AND holder <> %s AND until > clock_timestamp()
"""  # noqa: S608  # a number of our own


async def stay(con: psycopg.AsyncConnection[TupleRow], holder: str) -> None:
    """Take a lock that shows `holder` as connected until this connection ends."""
    await con.execute(_STAY, (holder,))


class SessionMonitor:
    """A monitor of other lease holders that records over one connection which of them have disconnected."""

    def __init__(self, *, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._clock_s = clock_s
        self._missed_s: dict[str, float | None] = {}
        """The holders that were seen connected, and since when each is missed."""

    async def gone(self, con: psycopg.AsyncConnection[TupleRow], names: Sequence[str], me: str) -> frozenset[str]:
        """Query the holders of these leases except `me`, and return those that count as gone."""
        return self.seen(await (await con.execute(_HOLDERS, (list(names), me))).fetchall())

    def seen(self, holders: Iterable[tuple[str, bool]]) -> frozenset[str]:
        """Return the holders that have been disconnected for `GONE_S` seconds.

        `holders`: pairs of a holder and whether it is connected now. Holders never seen connected are not returned.
        """
        now_s, former = self._clock_s(), self._missed_s
        self._missed_s = {
            holder: None if connected else former[holder] or now_s for holder, connected in holders if connected or holder in former
        }
        return frozenset(holder for holder, since_s in self._missed_s.items() if since_s is not None and now_s - since_s >= GONE_S)
