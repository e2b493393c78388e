"""Databases of earlier programs are upgraded on trial, and then in earnest."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from storage.schema import REVISION
from tests.storage.test_old_databases import everything, restored
from tools.upgrade import main, revision_of


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return restored(tmp_path / "bastide.db", "revision_0009.sql")


async def upgrade(*arguments: object) -> int:
    """As a host calls it, where no loop runs."""
    return await asyncio.to_thread(main, [str(argument) for argument in arguments])


async def test_a_dry_run_tells_everything_and_changes_nothing(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, beside = everything(old), set(old.parent.iterdir())

    assert await upgrade(old, "--dry-run") == 0

    assert everything(old) == before and set(old.parent.iterdir()) == beside
    printed = capsys.readouterr().out
    assert f"at revision 0009, this program needs {REVISION}. Nothing was changed." in printed
    assert "Games: 4 replayed, 4 are whole." in printed
    assert "Messages: 23 wait to be sent" in printed


async def test_a_dry_run_names_damaged_games(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    con = sqlite3.connect(old)
    con.execute("UPDATE match SET commitment = 'another' WHERE id = 3")
    con.commit()
    con.close()

    assert await upgrade(old, "--dry-run") == 1

    assert "game 3: its seal is damaged" in capsys.readouterr().out


async def test_the_upgrade_itself_says_where_it_led(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await upgrade(old) == 0

    assert revision_of(old) == REVISION
    assert f"is at revision {REVISION}, was at 0009" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [("--dry-run",), ()])
async def test_a_failure_is_one_sentence_and_changes_nothing(
    arguments: tuple[str, ...], old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    con = sqlite3.connect(old)
    con.execute("UPDATE alembic_version SET version_num = '9999'")
    con.commit()
    con.close()
    before = everything(old)

    assert await upgrade(old, *arguments) == 1

    assert everything(old) == before
    assert "The upgrade fails: the database is at revision 9999" in capsys.readouterr().out


async def test_what_is_no_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await upgrade(tmp_path / "none.db", "--dry-run") == 1

    assert "there is no file" in capsys.readouterr().out
    assert not (tmp_path / "none.db").exists()
