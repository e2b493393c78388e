"""The picture of the final points in order, each sum as a bar of its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.carcassonne.view import BoardView
from games.core.game import ranking
from render.anchors import anchors
from render.art.artwork import artwork
from render.palette import Colour
from render.palette_image import PaletteImage
from render.pieces import FigureIcon, FigureStamp, put_piece
from render.png import PngPicture
from render.sprites import Sprites
from render.stamps import BoxStamp, Laurel, TextStamp
from render.style import CARD_WIDTH, Style, ink_on
from render.typefaces import NameGraphic

SUM_KINDS: Mapping[str, Colour] = {
    "road": (222, 196, 140),
    "city": (190, 108, 66),
    "cloister": (120, 86, 160),
    "meadow": (112, 168, 74),
}
"""Colours of the parts of a final sum; whatever else there is comes last, in the last colour."""
OTHER: Colour = (120, 124, 132)


def end_card(
    sprites: Sprites,
    theme: str,
    style: Style,
    view: BoardView,
    sums: Mapping[int, Mapping[str, int]],
    below: Sequence[int] = (),
) -> PngPicture:
    """Return a picture of the final points in order, winners wreathed, each sum as a bar of its parts.

    The parts are roads, cities, cloisters and similar, fields, others. Seats in `below` are ranked behind all others, as in
    `ranking`.
    """
    table = ranking([seat.score for seat in view.seats], below)
    pitch, top = 118, 104
    sheet = PaletteImage(CARD_WIDTH, top + pitch * len(table) + 20, sprites.palette(theme), style.table)
    _key_row(sheet, sprites, theme, style, top)
    best = max(1, *(seat.score for seat in view.seats))
    for row, (place, number) in enumerate(table):
        seat, won, y = view.seats[number], place == 1, top + pitch * row + pitch / 2
        colours = (style.chosen, style.ink, 3) if won else (style.card, style.line, 2)
        sheet.put(BoxStamp(CARD_WIDTH - 40, pitch - 12, 16, *colours), 20, y, by=(0, 0.5))
        if won:
            sheet.put(Laurel(100, (92, 128, 52), style.ink), 84, y, by=(0.5, 0.5))
        sheet.put(FigureIcon("small", "knight", seat.seat, 66), 84, y, by=(0.5, 0.5))
        sheet.put(TextStamp(str(seat.score), 44, style.ink), 262, y, by=(1, 0.5))
        if seat.name:
            sheet.put(NameGraphic(seat.name, 40, CARD_WIDTH - 340, style.ink), 288, y - 6, by=(0, 1))
            y += 24
        _bar(sheet, style, list(_points_by_part(sums.get(seat.seat, {})).items()), (288, y), (CARD_WIDTH - 350) / best)
    return sheet.picture()


def _points_by_part(sums: Mapping[str, int]) -> dict[str, int]:
    """Return the points of each part of the bar, in the order of the bar."""
    summed, parts = artwork().summed, dict.fromkeys((*SUM_KINDS, "other"), 0)
    for name, points in sums.items():
        part = summed.get(name, name)
        parts[part if part in SUM_KINDS else "other"] += points
    return parts


def _bar(sheet: PaletteImage, style: Style, parts: Sequence[tuple[str, int]], point: tuple[float, float], scale: float) -> None:
    x, y = point
    for kind, points in parts:
        if points <= 0:
            continue
        width = max(8, round(points * scale))
        colour = SUM_KINDS.get(kind, OTHER)
        sheet.put(BoxStamp(width, 58, 5, colour, style.ink, 2), x, y, by=(0, 0.5))
        number = TextStamp(str(points), 44, ink_on(colour))
        if sheet.size(number)[0] < width - 8:
            sheet.put(number, x + width / 2, y, by=(0.5, 0.5))
        x += width - 1


SAMPLES: Mapping[str, str] = {"road": "base/U", "city": "base/R", "cloister": "base/B", "meadow": "base/E"}


def _key_row(sheet: PaletteImage, sprites: Sprites, theme: str, style: Style, top: int) -> None:
    """Draw the key to the bar's colours: a small tile next to each colour."""
    size = 64
    for place, (kind, colour) in enumerate(SUM_KINDS.items()):
        x, y = 288 + place * 196, (top - size) // 2
        sheet.put(BoxStamp(60, size, 8, colour, style.ink, 2), x, y)
        sheet.put(BoxStamp(size + 6, size + 6, 6, style.ink), x + 67, y - 3)
        sheet.paste(sprites.tile(theme, size, SAMPLES[kind], 0, 0), x + 70, y)
        if kind == "meadow":
            places = anchors(SAMPLES[kind], 0)
            anchor = places.anchor("f1")
            put_piece(
                sheet.pixels,
                sheet.palette,
                FigureStamp("small", "farmer", None, 90),
                x + 70 + round(anchor[0] * size),
                y + round(anchor[1] * size),
            )
