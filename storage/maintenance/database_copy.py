"""Copying a database row by row into another one of any kind, and comparing the two afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from sqlalchemy import Connection, Engine, Select, Table, Text, create_engine, func, insert, select, text
from sqlalchemy.pool import NullPool

from storage.column_types import Key
from storage.database_url import Place, PostgresUrl
from storage.schema import alembic_version, lease, metadata

AT_ONCE = 500

_SET = text("SELECT setval(pg_get_serial_sequence(:table, :column), :highest)")

Told = Callable[[str, int], None]
"""Called with the name of each table and how many rows it has, when they are there."""


def tables() -> Sequence[Table]:
    """Return the tables to copy, in an order in which referenced rows come first."""
    return [table for table in metadata.sorted_tables if table not in (alembic_version, lease)]


def engine_of(place: Place) -> Engine:
    """Return an engine for an up-to-date database, without connection pool or migration.

    Error messages never contain values, because they may be secret.
    """
    address = place.address if isinstance(place, PostgresUrl) else f"sqlite:///{place}"
    return create_engine(address, poolclass=NullPool, hide_parameters=True)


def is_empty(con: Connection) -> bool:
    """Return whether none of the copied tables has a row."""
    return all(con.execute(select(func.count()).select_from(table)).scalar() == 0 for table in tables())


def carry(source: Connection, target: Connection, told: Told) -> None:
    """Copy every row with its id into the empty database `target`; the caller commits.

    `told` is called with each table's name and number of rows.
    """
    for table in tables():
        count = 0
        for rows in _rows(source, table):
            target.execute(insert(table), [{column.key: row[column] for column in table.columns} for row in rows])
            count += len(rows)
        _number_on(target, table)
        told(table.name, count)


def differences(one: Connection, other: Connection) -> Iterator[str]:
    """Yield the position of the first differing row of each table that differs.

    Values are left out because they may be secret.
    """
    for table in tables():
        pairs = zip_longest(_rows_of(one, table), _rows_of(other, table))
        for number, (here, there) in enumerate(pairs):
            if here != there:
                yield f"row {number + 1} of {table.name}"
                break  # from here on all rows may be shifted


def _rows_of(con: Connection, table: Table) -> Iterator[Mapping[Any, Any]]:
    for rows in _rows(con, table):
        yield from rows


def _rows(con: Connection, table: Table) -> Iterator[Sequence[Mapping[Any, Any]]]:
    result = con.execution_options(stream_results=True).execute(_select_in_order(con, table))
    return result.mappings().partitions(AT_ONCE)


def _select_in_order(con: Connection, table: Table) -> Select[Any]:
    """Return a query for the table's rows, sorted by key bytewise.

    By default, PostgreSQL sorts texts by a locale, unlike SQLite.
    """
    bytewise = con.dialect.name == "postgresql"
    keys = (key.collate("C") if bytewise and isinstance(key.type, Text) else key for key in table.primary_key.columns)
    return select(table).order_by(*keys)


def _number_on(con: Connection, table: Table) -> None:
    """Set the id sequences so that new rows get higher ids than the copied ones; SQLite needs no such step."""
    for column in table.primary_key.columns if con.dialect.name == "postgresql" else ():
        if column.type is Key and (highest := con.execute(select(func.max(column))).scalar()) is not None:
            con.execute(_SET, {"table": table.name, "column": column.name, "highest": highest})
