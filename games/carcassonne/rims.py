"""The empty squares in reach: how likely each is filled, which features need it, and which of them a tile there could join."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from games.carcassonne.arrivals import Bag
from games.carcassonne.geometry import STEP
from games.carcassonne.state import State
from games.carcassonne.tile import Kind

_NEAR = tuple(enumerate(STEP))

Pair = tuple[int, int, Kind, float]
"""Segments of two features of one kind, and the chance that a tile joins them."""

Rims = dict[int, tuple[float, tuple[int, ...], tuple[Pair, ...]]]
"""For each empty square in reach: its loss, a segment of each open feature that needs it, and which of these it may join."""


def rims(state: State, bag: Bag) -> Rims:
    """One look at all empty squares."""
    return {cell: _rim(state, cell, bag) for cell in state.frontier}


def rims_with_last(state: State, bag: Bag, before: Rims) -> Rims:
    """The same after one tile more: its own square is filled, those beside it have changed."""
    found = before.copy()
    found.pop(state.here, None)
    for step in STEP:
        cell = state.here + step
        if cell in state.frontier:
            found[cell] = _rim(state, cell, bag)
    if len(found) < len(state.frontier):  # what is printed has come within reach
        return rims(state, bag)
    return found


def _rim(state: State, cell: int, bag: Bag) -> tuple[float, tuple[int, ...], tuple[Pair, ...]]:
    demand, board, rim = state.frontier[cell], state.board, state.rim
    segments, met = [], []
    for side, step in _NEAR:
        near = board.get(cell + step)
        if near is not None:
            place = near[0].facing[side][0]
            if place >= 0:
                segments.append(near[1] + place)
                met.append((side, near[1] + place, near[0].segments[place].kind))
        elif rim and (cell << 2 | side) in rim and rim[cell << 2 | side][0] >= 0:
            segments.append(rim[cell << 2 | side][0])
    return bag.losses[demand], tuple(segments), tuple(_pairs(met, demand, bag)) if len(met) > 1 else ()


def _pairs(met: Sequence[tuple[int, int, Kind]], demand: int, bag: Bag) -> Iterator[Pair]:
    """Of the segments at a square, by side, those that a tile may join there."""
    for (side, one, kind), (beyond, other, other_kind) in combinations(met, 2):
        if kind is other_kind and (chance := bag.joining[demand, side, beyond]):
            yield one, other, kind, chance
