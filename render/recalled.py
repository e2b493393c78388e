"""The greatest moments of a finished game side by side: what was scored, alone, and below it who got how many points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from render.canvas import Look
from render.examples import Example, draw_example
from render.numbers import Plate
from render.pieces import Icon
from render.png import PngPicture
from render.sheet import Sheet
from render.sprites import Sprites
from render.stamps import Box, Text
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


class Recalled(NamedTuple):
    """One moment."""

    land: Example
    """What was scored; without tiles where it has no place."""
    gains: tuple[tuple[int, int], ...]
    """Seat and points, the most first."""


def painted(moments: Sequence[Recalled], sprites: Sprites, theme: str, style: Style) -> PngPicture:
    """The moments, numbered from 1 in the order given."""
    side = (WIDTH - GAP * (ACROSS + 1)) // ACROSS
    sheet = Sheet(WIDTH, side + ROW + 2 * GAP, sprites.palette(theme), style.table)
    look = Look(sprites, theme, 0, style)
    start = (WIDTH - len(moments) * (side + GAP) + GAP) // 2
    for number, moment in enumerate(moments, 1):
        west = start + (number - 1) * (side + GAP)
        sheet.put(Box(side, side + ROW, 12, style.card, style.line, 2), west, GAP)
        _draw(sheet.part((west, GAP, west + side, GAP + side + ROW)), str(number), moment, look)
    return sheet.picture()


def _draw(sheet: Sheet, number: str, moment: Recalled, look: Look) -> None:
    side, style = sheet.width, look.style
    if moment.land.tiles:
        draw_example(sheet.part((6, 6, side - 6, side - 6)), moment.land, look)
    else:
        sheet.put(Icon("small", "knight", moment.gains[0][0], side // 2), side / 2, side / 2, by=(0.5, 0.5))
    sheet.put(Plate(number, 60, 60, CAPITAL, style.ink, style.card), 0, 0)
    gains = [_gain(gain, style) for gain in moment.gains[:GAINS]]
    widths = [sum(sheet.size(recipe)[0] for recipe in gain) for gain in gains]
    gap = (side - sum(widths)) / (len(gains) + 1)
    x = gap
    for gain, width in zip(gains, widths, strict=True):
        icon, points = gain
        sheet.put(icon, x, side + ROW / 2 - 4, by=(0.0, 0.5))
        sheet.put(points, x + sheet.size(icon)[0], side + ROW / 2 - 4, by=(0.0, 0.5))
        x += width + gap


def _gain(gain: tuple[int, int], style: Style) -> tuple[Icon, Text]:
    seat, points = gain
    return Icon("small", "knight", seat, 42), Text(f"+{points}", CAPITAL, style.ink)
