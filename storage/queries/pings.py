"""SQL of the record of pings: which users each user has made the bot ping. Every function runs in its caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, text

from storage.rows import UserId
from storage.schema import ping

DAY = timedelta(days=1)
_ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(hashtext('ping'))")


@dataclass(frozen=True)
class PingLimit:
    """The maximum number of pings within some minutes, and within a day."""

    soon: int
    a_day: int
    window: timedelta = timedelta(minutes=10)


@dataclass(frozen=True)
class PingLimits:
    """The limits of pings for a pair of users, for a sender, and for a receiver."""

    pair: PingLimit
    """Of one person for another one."""
    sender: PingLimit
    """Of one person for all others together."""
    receiver: PingLimit
    """Of all others together for one person."""


def spend(
    con: Connection, nonce: str, by: UserId, people: Sequence[UserId], now: datetime, limits: PingLimits
) -> tuple[UserId, ...]:
    """Return those of `people` whom the message of user `by` may ping, and record these pings.

    A message that is tried again (same `nonce`) pings those it was allowed to ping before, at no further cost.
    """
    if con.dialect.name != "sqlite":
        con.execute(_ONE_AT_A_TIME)  # two processes would both find the last of the budget
    con.execute(delete(ping).where(or_(ping.c.at <= now - DAY, ping.c.at > now + DAY)))
    before = set(con.execute(select(ping.c.user_id).where(ping.c.nonce == nonce)).scalars())
    reached = list[UserId]()
    for user in people:
        if user in before:
            reached.append(user)
        elif _is_within(con, by, user, now, limits):
            con.execute(insert(ping), {"nonce": nonce, "user_id": user, "by_id": by, "at": now})
            reached.append(user)
    return tuple(reached)


def _is_within(con: Connection, by: UserId, user: UserId, now: datetime, limits: PingLimits) -> bool:
    sends, hears = ping.c.by_id == by, ping.c.user_id == user
    budgets: tuple[tuple[PingLimit, tuple[ColumnElement[bool], ...]], ...] = (
        (limits.pair, (sends, hears)),
        (limits.sender, (sends,)),
        (limits.receiver, (hears,)),
    )
    return all(
        _count(con, which, now - limit.window) < limit.soon and _count(con, which, now - DAY) < limit.a_day
        for limit, which in budgets
    )


def _count(con: Connection, which: Sequence[ColumnElement[bool]], since: datetime) -> int:
    """Return the number of recorded pings since a time.

    Those dated in the future, written while the clock was wrong, count too.
    """
    spent: Any = con.execute(select(func.count()).select_from(ping).where(*which, ping.c.at > since)).scalar()
    return int(spent)


def forget(con: Connection, user_id: UserId) -> None:
    """Delete all recorded pings that a user sent or received."""
    con.execute(delete(ping).where(or_(ping.c.by_id == user_id, ping.c.user_id == user_id)))
