# ruff: noqa: ASYNC240 - the tests prepare files of their own, nobody waits for them
"""The file: migrations, guards inside the database, and what happens when it cannot work."""

from __future__ import annotations

import os
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from storage.columns import moment, stamp
from storage.errors import CannotOpen, TooNew, Unavailable
from storage.migrating import shipped
from storage.records import MapRow, UserId
from storage.sqlite_store import SqliteStore
from tests.storage.test_store_contract import NOW, moved, new_match


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bastide.db"


async def filled(path: Path) -> None:
    """A database of the present version with one match of one action."""
    store = await SqliteStore.open(path)
    await store.commit(moved(await store.open_match(new_match()), "keep"))
    await store.close()


def test_migrations_are_numbered_without_gaps() -> None:
    assert list(shipped()) == list(range(1, len(shipped()) + 1))


async def test_every_commit_is_durable_and_checked(path: Path) -> None:
    store = await SqliteStore.open(path)
    pragmas = await store._db.read(
        lambda con: [con.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "foreign_keys")]
    )
    await store.close()

    assert pragmas == ["wal", 2, 1]


@pytest.mark.parametrize("sql", ["UPDATE action SET text = 'pass'", "DELETE FROM action"])
async def test_the_log_refuses_to_be_changed(path: Path, sql: str) -> None:
    await filled(path)
    con = sqlite3.connect(path)

    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        con.execute(sql)
    con.close()


async def test_opening_again_changes_nothing_and_copies_nothing(path: Path) -> None:
    await filled(path)

    store = await SqliteStore.open(path)
    await store.close()

    assert not list(path.parent.glob("*.before-*"))


async def test_an_older_database_is_copied_aside_and_brought_up_to_date(path: Path) -> None:
    await filled(path)
    steps = {**shipped(), len(shipped()) + 1: "ALTER TABLE player ADD COLUMN nickname TEXT;"}

    store = await SqliteStore.open(path, steps=steps)
    await store.close()

    copy = path.with_name(f"bastide.db.before-{len(steps):03d}")
    old, new = sqlite3.connect(copy), sqlite3.connect(path)
    assert old.execute("PRAGMA user_version").fetchone() == (len(shipped()),)
    assert old.execute("SELECT text FROM action").fetchall() == [("keep",)]
    assert new.execute("PRAGMA user_version").fetchone() == (len(steps),)
    assert new.execute("SELECT nickname FROM player").fetchall() == []
    old.close()
    new.close()


async def test_a_migration_that_fails_leaves_the_database_as_it_was(path: Path) -> None:
    await filled(path)
    last = len(shipped())
    steps = {**shipped(), last + 1: "ALTER TABLE player ADD COLUMN nickname TEXT; SELECT * FROM nowhere;"}

    with pytest.raises(CannotOpen, match=f"migration {last + 1:03d} failed"):
        await SqliteStore.open(path, steps=steps)

    con = sqlite3.connect(path)
    assert con.execute("PRAGMA user_version").fetchone() == (last,)
    assert "nickname" not in [row[1] for row in con.execute("PRAGMA table_info(player)")]
    con.close()


async def test_a_database_of_a_newer_program_is_left_alone(path: Path) -> None:
    await filled(path)
    con = sqlite3.connect(path)
    con.execute("PRAGMA user_version = 99")
    con.close()

    with pytest.raises(TooNew, match="version 99"):
        await SqliteStore.open(path)


async def test_a_file_that_is_no_database_stops_the_program(path: Path) -> None:
    path.write_bytes(b"these are not the bytes you are looking for" * 100)

    with pytest.raises(CannotOpen, match="not a database"):
        await SqliteStore.open(path)


async def test_a_folder_in_place_of_the_file_stops_the_program(path: Path) -> None:
    path.mkdir()

    with pytest.raises(CannotOpen):
        await SqliteStore.open(path)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable for root")
async def test_an_unreadable_file_stops_the_program(path: Path) -> None:
    await filled(path)
    path.chmod(0)

    with pytest.raises(CannotOpen):
        await SqliteStore.open(path)


async def test_a_file_under_a_file_stops_the_program(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")

    with pytest.raises(CannotOpen):
        await SqliteStore.open(tmp_path / "data" / "bastide.db")


async def test_a_full_disk_is_reported_and_nothing_is_half_written(path: Path) -> None:
    store = await SqliteStore.open(path)
    match = await store.open_match(new_match())
    await store._db.write(lambda con: con.execute("CREATE TABLE filler (x)"))
    # SQLite's own limit answers exactly as a full disk does: SQLITE_FULL.
    await store._db.read(
        lambda con: con.execute(f"PRAGMA max_page_count = {con.execute('PRAGMA page_count').fetchone()[0]}").fetchone()
    )

    with pytest.raises(Unavailable, match="full"):
        await store.commit(moved(match, *("keep " + "x" * 1000 for _ in range(200))))

    loaded = await store.load(match.id)
    assert loaded is not None
    assert (loaded.match.version, loaded.log) == (0, ())
    await store._db.read(lambda con: con.execute("PRAGMA max_page_count = 1000000").fetchone())
    await store.commit(moved(match, "keep"))
    await store.close()


async def test_a_database_locked_by_somebody_else_is_reported(path: Path) -> None:
    store = await SqliteStore.open(path, busy_timeout_s=0.05)
    match = await store.open_match(new_match())
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(Unavailable, match="locked"):
        await store.commit(moved(match, "keep"))

    other.execute("ROLLBACK")
    other.close()
    await store.commit(moved(match, "keep"))
    await store.close()


async def test_a_damaged_file_is_reported(path: Path) -> None:
    store = await SqliteStore.open(path)
    match = await store.open_match(new_match())
    await store.commit(moved(match, *(f"keep {'x' * 500} {i}" for i in range(100))))
    await store.close()
    whole = path.read_bytes()
    intact = len(whole) - 4 * 4096
    path.write_bytes(whole[:intact] + b"\xff" * (4 * 4096))
    damaged = await SqliteStore.open(path)

    with pytest.raises(Unavailable):
        await damaged.load(match.id)

    await damaged.close()


def test_times_compare_as_text() -> None:
    earlier, later = NOW, NOW + timedelta(microseconds=1)

    assert stamp(earlier) < stamp(later)
    assert moment(stamp(later)) == later


async def test_the_text_of_a_map_is_never_changed_and_never_deleted(path: Path) -> None:
    store = await SqliteStore.open(path)
    await store.add_map(MapRow("isle-1", 7, "My isle", "text", UserId(101), NOW))
    await store.close()
    con = sqlite3.connect(path)

    for statement in ("UPDATE map SET text = 'other'", "UPDATE map SET id = 'isle-2'", "DELETE FROM map"):
        with pytest.raises(sqlite3.IntegrityError, match="a map is never"):
            con.execute(statement)
