"""A file whose list of tables is damaged: its games are saved with the tables that this program knows."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.backends.migrate import bring_up_to_date
from storage.maintenance.salvage import _connection_of
from storage.maintenance.schema_recovery import Pages
from storage.rows import MatchId, PersonRow
from storage.schema import metadata
from tests.storage.test_old_databases import OLD
from tests.tools.test_doctor import ANNA, GAMES, changed, database, doctor, opened, rows

__all__ = ["database"]

LOGS = "SELECT match_id, group_concat(seq || text) FROM action GROUP BY match_id"


def pages_of_list(path: Path) -> list[int]:
    """Return the pages of the list of tables."""
    pages = Pages(path)
    return [1, *(number for number in pages._children(1) if number)]


def spoil(path: Path, number: int, first: int = 0, with_: bytes | None = None) -> None:
    """Overwrite a page from a byte on, with chance."""
    with path.open("r+b") as file:
        file.seek((number - 1) * 4096 + first)
        file.write(with_ if with_ is not None else random.Random(number).randbytes(4096 - first))


@pytest.mark.parametrize("which", ["first", "leaf", "last leaf", "all leaves", "all", "zeros"])
async def test_every_game_is_saved_whatever_of_the_list_is_damaged(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], which: str
) -> None:
    whole, first, *leaves = dict(rows(database, LOGS)), *pages_of_list(database)  # type: ignore[arg-type]
    assert leaves
    for number in {"first": [1], "leaf": leaves[:1], "last leaf": leaves[-1:], "all leaves": leaves, "all": [first, *leaves]}.get(
        which, leaves
    ):
        spoil(database, number, with_=bytes(4096) if which == "zeros" else None)

    assert await doctor(database, "--salvage", tmp_path / "new.db") == 0

    printed = capsys.readouterr().out
    assert f"{GAMES} games are whole ({GAMES} running)" in printed and "SQLite says: the list of tables is damaged: " in printed
    assert "older program" not in printed
    assert dict(rows(tmp_path / "new.db", LOGS)) == whole  # type: ignore[arg-type]
    services = await opened(tmp_path / "new.db")
    assert await services.store.people.get(ANNA) == PersonRow(ANNA, "nl")
    assert (await services.match_queries.table(MatchId(3))).version > 12
    await services.close()


def killed_with_a_journal(path: Path) -> None:
    """Leave the file as a killed bot does, with a row that is in the journal alone."""
    journal = Path(f"{path}-wal")
    with closing(sqlite3.connect(path)) as con:
        con.execute("PRAGMA wal_autocheckpoint = 0")
        con.execute("PRAGMA journal_mode = WAL")
        con.execute("INSERT INTO player (user_id, locale, prefs_json) VALUES (4711, 'de', '{}')")
        con.commit()
        kept, whole = journal.read_bytes(), path.read_bytes()
    path.write_bytes(whole)
    journal.write_bytes(kept)


async def test_what_the_journal_holds_is_saved_too(database: Path, tmp_path: Path) -> None:
    await asyncio.to_thread(killed_with_a_journal, database)
    spoil(database, pages_of_list(database)[1])

    assert await doctor(database, "--salvage", tmp_path / "new.db") == 0

    assert rows(tmp_path / "new.db", "SELECT locale FROM player WHERE user_id = 4711") == [("de",)]


async def test_damaged_rows_beside_a_damaged_list_are_named_and_cost_their_own_game(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed(database, "UPDATE action SET at = 'yesterday' WHERE match_id = 2 AND seq = 3")
    for number in pages_of_list(database)[1:]:
        spoil(database, number)

    assert await doctor(database, "--salvage", tmp_path / "new.db") == 0

    printed = capsys.readouterr().out
    assert (
        "1 places of the table action cannot be read." in printed and "Game 2 is not whole: moves cannot be read (1 of" in printed
    )
    assert [number for (number,) in rows(tmp_path / "new.db", "SELECT id FROM match ORDER BY id")] == [1, 3, 4]


async def test_of_an_older_program_the_truth_is_said(database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed(database, "UPDATE alembic_version SET version_num = '0020'")
    spoil(database, pages_of_list(database)[1])

    assert await doctor(database, "--salvage", tmp_path / "new.db") == 1

    printed = capsys.readouterr().out
    assert "the database is at revision 0020: only a program of that revision can read its tables" in printed
    assert not (tmp_path / "new.db").exists()


def test_an_upgraded_database_has_its_columns_in_the_order_of_a_new_one() -> None:
    """Tables that are no longer listed are read by the statements of a new database."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as raw:
        raw.executescript((OLD / "version_2.sql").read_text(encoding="utf-8"))
        with closing(_connection_of(raw)) as connection:
            bring_up_to_date(connection, raw, None)
        for table in metadata.sorted_tables:
            there = [name for _, name, *_ in raw.execute(f'PRAGMA table_info("{table.name}")')]
            assert there == [column.name for column in table.columns], table.name
