"""SQL of what a person has chosen for himself. Every function works inside a transaction of its caller."""

from __future__ import annotations

import sqlite3

from storage.columns import pack, unpack
from storage.records import PersonRow, UserId


def person(con: sqlite3.Connection, user_id: UserId) -> PersonRow | None:
    """What a person has chosen."""
    row = con.execute("SELECT locale, prefs_json FROM player WHERE user_id = ?", (user_id,)).fetchone()
    return PersonRow(user_id, row[0], unpack(row[1])) if row else None


def put_person(con: sqlite3.Connection, row: PersonRow) -> None:
    """Keep what a person has chosen."""
    con.execute(
        "INSERT INTO player (user_id, locale, prefs_json) VALUES (?,?,?)"
        " ON CONFLICT (user_id) DO UPDATE SET locale = excluded.locale, prefs_json = excluded.prefs_json",
        (row.user_id, row.locale, pack(dict(row.prefs))),
    )
