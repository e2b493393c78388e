"""Numbers on plates that fill an offered square, and the letters of regions."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from render.palette import Colour
from render.stamps import Box, Text
from render.style import ADVISED, BLACK, OFFER, WHITE


def plate_colours(*, advised: bool) -> tuple[Colour, Colour]:
    """Fill and writing of a plate for what is on offer, or for what is advised among it."""
    return (ADVISED, WHITE) if advised else (OFFER, BLACK)


@dataclass(frozen=True)
class Plate:
    """A number on a plate of `width` by `height` pixels, as high as asked and narrowed where it needs the room."""

    text: str
    width: int
    height: int
    capital: int
    fill: Colour
    ink: Colour

    def draw(self) -> Image.Image:
        """The plate with its rim inside the box."""
        line = max(1.0, self.height / 24)
        picture = Box(self.width, self.height, self.height / 7, self.fill, self.ink, line).draw().copy()
        if self.text:
            writing = Text(self.text, self.capital, self.ink).draw()
            writing = writing.crop(writing.getbbox())
            room = self.width - 2 * round(line + 2)
            if writing.width > room:
                writing = writing.resize((room, writing.height), Image.Resampling.LANCZOS)
            picture.alpha_composite(writing, ((self.width - writing.width) // 2, (self.height - writing.height) // 2))
        return picture
