"""Cells, sides, half-edges and quarter turns as small ints, and the names of squares; the only module with index arithmetic.

A *cell* is one int for a square `(x, y)`: x grows to the east, y to the south (base rules 1.1), so a neighbour is an addition. A
*side* is 0-3 for N E S W, a *half-edge* 0-7 for n1 n2 e1 e2 s1 s2 w1 w2 clockwise, a *turn* 0-3 counts quarter turns clockwise.

`Squares` converts squares to the names that players use: column letters and a row number. Without a map the start tile is M13 and
rows count upwards; columns beyond Z go on with AA, AB ..., columns west of A are ZZ, ZY ... (they never meet: no board is 300
squares wide). On a map A1 is the north-west corner and rows count down. A square keeps its name for the whole game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
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
    """Return the cell of square (x, y)."""
    return y * STRIDE + x


@cache
def xy(cell: int) -> tuple[int, int]:
    """Return the square of a cell."""
    y = (cell + HALF) >> 12
    return cell - y * STRIDE, y


def opposite(side: int) -> int:
    """Return the side that faces `side` across a shared edge."""
    return (side + 2) & 3


def turned_side(side: int, turn: int) -> int:
    """Return the side that `side` becomes after `turn` quarter turns clockwise."""
    return (side + turn) & 3


def turned_half(half: int, turn: int) -> int:
    """Return the half-edge that `half` becomes after `turn` quarter turns clockwise: two numbers further per turn."""
    return (half + 2 * turn) & 7


_WIDTH = 26 + 26 * 26
"""How many column names of one or two letters there are: A ... Z, AA ... ZZ."""


@dataclass(frozen=True)
class Squares:
    """Naming scheme for the squares of one board.

    It holds the column number (A = 1) and row number of square (0, 0), and the direction in which rows count.
    """

    column: int = 13
    row: int = 13
    down: bool = False

    def name(self, x: int, y: int) -> str:
        """Return the name of a square, such as `N12`."""
        return f"{self.column_name(x)}{self.row_number(y)}"

    def column_name(self, x: int) -> str:
        """Return the letters of the column at `x`, as printed above the board."""
        number = (self.column + x - 1) % _WIDTH
        return chr(65 + number) if number < 26 else chr(65 + number // 26 - 1) + chr(65 + number % 26)

    def row_number(self, y: int) -> int:
        """Return the number of the row at `y`, as printed beside the board."""
        return self.row + y if self.down else self.row - y

    def read(self, text: str) -> tuple[int, int] | None:
        """Return the square (x, y) named by `text`, in upper or lower case; None if that is no name of a square."""
        match = re.fullmatch(r"\s*([A-Za-z]{1,2})\s*(-?\d{1,3})\s*", text)
        if not match:
            return None
        number = 0
        for letter in match[1].upper():
            number = number * 26 + ord(letter) - 64
        x = number - self.column
        if x > _WIDTH // 2:
            x -= _WIDTH
        row = int(match[2])
        return x, (row - self.row if self.down else self.row - row)


CHAT = Squares()
"""The naming of every board without a map."""

MAP_SQUARES = Squares(1, 1, down=True)
"""The naming of every map (maps 9.1)."""
