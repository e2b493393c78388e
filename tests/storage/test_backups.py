# ruff: noqa: ASYNC240 - the tests prepare files of their own, nobody waits for them
"""Automatic backups: one a day, the newest kept, whole, and private."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot import Settings
from runtime.backups import Backups
from storage.errors import DatabaseUnavailableError
from storage.maintenance.backups import back_up, backups, folder_of
from storage.store import open_sqlite
from tests.storage.test_store_contract import NOW, moved, new_match

DAY = timedelta(days=1)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "bastide.db"


async def test_a_backup_made_beside_a_bot_at_work_opens_with_every_game(database: Path) -> None:
    store = await open_sqlite(database)
    match = await store.matches.open(new_match())
    await store.commit(moved(match, "keep"))

    copy = back_up(database, NOW, keep=7)
    await store.close()

    restored = await open_sqlite(copy)
    loaded = await restored.matches.load(match.id)
    await restored.close()
    assert loaded is not None
    assert (loaded.match.version, [row.text for row in loaded.log]) == (1, ["keep"])
    assert copy.stat().st_mode & 0o077 == 0
    assert folder_of(database).stat().st_mode & 0o077 == 0


async def test_the_newest_seven_are_kept_and_nothing_else_is_touched(database: Path) -> None:
    await (await open_sqlite(database)).close()
    folder_of(database).mkdir()
    (folder_of(database) / "mine.db").write_text("of the host")
    made = [back_up(database, NOW + n * DAY, keep=7) for n in range(10)]

    assert [path for _, path in backups(database)] == made[:2:-1]
    assert (folder_of(database) / "mine.db").exists()


async def test_one_a_day_across_restarts(database: Path) -> None:
    await (await open_sqlite(database)).close()
    settings = Settings(token="", database=database, backups=7)

    for hours in range(0, 73, 3):
        await Backups(settings).look(NOW + timedelta(hours=hours))

    assert len(backups(database)) == 4


async def test_a_clock_that_ran_ahead_stops_no_backup_and_costs_none(database: Path) -> None:
    await (await open_sqlite(database)).close()
    keeping = Backups(Settings(token="", database=database, backups=2))

    for days in (400, 0, 1, 2):
        for _ in range(3):
            await keeping.look(NOW + days * DAY)

    assert [at for at, _ in backups(database)] == [NOW + 2 * DAY, NOW + DAY]


async def test_a_damaged_database_pushes_no_good_backup_out(database: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = await open_sqlite(database)
    match = await store.matches.open(new_match())
    await store.commit(moved(match, *(f"keep {'x' * 500} {i}" for i in range(100))))
    await store.close()
    good = back_up(database, NOW, keep=1)
    whole = database.read_bytes()
    database.write_bytes(whole[: len(whole) // 2] + b"\xff" * (len(whole) - len(whole) // 2))
    keeping = Backups(Settings(token="", database=database, backups=1))

    await keeping.look(NOW + DAY)
    await keeping.look(NOW + DAY + timedelta(hours=1))

    assert list(folder_of(database).iterdir()) == [good]
    assert sum("backup-failed" in record.getMessage() for record in caplog.records) == 1


async def test_a_backup_that_cannot_be_written_is_refused_and_leaves_nothing(database: Path) -> None:
    await (await open_sqlite(database)).close()
    folder_of(database).write_text("not a folder")

    with pytest.raises(DatabaseUnavailableError, match="no backup"):
        back_up(database, NOW, keep=7)


async def test_none_are_made_where_the_host_wants_none(database: Path) -> None:
    await (await open_sqlite(database)).close()

    await Backups(Settings(token="", database=database, backups=0)).look(datetime.now(UTC))

    assert backups(database) == ()


async def test_a_backup_is_one_file_that_needs_no_journal(database: Path) -> None:
    await (await open_sqlite(database)).close()
    copy = back_up(database, NOW, keep=7)

    con = sqlite3.connect(copy)
    mode = con.execute("PRAGMA journal_mode").fetchone()[0]
    con.close()

    assert mode == "delete"
