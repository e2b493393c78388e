"""Tuning of weights by playing, through simultaneous perturbation.

Two players whose weights differ a little play again and again, and the weights move towards the winner by its margin. The weights
that predict best by regression are not always those that win.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ai.arena_game import ArenaGame, play_arena_game
from ai.planning_player import PlanningPlayer
from ai.player_protocol import Choose
from ai.turn_search import SearchWidth
from games.carcassonne.game import Carcassonne
from games.carcassonne.weights import Weights, as_file_entry, read
from games.core.game import AnyGame, Seat
from tools.match_figures import margin
from workers.pool import Pool

REACH, LEAST = 0.25, 0.4
"""How far the weights of the two players lie to either side: a share of the weight, but at least so much."""

PULL = 0.5
"""By how many reaches a weight moves, over all pairs together, for each point a game by which one side wins."""

LIMIT_S = 3600.0

ALONE = PlanningPlayer(3_000, SearchWidth(beam=10, further=3, answered=0))
"""Looks at its own turn only: some two thirds of a second a game."""


@dataclass(frozen=True)
class WeightTrial:
    """A planning player of the tile-laying game that evaluates positions by its own weights instead of the game's."""

    weights: str
    """One set as `tools.train` prints it, or a whole collection like `weights.json`."""
    planner: PlanningPlayer = ALONE

    def turn(self, game: AnyGame, state: Any, seat: Seat, choose: Choose) -> Sequence[Any]:
        """Return the whole turn of a seat, planned with these weights."""
        return self.planner.turn(weighed(self.weights) if game.id == Carcassonne.id else game, state, seat, choose)


@lru_cache(maxsize=8)
def weighed(weights: str) -> Carcassonne:
    """Return the game with these weights, given as JSON text."""
    loaded_weights = json.loads(weights)
    return Carcassonne(weights=tuple(read(entry) for entry in loaded_weights.get("sets", [loaded_weights])))


def weighing(weights: Weights) -> WeightTrial:
    """Return a planning player with these weights."""
    return WeightTrial(json.dumps(as_file_entry(weights)))


async def pair(options: Mapping[str, str], seats: int, trial: WeightTrial, other: WeightTrial, seed: int, pool: Pool) -> float:
    """Return the mean points per game by which `trial` beats `other`, over one game in each seat with the same draws."""
    game = Carcassonne()
    contests = [ArenaGame(game, options, [trial if n == seat else other for n in range(seats)], seed) for seat in range(seats)]
    playing = (pool.run(play_arena_game, contest, kind="a game to tune by", limit_s=LIMIT_S) for contest in contests)
    return margin(await asyncio.gather(*playing))


async def tuned(
    weights: Weights, options: Mapping[str, str], names: Sequence[str], pairs: int, seed: int, pool: Pool
) -> AsyncIterator[Weights]:
    """Yield the weights after each pair, each the mean of the last half of all steps, because one step is mostly luck."""
    worth = {name: weights.worth.get(name, 1.0) for name in names}
    reach = {name: max(LEAST, REACH * abs(value)) for name, value in worth.items()}
    way = [worth]
    for number in range(pairs):
        chance = random.Random(f"{seed} pair {number}")
        signs = {name: chance.choice((-1, 1)) for name in names}
        sides = [_shift_weights(weights, worth, {name: side * signs[name] * reach[name] for name in names}) for side in (1, -1)]
        won = await pair(options, weights.seats, weighing(sides[0]), weighing(sides[1]), seed + number, pool)
        worth = {name: value + PULL / pairs * won * signs[name] * reach[name] for name, value in worth.items()}
        way.append(worth)
        last = way[len(way) // 2 :]
        yield _shift_weights(weights, {name: sum(each[name] for each in last) / len(last) for name in names}, {})


def _shift_weights(weights: Weights, worth: Mapping[str, float], by: Mapping[str, float]) -> Weights:
    return replace(weights, worth={**weights.worth, **{name: value + by.get(name, 0.0) for name, value in worth.items()}})
