"""Cells, sides, half-edges and quarter turns as small ints: the only place with index arithmetic.

A *cell* is one int for a square `(x, y)`: x grows to the east, y to the south (base rules 1.1), so a neighbour is an
addition. A *side* is 0-3 for N E S W, a *half-edge* 0-7 for n1 n2 e1 e2 s1 s2 w1 w2 clockwise, a *turn* 0-3 counts
quarter turns clockwise.
"""

from __future__ import annotations

from functools import cache

STRIDE = 1 << 12
"""Distance between a cell and its southern neighbour; boards stay far below STRIDE / 2 squares from (0, 0)."""

HALF = STRIDE >> 1

SIDES = "NESW"
HALVES = ("n1", "n2", "e1", "e2", "s1", "s2", "w1", "w2")
STEP = (-STRIDE, 1, STRIDE, -1)
"""What to add to a cell to get its neighbour on each side."""

AROUND = (-STRIDE - 1, -STRIDE, -STRIDE + 1, -1, 1, STRIDE - 1, STRIDE, STRIDE + 1)
"""What to add to a cell to get the eight squares around it."""


def cell_at(x: int, y: int) -> int:
    """The cell of square (x, y)."""
    return y * STRIDE + x


@cache
def xy(cell: int) -> tuple[int, int]:
    """The square of a cell."""
    y = (cell + HALF) >> 12
    return cell - y * STRIDE, y


def opposite(side: int) -> int:
    """The side that faces `side` across a shared edge."""
    return (side + 2) & 3


def turned_side(side: int, turn: int) -> int:
    """Where a side points after `turn` quarter turns clockwise."""
    return (side + turn) & 3


def turned_half(half: int, turn: int) -> int:
    """Where a half-edge lies after `turn` quarter turns clockwise: two places on for each."""
    return (half + 2 * turn) & 7
