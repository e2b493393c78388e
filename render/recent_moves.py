"""The moves since the reader's last turn: small views with their points in the upper strip, and their numbers on the board.

Lengths are in thousandths of the picture's width, as in `render.strips`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from PIL import Image

from games.carcassonne.view import BoardView, TileView
from render.art.figures import COLOURS
from render.canvas import CanvasStyle, Figures, SquareRect, compose, figures_by_square
from render.figure_placement import PlacedFigure
from render.highlights import LastMove, RecentMove
from render.layout import Layout
from render.palette import Colour
from render.palette_image import PaletteImage
from render.pieces import FigureIcon
from render.spot_numbers import CAPITAL
from render.sprites import SIZES
from render.stamps import BoxStamp, TextStamp, nearby
from render.style import CHANCE, Style

VIEWS = (150, 116, 92, 68)
"""Widths and heights of the small view of a move: the largest one at which all moves have room."""
MOST = 6
"""Moves shown at most, the newest ones."""
NORTH = 8
"""Where views begin."""
PITCH = 52
"""Height of a line of points."""
LINES = 3
"""Lines of points beside a view at most."""
GAP = 30
"""Between two moves at most."""

Rectangle = tuple[float, float, float, float]
"""West, north, east and south."""


def fit(sheet: PaletteImage, since: Sequence[RecentMove], room: int, style: Style, unit: float) -> bool:
    """Return whether all moves fit into `room` pixels with views larger than the smallest size."""
    return _fit(sheet, since[-MOST:], room, VIEWS[-2], style, unit)


def draw_moves(sheet: PaletteImage, look: CanvasStyle, view: BoardView, since: Sequence[RecentMove], unit: float) -> None:
    """Draw a small view of each move with its points."""
    side, shown = arrange_views(sheet, since, sheet.width, look.style, unit)
    widths = [_width(sheet, each, side, look.style, unit) for each in shown]
    gap = min(GAP * unit, (sheet.width - sum(widths)) / max(1, len(shown)))
    west = 0.0
    for each, width in zip(shown, widths, strict=True):
        _draw_move(sheet.part((round(west), 0, sheet.width, sheet.height)), look, view, each, side, unit)
        west += width + gap


def arrange_views(
    sheet: PaletteImage, since: Sequence[RecentMove], room: int, style: Style, unit: float
) -> tuple[int, Sequence[RecentMove]]:
    """Return the size of the views in pixels, and the moves that fit.

    The oldest are left out if even views of the smallest size are too many.
    """
    shown = since[-MOST:]
    side = next((side for side in VIEWS if _fit(sheet, shown, room, side, style, unit)), VIEWS[-1])
    while not _fit(sheet, shown, room, side, style, unit):
        shown = shown[1:]
    return side, shown


def _fit(sheet: PaletteImage, since: Sequence[RecentMove], room: int, side: int, style: Style, unit: float) -> bool:
    return sum(_width(sheet, each, side, style, unit) for each in since) <= room


def _width(sheet: PaletteImage, since: RecentMove, side: int, style: Style, unit: float) -> float:
    """Return the width of a move in pixels: its view with the points beside it, or below it if they fit there in one line."""
    points = [sum(sheet.size(recipe)[0] for recipe in _gain(gain, style, unit)) for gain in since.gains[:LINES]]
    widest = max(points, default=0)
    return max(side * unit, widest) + 12 * unit if _is_below(since, side) else side * unit + widest + 20 * unit


def _is_below(since: RecentMove, side: int) -> bool:
    return len(since.gains) < 2 and (side < VIEWS[0] or not since.gains)


def _draw_move(sheet: PaletteImage, look: CanvasStyle, view: BoardView, since: RecentMove, side: int, unit: float) -> None:
    """Draw the tile with its surroundings, framed in the mover's colour and numbered, with the points beside it or below."""
    size, north = round(side * unit), round(NORTH * unit)
    _draw_view(sheet.part((0, north, size, north + size)), look, view, since.move, unit)
    below = _is_below(since, side)
    for number, gain in enumerate(since.gains[:LINES]):
        x, y = (0.0, sheet.height - 24 * unit) if below else (size + 8 * unit, (NORTH + 24 + PITCH * number) * unit)
        for recipe in _gain(gain, look.style, unit):
            sheet.put(recipe, x, y, by=(0.0, 0.5))
            x += sheet.size(recipe)[0]


def _gain(gain: tuple[int, int], style: Style, unit: float) -> tuple[FigureIcon, TextStamp]:
    """Return the drawings of a seat's figure and its points."""
    seat, points = gain
    text = TextStamp(f"{points:+d}".replace("-", "\u2212"), nearby(CAPITAL * unit), style.ink)
    return FigureIcon("small", "knight", seat, nearby(38 * unit)), text


def _draw_view(sheet: PaletteImage, look: CanvasStyle, view: BoardView, move: LastMove, unit: float) -> None:
    """Draw the square of a move with a part of its surroundings."""
    line, side = max(3, round(5 * unit)), sheet.width
    sheet.fill((0, 0, side, side), look.style.ink)
    sheet.fill((1, 1, side - 1, side - 1), _colour(move))
    room = side - 2 * line
    px = next((px for px in SIZES if px * 1.5 <= room), SIZES[-1])
    rim = -(-(room - px) // 2)
    land = PaletteImage(px + 2 * rim, px + 2 * rim, look.palette, look.style.table)
    small = CanvasStyle(look.sprites, look.theme, px, look.style)
    compose(small, view, figures_by_square(view, px), SquareRect(move.x, move.y, 1, 1), rim, None, land.pixels)
    sheet.paste(land.pixels[:room, :room], line, line)
    land.given_back()
    if move.label:
        sheet.put(_number(move, look.style, unit), 0, 0)


@dataclass(frozen=True)
class MoveNumber:
    """Drawing of the number of a move, in a rim of its player's colour.

    It is not filled with colour, because filled numbers mark choices.
    """

    text: str
    capital: int
    rim: Colour
    style: Style

    @property
    def width(self) -> int:
        """Width in pixels, enough for the number."""
        return max(self.height, round(self.capital * (0.55 + 0.7 * len(self.text))))

    @property
    def height(self) -> int:
        """Height in pixels."""
        return round(self.capital * 1.45)

    def draw(self) -> Image.Image:
        """Return the plate with the number in its middle."""
        line = self.capital / 8
        picture = BoxStamp(self.width, self.height, self.height / 6, self.style.card, self.rim, line + 1).draw().copy()
        picture.alpha_composite(BoxStamp(self.width, self.height, self.height / 6, None, self.style.ink, 1).draw())
        writing = TextStamp(self.text, self.capital, self.style.ink).draw()
        picture.alpha_composite(writing, ((self.width - writing.width) // 2, (self.height - writing.height) // 2))
        return picture


def _number(move: LastMove, style: Style, unit: float) -> MoveNumber:
    return MoveNumber(move.label, nearby(CAPITAL * unit), _colour(move), style)


def _colour(move: LastMove) -> Colour:
    return CHANCE if move.seat is None else COLOURS[move.seat].rgb


@dataclass(frozen=True)
class ReservedArea:
    """Areas that the numbers of moves should not cover: tiles, figures and plates."""

    tiles: Sequence[TileView]
    figures: Figures
    kept: Sequence[Rectangle]
    """Plates, which are covered only where there is no other way."""


def draw_labels(
    sheet: PaletteImage, place: Layout, moves: Sequence[LastMove], ground: ReservedArea, style: Style, unit: float
) -> None:
    """Draw the number of each move at its square, where it covers the least."""
    squares = [_square(place, tile.x, tile.y) for tile in ground.tiles if place.shows(tile.x, tile.y)]
    standing = [box for square, crowd in ground.figures.items() if place.shows(*square) for box in _boxes(place, square, crowd)]
    weighed = [(20.0, list(ground.kept)), (3.0, standing), (1.0, squares)]
    for move in moves:
        if move.label and place.shows(move.x, move.y):
            plate = _number(move, style, unit)
            west, north, east, south = _square(place, move.x, move.y)
            around = (west - plate.width, north - plate.height, east + plate.width, south + plate.height)
            near = [(weight, box) for weight, boxes in weighed for box in boxes if _touches(box, around)]
            freest = _least_covering([each for each in _places(place, move, plate) if _is_inside(each, sheet)], near)
            weighed[0][1].append(freest)
            sheet.put(plate, freest[0], freest[1])


def _square(place: Layout, x: int, y: int) -> Rectangle:
    west, north = place.corner(x, y)
    return west, north, west + place.px, north + place.px


def _is_inside(box: Rectangle, sheet: PaletteImage) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= sheet.width and box[3] <= sheet.height


def _places(place: Layout, move: LastMove, plate: MoveNumber) -> list[Rectangle]:
    """Return possible positions of a number: in the corners of the square, on them, along its sides; north-western ones first."""
    (west, north), px, wide, tall = place.corner(move.x, move.y), place.px, plate.width, plate.height
    shares = list(product((0.0, 1.0, 0.5), repeat=2))
    inner = [(west + x * (px - wide), north + y * (px - tall)) for y, x in shares]
    astride = [(west + x * px - wide / 2, north + y * px - tall / 2) for y, x in shares]
    beside = [(west + x * (px + wide) - wide, north + y * (px + tall) - tall) for y, x in shares]
    return [(x, y, x + wide, y + tall) for x, y in (*inner, *astride, *beside)]


def _boxes(place: Layout, square: tuple[int, int], crowd: Sequence[PlacedFigure]) -> Iterator[Rectangle]:
    """Yield the boxes of the figures on a square."""
    west, north = place.corner(*square)
    for figure in crowd:
        x, y = west + figure.x - figure.piece.hot[0], north + figure.y - figure.piece.hot[1]
        yield x, y, x + figure.piece.size[0], y + figure.piece.size[1]


def _touches(rectangle: Rectangle, other: Rectangle) -> bool:
    """Return whether two rectangles have an area in common."""
    return rectangle[0] < other[2] and other[0] < rectangle[2] and rectangle[1] < other[3] and other[1] < rectangle[3]


def _least_covering(places: Sequence[Rectangle], near: Sequence[tuple[float, Rectangle]]) -> Rectangle:
    """Return the first of the positions that cover the least of the areas in `near`, by their weights."""
    least, chosen = math.inf, places[0]
    for place in places:
        west, north, east, south = place
        covered = 0.0
        for weight, box in near:
            wide = (east if east < box[2] else box[2]) - (west if west > box[0] else box[0])
            if wide > 0 and (high := (south if south < box[3] else box[3]) - (north if north > box[1] else box[1])) > 0:
                covered += weight * wide * high
                if covered >= least:
                    break
        if covered < least:
            least, chosen = covered, place
        if not covered:
            break
    return chosen
