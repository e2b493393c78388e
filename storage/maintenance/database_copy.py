"""From one database into another of any kind, row by row, and the proof that nothing is different afterwards."""

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
    """Return all that is carried, in an order in which every row finds what it refers to."""
    return [table for table in metadata.sorted_tables if table not in (alembic_version, lease)]


def engine_of(place: Place) -> Engine:
    """Straight to a database that is up to date, with nothing kept open. Error messages never show values: these hold secrets."""
    address = place.address if isinstance(place, PostgresUrl) else f"sqlite:///{place}"
    return create_engine(address, poolclass=NullPool, hide_parameters=True)


def is_empty(con: Connection) -> bool:
    """Return whether nothing has been kept here yet."""
    return all(con.execute(select(func.count()).select_from(table)).scalar() == 0 for table in tables())


def carry(source: Connection, target: Connection, told: Told) -> None:
    """Copy every row, with the number that it has. `target` is empty, and the caller commits it."""
    for table in tables():
        count = 0
        for rows in _rows(source, table):
            target.execute(insert(table), [{column.key: row[column] for column in table.columns} for row in rows])
            count += len(rows)
        _number_on(target, table)
        told(table.name, count)


def differences(one: Connection, other: Connection) -> Iterator[str]:
    """Yield each row that is not the same on both sides, by table and key; values, which may be secret, are not told."""
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
    """Return a selection of the table by key in the order of bytes: servers sort texts by the customs of their country."""
    bytewise = con.dialect.name == "postgresql"
    keys = (key.collate("C") if bytewise and isinstance(key.type, Text) else key for key in table.primary_key.columns)
    return select(table).order_by(*keys)


def _number_on(con: Connection, table: Table) -> None:
    """Make new rows get higher numbers than any copied row; SQLite does that by itself."""
    for column in table.primary_key.columns if con.dialect.name == "postgresql" else ():
        if column.type is Key and (highest := con.execute(select(func.max(column))).scalar()) is not None:
            con.execute(_SET, {"table": table.name, "column": column.name, "highest": highest})
