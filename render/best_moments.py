"""The greatest moments of a finished game side by side: what was scored, alone, and below it who got how many points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from render.canvas import CanvasStyle
from render.examples import Example, draw_example
from render.palette_image import PaletteImage
from render.pieces import FigureIcon
from render.png import PngPicture
from render.spot_numbers import NumberPlate
from render.sprites import Sprites
from render.stamps import BoxStamp, TextStamp
from render.style import Style

WIDTH = 1000
"""Pixels, of which a phone shows 300."""
GAP = 12
CAPITAL = 44
"""Height of digits."""
ROW = 64
"""Height of the line with the points."""
ACROSS = 3
"""Moments that share the width, however many there are."""
GAINS = 2
"""Players whose points have room."""


class BestMoment(NamedTuple):
    """One moment."""

    land: Example
    """What was scored; without tiles where it has no place."""
    gains: tuple[tuple[int, int], ...]
    """Seat and points, the most first."""


def painted(moments: Sequence[BestMoment], sprites: Sprites, theme: str, style: Style) -> PngPicture:
    """Return the moments, numbered from 1 in the order given."""
    side = (WIDTH - GAP * (ACROSS + 1)) // ACROSS
    sheet = PaletteImage(WIDTH, side + ROW + 2 * GAP, sprites.palette(theme), style.table)
    look = CanvasStyle(sprites, theme, 0, style)
    start = (WIDTH - len(moments) * (side + GAP) + GAP) // 2
    for number, moment in enumerate(moments, 1):
        west = start + (number - 1) * (side + GAP)
        sheet.put(BoxStamp(side, side + ROW, 12, style.card, style.line, 2), west, GAP)
        _draw(sheet.part((west, GAP, west + side, GAP + side + ROW)), str(number), moment, look)
    return sheet.picture()


def _draw(sheet: PaletteImage, number: str, moment: BestMoment, look: CanvasStyle) -> None:
    side, style = sheet.width, look.style
    if moment.land.tiles:
        draw_example(sheet.part((6, 6, side - 6, side - 6)), moment.land, look)
    else:
        sheet.put(FigureIcon("small", "knight", moment.gains[0][0], side // 2), side / 2, side / 2, by=(0.5, 0.5))
    sheet.put(NumberPlate(number, 60, 60, CAPITAL, style.ink, style.card), 0, 0)
    gains = [_gain(gain, style) for gain in moment.gains[:GAINS]]
    widths = [sum(sheet.size(recipe)[0] for recipe in gain) for gain in gains]
    gap = (side - sum(widths)) / (len(gains) + 1)
    x = gap
    for gain, width in zip(gains, widths, strict=True):
        icon, points = gain
        sheet.put(icon, x, side + ROW / 2 - 4, by=(0.0, 0.5))
        sheet.put(points, x + sheet.size(icon)[0], side + ROW / 2 - 4, by=(0.0, 0.5))
        x += width + gap


def _gain(gain: tuple[int, int], style: Style) -> tuple[FigureIcon, TextStamp]:
    seat, points = gain
    return FigureIcon("small", "knight", seat, 42), TextStamp(f"+{points}", CAPITAL, style.ink)
