"""The picture of an event's champion in a wreath, on land without owners, and of the next places."""

from __future__ import annotations

from render.palette_image import PaletteImage
from render.pieces import FigureIcon
from render.png import PngPicture
from render.sprites import Sprites
from render.stamps import BoxStamp, Laurel
from render.style import CARD_WIDTH, Style
from render.tournament.profile_card import fit_text
from tournament.chart_data import Champion

TILE = 128
LAND = tuple((f"base/{lain[0]}", int(lain[1])) for lain in ("E2", "V0", "R0", "B0", "C0", "B0", "N0", "V3", "E2"))
"""The tiles along the top, and how they lie."""
WREATH = 236
GOLD, LEAF = 2, (92, 128, 52)
"""The colour of the champion's figure, by its place among those of players; the colour of the leaves."""
TOP, NAMED, ROW = 318, 200, 58
"""Heights: of the land with the wreath, of the champion's name with the event's, and of each who came next."""


def champion(sprites: Sprites, theme: str, style: Style, shown: Champion) -> PngPicture:
    """Return the champion's card."""
    rest = shown.places[1:]
    sheet = PaletteImage(CARD_WIDTH, TOP + NAMED + ROW * len(rest) + (16 if rest else 0), sprites.palette(theme), style.table)
    _draw_land(sheet, sprites, theme, style)
    middle, room = CARD_WIDTH / 2, CARD_WIDTH - 80
    sheet.put(fit_text(shown.event, 52, room, style.faint), middle, TOP + 24, by=(0.5, 0.5))
    sheet.put(fit_text(shown.places[0][1], 104, room, style.ink), middle, TOP + 98, by=(0.5, 0.5))
    sheet.put(fit_text(shown.detail, 40, room, style.faint), middle, TOP + 170, by=(0.5, 0.5))
    for number, (rank, name) in enumerate(rest):
        _place(sheet, style, rank, name, TOP + NAMED + ROW * number)
    return sheet.picture()


def _draw_land(sheet: PaletteImage, sprites: Sprites, theme: str, style: Style) -> None:
    """Draw a row of tiles from rim to rim, and the wreath with the figure on a disc before it."""
    top = 62
    sheet.fill((0, top - 3, CARD_WIDTH, top + TILE + 3), style.ink)
    for number, (tile_id, turn) in enumerate(LAND):
        sheet.paste(sprites.tile(theme, TILE, tile_id, turn, number), number * TILE - (len(LAND) * TILE - CARD_WIDTH) // 2, top)
    middle, at = CARD_WIDTH / 2, top + TILE / 2 + 26
    size = WREATH + 30
    sheet.put(BoxStamp(size, size, size / 2, style.chosen, style.ink, 4), middle, at, by=(0.5, 0.5))
    sheet.put(Laurel(WREATH, LEAF, style.ink), middle, at, by=(0.5, 0.5))
    sheet.put(FigureIcon("small", "knight", GOLD, round(WREATH * 0.56)), middle, at - 4, by=(0.5, 0.5))


def _place(sheet: PaletteImage, style: Style, rank: str, name: str, top: int) -> None:
    west, wide = 190, CARD_WIDTH - 380
    sheet.put(BoxStamp(wide, ROW - 8, 12, style.card, style.line, 2), west, top)
    sheet.put(fit_text(rank, 44, 60, style.faint), west + 66, top + (ROW - 8) / 2, by=(1, 0.5))
    sheet.put(fit_text(name, 44, wide - 110, style.ink), west + 86, top + (ROW - 8) / 2, by=(0, 0.5))
