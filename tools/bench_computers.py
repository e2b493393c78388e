"""Measures what computers cost: processor time of the master's turns, in games that citizens play."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator, Mapping
from time import process_time

from ai import PLAYERS
from editions.offered import GAMES
from games.core.game import HOUSE, unheard

Line = tuple[str, float, str, str]
"""Name, value, unit, target."""

MATCHES: Mapping[str, tuple[Mapping[str, str], str]] = {
    "base": ({}, "<= 300"),
    "base + all four": ({"expansions": "inns,traders,dragon,tower"}, "<= 1000"),
}
"""Options and target: milliseconds of the 95th percentile."""


def figures(*, quick: bool = False) -> Iterator[Line]:
    """p50 and p95 of each kind of game."""
    for name, (given, target) in MATCHES.items():
        times = list(_thought(given, every=8 if quick else 2))
        yield f"master's turn, {name}: p50", statistics.median(times), "ms", ""
        yield f"master's turn, {name}: p95", statistics.quantiles(times, n=20)[-1], "ms", target


def _thought(given: Mapping[str, str], every: int) -> Iterator[float]:
    """Milliseconds that a master takes for each `every`th decision of a game."""
    game, chance = GAMES["carcassonne"], random.Random(7)
    state = game.start(game.options(given), 2)
    asked = 0
    while seats := game.to_act(state):
        seat = seats[0]
        if seat == HOUSE:
            game.advance(state, seat, game.deal(state, chance.randrange), unheard)
            continue
        asked += 1
        if asked % every == 0:
            begun = process_time()
            PLAYERS["master"].turn(game, state, seat, chance.randrange)
            yield (process_time() - begun) * 1e3
        for action in PLAYERS["citizen"].turn(game, state, seat, chance.randrange):
            game.advance(state, seat, action, unheard)
