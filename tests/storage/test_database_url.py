"""The address of a database, as a host writes it; and exclusive use of one on a server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from storage import opening
from storage.database_url import InvalidDatabaseUrlError, PostgresUrl, file_beside, name, read, sign_of_life
from storage.errors import DatabaseInUseError, MissingTablesError, OpenError
from storage.sharding import WHOLE, ShardSet


def test_a_path_is_a_file() -> None:
    assert read("data/bastide.db") == Path("data/bastide.db")
    assert file_beside(Path("data/games.db"), ".alive") == Path("data/games.alive")
    assert sign_of_life(Path("data/games.db"), WHOLE) == Path("data/games.alive")


def test_processes_in_one_folder_give_signs_of_their_own() -> None:
    server = read("postgresql://host/games")

    signs = {sign_of_life(server, ShardSet(4, frozenset(shards))) for shards in ({0, 1}, {2, 3})}

    assert signs == {Path("data/bastide.0-of-4.alive"), Path("data/bastide.2-of-4.alive")}


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_an_address_is_a_server_and_its_password_is_never_shown(scheme: str) -> None:
    server = read(f"{scheme}://bastide:sword%40fish@db.example:5433/games?sslmode=require")

    assert isinstance(server, PostgresUrl)
    assert server.address == "postgresql+psycopg://bastide:sword%40fish@db.example:5433/games?sslmode=require"
    assert name(server) == str(server) == "postgresql://bastide:***@db.example:5433/games"
    assert "sword" not in repr(server)


@pytest.mark.parametrize(
    ("text", "right"),
    [("mysql://host/name", "postgresql://"), ("postgresql://host", "name"), ("postgresql://host:port/name", "5432")],
)
def test_an_address_that_leads_nowhere_is_refused_with_what_would_be_right(text: str, right: str) -> None:
    with pytest.raises(InvalidDatabaseUrlError, match=right):
        read(text)


async def test_a_server_is_for_one_process_or_for_those_that_share_it(new_database: Callable[[], str]) -> None:
    server = read(new_database())
    waits: list[str] = []

    async with opening.share_among_leases(server), opening.share_among_leases(server, patience_s=0.1):
        with pytest.raises(DatabaseInUseError, match="another process"):
            async with opening.hold_alone(server, patience_s=0.1, waiting=lambda: waits.append("waits")):
                pass
    async with opening.hold_alone(server, patience_s=10):
        with pytest.raises(DatabaseInUseError, match="another process"):
            async with opening.share_among_leases(server, patience_s=0.1):
                pass

    assert waits == ["waits"]


async def test_an_empty_database_is_told_from_one_that_is_well(new_database: Callable[[], str]) -> None:
    server = read(new_database())
    with pytest.raises(MissingTablesError):
        opening.probe(server)

    store = await opening.open_store(server)
    probe = opening.probe(server)
    await store.close()

    assert (probe.running, probe.posts_waiting, probe.waiting_since) == (0, 0, None)


async def test_a_server_that_does_not_answer_is_one_sentence_without_a_password(tmp_path: Path) -> None:
    server = read(f"postgresql://bastide:swordfish@/games?host={tmp_path}")

    with pytest.raises(OpenError) as alone:
        async with opening.hold_alone(server):
            pass
    with pytest.raises(OpenError) as opened:
        await opening.open_store(server)

    for error in (alone.value, opened.value):
        assert "swordfish" not in str(error) and "\n" not in str(error)
