"""The fields of the players below the rows: points, cards in hand, the meeple, animals, and how many cards are under the chest."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PIL import Image

from games.cardcassonne.view import CardView, SeatView
from render.cardcassonne.face import CardBack, Creature, FaceSign
from render.cardcassonne.inks import JOKER, OUTLINE
from render.cardcassonne.layout import PAD, WIDTH
from render.masters import figure
from render.sheet import Recipe, Sheet
from render.stamps import Badge, Box, Text
from render.style import Style
from render.typefaces import Name

DRAWN = {"big": 270, "small": 150}
"""Tile sizes at which the figures are drawn: about 130 and 55 pixels high."""


@dataclass(frozen=True)
class Meeple:
    """A standing figure with its colour and mark, exactly as high as asked: `big` claims cards, `small` marks points."""

    kind: str
    seat: int
    size: int

    def draw(self) -> Image.Image:
        """The figure without the room and the shadow around it."""
        drawn = figure(self.kind, "knight", self.seat, DRAWN[self.kind]).image
        cut = drawn.crop(drawn.getchannel("A").point(lambda value: 255 if value > 150 else 0).getbbox())
        size = (max(1, round(cut.width * self.size / cut.height)), self.size)
        return cut.convert("RGBa").resize(size, Image.Resampling.LANCZOS).convert("RGBA")


TALL = 140
"""Height of a field."""
GAP = 10
LINES = (40, 102)
"""Middles of the two lines of a field: who has how many points; animals, cards and chest."""
POINTS, COUNTS = 44, (36, 30, 24)
"""Heights of digits, 12 and 10 pixels where a phone shows the picture 299 pixels wide; less where a field is too narrow."""
LEAST = 4
"""Pixels between two counts."""


def height(view: CardView) -> int:
    """Pixels that the fields need."""
    rows = math.ceil(len(view.seats) / _columns(view))
    return rows * TALL + (rows - 1) * GAP


def _columns(view: CardView) -> int:
    return 2 if len(view.seats) in (2, 4) else 3


def draw_seats(sheet: Sheet, view: CardView, top: int, style: Style) -> None:
    """All fields, two or three in a row; whoever is to act is lit."""
    columns = _columns(view)
    width = (WIDTH - 2 * PAD - GAP * (columns - 1)) // columns
    for seat in view.seats:
        row, column = divmod(seat.seat, columns)
        _draw_seat(sheet, view, seat, (PAD + column * (width + GAP), top + row * (TALL + GAP)), width, style)


def _draw_seat(sheet: Sheet, view: CardView, seat: SeatView, at: tuple[int, int], width: int, style: Style) -> None:
    x, y = at
    acts = seat.seat in view.to_act
    fill, rim, thick = (style.chosen, style.ink, 3.0) if acts else (style.card, style.line, 1.6)
    sheet.put(Box(width, TALL, 12, fill, rim, thick), x, y)
    _first_line(sheet, view, seat, (x + 10, y + LINES[0]), width - 22, style)
    _counts(sheet, [*_holdings(view, seat), *_animals(seat)], (x + 12, y + LINES[1]), width - 24, style)


def _first_line(sheet: Sheet, view: CardView, seat: SeatView, at: tuple[int, int], width: int, style: Style) -> None:
    """The player's figure, name and points; who deals, and the large meeple as long as it is to be placed."""
    x, y = at
    figure, points = Meeple("small", seat.seat, 52), Text(str(seat.score), POINTS, style.ink)
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
        sheet.put(Name(seat.name, 44, east - west, style.ink), west, y, by=(0, 0.5))


def _animals(seat: SeatView) -> list[tuple[Recipe, str]]:
    """Each species with its cards; attached jokers are counted after a plus."""
    return [
        (Creature(herd.colour, 44), f"{herd.animals}+{herd.jokers}" if herd.jokers else str(herd.animals)) for herd in seat.herds
    ]


def _holdings(view: CardView, seat: SeatView) -> list[tuple[Recipe, str]]:
    """Cards in hand, cards under the chest, loose animal jokers."""
    found: list[tuple[Recipe, str]] = [] if view.over else [(CardBack(None, 30), str(seat.hand))]
    found.append((FaceSign("chest", 42, OUTLINE), str(seat.chest)))
    if seat.loose:
        found.append((FaceSign("paw", 38, JOKER.strong), str(seat.loose)))
    return found


def _counts(sheet: Sheet, counts: list[tuple[Recipe, str]], at: tuple[int, int], room: int, style: Style) -> None:
    """Signs with their numbers, closer where there are many, and smaller where even that is too wide."""
    x, y = float(at[0]), at[1]
    for capital in COUNTS:
        sizes = [sheet.size(recipe)[0] + 4 + sheet.size(Text(told, capital, style.ink))[0] for recipe, told in counts]
        gap = min(18.0, (room - sum(sizes)) / max(1, len(counts) - 1))
        if gap >= LEAST:
            break
    for (recipe, told), size in zip(counts, sizes, strict=True):
        sheet.put(recipe, x, y, by=(0, 0.5))
        sheet.put(Text(told, capital, style.ink), x + sheet.size(recipe)[0] + 4, y, by=(0, 0.5))
        x += size + gap
