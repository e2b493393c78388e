"""The drawing of a curve through values at equal distances, scaled from the lowest to the highest value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from PIL import Image, ImageDraw

from render.palette import Colour
from render.stamps import FINE, shrunk


@dataclass(frozen=True)
class CurveLine:
    """Drawing of a line with a dark rim, on a transparent ground."""

    width: int
    height: int
    values: tuple[float, ...]
    """From west to east; two at least, else it is a level line."""
    colour: Colour
    rim: Colour

    RIM: ClassVar[int] = 8
    """Pixels above the highest and below the lowest value."""

    def draw(self) -> Image.Image:
        """Return the curve."""
        picture = Image.new("RGBA", (self.width * FINE, self.height * FINE), (*self.colour, 0))
        pen = ImageDraw.Draw(picture)
        points = [(x * FINE, y * FINE) for x, y in self.points()]
        for ink, wide in ((self.rim, 8), (self.colour, 5)):
            pen.line(points, (*ink, 255), wide * FINE, joint="curve")
        return shrunk(picture)

    def points(self) -> list[tuple[float, float]]:
        """Return the positions of the values, in pixels from the north-west corner."""
        values = self.values if len(self.values) > 1 else self.values * 2
        low, high = min(values), max(values)
        span, tall = (high - low) or 1.0, self.height - 2 * self.RIM
        first, last = self.RIM, self.width - self.RIM - 4
        step = (last - first) / (len(values) - 1)
        return [
            (first + step * each_value, self.RIM + tall * (1 - (value - low) / span)) for each_value, value in enumerate(values)
        ]
