"""Which cities lie at which meadows: segments of them, found by difference from the position before the last tile."""

from __future__ import annotations

from games.carcassonne.features import find
from games.carcassonne.layout import TileLayout
from games.carcassonne.state import State

Shores = dict[int, set[int]]
"""By the root of a meadow."""


def shores(state: State) -> Shores:
    """For every meadow at cities segments of these."""
    found: dict[int, set[int]] = {}
    for layout, base, _ in state.board.values():
        _add_shores(state, layout, base, found)
    return found


def shores_with_last(state: State, before: Shores) -> Shores:
    """The same after one tile more, from what was found without it."""
    parent = state.parent
    found: dict[int, set[int]] = {}
    for meadow, cities in before.items():
        root = meadow
        while parent[root] >= 0:
            root = parent[root]
        found[root] = cities if root not in found else found[root] | cities
    layout, base, _ = state.board[state.here]
    fresh: dict[int, set[int]] = {}
    _add_shores(state, layout, base, fresh)
    for root, cities in fresh.items():
        found[root] = cities if root not in found else found[root] | cities
    return found


def _add_shores(state: State, layout: TileLayout, base: int, found: dict[int, set[int]]) -> None:
    for place, touches in layout.pastures:
        if touches:
            cities = found.setdefault(find(state.parent, base + place), set())
            for city in touches:
                cities.add(base + city)
