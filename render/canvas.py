"""The land of one board, kept between pictures: after a move only the changed squares are painted again.

A square is painted as a whole, figures included, so that the result does not depend on the order of moves. Highlights, frames and
numbers are never painted here, but on the copy that becomes a picture.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from games.carcassonne.view import BoardView
from render.art.artwork import artwork
from render.cover import paste
from render.figure_placement import PlacedFigure, figures_by_covered_square
from render.lru_cache import WeightedLruCache
from render.maps.paper import MapCutout, connected_links, paper_of
from render.palette import Palette
from render.pieces import put_piece
from render.png import Pixels
from render.sprites import VARIANTS, Sprites
from render.style import Style, mix_colours

LARGEST = 10 << 20
"""Bytes of the largest canvas that is kept; a larger board is composed again each time."""

TOGETHER = 12 << 20
"""Bytes of all kept canvases together, over all matches."""

SQUARES_KEPT = 8 << 20
"""Bytes of painted squares with figures and of empty squares, over all matches."""

GROWTH = 2
"""Squares that a canvas grows by at a time."""


class SquareRect(NamedTuple):
    """Rectangle of board squares."""

    west: int
    north: int
    columns: int
    rows: int

    @property
    def east(self) -> int:
        """Column just beyond the rectangle."""
        return self.west + self.columns

    @property
    def south(self) -> int:
        """Row just beyond the rectangle."""
        return self.north + self.rows

    def wider(self, by: int) -> SquareRect:
        """Return the rectangle extended by this many squares on each side."""
        return SquareRect(self.west - by, self.north - by, self.columns + 2 * by, self.rows + 2 * by)

    def covers(self, other: SquareRect) -> bool:
        """Return whether every square of `other` is in this one."""
        inside = self.west <= other.west and self.north <= other.north
        return inside and other.east <= self.east and other.south <= self.south


Figures = Mapping[tuple[int, int], tuple[PlacedFigure, ...]]
"""The figures to be seen on each square."""


class TileSquare(NamedTuple):
    """Content of a square with a tile."""

    tile: str
    turn: int
    copy: int
    figures: tuple[PlacedFigure, ...]


class EmptySquare(NamedTuple):
    """Content of a square without a tile: shadows of its neighbours, and figures that extend into it."""

    west: bool
    north: bool
    north_west: bool
    figures: tuple[PlacedFigure, ...]
    paper: MapCutout | None = None
    """The square of the map below; None on an empty table."""


@dataclass(frozen=True, eq=False)
class CanvasStyle:
    """Theme, tile size and mode shared by all squares of a canvas."""

    sprites: Sprites
    theme: str
    px: int
    style: Style

    @property
    def palette(self) -> Palette:
        """The palette of the theme."""
        return self.sprites.palette(self.theme)


_squares: WeightedLruCache[Hashable, Pixels] = WeightedLruCache(SQUARES_KEPT, lambda pixels: pixels.nbytes)


class Canvas:
    """The painted squares around one board."""

    def __init__(self, look: CanvasStyle, window: SquareRect) -> None:
        self.look = look
        self.window = window
        self.pixels = np.zeros((window.rows * look.px, window.columns * look.px), dtype=np.uint8)
        self._shown: dict[tuple[int, int], TileSquare | EmptySquare] = {}
        self.lock = threading.Lock()

    def update(self, view: BoardView, window: SquareRect, figures: Figures) -> int:
        """Paint the changed squares of `window` to show `view`, and return how many.

        Squares outside the window stay as they were.
        """
        if not self.window.covers(window):
            self._grow(window.wider(GROWTH))
        wanted = contents(view, window, self.look.px, figures)
        changed = [(square, content) for square, content in wanted.items() if self._shown.get(square) != content]
        px = self.look.px
        for (x, y), content in changed:
            paste(self.pixels, _paint_square(self.look, content), (x - self.window.west) * px, (y - self.window.north) * px)
        self._shown.update(wanted)
        return len(changed)

    def _grow(self, window: SquareRect) -> None:
        west, north = min(window.west, self.window.west), min(window.north, self.window.north)
        east, south = max(window.east, self.window.east), max(window.south, self.window.south)
        old, old_window, px = self.pixels, self.window, self.look.px
        self.window = SquareRect(west, north, east - west, south - north)
        self.pixels = np.zeros((self.window.rows * px, self.window.columns * px), dtype=np.uint8)
        paste(self.pixels, old, (old_window.west - west) * px, (old_window.north - north) * px)

    def part(self, window: SquareRect, rim: int) -> Pixels:
        """Return the pixels of a window with `rim` pixels around it, as a NumPy view of the canvas."""
        px = self.look.px
        west, north = (window.west - self.window.west) * px - rim, (window.north - self.window.north) * px - rim
        return self.pixels[north : north + window.rows * px + 2 * rim, west : west + window.columns * px + 2 * rim]


_kept: WeightedLruCache[Hashable, Canvas] = WeightedLruCache(TOGETHER, lambda canvas: canvas.pixels.nbytes)


def compose(
    look: CanvasStyle, view: BoardView, figures: Figures, window: SquareRect, rim: int, key: Hashable | None, onto: Pixels
) -> None:
    """Paint the land of `window` with a rim around it into `onto`, which has just that size.

    With a `key` the canvas is kept for the next picture.
    """
    room = window.wider(1)
    if key is None:
        fresh = Canvas(look, room)
        fresh.update(view, room, figures)
        onto[:] = fresh.part(window, rim)
        return
    whole = (key, look.theme, look.px, look.style)
    canvas = _kept.get(whole, lambda: Canvas(look, room))
    with canvas.lock:
        canvas.update(view, room, figures)
        onto[:] = canvas.part(window, rim)
    if canvas.pixels.nbytes <= LARGEST:
        _kept.put(whole, canvas)
    else:
        _kept.drop(whole)


def kept_bytes() -> int:
    """Return the memory used by kept canvases, in bytes."""
    return _kept.total


def forget() -> None:
    """Drop all kept canvases and painted squares."""
    _kept.clear()
    _squares.clear()


def contents(view: BoardView, window: SquareRect, px: int, figures: Figures) -> dict[tuple[int, int], TileSquare | EmptySquare]:
    """Return the content of every square of a window, by (x, y)."""
    land = {(tile.x, tile.y): tile for tile in view.tiles}
    paper = paper_of(view.printed, px) if view.printed else None
    bright = connected_links(view.printed) if view.printed else frozenset()
    squares: dict[tuple[int, int], TileSquare | EmptySquare] = {}
    for y in range(window.north, window.south):
        west, north_west = (window.west - 1, y) in land, (window.west - 1, y - 1) in land
        for x in range(window.west, window.east):
            square = (x, y)
            tile, north, here = land.get(square), (x, y - 1) in land, figures.get(square, ())
            if tile is not None:
                squares[square] = TileSquare(tile.tile, tile.turn, tile.copy % VARIANTS, here)
            elif paper is not None or here:
                below = paper.cut(square, bright) if paper is not None else None
                squares[square] = EmptySquare(west, north, north_west, here, below)
            else:
                squares[square] = _BARE[west, north, north_west]
            west, north_west = tile is not None, north
    return squares


_BARE = {(west, north, corner): EmptySquare(west, north, corner, ()) for west, north, corner in product((False, True), repeat=3)}
"""The empty squares of a table, by which of the tiles around them throw a shadow."""


def figures_by_square(view: BoardView, px: int, suited: int = 0) -> Figures:
    """Return the figures visible on each square, its own and those extending from a neighbour, northern ones first.

    Figures are drawn for squares of `suited` pixels if that is more than `px`.
    """
    crowds: dict[tuple[int, int], list[tuple[str, str, str, int | None]]] = {}
    for piece in view.pieces:
        crowds.setdefault((piece.x, piece.y), []).append((piece.part, piece.kind, piece.role, piece.seat))
    built = {(mark.x, mark.y): (mark.kind, mark.value) for mark in view.marks if mark.kind in artwork().built and mark.value}
    by_square: dict[tuple[int, int], list[PlacedFigure]] = {}
    for tile in view.tiles:
        square = (tile.x, tile.y)
        if square not in crowds and square not in built:
            continue
        for dx, dy, figure in figures_by_covered_square(
            tile.tile, tile.turn, tuple(crowds.get(square, ())), built.get(square), px, suited
        ):
            by_square.setdefault((tile.x + dx, tile.y + dy), []).append(figure)
    return {square: tuple(sorted(group, key=lambda figure: (figure.y, figure.x))) for square, group in by_square.items()}


def _paint_square(look: CanvasStyle, content: TileSquare | EmptySquare) -> Pixels:
    if isinstance(content, TileSquare) and not content.figures:
        return look.sprites.tile(look.theme, look.px, content.tile, content.turn, content.copy)
    return _squares.get((look.theme, look.px, look.style, content), lambda: _repaint_square(look, content))


def _repaint_square(look: CanvasStyle, content: TileSquare | EmptySquare) -> Pixels:
    if isinstance(content, TileSquare):
        pixels = look.sprites.tile(look.theme, look.px, content.tile, content.turn, content.copy).copy()
    else:
        pixels = _paper_square(look, content, content.paper) if content.paper else _empty_square(look, content)
    for figure in content.figures:
        put_piece(pixels, look.palette, figure.piece, figure.x, figure.y)
    return pixels


def _empty_square(look: CanvasStyle, content: EmptySquare) -> Pixels:
    """Return the pixels of an empty square: the table with shadows of tiles to the west and north, and faint corner marks."""
    px, palette = look.px, look.palette
    pixels = np.full((px, px), palette.place(look.style.table), dtype=np.uint8)
    tick = max(2, px // 12)
    grid = palette.place(look.style.grid)
    for rows, columns in ((slice(0, 1), slice(0, tick)), (slice(0, 1), slice(px - tick, px))):
        pixels[rows, columns] = grid
        pixels[columns, rows] = grid
    reach = max(2, px // 14)
    soft = palette.place(mix_colours(look.style.table, look.style.shade, 0.5))
    hard = palette.place(look.style.shade)
    for depth, place in ((reach, soft), (reach // 2, hard)):
        if content.west:
            pixels[0 if content.north_west else depth :, :depth] = place
        if content.north:
            pixels[:depth, 0 if content.north_west else depth :] = place
        if content.north_west:
            pixels[:depth, :depth] = place
    return pixels


def _paper_square(look: CanvasStyle, content: EmptySquare, cut: MapCutout) -> Pixels:
    """Return the pixels of a map square without tile, with shadows of tiles to the west and north."""
    pixels, px = cut.pixels(look.sprites), look.px
    for depth in (max(2, px // 14), max(1, px // 28)):
        shaded = np.zeros((px, px), dtype=bool)
        shaded[0 if content.north_west else depth :, :depth] = content.west
        shaded[:depth, 0 if content.north_west else depth :] |= content.north
        shaded[:depth, :depth] |= content.north_west
        pixels[shaded] = _shadow_palette(look.palette)[pixels[shaded]]
    return pixels


@lru_cache(maxsize=8)
def _shadow_palette(palette: Palette) -> Pixels:
    """Return a table from each palette index to the index of its colour in shadow."""
    return palette.places((palette.colours * 0.87).astype(np.uint8))
