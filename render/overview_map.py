"""A small map of the whole board with a frame around the part shown by a picture."""

from __future__ import annotations

from dataclasses import dataclass

from games.carcassonne.view import BoardView
from render.canvas import SquareRect
from render.palette import Colour
from render.palette_image import PaletteImage


@dataclass(frozen=True)
class OverviewMap:
    """Contents of the map: squares with tiles, recent moves, and the frame."""

    size: int
    """Width and height of the box that the map fills."""
    squares: tuple[tuple[int, int], ...]
    fresh: tuple[tuple[int, int, Colour], ...]
    window: SquareRect
    land: Colour
    ink: Colour


def draw_inset(sheet: PaletteImage, corner: tuple[int, int], inset: OverviewMap) -> None:
    """Draw the map in the middle of a box with its north-west corner at `corner`, as large as whole pixels per square permit.

    Never cached, because no two turns have the same map.
    """
    window = inset.window
    everything = (*inset.squares, (window.west, window.north), (window.east - 1, window.south - 1))
    west, north = min(x for x, _ in everything), min(y for _, y in everything)
    columns, rows = max(x for x, _ in everything) - west + 1, max(y for _, y in everything) - north + 1
    line = max(1, inset.size // 50)
    step = max(1, (inset.size - 3 * line) // max(columns, rows))
    left, top = corner[0] + (inset.size - columns * step) // 2, corner[1] + (inset.size - rows * step) // 2
    gap = 0 if step < 5 else max(1, round(step * 0.1))
    colours = {(x, y): colour for x, y, colour in inset.fresh}
    for x, y in inset.squares:
        corner = (left + (x - west) * step, top + (y - north) * step)
        sheet.fill((*corner, corner[0] + step - gap, corner[1] + step - gap), colours.get((x, y), inset.land))
    start = (left + (window.west - west) * step - line, top + (window.north - north) * step - line)
    far = (start[0] + window.columns * step + 2 * line - gap, start[1] + window.rows * step + 2 * line - gap)
    draw_frame(sheet, (*start, *far), line, inset.ink)


def draw_frame(sheet: PaletteImage, box: tuple[int, int, int, int], line: int, colour: Colour) -> None:
    """Draw a line along the inside of a box."""
    west, north, east, south = box
    for side in (
        (west, north, east, north + line),
        (west, south - line, east, south),
        (west, north, west + line, south),
        (east - line, north, east, south),
    ):
        sheet.fill(side, colour)


def is_partial(view: BoardView, window: SquareRect) -> bool:
    """Return whether tiles of the board are outside a window."""
    west, north, east, south = window.west, window.north, window.east, window.south
    return any(not (west <= tile.x < east and north <= tile.y < south) for tile in view.tiles)
