"""The compiled copy of the games: used where it fits the sources, left alone where it does not, and of the same mind."""

from __future__ import annotations

import importlib
import logging
import random
from pathlib import Path
from typing import NamedTuple

import pytest

from ai.turn_search import SearchWidth, search_plans
from games.carcassonne import evaluation
from games.carcassonne.game import Carcassonne
from games.core.game import CHANCE, Seat, ignore_event
from tests.everything import ALL as ALL_INSTALLED
from tests.workers import calls
from tools.compile import MODULES
from workers import compiled
from workers.pool import Pool
from workers.worker_main import unpacked
from workers.worker_process import WorkerProcess

FOUR = {"expansions": ALL_INSTALLED}


class Planned(NamedTuple):
    """The plans of a seat, and whether what judged them was compiled."""

    plans: tuple[tuple[tuple[str, ...], float], ...]
    is_compiled: bool


def planned(state: str, seat: Seat) -> Planned:
    """Return a seat's plans in a dumped position of Carcassonne, with their worth."""
    game, chance = Carcassonne(), random.Random(1)
    turn_plans = search_plans(
        game, game.load(state), seat, leaves=400, choose=chance.randrange, breadth=SearchWidth(beam=8, further=3, draws=2)
    )
    told = tuple((tuple(map(game.write, plan.actions)), plan.worth) for plan in turn_plans)
    return Planned(told, not str(evaluation.__file__).endswith(".py"))


def tree(root: Path) -> Path:
    """Something to compile."""
    for name in ("ai/planning_player.py", "games/state.py", "games/weights.json"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    return root


def test_a_copy_fits_the_sources_of_which_it_was_made(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bastide.thinking")
    root = tree(tmp_path)
    assert compiled.compiled_folder(root) is None and not caplog.records, "nobody has asked for one"
    compiled.compiled_folder.cache_clear()
    compiled.folder(root).mkdir(parents=True)

    assert compiled.compiled_folder(root) == compiled.folder(root)
    assert compiled.compiled_folder(root) == compiled.folder(root)
    assert [record.getMessage() for record in caplog.records] == [f"thinking processes use {compiled.folder(root).name}"]


@pytest.mark.parametrize("changed", ["games/state.py", "games/weights.json", "ai/new.py"])
def test_a_copy_of_other_sources_is_left_alone_and_that_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, changed: str
) -> None:
    caplog.set_level(logging.INFO, "bastide.thinking")
    root = tree(tmp_path)
    compiled.folder(root).mkdir(parents=True)
    (root / changed).write_text("another")

    assert compiled.compiled_folder(root) is None
    assert "`make fast` renews it" in caplog.text


async def test_compiled_it_plans_the_same_turns_for_the_same_worths() -> None:
    """To the last bit: a dozen positions of the base game and of four expansions."""
    if compiled.compiled_folder() is None:
        pytest.skip("nothing is compiled: `make fast`")
    pool = Pool(1)
    try:
        for given in ({}, FOUR):
            for state, seat in positions(given):
                plans_made = await pool.run(planned, state, seat, kind="a plan", limit_s=60.0)
                assert plans_made.is_compiled and not (here := planned(state, seat)).is_compiled
                assert plans_made.plans == here.plans != ()
    finally:
        await pool.close()


def positions(given: dict[str, str]) -> list[tuple[str, Seat]]:
    """Six positions of a random game, each with who is asked."""
    game, chance = Carcassonne(), random.Random(4)
    state, sampled = game.start(game.options(given), 2), list[tuple[str, Seat]]()
    while len(sampled) < 6 and (seats_to_act := game.to_act(state)):
        if seats_to_act[0] != CHANCE and state.decision == "place" and state.number % 6 == 3:
            sampled.append((game.dump(state), seats_to_act[0]))
        action = (
            game.deal(state, chance.randrange) if seats_to_act[0] == CHANCE else chance.choice(game.legal(state, seats_to_act[0]))
        )
        game.advance(state, seats_to_act[0], action, ignore_event)
    return sampled


def test_every_module_that_is_compiled_is_there() -> None:
    assert [name for name in MODULES if not (compiled.ROOT / name).is_file()] == []


async def test_a_process_takes_its_modules_from_the_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("sources", "copy"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "of_which.py").write_text(f"def named(): return {name!r}")
    monkeypatch.syspath_prepend(tmp_path / "sources")
    here = importlib.import_module("of_which").named
    thinker = await WorkerProcess.start(0, tmp_path / "copy")

    there = unpacked(await thinker.ask(calls.request(here)))

    thinker.end()
    await thinker.ended()
    assert (here(), there) == ("sources", "copy")
