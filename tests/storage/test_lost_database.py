# ruff: noqa: ASYNC240 - the tests prepare files of their own, nobody waits for them
"""An empty file where a database was is no silent new beginning."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from storage.database_url import read
from storage.errors import OpenError
from storage.maintenance.backups import back_up
from storage.maintenance.missing_database import require_found
from storage.store import open_sqlite
from tests.storage.test_store_contract import NOW


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """Return a database with a backup of yesterday and one of today."""
    path = tmp_path / "bastide.db"
    await (await open_sqlite(path)).close()
    for when in (NOW - timedelta(days=1), NOW):
        back_up(path, when, keep=7)
    return path


@pytest.mark.parametrize("lost", ["emptied", "missing"])
async def test_where_backups_lie_beside_it_the_newest_is_named(database: Path, lost: str) -> None:
    require_found(database, must_exist=True)
    database.unlink()
    if lost != "missing":
        database.write_bytes(b"")

    with pytest.raises(OpenError) as refused:
        require_found(database, must_exist=False)

    assert f"--restore {database.parent}/bastide.db.backups/bastide-2026-03-01T120000Z.db" in str(refused.value)
    assert f"move {database}.backups away" in str(refused.value)


def test_a_first_start_is_refused_only_to_who_says_that_it_is_none(tmp_path: Path) -> None:
    require_found(tmp_path / "bastide.db", must_exist=False)

    with pytest.raises(OpenError, match="BASTIDE_DB_MUST_EXIST"):
        require_found(tmp_path / "bastide.db", must_exist=True)


def test_a_file_that_cannot_be_read_is_left_to_who_opens_it(database: Path) -> None:
    database.write_bytes(b"no database at all")

    require_found(database, must_exist=True)


def test_a_server_without_tables_is_refused_too(new_database: Callable[[], str]) -> None:
    place = read(new_database())
    require_found(place, must_exist=False)

    with pytest.raises(OpenError, match="no tables of Bastide"):
        require_found(place, must_exist=True)


async def test_an_empty_file_without_backups_is_a_first_start_without_a_complaint(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "bastide.db").write_bytes(b"")
    require_found(tmp_path / "bastide.db", must_exist=False)

    await (await open_sqlite(tmp_path / "bastide.db")).close()

    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []
