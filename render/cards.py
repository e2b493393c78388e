"""Small cards that stand for themselves: one tile, and a lobby. None of them holds a word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from render.anchors import anchors
from render.pieces import Icon
from render.png import Picture
from render.sheet import Sheet
from render.sprites import Sprites
from render.stamps import Badge, Box
from render.style import BLACK, CARD_WIDTH, OFFER, Style


class Seated(NamedTuple):
    """A place in a lobby: whose colour it is, and whether somebody took it."""

    seat: int
    taken: bool


def tile_card(sprites: Sprites, theme: str, style: Style, tile_id: str, turn: int, *, parts: Sequence[tuple[str, str]]) -> Picture:
    """One tile, large, with numbered places for a figure: (segment, label)."""
    px, rim = 256, 14
    sheet = Sheet(px + 2 * rim, px + 2 * rim, sprites.palette(theme), style.margin)
    sheet.put(Box(px + 8, px + 8, 8, style.ink), rim - 4, rim - 4)
    sheet.paste(sprites.tile(theme, px, tile_id, turn, 0), rim, rim)
    places = anchors(tile_id, turn)
    for part, label in parts:
        x, y = places.anchor(part)
        sheet.put(Badge(label, 52, OFFER, BLACK, BLACK), rim + x * px, rim + y * px, by=(0.5, 0.5))
    return sheet.picture()


def lobby_card(sprites: Sprites, theme: str, style: Style, seats: Sequence[Seated], samples: Sequence[str]) -> Picture:
    """A place for every colour, taken ones full, open ones faint; below, sample tiles of what is going to be played."""
    across = max(1, len(seats))
    pitch = min((CARD_WIDTH - 40) / across, 260)
    top, tall = 24, 190
    tile, gap = 150, 16
    height = top + tall + (tile + 40 if samples else 24)
    sheet = Sheet(CARD_WIDTH, height, sprites.palette(theme), style.table)
    left = (CARD_WIDTH - pitch * across) / 2
    for place, seated in enumerate(seats):
        x = left + pitch * (place + 0.5)
        fill = style.card if seated.taken else style.table
        sheet.put(
            Box(round(pitch - 16), tall, 16, fill, style.ink if seated.taken else style.line, 3 if seated.taken else 2),
            x,
            top,
            by=(0.5, 0),
        )
        icon = Icon("small", "knight", seated.seat, 118 if seated.taken else 64)
        sheet.put(icon, x, top + tall / 2, by=(0.5, 0.5))
    fitting = samples[: int((CARD_WIDTH - 40) // (tile + gap))]
    x = (CARD_WIDTH - len(fitting) * (tile + gap) + gap) / 2
    for place, tile_id in enumerate(fitting):
        west = round(x + place * (tile + gap))
        sheet.put(Box(tile + 6, tile + 6, 6, style.ink), west - 3, top + tall + 17)
        sheet.paste(sprites.tile(theme, tile, tile_id, 0, 0), west, top + tall + 20)
    return sheet.picture()
