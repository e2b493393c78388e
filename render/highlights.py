"""Highlights of a board picture as plain data: last moves, offered squares, previews, numbered places for a figure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

from render.protocol import Spot

AnySpot = TypeVar("AnySpot", bound=Spot)


class PreviewTile(NamedTuple):
    """Offered square with its number, and in a preview the tile in its turn."""

    x: int
    y: int
    label: str
    tile: str | None = None
    turn: int = 0


class LastMove(NamedTuple):
    """Square of a recent move with its number in the text; `seat` is None for a move by chance."""

    x: int
    y: int
    label: str
    seat: int | None = None


class FigureSpot(NamedTuple):
    """A numbered place for a figure: the segment `part` of the tile, or of the preview, on square (x, y); of all of it for ""."""

    x: int
    y: int
    part: str
    label: str


class RecentMove(NamedTuple):
    """Placed tile with the points gained in its turn."""

    move: LastMove
    gains: tuple[tuple[int, int], ...] = ()
    """Seat and points of everybody whose points changed."""


COLUMNS, ROWS = 15, 14
"""The largest part: what fits a turn picture with squares of the smallest size at which two digits can be read."""


def split_into_regions(spots: Sequence[AnySpot]) -> list[list[AnySpot]]:
    """Return the spots divided into regions small enough for one picture each, north to south and west to east.

    Numbers stay as they are.
    """
    if not spots:
        return [[]]
    widths = [_extent(spots, axis) for axis in (0, 1)]
    if widths[0] < COLUMNS and widths[1] < ROWS:
        return [list(spots)]
    axis = max((1, 0), key=lambda axis: widths[axis])
    cut = _gap(sorted({spot.square[axis] for spot in spots}))
    before, behind = ([spot for spot in spots if (spot.square[axis] < cut) is here] for here in (True, False))
    return [*split_into_regions(before), *split_into_regions(behind)]


def fullest(parts: Sequence[Sequence[AnySpot]]) -> int:
    """Return the index of the region with the most spots, the first of several, which a turn picture shows."""
    return max(range(len(parts)), key=lambda number: len(parts[number]))


def _gap(places: Sequence[int]) -> int:
    """Return the first coordinate after the widest gap near the middle."""
    first, last = places[0], places[-1]
    middle, quarter = (first + last) / 2, (last - first) / 4
    gaps = [(low, high) for low, high in pairwise(places) if abs((low + high) / 2 - middle) <= quarter] or list(pairwise(places))
    return max(gaps, key=lambda gap: (gap[1] - gap[0], -abs((gap[0] + gap[1]) / 2 - middle)))[1]


def _extent(spots: Sequence[AnySpot], axis: int) -> int:
    places = [spot.square[axis] for spot in spots]
    return max(places) - min(places)
