"""The players' areas below the rows: points, cards in hand, the meeple, animals, and the number of cards under the chest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from games.cardcassonne.view import CardView, SeatView
from render.cardcassonne.face import AnimalArt, CardBack, CardSymbol
from render.cardcassonne.inks import JOKER, OUTLINE
from render.cardcassonne.layout import PAD, WIDTH
from render.master_sprites import figure
from render.palette_image import PaletteImage, StampRecipe
from render.stamps import Badge, BoxStamp, TextStamp
from render.style import BLACK, Style
from render.typefaces import NameGraphic

DRAWN = {"big": 270, "small": 150}
"""Tile sizes at which the figures are drawn: about 130 and 55 pixels high."""


@dataclass(frozen=True)
class Meeple:
    """Drawing of a standing figure with its player's colour and mark; `big` claims cards, `small` marks points."""

    kind: str
    seat: int
    size: int

    def draw(self) -> Image.Image:
        """Return the figure, cropped to exactly its height, without shadow."""
        drawn = figure(self.kind, "knight", self.seat, DRAWN[self.kind]).image
        cut = drawn.crop(drawn.getchannel("A").point(lambda value: 255 if value > 150 else 0).getbbox())
        size = (max(1, round(cut.width * self.size / cut.height)), self.size)
        return cut.convert("RGBa").resize(size, Image.Resampling.LANCZOS).convert("RGBA")


FIRST, PITCH = 40, 58
"""Middle of the first line of a field, who has how many points, and the way to the next: animals, cards and chest."""
BELOW = 42
"""From the middle of the last line to the lower end."""
GAP = 10
CAPITAL = 45
"""Height of digits: 12 pixels where a phone shows the picture 299 pixels wide."""
LEAST, MOST = 10, 18
"""Pixels between two counts."""

Count = tuple[StampRecipe, str]
"""A sign, and how many there are."""


def height(view: CardView) -> int:
    """Return the height of all areas together in pixels."""
    rows = math.ceil(len(view.seats) / _columns(view))
    return rows * _tall(view) + (rows - 1) * GAP


def _columns(view: CardView) -> int:
    return 2 if len(view.seats) in (2, 4) else 3


def _width(view: CardView) -> int:
    return (WIDTH - 2 * PAD - GAP * (_columns(view) - 1)) // _columns(view)


def _tall(view: CardView) -> int:
    """Return the height of one area in pixels: all are as high as the one with the most lines."""
    return FIRST + PITCH * max(len(_lines(view, seat)) for seat in view.seats) + BELOW


def draw_seats(sheet: PaletteImage, view: CardView, top: int, style: Style) -> None:
    """Draw all seats' fields, two or three in a row, with the field of the player to act lit."""
    columns, width, tall = _columns(view), _width(view), _tall(view)
    for seat in view.seats:
        row, column = divmod(seat.seat, columns)
        _draw_seat(sheet, view, seat, (PAD + column * (width + GAP), top + row * (tall + GAP)), style)


def _draw_seat(sheet: PaletteImage, view: CardView, seat: SeatView, corner: tuple[int, int], style: Style) -> None:
    (x, y), width = corner, _width(view)
    acts = seat.seat in view.to_act
    fill, rim, thick = (style.chosen, style.ink, 3.0) if acts else (style.card, style.line, 1.6)
    sheet.put(BoxStamp(width, _tall(view), 12, fill, rim, thick), x, y)
    _first_line(sheet, view, seat, (x + 10, y + FIRST), width - 22, style)
    for number, counts in enumerate(_lines(view, seat), 1):
        _draw_counts(sheet, counts, (x + 12, y + FIRST + PITCH * number), width - 24, style)


def _first_line(sheet: PaletteImage, view: CardView, seat: SeatView, corner: tuple[int, int], width: int, style: Style) -> None:
    """Draw a player's figure, name and points, the dealer's mark, and the large meeple while it is at hand."""
    x, y = corner
    figure, points = Meeple("small", seat.seat, 52), TextStamp(str(seat.score), CAPITAL, style.ink)
    sheet.put(figure, x, y, by=(0, 0.5))
    sheet.put(points, x + width, y, by=(1, 0.5))
    west, east = x + sheet.size(figure)[0] + 8, x + width - sheet.size(points)[0] - 8
    if seat.has_meeple and view.round and not view.over:
        large = Meeple("big", seat.seat, 58)
        sheet.put(large, east, y, by=(1, 0.5))
        east -= sheet.size(large)[0] + 6
    if view.dealer == seat.seat and not view.over:
        sheet.put(Badge("D", 46, style.card, style.ink, style.ink), east, y, by=(1, 0.5))
        east -= 52
    if seat.name and east > west:
        sheet.put(NameGraphic(seat.name, 44, east - west, style.ink), west, y, by=(0, 0.5))


def _animals(seat: SeatView) -> list[Count]:
    """Return the count of each species of a seat; attached jokers are written after a plus."""
    return [
        (AnimalArt(herd.colour, 44), f"{herd.animals}+{herd.jokers}" if herd.jokers else str(herd.animals)) for herd in seat.herds
    ]


def _holdings(view: CardView, seat: SeatView) -> list[Count]:
    """Return the counts of cards in hand, cards under the chest, and unassigned animal jokers."""
    holdings: list[Count] = [] if view.over else [(CardBack(None, 30), str(seat.hand))]
    holdings.append((CardSymbol("chest", 42, OUTLINE), str(seat.chest)))
    if seat.loose:
        holdings.append((CardSymbol("paw", 38, JOKER.strong), str(seat.loose)))
    return holdings


def _lines(view: CardView, seat: SeatView) -> list[list[Count]]:
    """Return the holdings and animals of a seat, divided into lines."""
    rows: list[list[Count]] = [[]]
    for count in (*_holdings(view, seat), *_animals(seat)):
        if _count_total([*rows[-1], count]) > _width(view) - 24:
            rows.append([])
        rows[-1].append(count)
    return rows


def _count_total(counts: Sequence[Count]) -> int:
    return sum(_size(count) for count in counts) + LEAST * (len(counts) - 1)


@lru_cache(maxsize=256)
def _size(count: Count) -> int:
    """Return the width in pixels of an icon with its number."""
    return count[0].draw().width + 4 + TextStamp(count[1], CAPITAL, BLACK).draw().width


def _draw_counts(sheet: PaletteImage, counts: Sequence[Count], corner: tuple[int, int], room: int, style: Style) -> None:
    x, y = float(corner[0]), corner[1]
    gap = min(MOST, (room - sum(map(_size, counts))) / max(1, len(counts) - 1))
    for count in counts:
        recipe, told = count
        sheet.put(recipe, x, y, by=(0, 0.5))
        sheet.put(TextStamp(told, CAPITAL, style.ink), x + sheet.size(recipe)[0] + 4, y, by=(0, 0.5))
        x += _size(count) + gap
