"""Everything is carried from a file to a server and back, and the games are played on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import inspect

from storage.database_url import Place, PostgresUrl, read
from storage.maintenance import database_copy
from storage.opening import hold_alone
from storage.rows import MatchId
from tests.tools.test_doctor import ANNA, GAMES, changed, database, opened, played
from tools.copy_database import main

__all__ = ["database"]


async def move(source: object, target: object) -> int:
    """As its host calls it, where no loop runs."""
    texts = [str(getattr(place, "address", place)).replace("+psycopg", "") for place in (source, target)]
    return await asyncio.to_thread(main, texts)


@pytest.fixture
def server(new_database: Callable[[], str]) -> PostgresUrl:
    place = read(new_database())
    assert isinstance(place, PostgresUrl)
    return place


async def exported(place: Place) -> list[object]:
    services = await opened(place)
    records = [await services.record_export.export(MatchId(number), ANNA) for number in range(1, GAMES + 1)]
    await services.close()
    return records


async def test_there_and_back_nothing_is_different(
    database: Path, server: PostgresUrl, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    back = tmp_path / "back.db"
    before = await exported(database)

    assert await move(database, server) == 0
    assert await exported(server) == before
    assert await move(server, back) == 0

    assert await exported(back) == before
    printed = capsys.readouterr().out
    assert f"match: {GAMES} rows" in printed and f"{GAMES} games were replayed" in printed and "swordfish" not in printed
    assert "not whole" not in printed


async def test_it_is_played_on_with_higher_numbers(database: Path, server: PostgresUrl) -> None:
    assert await move(database, server) == 0

    services = await opened(server)
    number = await played(services, 90, 3)
    await services.close()

    assert number == GAMES + 1


async def test_what_is_not_empty_is_not_touched(database: Path, server: PostgresUrl, capsys: pytest.CaptureFixture[str]) -> None:
    assert await move(database, server) == 0
    assert await move(database, server) == 1

    assert "is not empty" in capsys.readouterr().out
    with database_copy.engine_of(database).connect() as here, database_copy.engine_of(server).connect() as there:
        assert not list(database_copy.differences(here, there))


async def test_what_is_in_use_stays_where_it_is(database: Path, server: PostgresUrl, capsys: pytest.CaptureFixture[str]) -> None:
    async with hold_alone(server):
        assert await move(database, server) == 1
    async with hold_alone(database):
        assert await move(database, server) == 1

    assert capsys.readouterr().out.count("another process works with the database") == 2
    with database_copy.engine_of(server).connect() as there:
        assert not inspect(there).get_table_names()


async def test_a_difference_is_told_without_its_values(database: Path, server: PostgresUrl) -> None:
    assert await move(database, server) == 0
    changed(database, "UPDATE action SET text = 'secret' WHERE match_id = 2 AND seq = 3")

    with database_copy.engine_of(database).connect() as here, database_copy.engine_of(server).connect() as there:
        (difference,) = database_copy.differences(here, there)

    assert "of action" in difference and "secret" not in difference


async def test_a_game_that_was_damaged_before_is_named_and_carried(
    database: Path, server: PostgresUrl, capsys: pytest.CaptureFixture[str]
) -> None:
    changed(database, "UPDATE action SET text = 'place 40,40 r0' WHERE match_id = 2 AND seq = 3")

    assert await move(database, server) == 0

    assert "Game 2 is not whole, and was not before" in capsys.readouterr().out
