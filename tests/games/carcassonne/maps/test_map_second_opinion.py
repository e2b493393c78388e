"""The engine and the slow scorer agree on maps: points and stack before every draw, points and figures at the end."""

from __future__ import annotations

import os
import random

import pytest

from editions.registry import GAMES
from games.carcassonne.expansions.maps import library
from games.core.game import CHANCE
from tests.games.carcassonne.maps.drawn import registered
from tests.games.carcassonne.maps.slow_map import SlowMap
from tools.selfplay import house

GAME = GAMES["carcassonne"]
NUMBER = max(1, int(os.environ.get("BASTIDE_GAMES", "20")) // 20)


def agree(given: dict[str, str], text: str, seats: int, seed: int) -> None:
    """Play a random game and compare on the way."""
    chance = random.Random(seed)
    state = GAME.start(GAME.options(given), seats)
    slow = SlowMap(seats, dict(given), text)
    log: list[str] = []
    while seats_to_act := GAME.to_act(state):
        (seat,) = seats_to_act
        if seat == CHANCE:
            slow.close_part()
            assert (slow.scores, slow.pile) == (list(GAME.scores(state)), state.left), (given, seats, seed, log)
        action = house(GAME, state, chance) if seat == CHANCE else chance.choice(GAME.legal(state, seat))
        log.append(f"{seat} {GAME.write(action)}")
        GAME.advance(state, seat, action, lambda _event: None)
        slow.follow(seat, GAME.write(action))
    slow.finish()
    assert slow.scores == list(GAME.scores(state)), (given, seats, seed, log)


@pytest.mark.parametrize("towns", ["", "a", "b", "c", "a,b,c"])
@pytest.mark.parametrize("map_id", library.BUILT_IN)
def test_the_slow_scorer_agrees_on_maps(map_id: str, towns: str) -> None:
    """maps 5, 6 and 7: every value of the tables, on every map."""
    first = library.BUILT_IN.index(map_id) + len(towns)  # so that other cases have other numbers of players
    for number in range(first, first + NUMBER):
        starts = "3" if number % 2 and map_id != "tutorial" else "2"
        agree({"map": map_id, "towns": towns, "starts": starts}, library.text_of(map_id), 2 + number % 5, 7000 + number)


def test_the_slow_scorer_agrees_on_a_closed_side() -> None:
    """A wall of a big city ends whatever meets it."""
    changes = ("shields=2\nplace C3", "shields=2 open=NE\nplace C3")
    map_id = registered("tutorial", changes)
    for number in range(2 * NUMBER):
        agree({"map": map_id}, library.text_of("tutorial").replace(*changes), 2, number)
