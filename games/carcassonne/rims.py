"""The empty squares in reach: how likely each is filled, which features need it, and which of them a tile there could join."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from games.carcassonne.arrivals import MIDDLE, Bag, Way
from games.carcassonne.geometry import STEP
from games.carcassonne.state import State
from games.carcassonne.tile import SegmentKind

_NEAR = tuple(enumerate(STEP))

Pair = tuple[int, int, SegmentKind, float]
"""Segments of two features of one kind, and the chance that a tile joins them."""


class Rim(NamedTuple):
    """One empty square."""

    loss: float
    """The logarithm of the chance that it is filled."""
    segments: tuple[int, ...]
    """Of each open feature that needs it."""
    pairs: tuple[Pair, ...]
    """Which of these, and of the meadows here, a tile may join."""


Rims = dict[int, Rim]
"""By the cell."""


def rims(state: State, bag: Bag) -> Rims:
    """One look at all empty squares."""
    return {cell: _rim(state, cell, bag) for cell in state.frontier}


def rims_with_last(state: State, bag: Bag, before: Rims) -> tuple[Rims | None, Sequence[int]]:
    """The same after one tile more: its own square is filled, those beside it have changed; and which these are. None if all
    squares have to be looked at: what is printed has come within reach.
    """
    found, changed = before.copy(), []
    found.pop(state.here, None)
    for step in STEP:
        cell = state.here + step
        if cell in state.frontier:
            found[cell] = _rim(state, cell, bag)
            changed.append(cell)
    return (None if len(found) < len(state.frontier) else found), changed


def _rim(state: State, cell: int, bag: Bag) -> Rim:
    demand, board, rim = state.frontier[cell], state.board, state.rim
    segments = []
    met: list[tuple[Way, int, SegmentKind]] = []
    for side, step in _NEAR:
        near = board.get(cell + step)
        if near is not None:
            layout, base, _ = near
            place, halves = layout.facing[side]
            if place >= 0:
                segments.append(base + place)
                met.append(((side, MIDDLE), base + place, layout.segments[place].kind))
            for half, meadow in enumerate(halves):
                met.append(((side, half), base + meadow, layout.segments[meadow].kind))
        elif rim and (cell << 2 | side) in rim and rim[cell << 2 | side][0] >= 0:
            segments.append(rim[cell << 2 | side][0])
    return Rim(bag.losses[demand], tuple(segments), tuple(_pairs(met, demand, bag)) if len(met) > 1 else ())


def _pairs(met: Sequence[tuple[Way, int, SegmentKind]], demand: int, bag: Bag) -> Iterator[Pair]:
    """Of the segments at a square, by the way in which they come, those that a tile may join there."""
    for (way, one, kind), (beyond, other, other_kind) in combinations(met, 2):
        if kind is other_kind and (chance := bag.joining[demand, way, beyond]):
            yield one, other, kind, chance
