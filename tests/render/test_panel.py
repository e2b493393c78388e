"""The panel below a board: whatever players have, nothing touches anything else or a border."""

from __future__ import annotations

import dataclasses
from itertools import combinations

import pytest

from games.carcassonne.view import BoardView, SeatView
from render.canvas import SquareRect
from render.layout import layout
from render.palette_image import PaletteImage, StampRecipe
from render.panel import draw_field, panel_for
from render.seat_fields import PAD
from render.sprites import process_sprites
from render.stamps import BoxStamp
from render.style import style

Rectangle = tuple[float, float, float, float]
FIGURES = ("small", "big", "builder", "pig")


class Traced(PaletteImage):
    """A sheet that remembers where every stamp but boxes was put."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height, process_sprites().palette("summer"), (255, 255, 255))
        self.things: list[Rectangle] = []

    def put(self, recipe: StampRecipe, x: float, y: float, *, by: tuple[float, float] = (0.0, 0.0)) -> None:
        """As every sheet does."""
        width, height = self.size(recipe)
        west, north = round(x - by[0] * width), round(y - by[1] * height)
        if not isinstance(recipe, BoxStamp):
            self.things.append((west, north, west + width, north + height))
        super().put(recipe, x, y, by=by)


def seated(seats: int, wealth: int) -> tuple[SeatView, ...]:
    """Players with figures alone, with goods, or with a good many of everything."""
    score, supply = (7, 103, 288)[wealth], tuple((kind, 7) for kind in FIGURES[: 1 if wealth == 0 else 4])
    extras = (("wine", 9), ("grain", 10), ("cloth", 8), ("tower-pieces", 12))[: 2 * wealth]
    seat_figures = [
        tuple((owner, kind, 2) for owner in range(seats) if owner != seat for kind in FIGURES[:2]) for seat in range(seats)
    ]
    return tuple(SeatView(seat, score + seat, supply, extras, seat_figures[seat] if wealth == 2 else ()) for seat in range(seats))


def overlap(a: Rectangle, b: Rectangle, spare: float) -> bool:
    """Return whether two rectangles share more than `spare` pixels either way."""
    return min(a[2], b[2]) - max(a[0], b[0]) > spare and min(a[3], b[3]) - max(a[1], b[1]) > spare


@pytest.mark.parametrize("wealth", [0, 1, 2])
@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("columns", [5, 7, 16])
def test_nothing_in_the_panel_overlaps_or_touches_a_border(crowded: BoardView, seats: int, wealth: int, columns: int) -> None:
    view = dataclasses.replace(crowded, seats=seated(seats, wealth))
    place = layout(SquareRect(0, 0, columns, 5), 48)

    panel = panel_for(view, place)

    fields, pad = panel.fields, PAD * place.unit - 1
    assert panel.west + fields.columns * (fields.width + pad) <= place.width
    assert pad + fields.rows * (fields.height + pad) <= panel.height
    assert fields.rows * fields.columns >= seats
    for seat in view.seats:
        sheet = Traced(fields.width, fields.height)
        draw_field(sheet, fields, seat, style("summer", dark=False), acts=False)
        edge = 1.5 * place.unit
        assert len(sheet.things) == 2 + 2 * len(seat.supply + seat.extras + seat.prisoners)
        assert all(edge <= x1 and edge <= y1 for x1, y1, _, _ in sheet.things)
        assert all(x2 <= fields.width - edge and y2 <= fields.height - edge for _, _, x2, y2 in sheet.things)
        assert not any(overlap(a, b, 2) for a, b in combinations(sheet.things, 2))
