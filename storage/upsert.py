"""Insert a row, or replace what the row of the same key says: the one statement that each kind of database words its own way."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy import Connection, Executable, Table
from sqlalchemy.dialects import postgresql, sqlite


def upsert(con: Connection, table: Table, row: Mapping[str, Any], replaced: tuple[str, ...]) -> None:
    """Insert `row`; where its primary key is there, replace the columns `replaced`."""
    con.execute(_statement(con.dialect.name, table, replaced), dict(row))


@cache
def _statement(dialect: str, table: Table, replaced: tuple[str, ...]) -> Executable:
    insert = postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
    values = {key: insert.excluded[key] for key in replaced}
    return insert.on_conflict_do_update(index_elements=list(table.primary_key.columns), set_=values)
