"""A small map of the whole board that fills a box of any shape, with a coloured square for each tile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.carcassonne.view import BoardView
from render.art.themes import THEMES
from render.maps.paper import land_squares
from render.palette import Colour
from render.palette_image import PaletteImage
from render.stamps import BoxStamp
from render.style import Style, mix_colours

RIM = 8
"""Pixels between the box and the land."""
LARGEST = 26
"""Pixels of a square at most."""


class MapGrid(NamedTuple):
    """Position of the board's squares on the map, in pixels."""

    west: int
    north: int
    """Pixels of the corner of the square (0, 0) of the board."""
    step: int
    """Pixels of a square."""

    def middle(self, x: int, y: int) -> tuple[float, float]:
        """Return the pixel position of the middle of a board square."""
        return self.west + (x + 0.5) * self.step, self.north + (y + 0.5) * self.step


def draw_map(sheet: PaletteImage, view: BoardView, style: Style, marked: Mapping[tuple[int, int], Colour]) -> MapGrid:
    """Draw the map over the whole `sheet`, with `marked` squares in their own colours, and return its grid."""
    sheet.put(BoxStamp(sheet.width, sheet.height, 8, style.card, style.line, 1.6), 0, 0)
    land = mix_colours(mix_colours(THEMES[view.theme].grass, THEMES[view.theme].seam, 0.5), style.faint, 0.4)
    tiles = {(tile.x, tile.y): land for tile in view.tiles}
    paper = dict.fromkeys(land_squares(view.printed), mix_colours(style.card, style.line, 0.5)) if view.printed else {}
    squares = {**paper, **tiles, **marked}
    west, north = min(x for x, _ in squares), min(y for _, y in squares)
    columns, rows = max(x for x, _ in squares) - west + 1, max(y for _, y in squares) - north + 1
    step = max(1, min((sheet.width - 2 * RIM) // columns, (sheet.height - 2 * RIM) // rows, LARGEST))
    left, top = (sheet.width - columns * step) // 2, (sheet.height - rows * step) // 2
    grid = MapGrid(left - west * step, top - north * step, step)
    gap = 0 if step < 5 else max(1, round(step * 0.1))
    for (x, y), colour in squares.items():
        corner = grid.west + x * step, grid.north + y * step
        sheet.fill((*corner, corner[0] + step - gap, corner[1] + step - gap), colour)
    return grid
