"""Insert a row, or replace what the row of the same key says: the one statement that each kind of database words its own way."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from sqlalchemy import Connection, Executable, Table


def upsert(con: Connection, table: Table, row: Mapping[str, Any], replaced: tuple[str, ...]) -> None:
    """Insert `row`; where its primary key is there, replace the columns `replaced`."""
    con.execute(_statement(con.dialect.name, table, replaced), dict(row))


@cache
def _statement(dialect: str, table: Table, replaced: tuple[str, ...]) -> Executable:
    insert = import_module(f"sqlalchemy.dialects.{dialect}").insert(table)  # the other kind is a tenth of a second of every start
    values = {key: insert.excluded[key] for key in replaced}
    found: Executable = insert.on_conflict_do_update(index_elements=list(table.primary_key.columns), set_=values)
    return found
