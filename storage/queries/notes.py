"""SQL of what the program remembers about itself. Every function works inside a transaction of its caller."""

from __future__ import annotations

from sqlalchemy import Connection, select

from storage.queries.upsert import upsert
from storage.schema import note


def read(con: Connection, key: str) -> str:
    """What was kept under this key; empty if nothing was."""
    return con.execute(select(note.c.value).where(note.c.key == key)).scalar() or ""


def keep(con: Connection, key: str, value: str) -> None:
    """In place of what was kept under this key."""
    upsert(con, note, {"key": key, "value": value}, ("value",))
