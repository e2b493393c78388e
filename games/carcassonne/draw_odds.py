"""Chances that a tile left in the bag fits a square, or joins two segments at its sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import log
from typing import Any, NamedTuple

from games.carcassonne.state import Rules
from games.carcassonne.tile_layout import TileLayout

MISSED = 0.7
"""How likely one of the tiles that would fit a square ends elsewhere."""

HOPELESS = -1000.0
"""Stands for the logarithm of no chance at all."""


Way = tuple[int, int]
"""Into a square: (side, which of the meadow's halves there), -1 for what runs through the middle of the side."""

MIDDLE = -1


class BagOdds(NamedTuple):
    """Placement odds for one content of the bag, computed on first use and cached."""

    losses: Mapping[int, float]
    """See `_Losses`."""
    joining: Mapping[tuple[int, Way, Way], float]
    """See `_Joining`."""
    meetings: dict[Any, Any]
    """What `rims` found for this bag, for it alone."""


class _Losses(dict[int, float]):
    """Logarithm of the chance that a fitting tile is placed on a square, by the demand of its four sides; computed on first use."""

    def __init__(self, rules: Rules, bag: Sequence[int]) -> None:
        super().__init__()
        self._left = [(number, fit) for number, fit in zip(bag, rules.fits, strict=True) if number]

    def __missing__(self, demand: int) -> float:
        fitting = sum([number for number, fit in self._left if fit[demand]])
        loss = self[demand] = log(1 - MISSED**fitting) if fitting else HOPELESS
        return loss


class _Joining(dict[tuple[int, Way, Way], float]):
    """Chance that a tile placed on a square joins two ways into it, by (demand, way, way); computed on first use."""

    def __init__(self, rules: Rules, bag: Sequence[int]) -> None:
        super().__init__()
        self._rules = rules
        self._left = [(kind, number, rules.fits[kind]) for kind, number in enumerate(bag) if number]

    def __missing__(self, asked: tuple[int, Way, Way]) -> float:
        demand, end, other = asked
        turns = _joining_turns(self._rules, end, other)
        joining = sum([number for kind, number, fit in self._left if fit[demand] & turns[kind]])
        chance = self[asked] = 1.0 - MISSED**joining
        return chance


@lru_cache(maxsize=4096)
def _joining_turns(rules: Rules, way: Way, other: Way) -> Sequence[int]:
    """Return, for each kind of tile, the turns in which it joins two ways into its square, as a four-bit mask."""
    return [sum([_joins(layout, way, other) << turn for turn, layout in enumerate(turned)]) for turned in rules.layouts]


def _joins(layout: TileLayout, way: Way, other: Way) -> bool:
    segment = _segment(layout, way)
    return segment >= 0 and segment == _segment(layout, other)


def _segment(layout: TileLayout, way: Way) -> int:
    """Return the index of the segment of a tile that `way` leads into; -1 if there is none."""
    side, half = way
    border = layout.borders[side]
    if half == MIDDLE:
        return border.main
    return border.farm_fields[half] if half < len(border.farm_fields) else -1


@lru_cache(maxsize=256)
def odds_for(rules: Rules, bag: tuple[int, ...]) -> BagOdds:
    """Return the placement odds of a bag, cached for all positions with the same bag.

    `bag` holds the number of tiles left by kind.
    """
    return BagOdds(_Losses(rules, bag), _Joining(rules, bag), {})
