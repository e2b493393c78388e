"""Counts of legal continuations from fixed positions, which change with any rule for placing tiles or figures.

`python -m tests.games.carcassonne.perft` prints the table that `tests/golden/perft.txt` keeps. A position is a seeded random game
after a number of actions, independent of their order in `legal`; depth counts the actions of players. Where chance draws, only
three of the remaining kinds of tile, spread over the bag, are followed, so that the counts stay small.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any

from editions.registry import GAMES
from games.core.game import CHANCE, ignore_event
from tools.selfplay import house

GAME = GAMES["carcassonne"]
DEPTH = 3
ALL = "inns,traders,dragon,tower"
POSITIONS: tuple[tuple[dict[str, str], int, int, int], ...] = tuple(
    (given, seats, seed, actions)
    for given, seats in (
        ({}, 2),
        ({"farmers": "off"}, 3),
        ({"edition": "winter"}, 5),
        ({"expansions": "inns"}, 2),
        ({"expansions": "traders"}, 2),
        ({"expansions": "dragon"}, 3),
        ({"expansions": "tower"}, 2),
        ({"expansions": ALL}, 2),
    )
    for seed, actions in ((1, 0), (2, 40), (3, 110))
)


def position(given: dict[str, str], seats: int, seed: int, actions: int) -> Any:
    """Return the state after the given number of random actions."""
    chance = random.Random(seed)
    state = GAME.start(GAME.options(given), seats)
    for _ in range(actions):
        (seat,) = GAME.to_act(state)
        action = house(GAME, state, chance) if seat == CHANCE else chance.choice(sorted(GAME.legal(state, seat), key=GAME.write))
        GAME.advance(state, seat, action, ignore_event)
    return state


def count(state: Any, depth: int) -> int:
    """Return the number of continuations with `depth` player actions; an ended game counts as one."""
    seats_to_act = GAME.to_act(state)
    if not seats_to_act:
        return 1
    if seats_to_act[0] == CHANCE:
        drawn = [action for action, _ in GAME.odds(state)]
        return sum(_count_after(state, CHANCE, action, depth) for action in drawn[:: max(1, len(drawn) // 3)][:3])
    actions = GAME.legal(state, seats_to_act[0])
    if depth == 1:
        return len(actions)
    return sum(_count_after(state, seats_to_act[0], action, depth - 1) for action in actions)


def _count_after(state: Any, seat: Any, action: Any, depth: int) -> int:
    then = GAME.clone(state)
    GAME.advance(then, seat, action, ignore_event)
    return count(then, depth)


def table() -> Iterator[str]:
    """Yield one line for each position with the counts for depth 1 to 3."""
    for given, seats, seed, actions in POSITIONS:
        state = position(given, seats, seed, actions)
        name = " ".join(f"{key}={value}" for key, value in given.items()) or "base"
        counts = "".join(f"{count(state, depth):10}" for depth in range(1, DEPTH + 1))
        yield f"{name:40} seats {seats}  seed {seed}  after {actions:3} {counts}"


if __name__ == "__main__":
    for line in table():
        sys.stdout.write(line + "\n")
