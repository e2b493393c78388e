"""SQL of who looks for a game. Every function works inside a transaction of its caller."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from sqlalchemy import Connection, delete, select

from storage.queries.upsert import upsert
from storage.records import UserId, WishRow
from storage.schema import wish


def of_guild(con: Connection, guild_id: int) -> tuple[WishRow, ...]:
    """All wishes of a server, the oldest first."""
    rows = con.execute(select(wish).where(wish.c.guild_id == guild_id).order_by(wish.c.at, wish.c.user_id)).mappings()
    return tuple(WishRow(**{**row, "languages": tuple(row["languages"].split())}) for row in rows)


def put(con: Connection, row: WishRow) -> None:
    """Keep a wish in place of the one that the person had in this server."""
    values = {**asdict(row), "languages": " ".join(row.languages)}
    upsert(con, wish, values, tuple(name for name in values if name not in ("guild_id", "user_id")))


def drop(con: Connection, guild_id: int, people: Iterable[UserId]) -> None:
    """These people look for nothing more in this server."""
    con.execute(delete(wish).where(wish.c.guild_id == guild_id, wish.c.user_id.in_(list(people))))
