"""The cities that each field touches; updated from the position before the last tile instead of counted again."""

from __future__ import annotations

from collections.abc import Collection

from games.carcassonne.features import find
from games.carcassonne.state import State
from games.carcassonne.tile_layout import TileLayout

Shores = dict[int, set[int]]
"""By the root of a meadow."""

Pasture = tuple[int, float, frozenset[int]]
"""The cities at a meadow: how many are complete, the sum of the chances of the others, and the roots of all."""


def cities_at_fields(state: State) -> Shores:
    """Return, by the root of each field that touches cities, the numbers of the touched city segments."""
    cities_at_fields: Shores = {}
    for layout, base, _ in state.board.values():
        _add_shores(state, layout, base, cities_at_fields)
    return cities_at_fields


def cities_at_last_fields(state: State, before: Shores, farm_fields: Collection[int]) -> Shores:
    """Return the touched city segments by field root, only for the fields of the last tile, even those that touch no city.

    `before` is the same mapping before the last tile; `farm_fields` are the roots at that time of the fields that this tile joined.
    """
    layout, base, _ = state.board[state.here]
    cities_at_last_fields: Shores = {find(state.parent, base + place): set() for place, _ in layout.pastures}
    for farm_field in farm_fields:
        root = find(state.parent, farm_field)
        cities_at_last_fields[root] = cities_at_last_fields.get(root, set()) | before.get(farm_field, set())
    _add_shores(state, layout, base, cities_at_last_fields)
    return cities_at_last_fields


def _add_shores(state: State, layout: TileLayout, base: int, cities_by_field: Shores) -> None:
    for place, touches in layout.pastures:
        if touches:
            cities = cities_by_field.setdefault(find(state.parent, base + place), set())
            for city in touches:
                cities.add(base + city)
