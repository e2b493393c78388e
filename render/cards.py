"""Small stand-alone pictures without words: a tile in hand, and a lobby."""

from __future__ import annotations

from collections.abc import Sequence

from games.carcassonne.geometry import MAP_SQUARES
from games.carcassonne.view import BoardView, MapView
from render.canvas import CanvasStyle, SquareRect, compose
from render.layout import Layout
from render.palette_image import PaletteImage
from render.png import PngPicture
from render.sprites import SIZES, Sprites
from render.stamps import BoxStamp, TextStamp
from render.style import CARD_WIDTH, Style
from render.typefaces import NameGraphic


def hand_tile(sprites: Sprites, theme: str, style: Style, tile_id: str) -> PngPicture:
    """Return a picture of a tile just drawn, with a thin dark rim."""
    px, rim = 144, 4
    sheet = PaletteImage(px + 2 * rim, px + 2 * rim, sprites.palette(theme), style.ink)
    sheet.paste(sprites.tile(theme, px, tile_id, 0, 0), rim, rim)
    return sheet.picture()


PLATE = 84
"""Height of a seat's plate in a lobby."""
ACROSS = 3
"""Plates in a row."""


def lobby_card(
    sprites: Sprites, theme: str, style: Style, names: Sequence[str], samples: Sequence[str], printed: MapView | None = None
) -> PngPicture:
    """Return a picture of a lobby: a plate for every seat, and below samples of the tiles or the map.

    Taken seats show the player's name, open ones are faint. No player has a colour yet, because colours follow the order of play,
    which is drawn when the game begins.
    """
    across = max(1, min(ACROSS, len(names)))
    rows, width = -(-len(names) // across), (CARD_WIDTH - 40) // across
    top, tall = 24, rows * PLATE
    tile, gap = 150, 16
    land = None if printed is None else _land(printed)
    below = tile + 40 if samples else 24 if land is None else land.height + 40
    sheet = PaletteImage(CARD_WIDTH, top + tall + below, sprites.palette(theme), style.table)
    for number, name in enumerate(names):
        row, column = divmod(number, across)
        last = len(names) - row * across if row + 1 == rows else across
        x = (CARD_WIDTH - last * width) / 2 + (column + 0.5) * width
        _draw_plate(sheet, style, name, (x, top + (row + 0.5) * PLATE), width - 16)
    fitting = samples[: int((CARD_WIDTH - 40) // (tile + gap))]
    x = (CARD_WIDTH - len(fitting) * (tile + gap) + gap) / 2
    for place, tile_id in enumerate(fitting):
        west = round(x + place * (tile + gap))
        sheet.put(BoxStamp(tile + 6, tile + 6, 6, style.ink), west - 3, top + tall + 17)
        sheet.paste(sprites.tile(theme, tile, tile_id, 0, 0), west, top + tall + 20)
    if printed is not None and land is not None:
        west, north = (CARD_WIDTH - land.width) // 2, top + tall + 20
        room = sheet.part((west, north, west + land.width, north + land.height))
        look = CanvasStyle(sprites, theme, land.px, style)
        compose(look, empty_map(printed), {}, land.window, 0, None, room.pixels)
    return sheet.picture()


MAP_SIDE = 720
"""Pixels of a map's longer side at most, of which a phone shows 196."""


def _land(printed: MapView) -> Layout:
    """Return the layout of a whole map at the size of a lobby picture."""
    window = SquareRect(0, 0, printed.columns, printed.rows)
    px = next((px for px in SIZES if max(window.columns, window.rows) * px <= MAP_SIDE), SIZES[-1])
    return Layout(window, px, 0, 0, CARD_WIDTH / 550)


def empty_map(printed: MapView) -> BoardView:
    """Return the view of a map before its first tile, without players."""
    return BoardView((), (), (), (), (), "", None, None, 0, 0, 0, (), False, "map", MAP_SQUARES, printed=printed)


def _draw_plate(sheet: PaletteImage, style: Style, name: str, middle: tuple[float, float], width: int) -> None:
    fill, rim = (style.card, style.ink) if name else (style.table, style.line)
    sheet.put(BoxStamp(width, PLATE - 14, 16, fill, rim, 3 if name else 2), *middle, by=(0.5, 0.5))
    sheet.put(NameGraphic(name, 48, width - 32, style.ink) if name else TextStamp("+", 24, style.line), *middle, by=(0.5, 0.5))
