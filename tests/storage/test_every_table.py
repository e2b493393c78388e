"""Whatever stands in any table is carried from a file to a server and back, and saved from a file that may be damaged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from sqlalchemy import Column, Connection, Float, LargeBinary, Table, Text, func, insert, select

from clocks.terms import NO_CLOCK
from storage.column_types import EstimateVersionsJson, JsonText, TermsJson, UtcDateTime
from storage.database_url import Place, read
from storage.maintenance import database_copy
from storage.maintenance.salvage import examine, salvage
from storage.opening import open_store
from storage.queries import archive as archives
from storage.schema import STATS, metadata

ROWS = (1, 2)
NOW = datetime(2026, 3, 29, 1, 30, 0, 123456, tzinfo=UTC)
VALUES: Mapping[tuple[str, str], Callable[[int], object]] = {
    ("match", "status"): lambda _: "finished",
    ("match", "version"): lambda _: 1,
    ("action", "seq"): lambda _: 0,
    ("seat", "seat"): lambda _: 0,
    **{("archive", name): lambda _: 0 for name in ("logged", "clocked", "acted")},
    ("archive", "actions"): lambda _: archives.pack_actions([]),
    ("archive", "clock_events"): lambda _: archives.pack_events([]),
    ("event", "version"): lambda _: 1,
    ("event_entry", "seq"): lambda _: 0,
    ("match", "commitment"): lambda n: f"é{n}",
}
"""What the tables themselves ask for."""


def value(table: Table, column: Column[Any], row: int) -> object:
    """Something that the column holds; nothing in the second row where that may be."""
    if (given := VALUES.get((table.name, column.name))) is not None:
        return given(row)
    if column.nullable and row == ROWS[-1] and column.name not in ("user_id", "level"):
        return None
    kinds: list[tuple[type, object]] = [
        (UtcDateTime, NOW + timedelta(microseconds=row)),
        (TermsJson, replace(NO_CLOCK, rated=False)),
        (EstimateVersionsJson, ((row, 7),)),
        (JsonText, {"ä": [row, None, "“"], "b": {"2": 1, "1": 2}}),
        (LargeBinary, bytes([0, 255, row])),
        (Float, row / 3),
        (Text, f"é {column.name} {row}"),
    ]
    return next((column_kind for kind, column_kind in kinds if isinstance(column.type, kind)), row)


def fill(con: Connection) -> None:
    """Rows in every table there is."""
    for table in database_copy.tables():
        rows = [{column.key: value(table, column, row) for column in table.columns} for row in ROWS]
        con.execute(insert(table), rows)


async def made(place: Place) -> None:
    await (await open_store(place)).close()


@pytest.fixture
def full(new_file: Path, tmp_path: Path) -> Path:
    """Return a file with a row in every table."""
    path = Path(copyfile(new_file, tmp_path / "full.db"))
    with database_copy.engine_of(path).begin() as con:
        fill(con)
    return path


def counts(con: Connection) -> dict[str, int]:
    return {table.name: con.execute(select(func.count()).select_from(table)).scalar() or 0 for table in database_copy.tables()}


async def test_every_table_is_carried_to_a_server_and_back(full: Path, ready_database: str, tmp_path: Path) -> None:
    server, back = read(ready_database), tmp_path / "back.db"
    await made(back)
    for source, target in ((full, server), (server, back)):
        with database_copy.engine_of(source).connect() as here, database_copy.engine_of(target).begin() as there:
            database_copy.carry(here, there, lambda _table, _rows: None)
            assert list(database_copy.differences(here, there)) == []

    with database_copy.engine_of(full).connect() as here, database_copy.engine_of(back).connect() as there:
        assert counts(there) == dict.fromkeys((table.name for table in database_copy.tables()), len(ROWS))
        assert list(database_copy.differences(here, there)) == []
    assert {table.name for table in metadata.sorted_tables} - set(counts_of(back)) == {"alembic_version", "lease"}


async def test_every_table_but_what_can_be_found_out_again_is_saved_from_a_file_that_may_be_damaged(
    full: Path, tmp_path: Path
) -> None:
    report, target = examine(full, tmp_path, lambda _: lambda _loaded, _secret: ""), tmp_path / "saved.db"

    salvage(report, target)

    assert report.is_sound, (report.complaints, report.unreadable, report.broken)
    lost = {name for name, number in counts_of(target).items() if number != len(ROWS)}
    assert lost == {"note", "snapshot", "archive", *(table.name for table in STATS)}, "logs are packed again"


def counts_of(place: Place) -> dict[str, int]:
    with database_copy.engine_of(place).connect() as con:
        return counts(con)
