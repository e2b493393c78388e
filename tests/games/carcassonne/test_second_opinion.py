"""The engine and the slow scorer agree: after every part of a turn and at the end, over many random games.

`BASTIDE_GAMES` says how many games (default 20); 2,000 is what `make check` plays.
"""

from __future__ import annotations

import os
import random

import pytest

from editions.registry import GAMES
from games.carcassonne.view import BoardView
from games.core.game import CHANCE, Seat, ignore_event
from tests.games.carcassonne.slow_scorer import SlowGame, SlowHands
from tools.selfplay import house

GAME = GAMES["carcassonne"]
NUMBER = int(os.environ.get("BASTIDE_GAMES", "20"))

PLAIN: tuple[dict[str, str], ...] = (
    {},
    {"farm_rule": "1"},
    {"farm_rule": "2"},
    {"edition": "first"},
    {"edition": "winter"},
    {"edition": "winter", "small_city": "2", "animal_tiles": "off"},
    {"farmers": "off"},
)
ALL = "inns,traders,dragon,tower"
EXPANDED: tuple[dict[str, str], ...] = (
    {"expansions": "inns"},
    {"expansions": "inns", "unfinished_inn_cathedral": "plain", "small_city": "2"},
    {"expansions": "traders", "goods_points": "7"},
    {"expansions": "traders", "builder_second_part": "ask"},
    {"expansions": "traders", "farm_rule": "1"},
    {"expansions": "traders", "farm_rule": "2"},
    {"expansions": "traders", "farmers": "off"},
    {"expansions": "inns", "edition": "first"},
    {"expansions": "dragon"},
    {"expansions": "dragon", "farm_rule": "1", "fairy_placement": "tile"},
    {"expansions": "dragon", "farm_rule": "2"},
    {"expansions": "dragon", "fairy_placement": "tile"},
    {"expansions": "dragon", "dragon_timing": "after_scoring", "fairy_final_scoring": "off"},
    {"expansions": "dragon", "dragon_tiles_before_volcano": "placed_without_effect", "princess": "must"},
    {"expansions": "tower", "ransom_price": "2"},
    {"expansions": "river"},
    {"expansions": "abbot"},
    {"expansions": "river,abbot"},
    {"expansions": "river", "farm_rule": "1", "edition": "first"},
    {"in_hand": "on"},
    {"in_hand": "on", "expansions": "river,traders,dragon"},
    {"expansions": ALL},
    {"expansions": f"{ALL},river,abbot"},
    {"expansions": f"{ALL},river,abbot", "edition": "winter", "fairy_placement": "tile", "fairy_final_scoring": "off"},
    {"expansions": ALL, "edition": "winter"},
    {"expansions": ALL, "edition": "first"},
    {"expansions": ALL, "farm_rule": "2", "builder_second_part": "ask"},
    {"expansions": ALL, "dragon_timing": "after_scoring", "fairy_placement": "tile"},
    {"expansions": ALL, "farmers": "off", "builders_per_player": "0"},
)


def lively(state: object, seat: Seat, chance: random.Random) -> object:
    """Return a random action, first by kind: rare ones come up often enough to be tested."""
    by_verb: dict[str, list[object]] = {}
    for action in GAME.legal(state, seat):
        by_verb.setdefault(" ".join(GAME.write(action).split(" ")[:2]) if action.verb == "deploy" else action.verb, []).append(
            action
        )
    return chance.choice(by_verb[chance.choice(list(by_verb))])


def agree(given: dict[str, str], seats: int, seed: int) -> None:
    """Play a game and compare at every draw and at the end."""
    chance = random.Random(seed)
    state = GAME.start(GAME.options(given), seats)
    slow = (SlowHands if given.get("in_hand") else SlowGame)(seats, given)
    log: list[str] = []
    while seats_to_act := GAME.to_act(state):
        (seat,) = seats_to_act
        if seat == CHANCE:
            slow.close_part()
            assert (slow.scores, slow.pile) == (list(GAME.scores(state)), state.left), (given, seats, seed, log)
        action = house(GAME, state, chance) if seat == CHANCE else lively(state, seat, chance)
        log.append(f"{seat} {GAME.write(action)}")
        GAME.advance(state, seat, action, ignore_event)
        slow.follow(seat, GAME.write(action))
    view = GAME.view(state, None)
    slow.close_part()
    assert _figures_standing(view) == sorted((*f.at, f.seat, f.kind) for f in slow.figures), (given, seats, seed, log)
    slow.finish()
    assert slow.scores == list(GAME.scores(state)), (given, seats, seed, log)


def _figures_standing(view: BoardView) -> list[tuple[int, int, str, int, str]]:
    return sorted((p.x, p.y, p.part, p.seat, p.kind) for p in view.pieces if p.seat is not None)


def _maximum(given: dict[str, str]) -> int:
    return GAME.seats(GAME.options(given))[-1]


@pytest.mark.parametrize("given", PLAIN, ids=lambda g: " ".join(f"{k}={v}" for k, v in g.items()) or "base")
def test_the_slow_scorer_agrees_on_games_without_expansions(given: dict[str, str]) -> None:
    """Base 5 and 6, first edition 3 and 4, winter 2."""
    for number in range(max(1, NUMBER // 20)):
        agree(given, 2 + number % (_maximum(given) - 1), number)


@pytest.mark.parametrize("given", EXPANDED, ids=lambda g: " ".join(f"{k}={v}" for k, v in g.items()))
def test_the_slow_scorer_agrees_on_games_with_expansions(given: dict[str, str]) -> None:
    """BB 7: every value of the scoring table, through every interaction of four expansions."""
    for number in range(max(1, NUMBER // 20)):
        agree(given, 2 + number % (_maximum(given) - 1), 1000 + number)


def test_the_slow_scorer_agrees_on_many_base_games() -> None:
    """The base game with 2 to 6 players in turn."""
    for number in range(NUMBER // 2):
        agree({}, 2 + number % 5, 5000 + number)
