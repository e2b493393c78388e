"""The strip below a picture of one region of a large board: a map of all regions with their letters, and the scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from string import ascii_uppercase
from typing import NamedTuple

from games.carcassonne.view import BoardView
from render import layout as layouts
from render.art.figures import COLOURS
from render.boardmap import MapGrid, draw_map
from render.canvas import CanvasStyle
from render.highlights import PreviewTile, RecentMove
from render.layout import Layout
from render.palette import Colour
from render.palette_image import PaletteImage
from render.recent_moves import Rectangle
from render.spot_numbers import CAPITAL, NumberPlate
from render.stamps import BoxStamp, nearby
from render.strips import PAD, ROW, draw_scores
from render.style import BLACK, CHANCE, OFFER

MAP = (440, 330)
"""Width of the map and its least height, in thousandths of the picture's width."""
ONE_COLUMN = 4
"""Seats whose scores stand below each other beside the map; more take two columns."""


class Regions(NamedTuple):
    """Offered squares of a large board divided into regions, with the index of the region that the picture shows."""

    parts: Sequence[Sequence[PreviewTile]]
    shown: int
    """The number of that part, from 0."""


def strip_height(seats: int) -> int:
    """Return the height of the strip, in thousandths of the picture's width."""
    return max(MAP[1], _scores_height(seats))


def _scores_height(seats: int) -> int:
    return PAD + (ROW + PAD) * -(-seats // _columns(seats))


def _columns(seats: int) -> int:
    return 1 if seats <= ONE_COLUMN else 2


def draw_strip(
    sheet: PaletteImage, look: CanvasStyle, view: BoardView, regions: Regions, since: Sequence[RecentMove], unit: float
) -> None:
    """Draw the map of the regions and the scores on a sheet of exactly the strip's size."""
    pad, wide = round(PAD * unit), round(MAP[0] * unit)
    _draw_map(sheet.part((pad, pad, wide, sheet.height - pad)), look, view, regions, since, unit)
    columns = _columns(len(view.seats))
    north = (sheet.height - round(_scores_height(len(view.seats)) * unit)) // 2
    draw_scores(sheet.part((wide, north, sheet.width, sheet.height - north)), look, view.seats, view.to_act, unit, columns)


def draw_elsewhere(sheet: PaletteImage, regions: Regions, place: Layout, unit: float) -> list[Rectangle]:
    """Draw the region's letter on each visible square offered in another region, and return the boxes of the letters."""
    capital, kept = nearby(CAPITAL * unit), list[Rectangle]()
    side = min(place.px - 4, round(capital * 1.5))
    for number, (letter, part) in enumerate(zip(ascii_uppercase, regions.parts, strict=False)):
        for each in part:
            if number == regions.shown or not place.shows(each.x, each.y):
                continue
            west, north = (along + (place.px - side) // 2 for along in place.corner(each.x, each.y))
            sheet.put(NumberPlate(letter, side, side, capital, BLACK, OFFER), west, north)
            kept.append((west, north, west + side, north + side))
    return kept


def _draw_map(
    sheet: PaletteImage, look: CanvasStyle, view: BoardView, regions: Regions, since: Sequence[RecentMove], unit: float
) -> None:
    """Draw the board's tiles and offered squares, recent moves in their players' colours, and a frame around each region."""
    moves = {(m.x, m.y): CHANCE if m.seat is None else COLOURS[m.seat].rgb for m, _ in since}
    offered: Mapping[tuple[int, int], Colour] = {(each.x, each.y): OFFER for part in regions.parts for each in part}
    grid = draw_map(sheet, view, look.style, {**moves, **offered})
    capital = nearby(CAPITAL * unit)
    side = round(capital * 1.5)
    boxes = [_box(grid, part) for part in regions.parts]
    for number, (west, north, east, south) in enumerate(boxes):
        line = 6 if number == regions.shown else 3
        sheet.put(BoxStamp(east - west, south - north, 4, None, look.style.ink, line), west, north)
    kept: list[tuple[int, int]] = []
    for number, (letter, box) in enumerate(zip(ascii_uppercase, boxes, strict=False)):
        fill, ink = (OFFER, BLACK) if number == regions.shown else (BLACK, OFFER)
        corner = _freest(grid, box, side, offered, kept)
        kept.append(corner)
        sheet.put(NumberPlate(letter, side, side, capital, fill, ink), *corner)


def _box(grid: MapGrid, part: Sequence[PreviewTile]) -> tuple[int, int, int, int]:
    """Return the pixel box around a region."""
    box, edge = layouts.window_around([(each.x, each.y) for each in part]), 3
    west, north = grid.west + box.west * grid.step - edge, grid.north + box.north * grid.step - edge
    return west, north, west + box.columns * grid.step + 2 * edge, north + box.rows * grid.step + 2 * edge


def _freest(
    grid: MapGrid, box: tuple[int, int, int, int], side: int, offered: Iterable[tuple[int, int]], kept: Sequence[tuple[int, int]]
) -> tuple[int, int]:
    """Return the corner for a plate in a box where it hides the fewest offered squares and no other plate."""
    west, north, east, south = box
    middles = [grid.middle(*square) for square in offered]

    def hidden(corner: tuple[int, int]) -> float:
        x, y = corner
        squares = sum(
            x - grid.step / 2 < mx < x + side + grid.step / 2 and y - grid.step / 2 < my < y + side + grid.step / 2
            for mx, my in middles
        )
        plates = sum(abs(x - px) < side and abs(y - py) < side for px, py in kept)
        return 100 * plates + squares

    columns, rows = range(west, max(west + 1, east - side + 1), 4), range(north, max(north + 1, south - side + 1), 4)
    return min(((x, y) for y in rows for x in columns), key=hidden)
