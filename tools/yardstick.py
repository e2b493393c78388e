"""Recorded moves of the yardstick players: `python -m tools.write yardsticks`.

New players are measured against `greedy-2026` and `master-2026`, so these must go on playing exactly as before: the file holds
positions of random games with the action taken in each. The first has a hundred, over both games, every expansion, editions, a map
and numbers of players; the second, which thinks longer, has two for each of a few.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from ai import MASTER_2026, YARDSTICK
from ai import YARDSTICKS as SIMPLE
from ai.player_protocol import Player
from editions.registry import GAMES
from games.core.action_gateway import GameRegistry
from games.core.game import CHANCE, AnyGame, Seat, ignore_event
from tools.tuning import WeightTrial

MASTER = "master-2026"

YARDSTICKS: Mapping[str, Player] = {
    **SIMPLE,
    MASTER: WeightTrial((Path(__file__).parent / "recorded" / "weights-2026.json").read_text(encoding="utf-8"), MASTER_2026),
}

BETWEEN = 9
"""Actions of players between two of them."""


RULES = {"carcassonne": 2, "cardcassonne": 1}
"""The versions of the rules under which the positions were recorded: others lead elsewhere by chance alone."""


class YardstickCase(NamedTuple):
    """Parameters of one random game: game, options and number of seats."""

    game: str
    options: Mapping[str, str]
    seats: int


_ALL = (
    YardstickCase("carcassonne", {}, 2),
    YardstickCase("carcassonne", {}, 4),
    YardstickCase("carcassonne", {"edition": "first"}, 3),
    YardstickCase("carcassonne", {"edition": "winter"}, 2),
    YardstickCase("carcassonne", {"expansions": "inns,traders"}, 2),
    YardstickCase("carcassonne", {"expansions": "dragon,tower"}, 2),
    YardstickCase("carcassonne", {"expansions": "inns,traders,dragon,tower"}, 3),
    YardstickCase("carcassonne", {"map": "benelux"}, 2),
    YardstickCase("cardcassonne", {}, 2),
    YardstickCase("cardcassonne", {}, 4),
)


CASES: Mapping[str, tuple[int, Sequence[YardstickCase]]] = {YARDSTICK: (10, _ALL), MASTER: (2, _ALL[:4])}
"""For each yardstick how many positions of each game, and the games."""


def lines(player: str) -> Iterator[str]:
    """Yield one line for each position: game, actions so far, asked seat, number of legal actions, and the chosen action."""
    number, cases = CASES[player]
    for seed, case in enumerate(cases):
        options = " ".join(f"{key}={value}" for key, value in case.options.items())
        name = f"{case.game} {options}".strip()
        for after, seat, choices, text in islice(_play_case(_rules_as_recorded(case.game), case, seed, YARDSTICKS[player]), number):
            yield f"{name}, {case.seats} players, after {after:3}: seat {seat}, of {choices:3}: {text}"


def _rules_as_recorded(game_id: str) -> AnyGame:
    game = GameRegistry(GAMES).at(game_id, RULES[game_id])
    assert game is not None, "the rules of the recorded positions are still known"
    return game


def _play_case(game: AnyGame, case: YardstickCase, seed: int, player: Player) -> Iterator[tuple[int, Seat, int, str]]:
    chance, asked_before = random.Random(seed), 0
    state, actions = game.start(game.options(case.options), case.seats), 0
    while True:
        seat = game.to_act(state)[0]
        if seat == CHANCE:
            action = game.deal(state, chance.randrange)
        else:
            action = chance.choice(game.legal(state, seat))
            asked_before += 1
            if asked_before >= BETWEEN and len(game.legal(state, seat)) > 1:
                asked_before = 0
                yield actions, seat, len(game.legal(state, seat)), _answer(game, state, seat, player)
        game.advance(state, seat, action, ignore_event)
        actions += 1


def _answer(game: AnyGame, state: Any, seat: Seat, player: Player) -> str:
    chance = random.Random(7)
    imagined = game.imagine(state, seat, chance.randrange)
    return game.write(player.turn(game, imagined, seat, chance.randrange)[0])
