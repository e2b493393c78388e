"""The doctor looks at a PostgreSQL database, and saves what is whole into a file or another database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.database_url import read
from tests.database_server import DatabaseServer, running
from tests.tools.test_copy_database import move
from tests.tools.test_doctor import GAMES, database, doctor

__all__ = ["database"]

PAGE = 8192


@pytest.fixture
def server() -> Iterator[DatabaseServer]:
    """Run a server whose files may be spoilt."""
    with running() as server:
        yield server


def spoil(server: DatabaseServer, name: str) -> None:
    """Spoil files as a broken disk does: one move is no text any more, and a page of messages is garbage."""
    with server.connected(name) as con:
        con.execute("CHECKPOINT")
        paths = [con.execute("SELECT pg_relation_filepath(%s)", (table,)).fetchone() for table in ("action", "outbox")]
    moves, messages = [Path(server.folder) / "data" / path for (path,) in (located for located in paths if located is not None)]
    server.stop()
    moves.write_bytes(moves.read_bytes().replace(b"place ", b"\xffxxxx ", 1))
    messages.write_bytes(b"\xff" * PAGE + messages.read_bytes()[PAGE:])
    server.start()


async def test_what_is_whole_on_a_server_is_told_and_saved(
    database: Path, server: DatabaseServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A damaged move costs its game, and no other one."""
    name, fresh = server.create(), server.create()
    assert await move(database, read(server.address(name))) == 0
    assert await doctor(server.address(name)) == 0
    assert f"{GAMES} games are whole ({GAMES} running)" in (printed := capsys.readouterr().out) and "is sound" in printed

    spoil(server, name)
    assert await doctor(server.address(name)) == 1
    printed = capsys.readouterr().out
    broken = [number for number in range(1, GAMES + 1) if f"Game {number} is not whole: moves cannot be read" in printed]
    assert "1 places of the table action cannot be read" in printed and "1 places of the table outbox cannot be read" in printed
    assert len(broken) == 1, printed
    assert await doctor(server.address(name), "--salvage", tmp_path / "saved.db") == 0
    assert await doctor(server.address(name), "--salvage", server.address(fresh)) == 0
    assert await doctor(server.address(name), "--restore", tmp_path / "saved.db") == 1

    printed += capsys.readouterr().out
    for saved in (tmp_path / "saved.db", server.address(fresh)):
        assert await doctor(saved) == 0
        assert f"{GAMES - 1} games are whole" in capsys.readouterr().out
    assert "pg_restore" in printed and "swordfish" not in printed, printed
