"""A picture of the best moments of a finished game: the land of each scoring, with the points of each seat beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from render.canvas import CanvasStyle
from render.examples import Example, draw_example
from render.palette_image import PaletteImage
from render.pieces import FigureIcon
from render.png import PngPicture
from render.spot_numbers import NumberPlate
from render.sprites import SIZES, Sprites
from render.stamps import BoxStamp, TextStamp
from render.style import Style

WIDTH = 1000
"""Pixels, of which a phone shows 300."""
GAP = 12
CAPITAL = 44
"""Height of digits."""
LAND = 680
"""Width of the land at most; the rest is for the points."""
LOW, HIGH, HIGHEST = 200, 280, 400
"""Height of a moment at least, where its squares can be small, and at most."""
SMALL = 64
"""Squares of which a phone shows 19 pixels: a moment is made higher before its squares are smaller."""
GAINS = 3
"""Players whose points have room."""


class BestMoment(NamedTuple):
    """One moment: the land that was scored, and the points of each seat."""

    land: Example
    """What was scored; without tiles where it has no place."""
    gains: tuple[tuple[int, int], ...]
    """Seat and points, the most first."""


def paint_moments(moments: Sequence[BestMoment], sprites: Sprites, theme: str, style: Style) -> PngPicture:
    """Return a picture of the moments, one below the other, numbered from 1 in the order given."""
    heights = [_height(moment.land) for moment in moments]
    sheet = PaletteImage(WIDTH, sum(heights) + GAP * (len(moments) + 1), sprites.palette(theme), style.table)
    look = CanvasStyle(sprites, theme, 0, style)
    north = GAP
    for number, (moment, height) in enumerate(zip(moments, heights, strict=True), 1):
        sheet.put(BoxStamp(WIDTH - 2 * GAP, height, 12, style.card, style.line, 2), GAP, north)
        _draw(sheet.part((GAP, north, WIDTH - GAP, north + height)), str(number), moment, look)
        north += height + GAP
    return sheet.picture()


def _height(land: Example) -> int:
    """Return the height of a moment's row in pixels: that of its land at a size readable on a phone, within bounds."""
    if not land.tiles:
        return LOW
    window = land.window()
    px = next(
        (px for px in SIZES if window.columns * px <= LAND and window.rows * px <= (HIGH if px > SMALL else HIGHEST)), SIZES[-1]
    )
    return max(LOW, min(HIGHEST, window.rows * px) + 12)


def _draw(sheet: PaletteImage, number: str, moment: BestMoment, look: CanvasStyle) -> None:
    style, middle = look.style, sheet.height / 2
    if moment.land.tiles:
        draw_example(sheet.part((6, 6, 6 + LAND, sheet.height - 6)), moment.land, look)
    else:
        sheet.put(FigureIcon("small", "knight", moment.gains[0][0], sheet.height // 2), LAND / 2, middle, by=(0.5, 0.5))
    sheet.put(NumberPlate(number, 60, 60, CAPITAL, style.ink, style.card), 0, 0)
    gains = [_gain(gain, style) for gain in moment.gains[:GAINS]]
    for line, (icon, points) in enumerate(gains):
        y = middle + (line - (len(gains) - 1) / 2) * 68
        sheet.put(icon, LAND + 40, y, by=(0.0, 0.5))
        sheet.put(points, LAND + 48 + sheet.size(icon)[0], y, by=(0.0, 0.5))


def _gain(gain: tuple[int, int], style: Style) -> tuple[FigureIcon, TextStamp]:
    seat, points = gain
    return FigureIcon("small", "knight", seat, 56), TextStamp(f"+{points}", CAPITAL, style.ink)
