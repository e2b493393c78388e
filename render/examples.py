"""Small example pictures: a few tiles with their subject tinted, figures, and plates with a number or a sign."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.carcassonne.view import BoardView, PieceView, TileView
from render import layout as layouts
from render import square_marks
from render.canvas import CanvasStyle, Figures, SquareRect, compose, figures_by_square
from render.highlights import FigureSpot
from render.layout import Layout
from render.palette_image import PaletteImage
from render.png import PngPicture
from render.spot_numbers import NumberPlate, draw_numbers
from render.sprites import SIZES, Sprites
from render.stamps import nearby
from render.style import BLACK, OFFER, Style

SIDE = 264
"""Pixels of the side of the square that an example fills: three times what a phone shows of it."""
CAPITAL = 24
"""Height of the numbers on plates."""


@dataclass(frozen=True)
class Example:
    """Contents of an example picture: a few tiles with figures, tints and plates."""

    tiles: tuple[tuple[int, int, str, int], ...]
    """(x, y, tile, turn)."""
    pieces: tuple[tuple[int, int, str, str, int], ...] = ()
    """(x, y, part, role, seat): meeples."""
    figures: tuple[PieceView, ...] = ()
    """Figures of any kind."""
    tint: tuple[tuple[int, int, str], ...] = ()
    """Segments that are set off."""
    plates: tuple[tuple[int, int, str, str], ...] = ()
    """(x, y, part, text) on a tile."""
    empty: tuple[tuple[int, int, str], ...] = ()
    """(x, y, text) of empty squares; without a text only room."""

    def view(self) -> BoardView:
        """View of the example as a board without players."""
        tiles = tuple(TileView(x, y, tile, turn, number, 0, None) for number, (x, y, tile, turn) in enumerate(self.tiles))
        pieces = tuple(PieceView(x, y, part, "small", role, seat) for x, y, part, role, seat in self.pieces)
        return BoardView(tiles, (*pieces, *self.figures), (), (), (), "", None, None, 0, 0, 0, (), False)

    def window(self) -> SquareRect:
        """Return the rectangle of all its squares."""
        return layouts.window_around([*((x, y) for x, y, _, _ in self.tiles), *((x, y) for x, y, _ in self.empty)])


def paint_example(example: Example, sprites: Sprites, theme: str, style: Style) -> PngPicture:
    """Return a square picture with the example in its middle."""
    sheet = PaletteImage(SIDE, SIDE, sprites.palette(theme), style.table)
    draw_example(sheet, example, CanvasStyle(sprites, theme, 0, style))
    return sheet.picture()


def draw_example(sheet: PaletteImage, example: Example, look: CanvasStyle) -> None:
    """Draw the example in the middle of a sheet, as large as fits.

    The tile size of `look` is ignored.
    """
    view, window, wide, high = example.view(), example.window(), sheet.width, sheet.height
    px = next((size for size in SIZES if window.columns * size <= wide and window.rows * size <= high), SIZES[-1])
    place = Layout(window, px, 0, 0, min(wide, high) / 550)
    west, north = (wide - place.width) // 2, (high - place.height) // 2
    land = sheet.part((max(0, west), max(0, north), west + place.width, north + place.height))
    figures = figures_by_square(view, px)
    compose(replace(look, px=px), view, figures, window, 0, None, land.pixels)
    _point_out(land, place, example, view, figures)


def _point_out(sheet: PaletteImage, place: Layout, example: Example, view: BoardView, figures: Figures) -> None:
    if example.tint:
        from render import ownership_overlay  # loads a geometry library

        ownership_overlay.draw_tints(sheet, place, view.tiles, example.tint, OFFER)
        square_marks.draw_figures(sheet, place, figures, on=None)
    for x, y, text in filter(lambda each: each[2], example.empty):
        corner, side = place.corner(x, y), round(place.px * 0.7)
        middle = (corner[0] + place.px / 2, corner[1] + place.px / 2)
        sheet.put(NumberPlate(text, side, side, nearby(CAPITAL), OFFER, BLACK), *middle, by=(0.5, 0.5))
    taken = {(piece.x, piece.y, piece.part) for piece in view.pieces}
    draw_numbers(sheet, place, view.tiles, [FigureSpot(*plate) for plate in example.plates], taken, nearby(CAPITAL), place.px)
