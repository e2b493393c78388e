"""The strip below a frame of a replay: the number of the turn, and every seat's points with its gain in the turn."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from games.carcassonne.view import SeatView
from render.layout import Layout
from render.palette_image import PaletteImage
from render.panel import draw_field
from render.seat_fields import NAME, PAD, SeatFields, arrange_fields
from render.stamps import Badge, TextStamp, nearby
from render.style import BLACK, OFFER, Style

NUMBER = 44
"""Units that the number of the turn takes."""
LEAST = 40
"""Units that the strip is high at least."""


@dataclass(frozen=True)
class ScoreStrip:
    """Contents of the strip after a turn.

    Frames with equal `widest` have equal arrangements, so that fields do not move between frames.
    """

    seats: Sequence[SeatView]
    gains: Sequence[int]
    """What the turn brought, by seat."""
    number: str
    """Of the turn; empty before the first."""
    lit: Container[int]
    """Who made the turn; at the end the winners."""
    widest: tuple[int, ...]
    """The most points that a seat ever shows."""

    def height(self, place: Layout) -> int:
        """Return the height of the strip in pixels."""
        return self._fields(place).tall(round(PAD * place.unit))

    def draw(self, sheet: PaletteImage, place: Layout, style: Style) -> None:
        """Draw the number in the west, then a field for each seat, some of them lit, with a badge for points gained."""
        unit, top, fields = place.unit, place.height, self._fields(place)
        pad = round(PAD * unit)
        sheet.fill((0, top, place.width, sheet.height), style.margin)
        middle = top + (sheet.height - top) / 2
        sheet.put(TextStamp(self.number, nearby(13 * unit), style.ink), round(NUMBER * unit / 2), middle, by=(0.5, 0.5))
        for number, seat in enumerate(self.seats):
            row, column = divmod(number, fields.columns)
            x, y = round(NUMBER * unit) + column * (fields.width + pad), top + pad + row * (fields.height + pad)
            field = PaletteImage(fields.width, fields.height, sheet.palette, style.margin)
            draw_field(field, fields, _name_and_points(seat), style, acts=seat.seat in self.lit)
            if gain := self.gains[seat.seat]:
                badge = Badge(f"{gain:+d}", nearby(15 * unit), OFFER, BLACK, BLACK)
                field.put(badge, fields.width - 5 * unit, fields.height - 5 * unit, by=(1, 1))
            sheet.paste(field.pixels, x, y)

    def _fields(self, place: Layout) -> SeatFields:
        unit = place.unit
        room = place.width - round(NUMBER * unit) - round(PAD * unit)
        above = NAME if any(seat.name for seat in self.seats) else 0
        return arrange_fields(self.widest, tuple(() for _ in self.seats), unit, room, round(LEAST * unit), above)


def _name_and_points(seat: SeatView) -> SeatView:
    """Return a seat with only its name and points."""
    return replace(seat, supply=(), extras=(), prisoners=())
