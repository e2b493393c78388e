"""Numbered samples of all symbols and figures."""

from __future__ import annotations

from games.carcassonne import catalog
from render.anchors import anchors
from render.art.artwork import artwork
from render.pieces import Icon, Piece, put_piece
from render.png import Picture
from render.sheet import Sheet
from render.sprites import Sprites
from render.stamps import Badge, Box
from render.style import BLACK, CARD_WIDTH, OFFER, Style

LEGEND: tuple[tuple[str, str, str], ...] = (
    ("knight", "base/R", "c1"),
    ("highwayman", "base/U", "r1"),
    ("monk", "base/B", "m"),
    ("farmer", "base/E", "f1"),
    ("shield", "base/M", ""),
)
"""What the first numbers of the legend stand for: a name, a tile that shows it, and where; then come the expansions' symbols."""


def _symbols() -> tuple[tuple[str, str, str], ...]:
    return (*LEGEND, *((name, f"{set_id}/", name) for name, set_id in artwork().legend))


def legend(sprites: Sprites, theme: str, style: Style) -> Picture:
    """Numbered samples of everything that may lie or stand on a board; `legend_names` says what the numbers mean."""
    columns, px = 7, 136
    pitch = CARD_WIDTH // columns
    symbols, figures = _symbols(), artwork().legend_figures
    cells = len(symbols) + len(figures)
    rows = -(-cells // columns)
    sheet = Sheet(CARD_WIDTH, rows * pitch + 12, sprites.palette(theme), style.table)
    for number in range(cells):
        row, column = divmod(number, columns)
        x, y = column * pitch + (pitch - px) // 2, row * pitch + (pitch - px) // 2 + 6
        sheet.put(Box(px + 6, px + 6, 6, style.ink), x - 3, y - 3)
        if number < len(symbols):
            _sample(sheet, sprites, theme, symbols[number], (x, y), px)
        else:
            kind = figures[number - len(symbols)]
            sheet.paste(sprites.tile(theme, px, "base/E", 2, 0), x, y)
            seat = None if kind in artwork().neutral or kind in artwork().built else 1
            floors = 2 if kind in artwork().built else 0
            sheet.put(Icon(kind, kind, seat, round(px * 0.5), floors), x + px / 2, y + px * 0.42, by=(0.5, 0.5))
        sheet.put(Badge(str(number + 1), 38, OFFER, BLACK, BLACK), x - 4, y + 8, by=(0.0, 0.5))
    return sheet.picture()


def legend_names() -> tuple[tuple[str, str], ...]:
    """What the numbers of the legend stand for, from 1: a role, a mark, or a figure off the board, and which."""
    roles = {name for name, _, _ in LEGEND} - {"shield"}
    marks = (("role" if name in roles else "mark", name) for name, _, _ in _symbols())
    return (*marks, *(("piece", name) for name in artwork().legend_figures))


def _sample(sheet: Sheet, sprites: Sprites, theme: str, entry: tuple[str, str, str], at: tuple[int, int], px: int) -> None:
    name, tile_id, part = entry
    wanted = tile_id if not tile_id.endswith("/") else _showing(tile_id[:-1], part)
    sheet.paste(sprites.tile(theme, px, wanted, 0, 0), *at)
    if name in ("knight", "highwayman", "monk", "farmer"):
        x, y = anchors(wanted, 0).anchor(part)
        put_piece(sheet.pixels, sheet.palette, Piece("small", name, 1, px), at[0] + round(x * px), at[1] + round(y * px))


def _showing(set_id: str, mark: str) -> str:
    """The first tile of a set with a mark."""
    for tile in catalog.tiles_of(set_id):
        if mark in tile.marks or any(mark in segment.marks or mark == segment.kind for segment in tile.segments):
            return tile.id
    raise KeyError(mark)
