"""Drawings of names on a map, in every script, and the choice of positions with enough room for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageFilter, ImageOps

from render import typefaces
from render.palette import Colour
from render.stamps import TextStamp

CAPITAL = 0.155
"""Height of a capital, in squares; at 550 pixels the names of a country 13 squares wide have letters of five pixels."""

NARROWEST = 0.66
"""A name is squeezed to this share of its width before it breaks into two lines."""


@dataclass(frozen=True)
class MapName:
    """Drawing of a name on a map, at most `room` pixels wide."""

    lines: tuple[str, ...]
    capital: int
    room: int
    ink: Colour
    halo: Colour

    def draw(self) -> Image.Image:
        """Return the lines of the name, one below the other, each narrowed if necessary."""
        drawn = [_squeeze(_draw_line(line, self.capital, self.ink, self.halo), self.room) for line in self.lines]
        step = round(self.capital * 1.45)
        picture = Image.new("RGBA", (max(d.width for d in drawn), drawn[0].height + step * (len(drawn) - 1)), (*self.halo, 0))
        for number, line in enumerate(drawn):
            picture.alpha_composite(line, ((picture.width - line.width) // 2, number * step))
        return picture


LINE = 1.95
"""Heights of a capital that a line of the typefaces of names is high."""


def _draw_line(text: str, capital: int, ink: Colour, halo: Colour) -> Image.Image:
    """Return a line of text with its halo.

    Plain letters use the typeface of numbers, other signs the typefaces of names.
    """
    if text.isascii():
        return TextStamp(text, capital, ink, bold=False, halo=halo).draw()
    rim = max(2, round(capital / 5))
    line = typefaces.NameGraphic(text, round(capital * LINE), 100 * capital, ink, typefaces.REGULAR).draw()
    letters = ImageOps.expand(line.getchannel("A"), rim, 0)
    around = letters.filter(ImageFilter.MaxFilter(2 * (rim // 2) + 1))
    picture = Image.new("RGBA", letters.size, (*halo, 0))
    picture.paste(Image.new("RGBA", letters.size, (*halo, 255)), mask=around)
    picture.paste(Image.new("RGBA", letters.size, (*ink, 255)), mask=letters)
    return picture


def _squeeze(picture: Image.Image, room: int) -> Image.Image:
    if picture.width <= room:
        return picture
    return picture.convert("RGBa").resize((room, picture.height), Image.Resampling.LANCZOS).convert("RGBA")


def name_stamp(name: str, capital: int, room: int, ink: Colour, halo: Colour) -> MapName | None:
    """Return the drawing of a name that fits `room` pixels; None if no typeface has any of its letters."""
    text = " ".join(name.split())
    if not typefaces.runs(text):
        return None
    if _draw_line(text, capital, ink, halo).width * NARROWEST <= room:
        return MapName((text,), capital, room, ink, halo)
    return MapName(_break_name(text), capital, room, ink, halo)


def _break_name(text: str) -> tuple[str, ...]:
    """Return a name in one line, or in two of about the same length if it has a space or hyphen."""
    places = [i + 1 for i, letter in enumerate(text[:-1]) if letter in " -"]
    if not places:
        return (text,)
    at = min(places, key=lambda place: abs(place - len(text) / 2))
    return text[:at].rstrip(), text[at:]


Rectangle = tuple[float, float, float, float]
"""West, north, east, south in pixels."""


def roomiest_place(places: Sequence[Rectangle], taken: Sequence[Rectangle], bounds: Rectangle) -> Rectangle:
    """Return the rectangle, moved inside the bounds, that covers the least of what is taken; earlier ones win ties."""
    inside = [_clamp_into(place, bounds) for place in places]
    return min(inside, key=lambda place: round(sum(_common_area(place, other) for other in taken)))


def _clamp_into(place: Rectangle, bounds: Rectangle) -> Rectangle:
    west, north, east, south = place
    dx = max(bounds[0] - west, 0) or min(bounds[2] - east, 0)
    dy = max(bounds[1] - north, 0) or min(bounds[3] - south, 0)
    return west + dx, north + dy, east + dx, south + dy


def _common_area(a: Rectangle, b: Rectangle) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))
