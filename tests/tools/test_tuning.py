"""Weights are learned by playing: towards what wins, the same way each time, and nothing but what was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from games.carcassonne.weights import Weights, learned_sets
from tools import tuning
from tools.tuning import WeightTrial, weighing
from workers.pool import Pool

NAMES = ("city completed", "first figure")
TWELVE = {"tiles": "twelve"}


async def tuned(pairs: int, seed: int = 1) -> list[Weights]:
    pool = Pool(1)
    try:
        return [weights async for weights in tuning.tuned(learned_sets()[0], TWELVE, NAMES, pairs, seed, pool)]
    finally:
        await pool.close()


async def test_the_same_pairs_teach_the_same_and_other_weights_stay() -> None:
    first, again = await tuned(2), await tuned(2)

    assert [weights.worth for weights in first] == [weights.worth for weights in again]
    assert {name for name, worth in first[-1].worth.items() if worth != learned_sets()[0].worth[name]} == set(NAMES)


async def test_weights_move_towards_who_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made up: anyone who has the higher first weight wins by five points a game for each point, the second one means nothing."""

    async def won(_options: Any, _seats: int, trial: WeightTrial, other: WeightTrial, *_: Any) -> float:
        return 5 * (worth_of(trial)[NAMES[0]] - worth_of(other)[NAMES[0]])

    monkeypatch.setattr(tuning, "pair", won)

    before, after = learned_sets()[0].worth, (await tuned(200))[-1].worth

    assert after[NAMES[0]] > before[NAMES[0]] + 0.4
    assert abs(after[NAMES[1]] - before[NAMES[1]]) < 4


async def test_a_player_plays_by_its_own_weights() -> None:
    """One that thinks nothing of points loses, whichever seat it has."""
    good = learned_sets()[0]
    bad = replace(good, worth=dict.fromkeys(good.worth, -1.0))
    pool = Pool(1)
    try:
        assert await tuning.pair(TWELVE, 2, weighing(good), weighing(bad), 3, pool) > 10
    finally:
        await pool.close()


def worth_of(player: WeightTrial) -> Mapping[str, float]:
    """Return the weights of a player."""
    (weights,) = tuning.weighed(player.weights).weights or ()
    return weights.worth
