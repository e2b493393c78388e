"""The close-up of a tile: every segment where a figure may stand is outlined and numbered, beside a list of figures and points.

A little of the neighbours is visible around the tile, because features continue there; a small map shows the position of the tile.
Segments that can't be claimed are shaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image

from games.carcassonne import catalog
from games.carcassonne.tile import SegmentKind, Shape
from games.carcassonne.view import BoardView, TileView
from render import square_marks
from render.art.figures import COLOURS
from render.boardmap import draw_map
from render.canvas import CanvasStyle, SquareRect, compose, figures_by_square
from render.claims import ClaimStamp, number_point
from render.layout import Layout
from render.overview_map import draw_frame
from render.palette import Colour, Palette
from render.palette_image import PaletteImage
from render.pieces import FigureStamp
from render.png import Pixels, PngPicture
from render.spot_numbers import Number, NumberPlate, plate_colours, push_apart
from render.sprites import CLOSE, SIZES, Sprites
from render.stamps import BoxStamp, TextStamp
from render.style import BLACK, CHANCE, WHITE, Style
from render.unfillable_squares import draw_dead_holes

AROUND = 77
"""Pixels of its neighbours that are seen around the tile."""
LAND = CLOSE + 2 * AROUND
LIST = 212
"""Width of the list."""
WIDTH = LAND + LIST
"""A phone shows 300 pixels of the width: the tile has 123 of them."""
PAD = 10
ROWS = (64, 48)
"""Heights of a line of the list; eight of the lower ones fill it."""
ROOMY = 4
"""So many places have the higher lines."""
PLATE, CAPITAL = 36, 26
"""Height of a number's plate and of its digits: 18 and 13 pixels on a phone."""
FIGURES = (120, 104, 92, 80, 70, 60)
"""Sizes of tiles that figures of the list may suit, all of them the same, so that they are seen in true scale."""
MAP = 96
"""Height of the lowest map."""
FRAME = 9
"""Half the width of the smallest frame on it."""
TINTS = {SegmentKind.ROAD: 0.5, SegmentKind.FIELD: 0.0}
"""How much of its colour a claim gets by kind: roads are narrow, and grass would look like sand."""
TINT, SHADE = 0.2, 0.32
"""The same of all other kinds, and how dark the ground is that can't be claimed."""


@dataclass(frozen=True)
class NumberedPlace:
    """Numbered segment on which a figure may be placed, with the possible figures and points."""

    number: int
    part: str
    """The segment of the tile."""
    figures: tuple[tuple[str, str], ...]
    """Kind and role of those that may stand there."""
    now: int = 0
    """Points that come at once."""
    later: int = 0
    """More points at the end, if nothing changed."""


@dataclass(frozen=True)
class CloseUp:
    """Contents of a close-up: a tile with the places where a figure may stand."""

    view: BoardView
    square: tuple[int, int]
    seat: int | None
    """Whose figures they are."""
    places: Sequence[NumberedPlace]

    @property
    def tile(self) -> TileView:
        """Tile that is shown."""
        return next(tile for tile in self.view.tiles if (tile.x, tile.y) == self.square)

    @property
    def colour(self) -> Colour:
        """Colour of the active player."""
        return CHANCE if self.seat is None else COLOURS[self.seat].rgb

    def is_advised(self, part: str) -> bool:
        """Return whether a segment is highlighted."""
        return (*self.square, part) in self.view.advised


def paint_closeup(wanted: CloseUp, sprites: Sprites, style: Style) -> PngPicture:
    """Return the close-up, `WIDTH` by `LAND` pixels."""
    sheet = PaletteImage(WIDTH, LAND, sprites.palette(wanted.view.theme), style.margin)
    _draw_land(sheet.part((0, 0, LAND, LAND)), wanted, sprites, style)
    _draw_list(sheet.part((LAND, 0, WIDTH, LAND)), wanted, style)
    return sheet.picture()


def _draw_land(sheet: PaletteImage, wanted: CloseUp, sprites: Sprites, style: Style) -> None:
    view, tile, (x, y) = wanted.view, wanted.tile, wanted.square
    sheet.pixels[:] = _surroundings(wanted, sprites, style)
    sheet.paste(sprites.tile(view.theme, CLOSE, tile.tile, tile.turn, tile.copy), AROUND, AROUND)
    _draw_frame(sheet, wanted)
    around = Layout(SquareRect(x - 1, y - 1, 3, 3), CLOSE, AROUND - CLOSE, 0, WIDTH / 550)
    square_marks.draw_figures(sheet, around, figures_by_square(view, CLOSE), on=None)
    numbers = {each.part for each in wanted.places}
    for segment in catalog.tile(tile.tile).segments:
        shape = (tile.tile, tile.turn, segment.name, CLOSE)
        if segment.name in numbers:
            fill = plate_colours(advised=wanted.is_advised(segment.name))[0]
            sheet.put(ClaimStamp(*shape, fill, TINTS.get(segment.kind, TINT), (BLACK, WHITE)), AROUND, AROUND)
        elif segment.kind.role and segment.kind.shape is not Shape.SPOT:
            sheet.put(ClaimStamp(*shape, BLACK, SHADE), AROUND, AROUND)
    _draw_plates(sheet, wanted)


def _surroundings(wanted: CloseUp, sprites: Sprites, style: Style) -> Pixels:
    """Return the pixels of the tile and its neighbours.

    Neighbours are enlarged from the largest tile size of boards; only the tile itself is drawn at full size.
    """
    view, (x, y), px = wanted.view, wanted.square, SIZES[0]
    window, side = SquareRect(x - 1, y - 1, 3, 3), 3 * px
    look = CanvasStyle(sprites, view.theme, px, style)
    small = PaletteImage(side, side, look.palette)
    compose(look, view, {}, window, 0, None, small.pixels)
    draw_dead_holes(small, Layout(window, px, 0, 0, side / 550), view.dead, style.faint)
    cut = (CLOSE - AROUND) * px // CLOSE
    return _enlarge(small.pixels[cut : side - cut, cut : side - cut], look.palette)


def _enlarge(pixels: Pixels, palette: Palette) -> Pixels:
    picture = Image.fromarray(palette.colours[pixels]).resize((LAND, LAND), Image.Resampling.BICUBIC)
    return palette.places(np.asarray(picture))


def _draw_frame(sheet: PaletteImage, wanted: CloseUp) -> None:
    """Draw the rim of the tile in the colour of its player, just outside of it."""
    for out, line, ink in ((9, 9, BLACK), (7, 5, wanted.colour)):
        side = CLOSE + 2 * out
        sheet.put(BoxStamp(side, side, 5, None, ink, line), AROUND - out, AROUND - out)


def _draw_plates(sheet: PaletteImage, wanted: CloseUp) -> None:
    tile, plates = wanted.tile, []
    for each in wanted.places:
        x, y = (AROUND + along for along in number_point(tile.tile, tile.turn, each.part, CLOSE))
        plates.append(Number(str(each.number), _width(each), (x, y), x, y, (*wanted.square, each.part)))
    push_apart(plates, PLATE, (LAND, LAND))
    for each, plate in zip(wanted.places, plates, strict=True):
        _put_plate(sheet, each, (plate.x, plate.y), wanted)


def _width(place: NumberedPlace) -> int:
    return PLATE if place.number < 10 else PLATE + 12


def _put_plate(sheet: PaletteImage, place: NumberedPlace, point: tuple[float, float], wanted: CloseUp) -> None:
    fill, ink = plate_colours(advised=wanted.is_advised(place.part))
    sheet.put(NumberPlate(str(place.number), _width(place), PLATE, CAPITAL, fill, ink), *point, by=(0.5, 0.5))


def _draw_list(sheet: PaletteImage, wanted: CloseUp, style: Style) -> None:
    """Draw a line for each place: its number, the possible figures, the points; below them the map if there is room."""
    count = len(wanted.places)
    row = min(ROWS[0] if count <= ROOMY else ROWS[1], (sheet.height - 2 * PAD) // max(1, count))
    px = next((px for px in FIGURES if all(_fits_beside(sheet, each, wanted, px, row) for each in wanted.places)), FIGURES[-1])
    for line, each in enumerate(wanted.places):
        _draw_line(sheet, each, PAD + (line + 0.5) * row, wanted, style, px)
    top = PAD + count * row + PAD // 2
    if sheet.height - PAD - top >= MAP:
        _draw_map(sheet.part((PAD, top, sheet.width - PAD, sheet.height - PAD)), wanted, style)


def _fits_beside(sheet: PaletteImage, place: NumberedPlace, wanted: CloseUp, px: int, row: int) -> bool:
    sizes = [sheet.size(each) for each in _true_scale_figures(place, wanted, px)]
    points = _points(place, BLACK, BLACK)
    room = sheet.width - 2 * PAD - _width(place) - (0 if points is None else sheet.size(points)[0])
    return sum(width + 4 for width, _ in sizes) + 4 <= room and all(height <= row for _, height in sizes)


def _draw_line(sheet: PaletteImage, place: NumberedPlace, middle: float, wanted: CloseUp, style: Style, px: int) -> None:
    _put_plate(sheet, place, (PAD + _width(place) / 2, middle), wanted)
    x = PAD + _width(place) + 8.0
    for figure in _true_scale_figures(place, wanted, px):
        sheet.put(figure, x, middle, by=(0.0, 0.5))
        x += sheet.size(figure)[0] + 4
    if points := _points(place, style.ink, style.faint):
        sheet.put(points, sheet.width - PAD + 2, middle, by=(1.0, 0.5))


def _true_scale_figures(place: NumberedPlace, wanted: CloseUp, px: int) -> list[TrueScaleFigure]:
    return [TrueScaleFigure(FigureStamp(kind, role, wanted.seat, px)) for kind, role in place.figures]


def _points(place: NumberedPlace, ink: Colour, faint: Colour) -> TextStamp | None:
    """Return the points that a placement brings at once, or smaller and faint those at the end; None if there are none."""
    if place.now:
        return TextStamp(signed_points(place.now), CAPITAL - 2, ink)
    return TextStamp(signed_points(place.later), CAPITAL - 8, faint) if place.later else None


def signed_points(points: int) -> str:
    """Return points with their sign, as written in pictures."""
    return f"+{points}" if points > 0 else f"-{-points}"


@dataclass(frozen=True)
class TrueScaleFigure:
    """Figure in true scale with its shadow, without empty margins."""

    piece: FigureStamp

    def draw(self) -> Image.Image:
        """Return the figure in its box."""
        drawn = self.piece.draw()
        return drawn.crop(drawn.getchannel("A").point([255 * (value > 60) for value in range(256)]).getbbox())


def _draw_map(sheet: PaletteImage, wanted: CloseUp, style: Style) -> None:
    """Draw the whole board in a frame, with the tile in the colour of its player."""
    grid = draw_map(sheet, wanted.view, style, {wanted.square: wanted.colour})
    x, y = (round(along) for along in grid.middle(*wanted.square))
    half = max(round(1.5 * grid.step), FRAME)
    draw_frame(sheet, (x - half, y - half, x + half, y + half), 2, style.ink)
