"""SQL of maps that servers have added. Every function runs in its caller's transaction."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, func, select, update

from storage.rows import MapRow, UploadRow, UserId
from storage.schema import map_, map_upload
from storage.sharding import upsert

_LISTED = (
    select(map_).where(map_.c.guild_id == bindparam("of_guild"), map_.c.removed_at.is_(None)).order_by(map_.c.added_at, map_.c.id)
)
_TEXTS = select(map_.c.id, func.min(map_.c.text)).group_by(map_.c.id).order_by(map_.c.id)
_TEXT = select(map_.c.text).where(map_.c.id == bindparam("of_map")).limit(1)
_SERVERS = select(map_.c.guild_id).distinct()
_REMOVE = (
    update(map_)
    .where(map_.c.guild_id == bindparam("of_guild"), map_.c.id == bindparam("of_map"), map_.c.removed_at.is_(None))
    .values(removed_at=bindparam("removed_at"))
)
_ITS = (map_upload.c.guild_id == bindparam("of_guild"), map_upload.c.user_id == bindparam("of_user"))
_UPLOAD = select(map_upload).where(*_ITS)
_DROP_UPLOAD = delete(map_upload).where(*_ITS)


def maps_of_guild(con: Connection, guild_id: int) -> tuple[MapRow, ...]:
    """Return the maps on a server's list, oldest first."""
    return tuple(MapRow(*row) for row in con.execute(_LISTED, {"of_guild": guild_id}))


def servers(con: Connection) -> frozenset[int]:
    """Return ids of all servers that ever added a map."""
    return frozenset(con.execute(_SERVERS).scalars())


def map_texts(con: Connection) -> tuple[tuple[str, str], ...]:
    """Return (id, text) of every map ever added to any server, removed ones too, each once."""
    return tuple((row[0], row[1]) for row in con.execute(_TEXTS))


def map_text(con: Connection, map_id: str) -> str | None:
    """Return the text of a map, even a removed one, of any server; None if it doesn't exist."""
    sentence: str | None = con.execute(_TEXT, {"of_map": map_id}).scalar()
    return sentence


def add_map(con: Connection, row: MapRow) -> None:
    """Put a map on its server's list, or back on it, and delete the person's upload.

    With `removed_at` set, only the map's text is kept: it isn't on the list.
    """
    upsert(con, map_, asdict(row), ("added_by", "added_at", "removed_at"))
    if row.removed_at is None:
        drop_upload(con, row.guild_id, row.added_by)


def remove_map(con: Connection, guild_id: int, map_id: str, at: datetime) -> None:
    """Take a map off a server's list; its row and text stay."""
    con.execute(_REMOVE, {"of_guild": guild_id, "of_map": map_id, "removed_at": at})


def upload(con: Connection, guild_id: int, user_id: UserId) -> UploadRow | None:
    """Return a person's unconfirmed upload in a server; None if none."""
    row = con.execute(_UPLOAD, {"of_guild": guild_id, "of_user": user_id}).first()
    return UploadRow(*row) if row else None


def drop_upload(con: Connection, guild_id: int, user_id: UserId) -> None:
    """Delete a person's upload in a server."""
    con.execute(_DROP_UPLOAD, {"of_guild": guild_id, "of_user": user_id})
