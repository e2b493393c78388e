"""The geometry of a board picture: the part of the board, the tile size, and the position of each square.

All lettering is measured in units of 1/550 of the picture's width, because a chat shows pictures 550 pixels wide.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from games.carcassonne.view import BoardView
from render.canvas import SquareRect
from render.sprites import SIZES

WIDEST = 2300
"""No board is wider or higher than this many pixels if a smaller tile size can help it."""

CROP_LEAST = (5, 3)
"""Columns and rows that a picture shows at least, so that the first moves do not fill it alone."""

ROOM = 1.35e6 / 0.80
"""Pixels of land that fit the size bound of a picture: bytes over bytes a pixel, the latter measured with a margin."""

RIM = 0.10
"""Squares of table around the land."""

MARGIN = 19
"""Units of the band with letters and numbers."""


@dataclass(frozen=True)
class Layout:
    """Geometry of one picture of a board."""

    window: SquareRect
    px: int
    rim: int
    """Pixels of table around the squares."""
    margin: int
    """Pixels of the band with letters and numbers."""
    unit: float
    """1/550 of the width."""

    @property
    def width(self) -> int:
        """Width of the picture in pixels."""
        return self.window.columns * self.px + 2 * (self.rim + self.margin)

    @property
    def height(self) -> int:
        """Height in pixels of the board with its bands, without a panel."""
        return self.window.rows * self.px + 2 * (self.rim + self.margin)

    def corner(self, x: int, y: int) -> tuple[int, int]:
        """Return the pixel position of the north-west corner of a square."""
        edge = self.rim + self.margin
        return edge + (x - self.window.west) * self.px, edge + (y - self.window.north) * self.px

    def shows(self, x: int, y: int) -> bool:
        """Return whether a square is on the picture."""
        return self.window.west <= x < self.window.east and self.window.north <= y < self.window.south


def layout(window: SquareRect, px: int, rim_share: float = RIM) -> Layout:
    """Return the layout of a window at a tile size, with `rim_share` of a square visible around it."""
    rim = round(px * rim_share)
    land = window.columns * px + 2 * rim
    width = land / (1 - 2 * MARGIN / 550)
    return Layout(window, px, rim, round((width - land) / 2), width / 550)


def whole_window(view: BoardView, more: Iterable[tuple[int, int]]) -> SquareRect:
    """Return the window of all tiles and of `more` squares; a map is always shown to its rim."""
    if view.printed:
        return SquareRect(0, 0, view.printed.columns, view.printed.rows)
    return widen_to_minimum(window_around([*((tile.x, tile.y) for tile in view.tiles), *more]))


def cropped_window(view: BoardView, focus: Iterable[tuple[int, int]]) -> SquareRect:
    """Return the window of the squares in `focus` and one square around them; of the whole board if there are none."""
    squares = list(focus)
    board = whole_window(view, squares)
    if not squares:
        return board
    near = widen_to_minimum(window_around(squares).wider(1))
    limit = board.wider(0)
    west, north = max(near.west, limit.west), max(near.north, limit.north)
    east, south = min(near.east, limit.east), min(near.south, limit.south)
    near = widen_to_minimum(SquareRect(west, north, east - west, south - north))
    return _shift_window(near, limit) if view.printed else near


def widened_window(window: SquareRect, rim: float, boxes: Iterable[tuple[float, float, float, float]]) -> SquareRect:
    """Return the window widened so that no box (west, north, east, south, in squares) is only partly visible.

    `rim` is how much of a square is visible around the window.
    """
    far, boxes, before = rim + SLACK, list(boxes), None
    while window != before:
        before = window
        for west, north, east, south in boxes:
            if (
                west < window.east + rim - SLACK
                and window.west - rim + SLACK < east
                and (north < window.south + rim - SLACK and window.north - rim + SLACK < south)
            ):
                first, top = min(window.west, math.floor(west + far)), min(window.north, math.floor(north + far))
                last, low = max(window.east, math.ceil(east - far)), max(window.south, math.ceil(south - far))
                window = SquareRect(first, top, last - first, low - top)
    return window


SLACK = 0.06
"""Squares of a box that may be missing: the soft rim of a name."""


def _shift_window(window: SquareRect, limit: SquareRect) -> SquareRect:
    """Return the window moved so that as little as possible of it is outside a limit, as there are no columns outside a map."""
    west = max(limit.west, min(window.west, limit.east - window.columns))
    north = max(limit.north, min(window.north, limit.south - window.rows))
    return SquareRect(west, north, window.columns, window.rows)


def largest_size(window: SquareRect) -> int:
    """Return the largest tile size in pixels at which a picture of the window stays within its bounds."""
    for px in SIZES:
        if max(window.columns, window.rows) * px <= WIDEST and window.columns * window.rows * px * px <= ROOM * 2.2:
            return px
    return SIZES[-1]


def next_smaller_px(px: int) -> int:
    """Return the next smaller tile size in pixels; half of it for the smallest standard size."""
    return next((size for size in SIZES if size < px), px // 2)


def window_around(squares: Iterable[tuple[int, int]]) -> SquareRect:
    """Return the smallest window that contains all of these squares."""
    columns, rows = zip(*squares, strict=True)
    return SquareRect(min(columns), min(rows), max(columns) - min(columns) + 1, max(rows) - min(rows) + 1)


def widen_to_minimum(window: SquareRect, least: tuple[int, int] = CROP_LEAST) -> SquareRect:
    """Return the window widened evenly to at least this number of columns and rows."""
    columns, rows = max(window.columns, least[0]), max(window.rows, least[1])
    return SquareRect(window.west - (columns - window.columns) // 2, window.north - (rows - window.rows) // 2, columns, rows)
