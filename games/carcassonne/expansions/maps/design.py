"""A map as its author drew it: the squares of the grid, and everything printed on and around them.

Plain data, read by `reader`, checked by `check`, put on the board by `printed_segments`. Squares are (x, y) with (0, 0) in the
north-west corner, called A1 (`squares.MAP_SQUARES`); sides are 0-3 for N E S W.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

Square = tuple[int, int]

LAND, TOWN, START, BIG, WAVE, ISLAND, NOTHING = ".oSBwI~"
GLYPHS = LAND + TOWN + START + BIG + WAVE + ISLAND + NOTHING

BESIDE = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""What to add to a square for its neighbour on sides 0-3."""


class MapPlace(NamedTuple):
    """Square with a name: `kind` is town, start or big; only a big city has shields and open sides."""

    square: Square
    kind: str
    name: str
    shields: int
    open: tuple[int, ...]
    line: int
    """Where it stands in the file, from 1."""


class PrintedBorder(NamedTuple):
    """A printed road or city beyond one side of a square."""

    square: Square
    side: int
    kind: str
    """road or city."""
    name: str
    shields: int
    line: int


class Ferry(NamedTuple):
    """A printed road over water between the sides of two squares."""

    ends: tuple[tuple[Square, int], tuple[Square, int]]
    name: str
    shields: int
    line: int


class Island(NamedTuple):
    """Squares beside the land that take part only in the chips variant."""

    squares: tuple[Square, ...]
    name: str
    line: int


@dataclass(frozen=True)
class MapDesign:
    """Complete design of one map."""

    id: str
    title: str
    origin: str
    sets: tuple[str, ...]
    """The sets of tiles that it is made for, base among them."""
    limit: int | None
    """How many tiles are drawn at most, start squares not counted; None: all."""
    meeples: int
    grid: tuple[str, ...]
    """Rows of glyphs, north to south."""
    places: tuple[MapPlace, ...]
    borders: tuple[PrintedBorder, ...]
    ferries: tuple[Ferry, ...]
    islands: tuple[Island, ...]
    grid_lines: tuple[int, ...]
    """For each row its line in the file, from 1."""
    limit_line: int = 0
    """Where the limit stands in the file, from 1; 0 without one."""

    @property
    def columns(self) -> int:
        """Width of the grid in squares."""
        return len(self.grid[0])

    @property
    def rows(self) -> int:
        """Height of the grid in squares."""
        return len(self.grid)

    def glyph(self, square: Square) -> str:
        """Return the glyph drawn on a square; a square beyond the grid has the glyph for nothing."""
        x, y = square
        return self.grid[y][x] if 0 <= y < self.rows and 0 <= x < self.columns else NOTHING

    def drawn(self, glyphs: str) -> tuple[Square, ...]:
        """Return the squares on which one of these glyphs is drawn, row by row."""
        return tuple((x, y) for y, row in enumerate(self.grid) for x, glyph in enumerate(row) if glyph in glyphs)

    @cached_property
    def playable(self) -> tuple[Square, ...]:
        """Squares that can hold a tile, row by row."""
        return self.drawn(LAND + TOWN + START)

    @cached_property
    def starts(self) -> tuple[Square, ...]:
        """Start squares, row by row."""
        return self.drawn(START)

    @cached_property
    def towns(self) -> tuple[Square, ...]:
        """Small cities, start squares among them, row by row."""
        return self.drawn(TOWN + START)

    @cached_property
    def bigs(self) -> tuple[MapPlace, ...]:
        """Big cities, in the order of the file."""
        return tuple(place for place in self.places if place.kind == "big")

    @cached_property
    def demands(self) -> dict[Square, tuple[str, str, str, str]]:
        """Print beyond the sides N E S W of each playable square: C, R, or empty for none (maps 3.3)."""
        wanted = {square: ["", "", "", ""] for square in self.playable}
        for border in self.borders:
            wanted[border.square][border.side] = "C" if border.kind == "city" else "R"
        for ferry in self.ferries:
            for square, side in ferry.ends:
                wanted[square][side] = "R"
        for big in self.bigs:
            for side in big.open:
                if neighbour(big.square, side) in wanted:
                    wanted[neighbour(big.square, side)][(side + 2) & 3] = "C"
        return {square: (n, e, s, w) for square, (n, e, s, w) in wanted.items()}

    @cached_property
    def metropoles(self) -> tuple[tuple[int, ...], ...]:
        """Groups of big cities, as indices in `bigs`; cities joined by facing open sides form one group (maps 12)."""
        at = {big.square: number for number, big in enumerate(self.bigs)}
        groups = [{number} for number in range(len(self.bigs))]
        for number, big in enumerate(self.bigs):
            for side in big.open:
                other = at.get(neighbour(big.square, side))
                if other is not None:
                    merged = groups[number] | groups[other]
                    for member in merged:
                        groups[member] = merged
        return tuple(dict.fromkeys(tuple(sorted(group)) for group in groups))

    def landings(self, group: tuple[int, ...]) -> tuple[Square, ...]:
        """Return the playable squares next to the open sides of a group of big cities."""
        beside = [neighbour(self.bigs[number].square, side) for number in group for side in self.bigs[number].open]
        return tuple(dict.fromkeys(square for square in beside if square in self.demands))


def neighbour(square: Square, side: int) -> Square:
    """Return the neighbour of a square on a side."""
    return square[0] + BESIDE[side][0], square[1] + BESIDE[side][1]
