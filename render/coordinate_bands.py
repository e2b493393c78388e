"""The bands with column letters and row numbers on all four sides of a board."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache, partial

import numpy as np
from PIL import Image

from games.carcassonne.geometry import Squares
from render.cover import paste
from render.layout import Layout
from render.lru_cache import WeightedLruCache
from render.palette import Palette
from render.palette_image import PaletteImage
from render.png import Pixels
from render.stamps import TextStamp
from render.style import BLACK, Style


def draw_bands(sheet: PaletteImage, place: Layout, squares: Squares, style: Style, capital: int = 0) -> None:
    """Draw the name of every column and row at both of its ends, and a thin rim around the board.

    The height of names follows the squares, or is `capital` pixels: then every second name, or more of them, may be left out.
    """
    columns = tuple(squares.column_name(x) for x in range(place.window.west, place.window.east))
    rows = tuple(str(squares.row_number(y)) for y in range(place.window.north, place.window.south))
    across = _band(sheet.palette, columns, place.px, (place.width, place.margin), place.unit, style, capital)
    sheet.paste(across, 0, 0)
    sheet.paste(across, 0, place.height - place.margin)
    down = _band(sheet.palette, rows, place.px, (place.margin, place.height), place.unit, style, capital)[
        place.margin : -place.margin
    ]
    sheet.paste(down, 0, place.margin)
    sheet.paste(down, place.width - place.margin, place.margin)
    _draw_rim(sheet, place, style)


BANDS_KEPT = 2 << 20
"""Bytes of bands that are kept: they seldom change within a game."""

_bands: WeightedLruCache[Hashable, Pixels] = WeightedLruCache(BANDS_KEPT, lambda pixels: pixels.nbytes)


def _band(
    palette: Palette, names: tuple[str, ...], px: int, size: tuple[int, int], unit: float, style: Style, capital: int
) -> Pixels:
    """Return the pixels of one band with its names evenly spread along it."""
    made = partial(_draw_band, palette, names, px, size, unit, style, capital)
    return _bands.get((palette, names, px, size, unit, style, capital), made)


def _draw_band(
    palette: Palette, names: tuple[str, ...], px: int, size: tuple[int, int], unit: float, style: Style, capital: int
) -> Pixels:
    width, height = size
    lies, margin = width > height, min(size)
    step = -(-round(capital * 1.3) // px) if capital else 1
    room = min(margin, step * px) - 6 if capital else max(size)
    start = (max(size) - len(names) * px) / 2 + px / 2
    ink = np.zeros((height, width), dtype=np.uint8)
    for number, name in list(enumerate(names))[step // 2 : len(names) - step // 2 : step]:
        along = start + number * px
        point = (along, margin / 2) if lies else (margin / 2, along)
        mask = _letters(name, capital or round(min(unit * 8, px * 0.40, margin * 1.05 / len(name))), room)
        paste(ink, mask, round(point[0] - mask.shape[1] / 2), round(point[1] - mask.shape[0] / 2))
    return _ink_colours(palette, style)[ink]


@lru_cache(maxsize=512)
def _letters(name: str, capital: int, room: int) -> Pixels:
    """Return the ink of each pixel of a name (0-255), narrowed to `room` pixels if needed.

    Cached, because a game's pictures write the same names in few sizes.
    """
    mask = TextStamp(name, capital, BLACK).mask()
    return np.asarray(mask if mask.width <= room else mask.resize((room, mask.height), Image.Resampling.LANCZOS))


@lru_cache(maxsize=16)
def _ink_colours(palette: Palette, style: Style) -> Pixels:
    """Return a table from each amount of ink to the palette index of letters on the margin.

    So letters on this ground need no blending.
    """
    share = np.arange(256)[:, None]
    ink, margin = np.array(style.ink, dtype=np.int64), np.array(style.margin, dtype=np.int64)
    return palette.places((ink * share + margin * (255 - share)) // 255)


def _draw_rim(sheet: PaletteImage, place: Layout, style: Style) -> None:
    width, height, margin = place.width, place.height, place.margin
    line = max(1, round(place.unit * 0.8))
    for box in (
        (margin - line, margin - line, width - margin + line, margin),
        (margin - line, height - margin, width - margin + line, height - margin + line),
        (margin - line, margin, margin, height - margin),
        (width - margin, margin, width - margin + line, height - margin),
    ):
        sheet.fill(box, style.line)
