"""Typefaces for players' names: every script in the Noto fonts, and symbols and emoji in one colour.

Numbers and squares have a typeface of their own (`render.stamps.font`), which needs no package.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from render.palette import Colour

_OWN = "manimgx_fonts/NotoSans{script}[wght].ttf"
"""The typeface of one script, which the names of its signs begin with."""
_EVERYWHERE = ("manimgx_fonts/NotoSans[wght].ttf",)
_AT_LAST = (
    "manimgx_fonts_cjk/NotoSansCJK-VF.otf.ttc",
    "manimgx_fonts/NotoSansSymbols[wght].ttf",
    "manimgx_fonts/NotoEmoji[wght].ttf",
)
WEIGHT = 600
"""How heavy a name is: between regular (400) and bold (700)."""
REGULAR = 400
"""As heavy as the typeface of numbers, for names beside what is written in that."""
NOTHING = "\U0010ffff"
"""A sign that no typeface has: what is drawn for it stands for all that is missing."""
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn")
_JOINERS = ("\u200c", "\u200d")
"""Of what is not seen, that which changes the letters beside it."""
_RIGHT_TO_LEFT = ("R", "AL")


@dataclass(frozen=True)
class NameGraphic:
    """Drawing of a player's name in one line, cut with an ellipsis if it is wider than its room."""

    text: str
    height: int
    """Of the box: a line with room for accents above and tails below."""
    room: int
    """Pixels that it may be wide."""
    colour: Colour
    weight: int = WEIGHT

    def draw(self) -> Image.Image:
        """Return the name on a transparent ground, as wide as it is."""
        text = _cut(self.text, self.height, self.room, self.weight)
        wide = max(1, min(self.room, width(text, self.height, self.weight)))
        base = round(self.height * 1.3)
        ink = Image.new("L", (wide, self.height * 2), 0)
        pen, x = ImageDraw.Draw(ink), 0.0
        for file, run in _ordered_runs(text):
            face = _face(file, self.height, self.weight)
            pen.text((x, base), run, 255, face, anchor="ls")
            x += face.getlength(run)
        ink = _line(ink, base - round(self.height * 0.76), self.height)
        picture = Image.new("RGBA", ink.size, (*self.colour, 0))
        picture.putalpha(ink)
        return picture


def _line(ink: Image.Image, top: int, height: int) -> Image.Image:
    """Return `height` rows of a drawing from `top` on.

    They are moved or scaled if tall accents or long tails would be cut.
    """
    box = ink.getbbox()
    if box is not None and box[3] - box[1] > height:
        return ink.crop((0, box[1], ink.width, box[3])).resize((ink.width, height), Image.Resampling.LANCZOS)
    first, last = (box[1], box[3]) if box is not None else (top, top)
    start = min(max(top, last - height), first)
    return ink.crop((0, start, ink.width, start + height))


def runs(text: str) -> list[tuple[str, str]]:
    """Return the parts of a text, each with the file of a typeface that has its characters.

    Characters that no typeface has are left out.
    """
    text_runs: list[tuple[str, str]] = []
    for sign in unicodedata.normalize("NFC", text):
        category = unicodedata.category(sign)
        if category in _UNSEEN and sign not in _JOINERS:
            continue
        joined = text_runs and (category[0] == "M" or sign in _JOINERS or sign.isspace())
        file = text_runs[-1][0] if joined else _file_with(sign)
        if file is None:  # letters for show, such as bold ones of mathematics, have plain ones behind them
            text_runs += runs(plain) if (plain := unicodedata.normalize("NFKC", sign)) != sign else []
            continue
        if text_runs and text_runs[-1][0] == file:
            text_runs[-1] = (file, text_runs[-1][1] + sign)
        else:
            text_runs.append((file, sign))
    return text_runs


def _ordered_runs(text: str) -> list[tuple[str, str]]:
    """Return the runs of a text from left to right, in the reading direction of its first character."""
    parts = runs(text)
    first = next((way for sign in text if (way := unicodedata.bidirectional(sign)) in ("L", *_RIGHT_TO_LEFT)), "L")
    return parts[::-1] if first in _RIGHT_TO_LEFT else parts


def width(text: str, height: int, weight: int = WEIGHT) -> int:
    """Return the width in pixels of a name at this height, before it is cut."""
    return round(sum(_face(file, height, weight).getlength(run) for file, run in runs(text)) + 0.5)


def _cut(text: str, height: int, room: int, weight: int) -> str:
    if width(text, height, weight) <= room:
        return text
    while text and width(text + "…", height, weight) > room:
        text = text[:-1]
    return text.rstrip() + "…"


@lru_cache(maxsize=4096)
def _file_with(sign: str) -> str | None:
    """Return the file of the first typeface that has a character; None if none has."""
    script = unicodedata.name(sign, "").partition(" ")[0].title()
    own = _OWN.format(script=script)
    tried = (*_EVERYWHERE, *((own,) if _path(own).exists() else ()), *_AT_LAST)
    return next((file for file in tried if _has(file, sign)), None)


def _has(file: str, sign: str) -> bool:
    if sign.isspace():
        return True
    face = _face(file, 32, WEIGHT)
    return bytes(face.getmask(sign)) != bytes(face.getmask(NOTHING))


def _path(file: str) -> Path:
    """Return the path of a file in a typeface package, without importing the package."""
    package, _, name = file.partition("/")
    module_spec = find_spec(package)
    assert module_spec is not None and module_spec.origin is not None, f"{package} is installed with the program"
    return Path(module_spec.origin).parent / name


@lru_cache(maxsize=64)
def _face(file: str, height: int, weight: int) -> ImageFont.FreeTypeFont:
    face = ImageFont.truetype(str(_path(file)), max(6, round(height * 0.72)))
    face.set_variation_by_axes([weight])
    return face
