"""Pictures of the tiles left to be drawn, with their numbers: all on a card, or those that fit one square below a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from render.layout import Layout
from render.palette_image import PaletteImage
from render.png import PngPicture
from render.spot_numbers import NumberPlate
from render.sprites import Sprites, fitting_size
from render.stamps import BoxStamp
from render.style import BLACK, CARD_WIDTH, OFFER, Style


class RemainingTiles(NamedTuple):
    """One kind of tile with its turn and the number left."""

    tile: str
    turn: int
    number: int


WIDE = ((12, 5), (40, 7))
"""Up to so many kinds stand so many in a row, more of them eight."""
MOST = 8
CAPITAL = 45
"""Height of the numbers: 12 pixels where a phone shows the picture 299 pixels wide."""


def stock_card(sprites: Sprites, theme: str, style: Style, left: Sequence[RemainingTiles]) -> PngPicture:
    """Return a picture of every kind of tile that is left, with its number."""
    across = next((columns for most, columns in WIDE if len(left) <= most), MOST)
    pitch = CARD_WIDTH // across
    rows = max(1, -(-len(left) // across))
    sheet = PaletteImage(CARD_WIDTH, rows * pitch + 16, sprites.palette(theme), style.table)
    _draw(sheet, sprites, theme, style, left, ((CARD_WIDTH - across * pitch) // 2, 8), pitch, across)
    return sheet.picture()


@dataclass(frozen=True)
class FittedStock:
    """Strip below a square with the tiles of the bag that fit there, in their turns; crossed out if there are none."""

    left: tuple[RemainingTiles, ...]
    sprites: Sprites
    theme: str

    def height(self, place: Layout) -> int:
        """Return the height of the strip in pixels."""
        return self._rows(place) * self._pitch(place) + round(10 * place.unit)

    def draw(self, sheet: PaletteImage, place: Layout, style: Style) -> None:
        """Draw the tiles in rows, each with its number."""
        pitch, across = self._pitch(place), self._offset_across(place)
        sheet.fill((0, place.height, place.width, place.height + self.height(place)), style.margin)
        start = ((place.width - min(across, len(self.left)) * pitch) // 2, place.height + round(5 * place.unit))
        _draw(sheet, self.sprites, self.theme, style, self.left, start, pitch, across)

    def _pitch(self, place: Layout) -> int:
        return round(92 * place.unit)

    def _offset_across(self, place: Layout) -> int:
        return max(1, place.width // self._pitch(place))

    def _rows(self, place: Layout) -> int:
        return -(-len(self.left) // self._offset_across(place))


def _draw(
    sheet: PaletteImage,
    sprites: Sprites,
    theme: str,
    style: Style,
    left: Sequence[RemainingTiles],
    start: tuple[int, int],
    pitch: int,
    across: int,
) -> None:
    size, capital = fitting_size(round(pitch * 0.86)), min(round(CAPITAL * sheet.width / CARD_WIDTH), pitch // 3)
    for place, kind in enumerate(left):
        row, column = divmod(place, across)
        x, y = start[0] + column * pitch + (pitch - size) // 2, start[1] + row * pitch + (pitch - size) // 2
        sheet.put(BoxStamp(size + 4, size + 4, 4, style.ink), x - 2, y - 2)
        sheet.paste(sprites.tile(theme, size, kind.tile, kind.turn, 0), x, y)
        number, tall = str(kind.number), round(capital * 1.35)
        plate = NumberPlate(number, max(tall, round(capital * (0.35 + 0.8 * len(number)))), tall, capital, OFFER, BLACK)
        sheet.put(plate, x + size + 5, y + size + 5, by=(1, 1))
