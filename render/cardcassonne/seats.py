"""The fields of the players below the rows: points, cards in hand, the meeple, animals, and how many cards are under the chest."""

from __future__ import annotations

from games.cardcassonne.view import CardView, SeatView
from render.cardcassonne.face import Back, Creature, Sign
from render.cardcassonne.inks import JOKER, OUTLINE
from render.cardcassonne.layout import PAD, WIDTH
from render.cardcassonne.meeples import Meeple
from render.sheet import Recipe, Sheet
from render.stamps import Badge, Box, Text
from render.style import Style
from render.typefaces import Name

TALL = 152
NAME = 30
"""Height of the line with the player's name, where pictures write it."""
GAP = 10
LINES = (34, 84, 126)
"""Middles of the three lines of a field."""


def height(view: CardView) -> int:
    """Pixels that the fields need."""
    return TALL + (NAME if any(seat.name for seat in view.seats) else 0)


def draw_seats(sheet: Sheet, view: CardView, top: int, style: Style) -> None:
    """All fields side by side; whoever is to act is lit."""
    width = (WIDTH - 2 * PAD - GAP * (len(view.seats) - 1)) // len(view.seats)
    for seat in view.seats:
        _draw_seat(sheet, view, seat, (PAD + seat.seat * (width + GAP), top), width, style)


def _draw_seat(sheet: Sheet, view: CardView, seat: SeatView, at: tuple[int, int], width: int, style: Style) -> None:
    x, y = at
    acts = seat.seat in view.to_act
    above = NAME if seat.name else 0
    fill, rim, thick = (style.chosen, style.ink, 3.0) if acts else (style.card, style.line, 1.6)
    sheet.put(Box(width, TALL + above, 12, fill, rim, thick), x, y)
    if seat.name:
        sheet.put(Name(seat.name, 30, width - 22, style.ink), x + 11, y + 5)
        y += above
    _first_line(sheet, view, seat, (x + 10, y + LINES[0]), style)
    _counts(sheet, _animals(seat), (x + 10, y + LINES[1]), width - 16, style)
    _counts(sheet, _holdings(view, seat), (x + 10, y + LINES[2]), width - 16, style)
    if view.dealer == seat.seat and not view.over:
        sheet.put(Badge("D", 32, style.card, style.ink, style.ink), x + width - 10, y + LINES[2], by=(1, 0.5))


def _first_line(sheet: Sheet, view: CardView, seat: SeatView, at: tuple[int, int], style: Style) -> None:
    """The player's figure and points; the large meeple as long as it is to be placed."""
    x, y = at
    sheet.put(Meeple("small", seat.seat, 46), x, y, by=(0, 0.5))
    points = Text(str(seat.score), 28, style.ink)
    sheet.put(points, x + 54, y, by=(0, 0.5))
    right = x + 62 + sheet.size(points)[0]
    if seat.has_meeple and view.round and not view.over:
        sheet.put(Meeple("big", seat.seat, 50), right + 4, y, by=(0, 0.5))


def _animals(seat: SeatView) -> list[tuple[Recipe, str]]:
    """Each species with its cards; attached jokers are counted after a plus."""
    return [
        (Creature(herd.colour, 38), f"{herd.animals}+{herd.jokers}" if herd.jokers else str(herd.animals)) for herd in seat.herds
    ]


def _holdings(view: CardView, seat: SeatView) -> list[tuple[Recipe, str]]:
    """Cards in hand, cards under the chest, loose animal jokers."""
    found: list[tuple[Recipe, str]] = [] if view.over else [(Back(None, 24), str(seat.hand))]
    found.append((Sign("chest", 34, OUTLINE), str(seat.chest)))
    if seat.loose:
        found.append((Sign("paw", 30, JOKER.strong), str(seat.loose)))
    return found


def _counts(sheet: Sheet, counts: list[tuple[Recipe, str]], at: tuple[int, int], room: int, style: Style) -> None:
    """Signs with their numbers, closer where there are many."""
    x, y = float(at[0]), at[1]
    sizes = [sheet.size(recipe)[0] + 4 + sheet.size(Text(told, 17, style.ink))[0] for recipe, told in counts]
    gap = min(18.0, (room - sum(sizes)) / max(1, len(counts) - 1)) if counts else 0.0
    for (recipe, told), size in zip(counts, sizes, strict=True):
        sheet.put(recipe, x, y, by=(0, 0.5))
        sheet.put(Text(told, 17, style.ink), x + sheet.size(recipe)[0] + 4, y, by=(0, 0.5))
        x += size + gap
