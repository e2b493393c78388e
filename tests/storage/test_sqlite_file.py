# ruff: noqa: ASYNC240 - the tests prepare files of their own, nobody waits for them
"""The file: guards inside the database, and what happens when it cannot work."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from storage.backends import sqlite
from storage.backends.sqlite import SqliteDatabase
from storage.changes import SaveMap
from storage.column_types import moment, stamp
from storage.errors import DatabaseUnavailableError, OpenError
from storage.rows import MapRow, MatchId, UserId
from storage.store import Store, open_sqlite
from tests.storage.test_store_contract import NOW, moved, new_match


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bastide.db"


async def filled(path: Path) -> None:
    """Fill a database of the present version with one match of one action."""
    store = await open_sqlite(path)
    await store.commit(moved(await store.matches.open(new_match()), "keep"))
    await store.close()


async def test_every_commit_is_durable_and_checked(path: Path) -> None:
    store = await open_sqlite(path)
    names = ("journal_mode", "synchronous", "foreign_keys")
    pragmas = await store._db.write(lambda con: [con.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names])
    await store.close()

    assert pragmas == ["wal", 2, 1]


async def test_all_connections_share_what_was_put_into_sql(path: Path, tmp_path: Path) -> None:
    await filled(path)
    shared = [statements for _, statements in map(sqlite._shared_dialect, ("BEGIN IMMEDIATE", "BEGIN"))]
    known = [len(statements) for statements in shared]

    await filled(tmp_path / "another.db")

    assert known[0] > 0 and known == [len(statements) for statements in shared]


@pytest.mark.parametrize("sql", ["UPDATE action SET text = 'pass'", "DELETE FROM action"])
async def test_the_log_refuses_to_be_changed(path: Path, sql: str) -> None:
    await filled(path)
    con = sqlite3.connect(path)

    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        con.execute(sql)
    con.close()


async def test_opening_again_changes_nothing_and_copies_nothing(path: Path) -> None:
    await filled(path)

    store = await open_sqlite(path)
    await store.close()

    assert not list(path.parent.glob("*.before-*"))


async def test_a_file_that_is_no_database_stops_the_program(path: Path) -> None:
    path.write_bytes(b"these are not the bytes you are looking for" * 100)

    with pytest.raises(OpenError, match="not a database"):
        await open_sqlite(path)


async def test_a_folder_in_place_of_the_file_stops_the_program(path: Path) -> None:
    path.mkdir()

    with pytest.raises(OpenError):
        await open_sqlite(path)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable for root")
async def test_an_unreadable_file_stops_the_program(path: Path) -> None:
    await filled(path)
    path.chmod(0)

    with pytest.raises(OpenError):
        await open_sqlite(path)


async def test_a_file_under_a_file_stops_the_program(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")

    with pytest.raises(OpenError):
        await open_sqlite(tmp_path / "data" / "bastide.db")


async def test_a_full_disk_is_reported_and_nothing_is_half_written(path: Path) -> None:
    store = await open_sqlite(path)
    match = await store.matches.open(new_match())
    # SQLite's own limit answers exactly as a full disk does: SQLITE_FULL.
    pages = await store._db.write(lambda con: con.exec_driver_sql("PRAGMA page_count").scalar())
    await store._db.write(lambda con: con.exec_driver_sql(f"PRAGMA max_page_count = {pages}").scalar())

    with pytest.raises(DatabaseUnavailableError, match="full"):
        await store.commit(moved(match, *("keep " + "x" * 1000 for _ in range(200))))

    loaded = await store.matches.load(match.id)
    assert loaded is not None
    assert (loaded.match.version, loaded.log) == (0, ())
    await store._db.write(lambda con: con.exec_driver_sql("PRAGMA max_page_count = 1000000").scalar())
    await store.commit(moved(match, "keep"))
    await store.close()


async def test_a_database_locked_by_somebody_else_is_reported(path: Path) -> None:
    store = await open_sqlite(path, busy_timeout_s=0.05)
    match = await store.matches.open(new_match())
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(DatabaseUnavailableError, match="locked"):
        await store.commit(moved(match, "keep"))

    other.execute("ROLLBACK")
    other.close()
    await store.commit(moved(match, "keep"))
    await store.close()


async def test_who_comes_after_one_that_waited_for_a_lock_is_refused_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of those that queued up waited again, one after the other. When the lock is free nobody has to be refused to notice."""
    monkeypatch.setattr(sqlite, "LOOK_S", 0.01)
    store = await open_sqlite(path, busy_timeout_s=0.05)
    database = store._db
    assert isinstance(database, SqliteDatabase)
    match = await store.matches.open(new_match())
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(DatabaseUnavailableError, match="locked"):
        await store.commit(moved(match, "keep"))
    waits = [await database.writer.hop(partial(waits_ms, database.writer.core))]
    other.execute("ROLLBACK")
    other.close()
    await database.outage.end()
    waits += [await database.writer.hop(partial(waits_ms, database.writer.core))]

    assert waits == [0, 50]
    await store.close()


def waits_ms(connection: Connection) -> int:
    """Return how long this connection waits for a lock; asked beside all transactions."""
    raw: Any = connection.connection.dbapi_connection
    return int(raw.execute("PRAGMA busy_timeout").fetchone()[0])


async def test_reads_go_on_beside_a_write_that_waits(path: Path) -> None:
    store = await open_sqlite(path, busy_timeout_s=5)
    match = await store.matches.open(new_match())
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    waiting = asyncio.create_task(store.commit(moved(match, "keep")))
    reads = await asyncio.gather(*(store.matches.load(match.id) for _ in range(8)))

    assert not waiting.done()
    assert [loaded.match.version for loaded in reads if loaded is not None] == [0] * 8
    other.execute("ROLLBACK")
    other.close()
    await waiting
    loaded = await store.matches.load(match.id)
    assert loaded is not None
    assert loaded.match.version == 1
    await store.close()


async def test_a_cancelled_task_waits_until_its_writes_are_done(path: Path) -> None:
    """The next reader would read how things stood before, and remember that."""
    store, begun, go_on = await open_sqlite(path), threading.Event(), threading.Event()

    def slow(connection: Connection) -> None:
        connection.exec_driver_sql("CREATE TABLE written (it INT)")
        begun.set()
        go_on.wait()

    writing = asyncio.create_task(store._db.write(slow))
    await asyncio.to_thread(begun.wait)
    for _ in range(3):
        writing.cancel()
        await asyncio.wait({writing}, timeout=0.01)
    still = not writing.done()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await writing
    rows = await store._db.read(lambda con: con.exec_driver_sql("SELECT count(*) FROM written").scalar())
    await store.close()

    assert (still, rows) == (True, 0)


async def test_a_read_cannot_write(path: Path) -> None:
    store = await open_sqlite(path)

    with pytest.raises(DatabaseUnavailableError, match="readonly"):
        await store._db.read(lambda con: con.exec_driver_sql("DELETE FROM player"))

    await store.close()


async def test_no_error_names_the_values_of_a_row(path: Path) -> None:
    store = await open_sqlite(path)
    await store._db.write(lambda con: con.exec_driver_sql("ALTER TABLE match RENAME COLUMN locale TO language"))

    with pytest.raises(DatabaseUnavailableError) as caught:
        await store.matches.open(new_match())

    assert "ssss" not in str(caught.value)
    assert "ssss" not in str(caught.value.__cause__)
    assert "c0ffee" not in str(caught.value.__cause__)
    await store.close()


async def damaged(path: Path) -> Store:
    """Return an open database of one long match, whose file is damaged underneath."""
    store = await open_sqlite(path)
    match = await store.matches.open(new_match())
    await store.commit(moved(match, *(f"keep {'x' * 500} {i}" for i in range(100))))
    await store.close()
    opened = await open_sqlite(path)
    with path.open("r+b") as file:
        file.seek(-4 * 4096, os.SEEK_END)
        file.write(b"\xff" * (4 * 4096))
    return opened


async def test_a_file_that_is_damaged_under_us_is_reported(path: Path) -> None:
    store = await damaged(path)

    with pytest.raises(DatabaseUnavailableError):
        await store.matches.load(MatchId(1))

    await store.close()


async def test_a_damaged_file_is_refused_and_the_doctor_is_named(path: Path) -> None:
    await (await damaged(path)).close()

    with pytest.raises(OpenError, match=r"damaged .*tools\.doctor"):
        await open_sqlite(path)


@pytest.mark.parametrize(
    "change", ["created_at = 'the day before'", "options_json = '{\"secret\": '", "game = CAST(x'ff' AS TEXT)"]
)
async def test_a_damaged_value_is_reported_without_what_stood_there(path: Path, change: str) -> None:
    await filled(path)
    con = sqlite3.connect(path)
    con.execute(f"UPDATE match SET {change}")
    con.commit()
    con.close()
    store = await open_sqlite(path)

    with pytest.raises(DatabaseUnavailableError) as caught:
        await store.matches.load(MatchId(1))

    assert "secret" not in str(caught.value)
    await store.close()


async def test_tables_that_cannot_even_be_named_are_refused_in_words(path: Path) -> None:
    await filled(path)
    con = sqlite3.connect(path, isolation_level=None)
    con.execute("PRAGMA writable_schema = ON")
    con.execute("UPDATE sqlite_master SET name = CAST(x'73ff' AS TEXT), sql = 'no table' WHERE name = 'seat'")
    con.close()

    with pytest.raises(OpenError, match="damaged"):
        await open_sqlite(path)


def test_times_compare_as_text() -> None:
    earlier, later = NOW, NOW + timedelta(microseconds=1)

    assert stamp(earlier) < stamp(later)
    assert moment(stamp(later)) == later


async def test_the_text_of_a_map_is_never_changed_and_never_deleted(path: Path) -> None:
    store = await open_sqlite(path)
    await store.commit(SaveMap(MapRow("isle-1", 7, "My isle", "text", UserId(101), NOW)))
    await store.close()
    con = sqlite3.connect(path)

    for statement in ("UPDATE map SET text = 'other'", "UPDATE map SET id = 'isle-2'", "DELETE FROM map"):
        with pytest.raises(sqlite3.IntegrityError, match="a map is never"):
            con.execute(statement)
