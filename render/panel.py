"""The panel below a board: tile in hand, tiles left, and for every seat its colour and mark, points and possessions."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from games.carcassonne.view import BoardView, SeatView
from render.layout import Layout
from render.lru_cache import WeightedLruCache
from render.palette import Palette
from render.palette_image import PaletteImage, StampRecipe
from render.pieces import FigureIcon
from render.png import Pixels
from render.resource_icons import IconCount, possessions
from render.seat_fields import DIGIT, FIGURE, GAP, HEAD, HELD, INSIDE, LINE, NAME, PAD, SeatFields, arrange_fields
from render.sprites import Sprites, fitting_size
from render.stamps import BoxStamp, TextStamp, TilePile, nearby
from render.style import Style
from render.typefaces import NameGraphic

HAND = 58
"""Units that the tile in hand is wide."""
LEFT = 20
"""Units of the line with the number of tiles left."""


@dataclass(frozen=True)
class Panel:
    """Geometry of a panel in pixels."""

    height: int
    hand: int
    """Width of the tile in hand."""
    west: int
    """Where the fields begin."""
    fields: SeatFields


def panel_for(view: BoardView, place: Layout) -> Panel:
    """Return the geometry of the panel for a board's width."""
    unit, pad = place.unit, round(PAD * place.unit)
    hand = round(HAND * unit)
    room = place.width - hand - 3 * pad
    least = round((HAND + LEFT) * unit) + 2 * pad
    scores = tuple(seat.score for seat in view.seats)
    above = NAME if any(seat.name for seat in view.seats) else 0
    had = tuple(possessions(seat) for seat in view.seats)
    fields = arrange_fields(scores, had, unit, room, least, above, holds=bool(view.in_hands))
    return Panel(max(least, fields.tall(pad)), hand, hand + 2 * pad, fields)


def draw_panel(
    sheet: PaletteImage, place: Layout, panel: Panel, view: BoardView, sprites: Sprites, theme: str, style: Style
) -> None:
    """Paint the panel below the board."""
    top, pad, fields = place.height, round(PAD * place.unit), panel.fields
    sheet.fill((0, top, place.width, top + panel.height), style.margin)
    _draw_hand(sheet, place, panel, view, sprites, theme, style)
    for number, seat in enumerate(view.seats):
        row, column = divmod(number, fields.columns)
        x, y = panel.west + column * (fields.width + pad), top + pad + row * (fields.height + pad)
        sheet.paste(_field(sheet.palette, fields, seat, style, acts=seat.seat in view.to_act), x, y)
        if seat.held:
            _draw_held(sheet, fields, (x, y), seat, sprites, theme, style)


FIELDS_KEPT = 3 << 20
"""Bytes of fields that are kept: a move changes no more than one or two of a picture's."""

_fields: WeightedLruCache[Hashable, Pixels] = WeightedLruCache(FIELDS_KEPT, lambda pixels: pixels.nbytes)


def _field(palette: Palette, fields: SeatFields, seat: SeatView, style: Style, *, acts: bool) -> Pixels:
    """Return the pixels of one seat's field."""

    def made() -> Pixels:
        sheet = PaletteImage(fields.width, fields.height, palette, style.margin)
        draw_field(sheet, fields, seat, style, acts=acts)
        return sheet.pixels.copy()

    return _fields.get((palette, fields, seat, style, acts), made)


def _draw_hand(
    sheet: PaletteImage, place: Layout, panel: Panel, view: BoardView, sprites: Sprites, theme: str, style: Style
) -> None:
    """Draw the tile in hand above the number of tiles left; without a tile, a larger pile with that number."""
    unit, pad = place.unit, round(PAD * place.unit)
    rim = max(2, round(unit * 1.5))
    tile = fitting_size(panel.hand - 2 * rim)
    size, below = tile + 2 * rim, round(LEFT * unit)
    x, y = pad + (panel.hand - size) // 2, place.height + (panel.height - panel.hand - below) // 2 + panel.hand - size
    large = 1.0 if view.hand else 2.0
    number = TextStamp(str(view.left), nearby(9.5 * unit * (1 + large) / 2), style.ink)
    pile = TilePile(nearby(15 * unit * large), style.line, style.card, style.ink)
    if view.hand:
        sheet.put(BoxStamp(size, size, 3 * unit, style.ink), x, y)
        sheet.paste(sprites.tile(theme, tile, view.hand, 0, 0), x + rim, y + rim)
        _draw_row(sheet, (pile, number), x + size / 2, y + size + below * 0.60, round(4 * unit))
    else:
        sheet.put(pile, x + size / 2, y + size * 0.45, by=(0.5, 0.5))
        sheet.put(number, x + size / 2, y + size + below * 0.60, by=(0.5, 0.5))


def _draw_held(
    sheet: PaletteImage, fields: SeatFields, corner: tuple[int, int], seat: SeatView, sprites: Sprites, theme: str, style: Style
) -> None:
    """Draw the tile of the seat's next turn, right of its points, in the field at `corner`."""
    unit = fields.unit
    rim = max(1, round(unit))
    tile = fitting_size(round(HELD * unit) - 2 * rim)
    size, top = tile + 2 * rim, _head_middle(fields, seat)
    x, y = corner[0] + round((INSIDE + fields.head) * unit) - size, corner[1] + round(top - size / 2)
    sheet.put(BoxStamp(size, size, 2 * unit, style.ink), x, y)
    sheet.paste(sprites.tile(theme, tile, seat.held or "", 0, 0), x + rim, y + rim)


def _head_middle(fields: SeatFields, seat: SeatView) -> float:
    """Return the distance in pixels from the top of a field to the middle of its line with figure and points."""
    top = NAME * fields.unit if seat.name else 0.0
    tall = fields.height - top
    if fields.beside:
        return top + tall / 2
    return top + (tall - (HEAD + fields.lines * LINE) * fields.unit) / (fields.lines + 2) + HEAD * fields.unit / 2


def _draw_row(sheet: PaletteImage, recipes: Sequence[StampRecipe], middle: float, y: float, gap: int) -> None:
    """Draw stamps in a row centred on a point."""
    sizes = [sheet.size(recipe) for recipe in recipes]
    x = middle - (sum(width for width, _ in sizes) + gap * (len(sizes) - 1)) / 2
    for recipe, (width, _) in zip(recipes, sizes, strict=True):
        sheet.put(recipe, x, y, by=(0.0, 0.5))
        x += width + gap


def draw_field(sheet: PaletteImage, fields: SeatFields, seat: SeatView, style: Style, *, acts: bool) -> None:
    """Draw one seat's field on a sheet of exactly its size, with the name at the top; it is lit if the player must act."""
    unit = fields.unit
    fill, rim, thick = (style.chosen, style.ink, 1.6) if acts else (style.card, style.line, 0.8)
    sheet.put(BoxStamp(fields.width, fields.height, 5 * unit, fill, rim, max(1.0, thick * unit)), 0, 0)
    west, block = INSIDE * unit, fields.lines * LINE * unit
    top = NAME * unit if seat.name else 0.0
    tall = fields.height - top
    if seat.name:
        name = NameGraphic(seat.name, nearby((NAME - 1) * unit), round(fields.width - 2 * west), style.ink)
        sheet.put(name, west, 2.5 * unit)
    if fields.beside:
        _draw_head(sheet, west, top + tall / 2, unit, seat, style)
        start = (west + (fields.head + 2 * GAP) * unit, top + (tall - block) / 2)
    else:
        spare = (tall - HEAD * unit - block) / (fields.lines + 2)
        _draw_head(sheet, west, top + spare + HEAD * unit / 2, unit, seat, style)
        start = (west, top + 2 * spare + HEAD * unit)
    _draw_things(sheet, start, fields, possessions(seat), style)


def _draw_head(sheet: PaletteImage, x: float, y: float, unit: float, seat: SeatView, style: Style) -> None:
    """Draw the seat's figure and its points."""
    sheet.put(FigureIcon("small", "knight", seat.seat, nearby(FIGURE * unit)), x, y, by=(0.0, 0.5))
    sheet.put(TextStamp(str(seat.score), nearby(DIGIT * unit), style.ink), x + (FIGURE + 3) * unit, y, by=(0.0, 0.5))


def _draw_things(
    sheet: PaletteImage, start: tuple[float, float], fields: SeatFields, things: Sequence[IconCount], style: Style
) -> None:
    """Draw icons with their numbers, in lines."""
    unit = fields.unit
    for number, thing in enumerate(things):
        line, column = divmod(number, fields.across)
        x, y = start[0] + column * fields.pitch * unit, start[1] + (line + 0.5) * LINE * unit
        icon = thing.icon(unit)
        sheet.put(icon, x, y, by=(0.0, 0.5))
        sheet.put(thing.number(unit, style), x + sheet.size(icon)[0] + 0.5 * unit, y, by=(0.0, 0.5))
