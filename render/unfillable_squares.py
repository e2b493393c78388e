"""Hatching of empty squares that no tile left can fill."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.layout import Layout
from render.palette import Colour
from render.palette_image import PaletteImage
from render.stamps import FINE, shrunk

STRIPES = 5
"""Slanting lines across a square: few enough to be told apart at 550 pixels."""


@dataclass(frozen=True)
class Hatching:
    """Drawing of slanting lines across an empty square, on a transparent ground."""

    px: int
    colour: Colour

    def draw(self) -> Image.Image:
        """Return the lines, from the south-western to the north-eastern sides, inside the square's rim."""
        size = self.px * FINE
        picture = Image.new("RGBA", (size, size), (*self.colour, 0))
        pen = ImageDraw.Draw(picture)
        for number in range(1, 2 * STRIPES):
            reach = number * size / STRIPES
            pen.line((0, reach, reach, 0), (*self.colour, 210), max(FINE, round(size * 0.035)))
        margin = round(size * 0.07)
        for box in ((0, 0, size, margin), (0, size - margin, size, size), (0, 0, margin, size), (size - margin, 0, size, size)):
            pen.rectangle(box, (*self.colour, 0))
        return shrunk(picture)


def draw_dead_holes(sheet: PaletteImage, place: Layout, squares: Iterable[tuple[int, int]], colour: Colour) -> None:
    """Hatch those of the squares that are visible in the picture."""
    for x, y in squares:
        if place.shows(x, y):
            sheet.put(Hatching(place.px, colour), *place.corner(x, y))
