"""How likely the tiles left in the bag come to lie on a square: what fits it, and what joins two of its sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple

from games.carcassonne.layout import Layout
from games.carcassonne.state import Rules

MISSED = 0.7
"""How likely one of the tiles that would fit a square ends elsewhere."""

HOPELESS = -1000.0
"""Stands for the logarithm of no chance at all."""


class Bag(NamedTuple):
    """What may still come: found as it is asked, kept as long as the bag is the same."""

    losses: Mapping[int, float]
    """See `_Losses`."""
    joining: Mapping[tuple[int, int, int], float]
    """See `_Joining`."""


class _Losses(dict[int, float]):
    """By the demand of a square the logarithm of the chance that one of the tiles that fit it comes to lie there."""

    def __init__(self, rules: Rules, bag: Sequence[int]) -> None:
        super().__init__()
        self._left = [(number, fit) for number, fit in zip(bag, rules.fits, strict=True) if number]

    def __missing__(self, demand: int) -> float:
        fitting = sum([number for number, fit in self._left if fit[demand]])
        loss = self[demand] = log(1 - MISSED**fitting) if fitting else HOPELESS
        return loss


class _Joining(dict[tuple[int, int, int], float]):
    """By the demand of a square and two of its sides the chance that a tile comes to lie there that joins these."""

    def __init__(self, rules: Rules, bag: Sequence[int]) -> None:
        super().__init__()
        self._left = [each for each in zip(bag, rules.fits, rules.layouts, strict=True) if each[0]]

    def __missing__(self, asked: tuple[int, int, int]) -> float:
        demand, one, other = asked
        joining = 0
        for number, fit, turned in self._left:
            turns = fit[demand]
            if any(turns >> turn & 1 and _joins(layout, one, other) for turn, layout in enumerate(turned)):
                joining += number
        chance = self[asked] = 1.0 - MISSED**joining
        return chance


def _joins(layout: Layout, one: int, other: int) -> bool:
    return layout.borders[one].main == layout.borders[other].main


@lru_cache(maxsize=256)
def lookup(rules: Rules, bag: tuple[int, ...]) -> Bag:
    """For one bag; kept for the positions that share it."""
    return Bag(_Losses(rules, bag), _Joining(rules, bag))
