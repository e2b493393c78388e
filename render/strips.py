"""The strips of a turn picture: above it the tile in hand and recent moves, below it each seat's name, points and meeples.

Lengths are in thousandths of the picture's width.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from games.carcassonne.view import BoardView, SeatView
from render import recent_moves
from render.canvas import CanvasStyle
from render.highlights import RecentMove
from render.palette_image import PaletteImage
from render.pieces import FigureIcon
from render.spot_numbers import CAPITAL
from render.sprites import fitting_size
from render.stamps import BoxStamp, TextStamp, TilePile, nearby
from render.typefaces import NameGraphic

TOP = 174
"""Height of the strip above the board."""
PAD = 10
HAND = 116
"""Width and height of the tile in hand."""
HELD = 58
"""Width and height of a tile in hand for a turn to come."""
ROW = 70
"""Height of a line of scores."""
FEW = 3
"""Seats whose scores stand in one line."""
BESIDE = 4
"""Seats whose points have room beside the tile in hand, where nothing has happened yet."""


def scores_height(seats: int, *, hold: bool = False) -> int:
    """Return the height of the strip of scores; `hold` tells whether seats hold tiles."""
    return PAD + (ROW + PAD) * math.ceil(seats / _columns(seats, hold=hold)) if seats else 0


def _columns(seats: int, *, hold: bool) -> int:
    if hold:
        return min(seats, 2)
    return seats if seats <= FEW else 2 if seats == FEW + 1 else FEW


def draw_scores(
    sheet: PaletteImage, look: CanvasStyle, seats: Sequence[SeatView], acting: Sequence[int], unit: float, columns: int = 0
) -> None:
    """Draw a field for each seat on a sheet of exactly the strip's size; the fields of seats that must act are lit."""
    columns = columns or _columns(len(seats), hold=any(seat.held for seat in seats))
    rows, pad = math.ceil(len(seats) / columns), round(PAD * unit)
    width, height = (sheet.width - (columns + 1) * pad) // columns, (sheet.height - (rows + 1) * pad) // rows
    for number, seat in enumerate(seats):
        row, column = divmod(number, columns)
        west, north = pad + column * (width + pad), pad + row * (height + pad)
        field = sheet.part((west, north, west + width, north + height))
        _draw_score(field, look, seat, unit, acts=seat.seat in acting)


def _draw_score(field: PaletteImage, look: CanvasStyle, seat: SeatView, unit: float, *, acts: bool) -> None:
    """Draw one seat: figure and name at the west end, points and meeples at the east end, the tile of the next turn before them."""
    style = look.style
    fill, rim, thick = (style.chosen, style.ink, 3.5) if acts else (style.card, style.line, 1.6)
    field.put(BoxStamp(field.width, field.height, 10 * unit, fill, rim, max(1.0, thick * unit)), 0, 0)
    middle, pad = field.height / 2, 12 * unit
    icon = FigureIcon("small", "knight", seat.seat, nearby(44 * unit))
    field.put(icon, pad, middle, by=(0.0, 0.5))
    meeples = TextStamp(str(seat.meeples), nearby(CAPITAL * unit), style.ink if seat.meeples else style.faint)
    field.put(meeples, field.width - pad, middle, by=(1.0, 0.5))
    at_hand = FigureIcon("small", "knight", seat.seat, nearby(30 * unit))
    at_hand_west = field.width - pad - field.size(meeples)[0] - 4 * unit
    field.put(at_hand, at_hand_west, middle, by=(1.0, 0.5))
    at_hand_west -= field.size(at_hand)[0]
    points = TextStamp(str(seat.score), nearby(CAPITAL * unit), style.ink)
    east = at_hand_west - 14 * unit
    field.put(points, east, middle, by=(1.0, 0.5))
    west = pad + field.size(icon)[0] + 6 * unit
    east -= field.size(points)[0] + 4 * unit
    if seat.held:
        east -= _draw_held(field, look, seat.held, east, unit)
    room = round(east - west)
    if seat.name and room > 0:
        field.put(NameGraphic(seat.name, nearby(44 * unit), room, style.ink), west, middle, by=(0.0, 0.5))


def _draw_held(field: PaletteImage, look: CanvasStyle, tile: str, east: float, unit: float) -> float:
    """Draw a tile in hand left of `east`, and return the width that it takes."""
    rim, gap = max(1, round(2 * unit)), 8 * unit
    side = fitting_size(round(HELD * unit) - 2 * rim)
    size = side + 2 * rim
    west, north = round(east - gap) - size, round((field.height - size) / 2)
    field.put(BoxStamp(size, size, 4 * unit, look.style.ink), west, north)
    field.paste(look.sprites.tile(look.theme, side, tile, 0, 0), west + rim, north + rim)
    return size + 2 * gap


def draw_top(
    sheet: PaletteImage,
    look: CanvasStyle,
    view: BoardView,
    since: Sequence[RecentMove],
    inset: Callable[[PaletteImage, int], None] | None,
    unit: float,
) -> None:
    """Draw the tile in hand, the number of tiles left and recent moves.

    `inset` draws the map of the board into a square at the east end.
    """
    pad, side = round(PAD * unit), round((TOP - 2 * PAD) * unit)
    west, east = round(150 * unit), sheet.width - pad
    _draw_hand(sheet.part((0, 0, west, sheet.height)), look, view, unit)
    if inset is not None and recent_moves.fit(sheet, since, east - side - pad - west, look.style, unit):
        east -= side
        inset(sheet.part((east, pad, east + side, pad + side)), side)
        east -= pad
    if since:
        recent_moves.draw_moves(sheet.part((west, 0, east, sheet.height)), look, view, since, unit)
    elif 0 < len(view.seats) <= BESIDE:
        _draw_beside(sheet.part((west, 0, east, sheet.height)), look, view, unit)


def _draw_beside(sheet: PaletteImage, look: CanvasStyle, view: BoardView, unit: float) -> None:
    """Draw the scores beside the tile in hand, used while there are no moves to show."""
    draw_scores(sheet, look, view.seats, view.to_act, unit, columns=1 if len(view.seats) <= 2 else 2)


def _draw_hand(sheet: PaletteImage, look: CanvasStyle, view: BoardView, unit: float) -> None:
    """Draw the tile in hand above the number of tiles left; without a tile, a larger pile with that number."""
    rim = max(2, round(3 * unit))
    number = TextStamp(str(view.left), nearby(CAPITAL * unit), look.style.ink)
    large = 0.6 if view.hand else 1.4
    pile = TilePile(nearby(60 * large * unit), look.style.line, look.style.card, look.style.ink)
    below = (TOP - 26) * unit
    if view.hand:
        tile = fitting_size(round((HAND - 8) * unit) - 2 * rim)
        size = tile + 2 * rim
        west, north = round((sheet.width - size) / 2), round((TOP - 50) / 2 * unit - size / 2)
        sheet.put(BoxStamp(size, size, 6 * unit, look.style.ink), west, north)
        sheet.paste(look.sprites.tile(look.theme, tile, view.hand, 0, 0), west + rim, north + rim)
        wide, long = sheet.size(pile)[0], sheet.size(number)[0]
        gap = max(unit, min(6 * unit, sheet.width - wide - long))
        if wide + gap + long > sheet.width:  # three digits
            number = TextStamp(str(view.left), nearby(CAPITAL * unit * (sheet.width - wide - gap) / long), look.style.ink)
            long = sheet.size(number)[0]
        start = max(0.0, (sheet.width - wide - gap - long) / 2)
        sheet.put(pile, start, below, by=(0.0, 0.5))
        sheet.put(number, start + wide + gap, below, by=(0.0, 0.5))
    else:
        sheet.put(pile, sheet.width / 2, 62 * unit, by=(0.5, 0.5))
        sheet.put(number, sheet.width / 2, below, by=(0.5, 0.5))
