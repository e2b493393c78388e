"""Names on a map: in letters that the typeface has, and where there is room for them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from render.palette import Colour
from render.stamps import Text

CAPITAL = 0.155
"""Height of a capital, in squares; at 550 pixels the names of a country 13 squares wide have letters of five pixels."""

NARROWEST = 0.66
"""A name is squeezed to this share of its width before it breaks into two lines."""

_SPELLED = str.maketrans(
    {
        "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "ø": "o", "Ø": "O", "å": "aa", "Å": "Aa",
        "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "þ": "th", "ı": "i",
        "–": "-", "—": "-", "’": "'",
    }
)  # fmt: skip


def spelled(name: str) -> str:
    """A name in ASCII, which is what the typeface has: Genève is Geneve, Saarbrücken is Saarbruecken; other scripts fall away."""
    plain = unicodedata.normalize("NFKD", name.translate(_SPELLED))
    return " ".join("".join(letter for letter in plain if " " <= letter <= "~").split())


@dataclass(frozen=True)
class Name:
    """A name on a map, at most `room` pixels wide."""

    lines: tuple[str, ...]
    capital: int
    room: int
    ink: Colour
    halo: Colour

    def draw(self) -> Image.Image:
        """The lines below each other, each squeezed if it must be."""
        drawn = [_squeezed(Text(line, self.capital, self.ink, bold=False, halo=self.halo).draw(), self.room) for line in self.lines]
        step = round(self.capital * 1.45)
        picture = Image.new("RGBA", (max(d.width for d in drawn), drawn[0].height + step * (len(drawn) - 1)), (*self.halo, 0))
        for number, line in enumerate(drawn):
            picture.alpha_composite(line, ((picture.width - line.width) // 2, number * step))
        return picture


def _squeezed(picture: Image.Image, room: int) -> Image.Image:
    if picture.width <= room:
        return picture
    return picture.convert("RGBa").resize((room, picture.height), Image.Resampling.LANCZOS).convert("RGBA")


def name_stamp(name: str, capital: int, room: int, ink: Colour, halo: Colour) -> Name | None:
    """A name as it fits a room; None if the typeface has none of its letters."""
    text = spelled(name)
    if not text:
        return None
    if Text(text, capital, ink, bold=False, halo=halo).draw().width * NARROWEST <= room:
        return Name((text,), capital, room, ink, halo)
    return Name(_broken(text), capital, room, ink, halo)


def _broken(text: str) -> tuple[str, ...]:
    """A name in two lines of about the same length, at a blank or after a hyphen if it has one."""
    places = [i + 1 for i, letter in enumerate(text[:-1]) if letter in " -"]
    if not places:
        return (text,)
    at = min(places, key=lambda place: abs(place - len(text) / 2))
    return text[:at].rstrip(), text[at:]


Rectangle = tuple[float, float, float, float]
"""West, north, east, south in pixels."""


def roomiest(places: Sequence[Rectangle], taken: Sequence[Rectangle], bounds: Rectangle) -> Rectangle:
    """Of the places for a name, each moved inside the bounds, the one that covers least of what is taken; early ones win ties."""
    inside = [_inside(place, bounds) for place in places]
    return min(inside, key=lambda place: round(sum(_shared(place, other) for other in taken)))


def _inside(place: Rectangle, bounds: Rectangle) -> Rectangle:
    west, north, east, south = place
    dx = max(bounds[0] - west, 0) or min(bounds[2] - east, 0)
    dy = max(bounds[1] - north, 0) or min(bounds[3] - south, 0)
    return west + dx, north + dy, east + dx, south + dy


def _shared(a: Rectangle, b: Rectangle) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))
