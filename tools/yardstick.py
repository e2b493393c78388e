"""What the yardstick among the computers plays: `python -m tools.yardstick > tests/golden/greedy-2026.txt`.

New players are measured against `greedy-2026`, so it must go on playing exactly as it did: a hundred positions of games by
chance, over both games, every expansion, editions, a map and numbers of players, with the action that it takes in each.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ai import YARDSTICK, YARDSTICKS
from editions.offered import GAMES
from games.core.game import CHANCE, AnyGame, Seat, unheard
from games.core.play import Registry

POSITIONS = 10
"""Of each game."""

BETWEEN = 9
"""Actions of players between two of them."""


RULES = {"carcassonne": 2, "cardcassonne": 1}
"""The versions of the rules under which the positions were recorded: others lead elsewhere by chance alone."""


class Case(NamedTuple):
    """One game by chance."""

    game: str
    options: Mapping[str, str]
    seats: int


CASES = (
    Case("carcassonne", {}, 2),
    Case("carcassonne", {}, 4),
    Case("carcassonne", {"edition": "first"}, 3),
    Case("carcassonne", {"edition": "winter"}, 2),
    Case("carcassonne", {"expansions": "inns,traders"}, 2),
    Case("carcassonne", {"expansions": "dragon,tower"}, 2),
    Case("carcassonne", {"expansions": "inns,traders,dragon,tower"}, 3),
    Case("carcassonne", {"map": "benelux"}, 2),
    Case("cardcassonne", {}, 2),
    Case("cardcassonne", {}, 4),
)


def lines() -> Iterator[str]:
    """One line for each position: where it comes from, who is asked, how many actions are open, what they play."""
    for seed, case in enumerate(CASES):
        options = " ".join(f"{key}={value}" for key, value in case.options.items())
        name = f"{case.game} {options}".strip()
        for after, seat, choices, text in _played(_as_recorded(case.game), case, seed):
            yield f"{name}, {case.seats} players, after {after:3}: seat {seat}, of {choices:3}: {text}"


def _as_recorded(game_id: str) -> AnyGame:
    game = Registry(GAMES).at(game_id, RULES[game_id])
    assert game is not None, "the rules of the recorded positions are still known"
    return game


def _played(game: AnyGame, case: Case, seed: int) -> Iterator[tuple[int, Seat, int, str]]:
    chance, asked_before, found = random.Random(seed), 0, 0
    state, actions = game.start(game.options(case.options), case.seats), 0
    while found < POSITIONS:
        seat = game.to_act(state)[0]
        if seat == CHANCE:
            action = game.deal(state, chance.randrange)
        else:
            action = chance.choice(game.legal(state, seat))
            asked_before += 1
            if asked_before >= BETWEEN and len(game.legal(state, seat)) > 1:
                asked_before, found = 0, found + 1
                yield actions, seat, len(game.legal(state, seat)), _answer(game, state, seat)
        game.advance(state, seat, action, unheard)
        actions += 1


def _answer(game: AnyGame, state: Any, seat: Seat) -> str:
    chance = random.Random(7)
    imagined = game.imagine(state, seat, chance.randrange)
    return game.write(YARDSTICKS[YARDSTICK].turn(game, imagined, seat, chance.randrange)[0])


if __name__ == "__main__":
    sys.stdout.writelines(line + "\n" for line in lines())
