"""The pictures of three in a row: one board serves for all of them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from render.protocol import ListedChoice, Painter, Spot
from tests.e2e.row.game import STONE, Laid, Square, View

PX = 120
"""Of a square."""
COLOURS = {0: (196, 56, 48), 1: (48, 96, 190), 2: (214, 170, 40), STONE: (110, 106, 100)}
TABLE, LINE, NEWS = (238, 230, 212), (120, 100, 70), (20, 20, 20)


def turn(view: View, events: Sequence[Any], spots: Sequence[Spot], key: int, listed: Sequence[ListedChoice] = ()) -> bytes:
    """Paint the board: what is new ringed, empty squares numbered."""
    return _paint(view, {event.square for event in events if isinstance(event, Laid)}, {spot.square: spot.number for spot in spots})


def draft(view: View, listed: Sequence[ListedChoice], spots: Sequence[Spot], key: int) -> bytes:
    """Paint the board with the tile that would lie last, or with numbers."""
    fresh = {view.tiles[-1][0]} if view.tiles and not spots else set()
    return _paint(view, fresh, {spot.square: spot.number for spot in spots})


def whole(view: View, kind: str, key: int) -> bytes:
    """Paint the board, three in a row ringed."""
    return _paint(view, set(view.row), {})


def _paint(view: View, ringed: set[Square], numbers: dict[Square, int]) -> bytes:
    page = Image.new("RGB", (view.size * PX + 2, view.size * PX + 2), TABLE)
    pen, font = ImageDraw.Draw(page), ImageFont.load_default(48)
    lying = dict(view.tiles)
    for square in ((x, y) for y in range(view.size) for x in range(view.size)):
        x, y = square[0] * PX, square[1] * PX
        pen.rectangle((x, y, x + PX, y + PX), outline=LINE, width=2)
        if square in lying:
            edge = NEWS if square in ringed else None
            pen.rounded_rectangle((x + 14, y + 14, x + PX - 14, y + PX - 14), 16, COLOURS[lying[square]], edge, 6)
        elif square in numbers:
            pen.text((x + PX / 2, y + PX / 2), str(numbers[square]), LINE, font, anchor="mm")
    png = io.BytesIO()
    page.save(png, "PNG")
    return png.getvalue()


PAINTER = Painter(turn=turn, draft=draft, whole=whole)
"""The turn's picture shows everything, so there are no further views."""
