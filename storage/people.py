"""SQL of what a person has chosen for himself. Every function works inside a transaction of its caller."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, select

from storage.records import PersonRow, UserId
from storage.schema import player
from storage.upsert import upsert

_PERSON = select(player.c.locale, player.c.prefs).where(player.c.user_id == bindparam("who"))


def person(con: Connection, user_id: UserId) -> PersonRow | None:
    """What a person has chosen."""
    row = con.execute(_PERSON, {"who": user_id}).first()
    return PersonRow(user_id, *row) if row else None


def put_person(con: Connection, row: PersonRow) -> None:
    """Keep what a person has chosen."""
    values = {"user_id": row.user_id, "locale": row.locale, "prefs": dict(row.prefs)}
    upsert(con, player, values, ("locale", "prefs"))
