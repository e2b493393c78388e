"""The connections of processes that hold leases: each has a lock that ends with its connection.

Only a hint: the lease counts, in every transaction that depends on it. But a process that was connected a moment ago and is not any
more has most likely died, and nobody needs to wait until its leases run out. A process that lives comes back within `GONE_S`; one
that is a little later has lost its leases, which is a nuisance and nothing worse. Where the server itself went away nobody's
absence says anything: only who was seen over the very connection over which they are missed now counts as gone.
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
    """Be seen as connected for as long as this connection stands."""
    await con.execute(_STAY, (holder,))


class SessionMonitor:
    """The observation of other processes by one process over one connection."""

    def __init__(self, *, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._clock_s = clock_s
        self._missed_s: dict[str, float | None] = {}
        """The holders that were seen connected, and since when each is missed."""

    async def gone(self, con: psycopg.AsyncConnection[TupleRow], names: Sequence[str], me: str) -> frozenset[str]:
        """Look once: who of those that hold one of these leases counts as gone."""
        return self.seen(await (await con.execute(_HOLDERS, (list(names), me))).fetchall())

    def seen(self, holders: Iterable[tuple[str, bool]]) -> frozenset[str]:
        """Return the holders that count as gone, from pairs of a holder with whether it is connected."""
        now_s, former = self._clock_s(), self._missed_s
        self._missed_s = {
            holder: None if connected else former[holder] or now_s for holder, connected in holders if connected or holder in former
        }
        return frozenset(holder for holder, since_s in self._missed_s.items() if since_s is not None and now_s - since_s >= GONE_S)
