"""Puzzles that come with the program: the first person who asks has one at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

from editions.registry import EDITIONS, GAMES
from service.puzzles.puzzle_generator import STOCK, is_of, starters_of
from service.wiring.assembly import open_services
from storage.puzzle_rows import FOR_ALL
from tests.service.conftest import NOW


async def test_the_first_puzzle_of_a_new_bot_is_there_at_once_and_costs_no_process(tmp_path: Path) -> None:
    services = await open_services(tmp_path / "bastide.db", games=GAMES, uploads=EDITIONS.uploads)

    async with asyncio.timeout(10):
        day = await services.puzzles.newest(FOR_ALL, now=NOW)
        shown = await services.puzzles.day(FOR_ALL, day.number)

    assert services.thinking.processes == () and len(shown.best) >= 1
    assert len(await services.puzzles.making.ready_for_all()) > STOCK, "nothing need be made for days"
    await services.puzzles.making.settled()
    assert services.thinking.processes == ()
    again = await services.puzzles.making._first(FOR_ALL)
    assert again == (), "a stock that had some is filled with fresh ones"
    await services.close()


async def test_each_can_be_answered_by_the_present_rules(tmp_path: Path) -> None:
    services = await open_services(tmp_path / "bastide.db", games=GAMES, uploads=EDITIONS.uploads)
    starters = starters_of("carcassonne")
    assert all(is_of(data, GAMES["carcassonne"]) for data in starters), "run python -m tools.starter_puzzles"
    assert len({str(data["rows"]) for data in starters}) == len(starters) > STOCK

    for puzzle_id in await services.puzzles.making.ready_for_all():
        live, seat = await services.puzzles._tables.position(puzzle_id)
        assert live.game.to_act(live.state)[0] == seat
    await services.close()
