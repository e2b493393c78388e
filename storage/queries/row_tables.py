"""Rows that are written and deleted unchanged: for each kind, its table and the subject that it belongs to.

A row that needs more (counts, other tables, versions) has a change class of its own in `storage.changes`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from sqlalchemy import Connection, Table, delete

from storage import schema
from storage.changes import DropRow, PutRow
from storage.rows import (
    BlockRow,
    ChampionRow,
    FollowRow,
    InvitationRow,
    PersonRow,
    RequestRow,
    SeekRow,
    ServerRow,
    Subject,
    UploadRow,
    VoteRow,
    of_match,
    of_person,
    of_server,
)
from storage.sharding import upsert


class RowTable:
    """The table for one kind of row, with the SQL to write and delete rows."""

    def __init__(self, table: Table, subject_of: Callable[[Any], Subject], owner: str, **stored: Callable[[Any], object]) -> None:
        """Describe the table of a kind of row.

        `subject_of` and `owner`: function and column that give the row's subject; `stored`: functions that convert a field to its
        column's value.
        """
        self.table = table
        self.keys = tuple(column.key for column in table.primary_key.columns)
        self._replaced = tuple(column.key for column in table.c if column.key not in self.keys)
        self.owner = owner
        self._subject_of, self._stored = subject_of, stored

    def subject(self, values: Mapping[str, Any]) -> Subject:
        """Return the subject whose revision a row with these values advances."""
        return self._subject_of(values[self.owner])

    def values(self, change: PutRow) -> dict[str, Any]:
        """Return the values of a row's columns."""
        given = {field.name: getattr(change.row, field.name) for field in fields(change.row)}
        given |= {} if change.match_id is None else {"match_id": change.match_id}
        return {key: self._stored.get(key, _plain_value)(value) for key, value in given.items()}

    def put(self, con: Connection, change: PutRow) -> None:
        """Write a row, replacing the one with the same key."""
        upsert(con, self.table, self.values(change), self._replaced)

    def key(self, change: DropRow) -> dict[str, Any]:
        """Return the values of the key's columns."""
        return dict(zip(self.keys, change.key, strict=True))

    def drop(self, con: Connection, change: DropRow) -> None:
        """Delete the row with this key, if it exists."""
        con.execute(delete(self.table).where(*(self.table.c[key] == value for key, value in self.key(change).items())))


def _plain_value(value: object) -> object:
    """Return a value in the form that a column accepts: lists for tuples, dictionaries for mappings."""
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


TABLES: Mapping[type, RowTable] = {
    PersonRow: RowTable(schema.player, of_person, "user_id"),
    ServerRow: RowTable(schema.server, of_server, "guild_id"),
    BlockRow: RowTable(schema.block, of_person, "user_id"),
    ChampionRow: RowTable(schema.champion_role, of_server, "guild_id"),
    FollowRow: RowTable(schema.follow, of_person, "user_id"),
    SeekRow: RowTable(schema.wish, of_server, "guild_id", languages=" ".join),
    UploadRow: RowTable(schema.map_upload, of_server, "guild_id"),
    InvitationRow: RowTable(schema.invitation, of_match, "match_id"),
    VoteRow: RowTable(schema.vote, of_match, "match_id"),
    RequestRow: RowTable(schema.request, of_match, "match_id"),
}
"""Every kind of row that `PutRow` and `DropRow` know."""


def put(con: Connection, change: PutRow) -> None:
    """Write a row, replacing the one with the same key."""
    TABLES[type(change.row)].put(con, change)


def drop(con: Connection, change: DropRow) -> None:
    """Delete a row by its key, if it exists."""
    TABLES[change.kind].drop(con, change)


def subject_put(change: PutRow) -> Subject:
    """Return the subject whose revision advances when a row is put."""
    table = TABLES[type(change.row)]
    return table.subject(table.values(change))


def subject_dropped(change: DropRow) -> Subject:
    """Return the subject whose revision advances when a row is dropped."""
    table = TABLES[change.kind]
    return table.subject(table.key(change))
