"""Copying the readable part of a PostgreSQL database into a SQLite file, so that the tools for files can examine it.

It reads one consistent snapshot, also while other processes use the database, and changes nothing. An unreadable range of a table
is halved repeatedly, so that a damaged page costs no rows of other pages. Indexes aren't checked; the server's own `pg_amcheck`
does that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, insert, inspect, select, text
from sqlalchemy.exc import DatabaseError

from storage.backends.migrate import SHIPPED, create
from storage.backends.transaction_attempt import error_line
from storage.database_url import PostgresUrl
from storage.errors import MissingTablesError, OpenError, StorageError
from storage.maintenance import database_copy
from storage.maintenance.backups import make_private
from storage.schema import REVISION, USER_VERSION

AT_ONCE = 64
"""Pages that are read with one statement."""

_ROWS_OF_A_PAGE = 291
"""As many fit at most into one of 8 KiB."""

_PAGES = text("SELECT pg_relation_size(CAST(:name AS regclass)) / CAST(current_setting('block_size') AS bigint)")
_BETWEEN = text("ctid >= CAST(:low AS tid) AND ctid < CAST(:high AS tid)")

Rows = Sequence[Mapping[Any, Any]]


def copy_readable(server: PostgresUrl, target: Path) -> Mapping[str, int]:
    """Fill the new file `target` with every readable row; return the number of unreadable places by table name.

    Raises `OpenError` if the server can't be reached, has no tables (`MissingTablesError`), or has those of another version.
    """
    make_private(target)
    try:
        with database_copy.engine_of(server).connect() as there:
            there.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            _require_present(there, server)
            with database_copy.engine_of(target).connect() as here:
                create(here, also=f"PRAGMA user_version = {USER_VERSION:d}")
                lost = {table.name: _copy_table(there, here, table) for table in database_copy.tables()}
                here.commit()
    except DatabaseError as error:
        raise OpenError(f"the database {server} cannot be read: {error_line(error)}") from error
    return {name: places for name, places in lost.items() if places}


def _require_present(there: Connection, server: PostgresUrl) -> None:
    if not inspect(there).has_table("alembic_version"):
        raise MissingTablesError(f"there are no tables in {server}")
    had = there.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if had != REVISION:
        from storage.backends import alembic_runner  # half a second of Alembic

        alembic_runner.revisions_after(had, SHIPPED)
        raise OpenError(f"an older program has written {server}: start this one once, so that it is brought up to date")


def _copy_table(there: Connection, here: Connection, table: Table) -> int:
    """Copy the readable rows of a table and return the number of unreadable places."""
    pages = there.execute(_PAGES, {"name": table.name}).scalar_one()
    lost = 0
    for first in range(0, pages, AT_ONCE):
        for rows in _readable(there, table, first, min(first + AT_ONCE, pages)):
            if rows is None:
                lost += 1
            elif rows:
                here.execute(
                    insert(table).prefix_with("OR IGNORE"), [{column.key: row[column] for column in table.columns} for row in rows]
                )
    return lost


def _readable(there: Connection, table: Table, first: int, end: int) -> Iterator[Rows | None]:
    """Yield the rows on the pages from `first` up to, not including, `end`; None for each unreadable place."""
    rows = _read(there, table, f"({first:d},0)", f"({end:d},0)")
    if rows is not None:
        yield rows
    elif end - first > 1:
        middle = (first + end) // 2
        yield from _readable(there, table, first, middle)
        yield from _readable(there, table, middle, end)
    else:
        yield from _rows_of_page(there, table, first)


def _rows_of_page(there: Connection, table: Table, page: int) -> Iterator[Rows | None]:
    """Yield the rows of a damaged page one by one, None for each unreadable one.

    If no row can be read, the whole page counts as one place.
    """
    each = [_read(there, table, f"({page:d},{row:d})", f"({page:d},{row + 1:d})") for row in range(1, _ROWS_OF_A_PAGE + 1)]
    if any(each):
        yield from each
    else:
        yield None


def _read(there: Connection, table: Table, low: str, high: str) -> Rows | None:
    """Return the rows between two positions (`ctid`); None if any of them can't be read."""
    try:
        with there.begin_nested():
            return there.execute(select(table).where(_BETWEEN), {"low": low, "high": high}).mappings().all()
    except (DatabaseError, StorageError, ValueError):
        return None
