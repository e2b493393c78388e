"""SQL of the maps that servers have added. Every function works inside a transaction of its caller."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from storage.columns import moment, moment_or_none, stamp
from storage.records import MapRow, UploadRow, UserId


def maps_of_guild(con: sqlite3.Connection, guild_id: int) -> tuple[MapRow, ...]:
    """The maps on the list of a server, in the order of adding."""
    rows = con.execute(
        "SELECT id, guild_id, title, text, added_by, added_at, removed_at FROM map"
        " WHERE guild_id = ? AND removed_at IS NULL ORDER BY added_at, id",
        (guild_id,),
    )
    return tuple(MapRow(r[0], r[1], r[2], r[3], r[4], moment(r[5]), moment_or_none(r[6])) for r in rows)


def map_texts(con: sqlite3.Connection) -> tuple[tuple[str, str], ...]:
    """Id and text of every map that was ever added, each once."""
    return tuple(con.execute("SELECT id, min(text) FROM map GROUP BY id ORDER BY id").fetchall())


def map_text(con: sqlite3.Connection, map_id: str) -> str | None:
    """The text of a map that was ever added."""
    row = con.execute("SELECT text FROM map WHERE id = ? LIMIT 1", (map_id,)).fetchone()
    return None if row is None else str(row[0])


def add_map(con: sqlite3.Connection, row: MapRow) -> None:
    """Put a map on the list of its server; one that was removed comes back."""
    con.execute(
        "INSERT INTO map (id, guild_id, title, text, added_by, added_at) VALUES (?,?,?,?,?,?) ON CONFLICT (id, guild_id)"
        " DO UPDATE SET added_by = excluded.added_by, added_at = excluded.added_at, removed_at = NULL",
        (row.id, row.guild_id, row.title, row.text, row.added_by, stamp(row.added_at)),
    )


def remove_map(con: sqlite3.Connection, guild_id: int, map_id: str, at: datetime) -> bool:
    """Take a map off the list of a server, and keep it; whether it was there."""
    done = con.execute(
        "UPDATE map SET removed_at = ? WHERE guild_id = ? AND id = ? AND removed_at IS NULL", (stamp(at), guild_id, map_id)
    )
    return done.rowcount == 1


def upload(con: sqlite3.Connection, guild_id: int, user_id: UserId) -> UploadRow | None:
    """What a person uploaded in a server and has not confirmed."""
    row = con.execute("SELECT text, at FROM map_upload WHERE guild_id = ? AND user_id = ?", (guild_id, user_id)).fetchone()
    return None if row is None else UploadRow(guild_id, user_id, row[0], moment(row[1]))


def put_upload(con: sqlite3.Connection, row: UploadRow) -> None:
    """Keep an upload in place of the person's former one."""
    con.execute(
        "INSERT INTO map_upload (guild_id, user_id, text, at) VALUES (?,?,?,?)"
        " ON CONFLICT (guild_id, user_id) DO UPDATE SET text = excluded.text, at = excluded.at",
        (row.guild_id, row.user_id, row.text, stamp(row.at)),
    )


def drop_upload(con: sqlite3.Connection, guild_id: int, user_id: UserId) -> None:
    """Forget an upload."""
    con.execute("DELETE FROM map_upload WHERE guild_id = ? AND user_id = ?", (guild_id, user_id))
