"""A picture of places all over the board: one small view each with a ring, number and square, and a map with the numbers.

A picture has room for nine; more are divided into pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from games.carcassonne.view import BoardView
from render.anchors import anchors
from render.art.figures import COLOURS
from render.boardmap import draw_map
from render.canvas import CanvasStyle, SquareRect, compose, figures_by_square
from render.closeup import CAPITAL, PAD, PLATE, WIDTH, TrueScaleFigure, signed_points
from render.palette import Colour
from render.palette_image import PaletteImage
from render.pieces import FigureStamp
from render.png import PngPicture
from render.spot_numbers import Number, NumberPlate, plate_colours, push_apart
from render.sprites import Sprites
from render.stamps import FINE, BoxStamp, TextStamp, shrunk
from render.style import BLACK, CHANCE, OFFER, Style

PAGE = 9
"""Targets of one picture."""
FEW = 4
"""So many have larger views."""
MAP_WIDTH = 200
CAPTION = 44
"""Height of the line below a view."""
FIGURE = 72
"""A figure of the caption is as large as suits tiles of so many pixels."""
MAP_PLATE, MAP_CAPITAL = 28, 20
"""Height of a number on the map and of its digits."""


@dataclass(frozen=True)
class Target:
    """Numbered place on the board where a figure may be put."""

    number: int
    x: int
    y: int
    part: str
    """The segment of the tile; empty for all of it."""
    figures: tuple[tuple[str, str], ...] = ()
    """Kind and role of the figures that may be put there."""
    now: int = 0
    """Points that come at once."""


@dataclass(frozen=True)
class Targets:
    """Contents of one page of places all over the board."""

    view: BoardView
    seat: int | None
    """Whose figures they are."""
    targets: Sequence[Target]

    @property
    def columns(self) -> int:
        """Number of views side by side."""
        return 2 if len(self.targets) <= FEW else 3

    @property
    def px(self) -> int:
        """Tile size in pixels in a view."""
        return 128 if self.columns == 2 else 96


@dataclass(frozen=True)
class Ring:
    """A circle around a target: colour between two dark lines, nothing inside."""

    size: int
    colour: Colour
    dark: Colour

    def draw(self) -> Image.Image:
        """Return the ring in its box."""
        full = self.size * FINE
        picture = Image.new("RGBA", (full, full), (*self.dark, 0))
        pen = ImageDraw.Draw(picture)
        for inset, width, colour in ((0, 8, self.dark), (2, 4, self.colour)):
            edge = inset * FINE
            pen.ellipse((edge, edge, full - 1 - edge, full - 1 - edge), None, (*colour, 255), width * FINE)
        return shrunk(picture)


def paint_targets(wanted: Targets, sprites: Sprites, style: Style) -> PngPicture:
    """Return the picture of one page of places."""
    left = WIDTH - MAP_WIDTH
    side = (left - PAD) // wanted.columns - PAD
    rows = -(-len(wanted.targets) // wanted.columns)
    sheet = PaletteImage(WIDTH, PAD + rows * (side + CAPTION + PAD // 2), sprites.palette(wanted.view.theme), style.margin)
    look = CanvasStyle(sprites, wanted.view.theme, wanted.px, style)
    for place, target in enumerate(wanted.targets):
        row, column = divmod(place, wanted.columns)
        west, north = PAD + column * (side + PAD), PAD + row * (side + CAPTION + PAD // 2)
        _draw_view(sheet.part((west, north, west + side, north + side)), wanted, target, look)
        _draw_caption(sheet.part((west, north + side, west + side, north + side + CAPTION)), wanted, target, style)
    _draw_map(sheet.part((left, PAD, WIDTH - PAD, sheet.height - PAD)), wanted, style)
    return sheet.picture()


def _draw_view(sheet: PaletteImage, wanted: Targets, target: Target, look: CanvasStyle) -> None:
    """Draw the tile in the middle with its surroundings, and the ring."""
    view, px = wanted.view, wanted.px
    rim = (sheet.width - px + 1) // 2
    window = SquareRect(target.x, target.y, 1, 1)
    land = PaletteImage(px + 2 * rim, px + 2 * rim, look.palette)
    compose(look, view, figures_by_square(view, px), window, rim, None, land.pixels)
    sheet.pixels[:] = land.pixels[: sheet.height, : sheet.width]
    x, y = _middle(view, target)
    size = round(px * (0.52 if target.part else 0.98))
    sheet.put(Ring(size, OFFER, BLACK), rim + x * px, rim + y * px, by=(0.5, 0.5))
    sheet.put(BoxStamp(sheet.width, sheet.height, 4, None, look.style.line, 1.6), 0, 0)


def _middle(view: BoardView, target: Target) -> tuple[float, float]:
    """Return the middle of the ring as a point of the tile's unit square."""
    if not target.part:
        return 0.5, 0.5
    tile = next(tile for tile in view.tiles if (tile.x, tile.y) == (target.x, target.y))
    return anchors(tile.tile, tile.turn).anchor(target.part)


def _draw_caption(sheet: PaletteImage, wanted: Targets, target: Target, style: Style) -> None:
    """Draw the number, square, figures and points of a place."""
    middle, width = sheet.height / 2, _width(target.number, PLATE)
    fill, ink = plate_colours(advised=_is_advised(wanted, target))
    sheet.put(NumberPlate(str(target.number), width, PLATE, CAPITAL, fill, ink), 0, middle, by=(0.0, 0.5))
    name = TextStamp(wanted.view.squares.name(target.x, target.y), CAPITAL - 6, style.ink)
    sheet.put(name, width + 8, middle, by=(0.0, 0.5))
    x = width + 16 + sheet.size(name)[0]
    if target.now:
        sheet.put(TextStamp(signed_points(target.now), CAPITAL - 6, style.ink), sheet.width, middle, by=(1.0, 0.5))
        return
    for kind, role in target.figures:
        figure = TrueScaleFigure(FigureStamp(kind, role, wanted.seat, FIGURE))
        if x + sheet.size(figure)[0] <= sheet.width:
            sheet.put(figure, x, middle, by=(0.0, 0.5))
        x += sheet.size(figure)[0] + 2


def _width(number: int, height: int) -> int:
    return height if number < 10 else round(height * 1.35)


def _is_advised(wanted: Targets, target: Target) -> bool:
    return (target.x, target.y, target.part) in wanted.view.advised


def _draw_map(sheet: PaletteImage, wanted: Targets, style: Style) -> None:
    """Draw the whole board with the numbers at their targets, and the tile just laid in its player's colour."""
    colour = CHANCE if wanted.seat is None else COLOURS[wanted.seat].rgb
    grid = draw_map(sheet, wanted.view, style, {wanted.view.current: colour} if wanted.view.current else {})
    plates = []
    for each in wanted.targets:
        x, y = grid.middle(each.x, each.y)
        plates.append(Number(str(each.number), _width(each.number, MAP_PLATE), (x, y), x, y, (each.x, each.y, each.part)))
    push_apart(plates, MAP_PLATE, (sheet.width, sheet.height))
    for target, plate in zip(wanted.targets, plates, strict=True):
        fill, ink = plate_colours(advised=_is_advised(wanted, target))
        sheet.put(NumberPlate(plate.text, plate.width, MAP_PLATE, MAP_CAPITAL, fill, ink), plate.x, plate.y, by=(0.5, 0.5))
