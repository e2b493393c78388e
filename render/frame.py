"""The frame of a turn picture: the part of the board shown, its tile size, and the room for the strips.

A turn picture is at most 5/4 as high as wide, so that a phone has room for text and buttons below. A picture of one region of a
large board also has a map of all regions below and is higher.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.carcassonne.view import BoardView
from render import layout as layouts
from render.canvas import SquareRect
from render.layout import Layout
from render.maps.paper import RIM
from render.sprites import SIZES

WIDTHS = (660, 788, 916, 1000)
"""Pixels that a turn picture is wide: small boards get narrow ones, which chats show as wide as others."""
TALLEST, WITH_MAP = 1.25, 1.45
"""Height over width at most, and with a map of a large board's regions below the land."""
FULL, SIMPLE = 80, 64
"""Smallest square of a picture with one square beside the offers, and of any in which offers bear numbers: 19 pixels on a phone."""
TINY = 16
BAND = 66
"""Width of the band with letters and numbers, in thousandths of the picture's width: enough for digits that a phone can show."""
LEAST = (5, 3)
"""Columns and rows shown at least."""


@dataclass(frozen=True)
class Frame:
    """Geometry of a turn picture: its width and the layout of the board."""

    width: int
    place: Layout
    """Of the land, from its own north-western pixel."""

    @property
    def simple(self) -> bool:
        """Flag for squares so small that figures and numbers are drawn larger than usual."""
        return self.place.px < FULL


@dataclass(frozen=True)
class BoardSpace:
    """Space around the land: the heights of the strips in thousandths of the width, and the bands with letters."""

    strips: int
    lettered: bool = False
    tallest: float = TALLEST

    def size(self, width: int) -> tuple[int, int]:
        """Return the width and height of the land in pixels, without the bands."""
        margin = 2 * self.margin(width)
        return width - margin, int(self.tallest * width) - width * self.strips // 1000 - margin

    def margin(self, width: int) -> int:
        """Return the width of a band in pixels."""
        return round(width * BAND / 1000) if self.lettered else 0


def frame_of(view: BoardView, squares: Sequence[tuple[int, int]], room: BoardSpace) -> Frame:
    """Return the largest frame that shows these squares, or the whole board if there are none.

    Spare room is filled with more of the board.
    """
    board = layouts.whole_window(view, squares)
    box = layouts.window_around(squares) if squares else board
    width, window, px = next(_fitting_frames(box, board if view.printed else None, room))
    wide, tall = room.size(width)
    window = _extend_window(window, view, board, (wide // px, max(window.rows, tall // px)))
    rim = min(px - 1, (wide - window.columns * px) // 2)
    if view.printed:
        rim = min(round(px * RIM), rim, (tall - window.rows * px) // 2)
    rim = max(0, min(rim, (tall - window.rows * px) // 2))
    return Frame(width, Layout(window, px, rim, room.margin(width), width / 550))


def _fitting_frames(box: SquareRect, limit: SquareRect | None, room: BoardSpace) -> Iterator[tuple[int, SquareRect, int]]:
    """Yield (picture width, window, tile size) combinations that fit, best first."""
    aside = SquareRect(box.west - 1, box.north, box.columns + 2, box.rows)  # above and below, table would only push buttons down
    near, sizes = _clip_window(aside, limit), [*SIZES, TINY, TINY // 2, TINY // 4]
    tries = [(width, near, sizes[0]) for width in WIDTHS]
    tries += [(WIDTHS[-1], near, px) for px in sizes if px >= FULL]
    tries += [(WIDTHS[-1], box, px) for px in sizes]
    for width, window, px in tries:
        wide, tall = room.size(width)
        shown = _minimum_window(window)
        if shown.columns * px <= wide and shown.rows * px <= tall:
            yield width, shown, px


def _extend_window(window: SquareRect, view: BoardView, board: SquareRect, most: tuple[int, int]) -> SquareRect:
    """Return the window extended to all columns that fit, and to more rows as long as these show more of the board."""
    west, east = _extend_range((window.west, window.east), (board.west, board.east), most[0], beyond=not view.printed)
    north, south = _extend_range((window.north, window.south), (board.north, board.south), most[1], beyond=False)
    return SquareRect(west, north, east - west, south - north)


def _extend_range(shown: tuple[int, int], board: tuple[int, int], most: int, *, beyond: bool) -> tuple[int, int]:
    """Return the range extended to at most `most` columns or rows.

    First towards the missing part of the board, then on both sides alternately if `beyond`.
    """
    first, last = shown
    while last - first < most:
        before, behind = first - board[0], board[1] - last
        if before <= 0 and behind <= 0 and not beyond:
            break
        if before > behind or (before == behind and first - shown[0] >= shown[1] - last):
            first -= 1
        else:
            last += 1
    return first, last


def _clip_window(window: SquareRect, limit: SquareRect | None) -> SquareRect:
    """Return the part of a window inside a limit, as there are no squares outside a map."""
    if limit is None:
        return window
    west, north = max(window.west, limit.west), max(window.north, limit.north)
    return SquareRect(west, north, min(window.east, limit.east) - west, min(window.south, limit.south) - north)


def _minimum_window(window: SquareRect) -> SquareRect:
    return layouts.widen_to_minimum(window, LEAST)
