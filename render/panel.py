"""The strip under a board: tile in hand, tiles left, and for every seat its colour and mark, points, figures and possessions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from games.carcassonne.view import BoardView, SeatView
from render.goods import Goods
from render.layout import Layout
from render.pieces import Captive, Icon
from render.sheet import Recipe, Sheet
from render.sprites import Sprites
from render.stamps import Box, Pile, Text
from render.style import Style

PAD = 6
"""Units around and between the fields."""
HAND = 58
"""Units that the tile in hand is wide."""
NARROWEST = 104
"""Units that a seat's field needs."""
LINES = (27, 19, 19)
"""Units of a field's lines: points, figures, possessions."""
GOODS = ("wine", "grain", "cloth")


@dataclass(frozen=True)
class Panel:
    """How the fields of a panel are arranged; all in pixels."""

    height: int
    rows: int
    columns: int
    field: tuple[int, int]
    """Width and height of one seat's field."""
    lines: int
    left: int
    """Where the fields begin."""
    hand: int
    """Width of the tile in hand."""


def arranged(view: BoardView, place: Layout, inset: int) -> Panel:
    """The arrangement for a board's width; `inset` pixels at the east end are kept free."""
    unit, pad = place.unit, round(PAD * place.unit)
    hand = round(HAND * unit)
    room = place.width - hand - 3 * pad - (inset + pad if inset else 0)
    seats = max(1, len(view.seats))
    columns = min(seats, max(1, int((room + pad) // (NARROWEST * unit + pad))))
    rows = math.ceil(seats / columns)
    columns = math.ceil(seats / rows)
    lines = 3 if any(seat.extras or seat.prisoners for seat in view.seats) else 2
    tall = round(sum(LINES[:lines]) * unit + pad)
    least = round((HAND + 20 + PAD) * unit)
    tall = max(tall, (least - (rows - 1) * pad) // rows)
    width = (room - (columns - 1) * pad) // columns
    return Panel(rows * tall + (rows + 1) * pad, rows, columns, (width, tall), lines, hand + 2 * pad, hand)


def draw_panel(sheet: Sheet, place: Layout, panel: Panel, view: BoardView, sprites: Sprites, theme: str, style: Style) -> None:
    """Paint the panel below the board."""
    top, pad = place.height, round(PAD * place.unit)
    sheet.fill((0, top, place.width, top + panel.height), style.margin)
    _draw_hand(sheet, place, panel, view, sprites, theme, style)
    width, height = panel.field
    for number, seat in enumerate(view.seats):
        row, column = divmod(number, panel.columns)
        x, y = panel.left + column * (width + pad), top + pad + row * (height + pad)
        _draw_seat(sheet, (x, y), panel, place.unit, seat, style, acts=seat.seat in view.to_act)


def _draw_hand(sheet: Sheet, place: Layout, panel: Panel, view: BoardView, sprites: Sprites, theme: str, style: Style) -> None:
    """The tile in hand, or an empty place for it, above the number of tiles left."""
    unit, pad = place.unit, round(PAD * place.unit)
    x, size = pad, panel.hand
    below = round(20 * unit)
    y = place.height + (panel.height - size - below) // 2
    rim = max(2, round(unit * 1.5))
    sheet.put(Box(size, size, 3 * unit, style.card, style.line, max(1.0, unit * 0.8)), x, y)
    if view.hand:
        sheet.put(Box(size, size, 3 * unit, style.ink), x, y)
        sheet.paste(sprites.tile(theme, size - 2 * rim, view.hand, 0, 0), x + rim, y + rim)
    number = Text(str(view.left), round(9.5 * unit), style.ink)
    pile = Pile(round(15 * unit), style.line, style.card, style.ink)
    _row(sheet, (pile, number), x + size / 2, y + size + below * 0.60, round(4 * unit))


def _row(sheet: Sheet, recipes: Sequence[Recipe], middle: float, y: float, gap: int) -> None:
    """Stamps in a row around a point."""
    sizes = [sheet.size(recipe) for recipe in recipes]
    x = middle - (sum(width for width, _ in sizes) + gap * (len(sizes) - 1)) / 2
    for recipe, (width, _) in zip(recipes, sizes, strict=True):
        sheet.put(recipe, x, y, by=(0.0, 0.5))
        x += width + gap


def _draw_seat(sheet: Sheet, at: tuple[int, int], panel: Panel, unit: float, seat: SeatView, style: Style, *, acts: bool) -> None:
    """One seat's field; the field of whoever is to act is lit."""
    x, y = at
    width, height = panel.field
    fill, rim, thick = (style.chosen, style.ink, 1.6) if acts else (style.card, style.line, 0.8)
    sheet.put(Box(width, height, 5 * unit, fill, rim, max(1.0, thick * unit)), x, y)
    unit *= min(1.4, (height - 4 * unit) / (sum(LINES[: panel.lines]) * unit), width / (NARROWEST * unit))
    spare = (height - sum(LINES[: panel.lines]) * unit) / (panel.lines + 1)
    line = y + spare + LINES[0] * unit / 2
    left = x + 8 * unit
    figure = Icon("small", "knight", seat.seat, round(24 * unit))
    sheet.put(figure, left, line, by=(0.0, 0.5))
    points = Text(str(seat.score), round(15 * unit), style.ink)
    sheet.put(points, left + 33 * unit, line, by=(0.0, 0.5))
    line += (LINES[0] + LINES[1]) * unit / 2 + spare
    _draw_counts(sheet, _supply(seat, unit), (left, line), width - 14 * unit, unit, style)
    if panel.lines > 2:
        line += (LINES[1] + LINES[2]) * unit / 2 + spare
        _draw_counts(sheet, _possessions(seat, unit), (left, line), width - 14 * unit, unit, style)


def _supply(seat: SeatView, unit: float) -> list[tuple[Recipe, int]]:
    sizes = {"small": 12, "big": 16, "builder": 14, "pig": 11}
    return [(Icon(kind, "knight", seat.seat, round(sizes.get(kind, 12) * unit)), count) for kind, count in seat.supply]


def _possessions(seat: SeatView, unit: float) -> list[tuple[Recipe, int]]:
    """Goods, tower pieces and prisoners; what a player has none of is left out."""
    found: list[tuple[Recipe, int]] = []
    for kind, count in seat.extras:
        if count:
            size = round(14 * unit)
            found.append((Goods(kind, size) if kind in GOODS else Icon("tower", "tower", None, size, 1), count))
    found += [(Captive(kind, owner, round(14 * unit)), count) for owner, kind, count in seat.prisoners if count]
    return found


def _draw_counts(
    sheet: Sheet, counts: Sequence[tuple[Recipe, int]], at: tuple[float, float], room: float, unit: float, style: Style
) -> None:
    """Icons with their numbers, evenly spread and closer where there are many."""
    if not counts:
        return
    x, y = at
    pitch = min(room / len(counts), 34 * unit)
    for recipe, count in counts:
        sheet.put(recipe, x, y, by=(0.0, 0.5))
        width, _ = sheet.size(recipe)
        ink = style.ink if count else style.faint
        sheet.put(Text(str(count), round(8.5 * unit), ink), x + width + 1.5 * unit, y, by=(0.0, 0.5))
        x += pitch
