"""Names of squares as players say them: column letters and a row number.

Without a map the start tile is M13 and rows count upwards; columns beyond Z go on with AA, AB ..., columns west of A are
ZZ, ZY ... (they never meet: no board is 300 squares wide). On a map A1 is the north-west corner and rows count down.
A square keeps its name for the whole game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_WIDTH = 26 + 26 * 26
"""How many column names of one or two letters there are: A ... Z, AA ... ZZ."""


@dataclass(frozen=True)
class Squares:
    """The naming of one game's board: the column number (A = 1) and row number of (0, 0), and which way rows count."""

    column: int = 13
    row: int = 13
    down: bool = False

    def name(self, x: int, y: int) -> str:
        """`N12` for a square."""
        return f"{self.column_name(x)}{self.row_number(y)}"

    def column_name(self, x: int) -> str:
        """The letters above a column."""
        number = (self.column + x - 1) % _WIDTH
        return chr(65 + number) if number < 26 else chr(65 + number // 26 - 1) + chr(65 + number % 26)

    def row_number(self, y: int) -> int:
        """The number beside a row."""
        return self.row + y if self.down else self.row - y

    def read(self, text: str) -> tuple[int, int] | None:
        """The square called `text`, in any case, or None if that is no square's name."""
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
