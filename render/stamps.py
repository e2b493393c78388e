"""Drawings of numbers, discs, boxes, badges and frames for pictures. Sizes are in pixels; colours are RGB.

Shapes are drawn four times too large and shrunk once, so that their edges are soft.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from render.palette import Colour

FINE = 4
"""How many times too large a shape is drawn."""


def nearby(size: float) -> int:
    """Return a whole number near `size` out of a coarse scale, so that boards of similar width share their stamps."""
    step = 1 if size < 24 else 2 if size < 48 else 4
    return step * round(size / step)


@lru_cache(maxsize=128)
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return Pillow's own typeface at a size in pixels, which needs no font file on the machine."""
    loaded = ImageFont.load_default(size)
    assert isinstance(loaded, ImageFont.FreeTypeFont), "Pillow was built without FreeType"
    return loaded


@dataclass(frozen=True)
class TextStamp:
    """Drawing of digits and capitals; the box is as high as a capital, so its middle is that of the text."""

    text: str
    height: int
    """Height of a capital."""
    colour: Colour
    bold: bool = True
    halo: Colour | None = None

    def draw(self) -> Image.Image:
        """Return the text with a margin of two pixels or more for its halo."""
        rim = max(2.0, self.height / 5) if self.halo else 0.0
        mask = self.mask(rim)
        picture = Image.new("RGBA", mask.size, self.colour)
        picture.putalpha(mask)
        if self.halo:
            around = Image.new("RGBA", mask.size, self.halo)
            around.putalpha(self.mask(rim, rim))
            picture = Image.alpha_composite(around, picture)
        return picture

    def mask(self, rim: float = 0.0, wider: float = 0.0) -> Image.Image:
        """Return the ink of each pixel in a box with a margin of `rim` around the letters; `wider` thickens the strokes."""
        face = font(max(round(self.height / 0.70), 6))
        weight = self.height / 16 if self.bold else 0.0
        pad = int(weight + rim) + 2
        west, _, east, _ = face.getbbox(self.text, anchor="ls", stroke_width=weight)
        picture = Image.new("L", (int(east - west) + 2 * pad, self.height + 2 * pad), 0)
        at = (pad - west, pad + self.height)
        ImageDraw.Draw(picture).text(at, self.text, 255, face, anchor="ls", stroke_width=weight + wider)
        return picture


@dataclass(frozen=True)
class BoxStamp:
    """Drawing of a rectangle with round corners, filled or only outlined."""

    width: int
    height: int
    radius: float
    fill: Colour | None
    rim: Colour | None = None
    rim_width: float = 0.0
    opacity: float = 1.0

    def draw(self) -> Image.Image:
        """Return the box on a transparent ground.

        Only its corners are drawn large and shrunk, because its sides and middle are uniform.
        """
        small = self._draw_box(min(self.width, 2 * self.corner + 1), min(self.height, 2 * self.corner + 1))
        return stretch(small, self.corner, self.width, self.height)

    @property
    def corner(self) -> int:
        """Size in pixels of each corner that differs from the sides."""
        return math.ceil(max(self.radius, self.rim_width)) + 1

    def small(self) -> BoxStamp | None:
        """Return the smallest box with the same corners; None if this one is no larger, or not opaque at its sides and middle."""
        size = 2 * self.corner + 1
        if self.fill is None or self.opacity < 1 or min(self.width, self.height) <= size:
            return None
        return replace(self, width=size, height=size)

    def _draw_box(self, width: int, height: int) -> Image.Image:
        ground = (*(self.fill or self.rim or (0, 0, 0)), 0)
        picture = Image.new("RGBA", (width * FINE, height * FINE), ground)
        pen = ImageDraw.Draw(picture)
        outer = (0, 0, width * FINE - 1, height * FINE - 1)
        see = round(255 * self.opacity)
        pen.rounded_rectangle(outer, self.radius * FINE, (*self.fill, see) if self.fill else None)
        if self.rim:
            pen.rounded_rectangle(outer, self.radius * FINE, None, (*self.rim, 255), max(1, round(self.rim_width * FINE)))
        return shrunk(picture)


def stretch(small: Image.Image, corner: int, width: int, height: int) -> Image.Image:
    """Return a drawing enlarged by repeating the row and the column after its first `corner` ones."""
    rows, columns = (_repeat_rows(had, corner, wanted) for had, wanted in ((small.height, height), (small.width, width)))
    return Image.fromarray(np.asarray(small)[rows][:, columns])


def _repeat_rows(had: int, corner: int, wanted: int) -> NDArray[np.intp]:
    """Return the source index of each of the `wanted` rows; the row after the corner is repeated if rows are missing."""
    return np.r_[0:corner, np.full(wanted - had, corner, dtype=np.intp), corner:had] if wanted > had else np.arange(had)


@dataclass(frozen=True)
class Badge:
    """Drawing of a number on a disc, on a pill if it needs the room, or with `square` on a small plate."""

    text: str
    height: int
    fill: Colour
    ink: Colour
    rim: Colour
    square: bool = False

    def draw(self) -> Image.Image:
        """Return the badge with its rim inside the box; the number never touches the rim."""
        writing = TextStamp(self.text, max(round(self.height * 0.44), 5), self.ink).draw()
        width = max(self.height, writing.width + round(self.height * 0.40))
        radius = self.height / (7 if self.square else 2)
        picture = _plate(BoxStamp(width, self.height, radius, self.fill, self.rim, self.height / 11)).copy()
        picture.alpha_composite(writing, (round((width - writing.width) / 2), round((self.height - writing.height) / 2)))
        return picture


@lru_cache(maxsize=48)
def _plate(box: BoxStamp) -> Image.Image:
    """Return the cached drawing of a badge's plate, shared by all numbers of one size."""
    return box.draw()


@dataclass(frozen=True)
class DoubleFrame:
    """Outline of a square just played: colour between two dark lines, and a light line inside."""

    size: int
    colour: Colour
    dark: Colour
    light: Colour

    def draw(self) -> Image.Image:
        """Return the frame, as wide as the square.

        Only its corners are drawn large and shrunk, as in `BoxStamp`.
        """
        corner = math.ceil((WIDTHS + ROUND) * self.size / 42) + 1
        return stretch(self._draw_frame(min(self.size, 2 * corner + 1)), corner, self.size, self.size)

    def _draw_frame(self, size: int) -> Image.Image:
        picture = Image.new("RGBA", (size * FINE, size * FINE), (*self.colour, 0))
        pen = ImageDraw.Draw(picture)
        line = self.size / 42
        inset = 0.0
        for colour, width in zip((self.dark, self.colour, self.dark, self.light, self.dark), LINES, strict=True):
            corner = inset * FINE
            box = (corner, corner, size * FINE - 1 - corner, size * FINE - 1 - corner)
            pen.rounded_rectangle(box, line * ROUND * FINE, None, (*colour, 255), max(1, round(line * width * FINE)))
            inset += line * width
        return shrunk(picture)


LINES = (0.5, 1.6, 0.5, 1.0, 0.3)
"""Widths of the lines of a double frame, from outside, in 42nds of the square."""
WIDTHS = sum(LINES)
ROUND = 2
"""Radius of its corners, in the same measure."""


@dataclass(frozen=True)
class DashedFrame:
    """Outline of an offered square, over a tint."""

    size: int
    colour: Colour
    veil: Colour
    opacity: float

    def draw(self) -> Image.Image:
        """Return the frame, with dashes well inside the square so that those of neighbours stay apart."""
        full, margin, width = self.size * FINE, self.size * FINE * 0.06, max(self.size * FINE / 26, FINE)
        picture = Image.new("RGBA", (full, full), (*self.colour, 0))
        pen = ImageDraw.Draw(picture)
        box = (margin, margin, full - 1 - margin, full - 1 - margin)
        pen.rounded_rectangle(box, full * 0.08, (*self.veil, round(255 * self.opacity)))
        dashes = 5
        length = (full - 2 * margin) / (2 * dashes - 1)
        for number in range(dashes):
            start = margin + 2 * number * length
            for edge in (margin, full - margin - width):
                pen.rectangle((start, edge, start + length, edge + width), (*self.colour, 255))
                pen.rectangle((edge, start, edge + width, start + length), (*self.colour, 255))
        return shrunk(picture)


def shrunk(picture: Image.Image) -> Image.Image:
    """Return a drawing shrunk to its true size; colours of transparent pixels do not bleed into the edges."""
    size = (picture.width // FINE, picture.height // FINE)
    return picture.convert("RGBa").resize(size, Image.Resampling.BOX).convert("RGBA")


@dataclass(frozen=True)
class TilePile:
    """Drawing of a small pile of tiles, which stands for the tiles left to draw."""

    size: int
    line: Colour
    face: Colour
    ink: Colour

    def draw(self) -> Image.Image:
        """Return a pile of three tiles, each a little higher."""
        full = self.size * FINE
        picture = Image.new("RGBA", (full, full), (*self.ink, 0))
        pen = ImageDraw.Draw(picture)
        side, step = full * 0.72, full * 0.13
        for number, fill in enumerate((self.line, self.line, self.face)):
            west, north = number * step, full - side - number * step - 1
            pen.rounded_rectangle((west, north, west + side, north + side), full * 0.08, (*fill, 255), (*self.ink, 255), FINE)
        return shrunk(picture)


@dataclass(frozen=True)
class Laurel:
    """Drawing of a wreath for winners, open at the top."""

    size: int
    leaf: Colour
    ink: Colour

    def draw(self) -> Image.Image:
        """Return the wreath: leaves along two arcs that meet below."""
        full = self.size * FINE
        picture = Image.new("RGBA", (full, full), (*self.leaf, 0))
        pen = ImageDraw.Draw(picture)
        for side in (-1, 1):
            for step in range(9):
                angle = math.radians(90 + side * (14 + step * 15))
                x, y = full / 2 + math.cos(angle) * full * 0.41, full / 2 + math.sin(angle) * full * 0.41
                tangent = angle + side * math.pi / 2
                tip = (x + math.cos(tangent + side * 0.3) * full * 0.10, y + math.sin(tangent + side * 0.3) * full * 0.10)
                out = (x + math.cos(angle) * full * 0.045, y + math.sin(angle) * full * 0.045)
                inward = (x - math.cos(angle) * full * 0.045, y - math.sin(angle) * full * 0.045)
                back = (2 * x - tip[0], 2 * y - tip[1])
                pen.polygon([back, out, tip, inward], (*self.leaf, 255), (*self.ink, 255), FINE)
        return shrunk(picture)
