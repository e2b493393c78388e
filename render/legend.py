"""A legend: numbered samples of the squares, symbols and figures that may appear in a game."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from games.carcassonne import catalog
from render.anchors import anchors
from render.art.artwork import Artwork, artwork, artwork_of
from render.art.figures import COLOURS
from render.palette_image import PaletteImage
from render.pieces import FigureIcon, FigureStamp, put_piece
from render.png import PngPicture
from render.recent_moves import MoveNumber
from render.spot_numbers import NumberPlate
from render.sprites import Sprites
from render.stamps import BoxStamp, DashedFrame, DoubleFrame
from render.style import BLACK, CARD_WIDTH, OFFER, WHITE, Style, mix_colours
from render.unfillable_squares import Hatching

LEGEND: tuple[tuple[str, str, str], ...] = (
    ("knight", "base/R", "c1"),
    ("highwayman", "base/U", "r1"),
    ("monk", "base/B", "m"),
    ("farmer", "base/E", "f1"),
    ("shield", "base/M", ""),
)
"""What the first numbers of the legend stand for: a name, a tile that shows it, and where; then come the expansions' symbols."""
ROLES = ("knight", "highwayman", "monk", "farmer")
SQUARES = ("offered", "laid", "dead")
"""What the last numbers stand for: how a square is marked."""
CAPITAL = 45
"""Height of a sample's number: 12 pixels where a phone shows the picture 299 pixels wide."""
COLUMNS, PX, ABOVE = 6, 152, 50
"""Samples in a row, their size, and the pixels above each for its number."""
SEAT = 1
"""Whose figures and frames are shown."""

Expansions = Collection[str] | None
"""Ids of those in play; None: all that there are."""


def _art(expansions: Expansions) -> Artwork:
    return artwork() if expansions is None else artwork_of(expansions)


def legend_names(expansions: Expansions = None) -> tuple[tuple[str, str], ...]:
    """Return (kind, name) of each legend entry, from number 1.

    The kind is a role, a mark, a figure off the board, or a marked square.
    """
    art = _art(expansions)
    first = (("role" if name in ROLES else "mark", name) for name, _, _ in LEGEND)
    figures = (("piece", name) for name in art.legend_figures)
    return (*first, *(("mark", name) for name, _ in art.legend), *figures, *(("square", name) for name in SQUARES))


def legend(sprites: Sprites, theme: str, style: Style, expansions: Expansions = None) -> PngPicture:
    """Return a picture of numbered samples of everything that may be on a board; `legend_names` explains the numbers."""
    art, pitch = _art(expansions), CARD_WIDTH // COLUMNS
    symbols = (*LEGEND, *((name, shown if "/" in shown else f"{shown}/", name) for name, shown in art.legend))
    draw = [
        *(partial(_symbol, entry=entry) for entry in symbols),
        *(partial(_draw_figure, kind=kind) for kind in art.legend_figures),
        *(partial(_square, name=name, style=style) for name in SQUARES),
    ]
    rows = -(-len(draw) // COLUMNS)
    sheet = PaletteImage(CARD_WIDTH, rows * (pitch + ABOVE) + 12, sprites.palette(theme), style.table)
    for number, sample in enumerate(draw):
        row, column = divmod(number, COLUMNS)
        x, y = column * pitch + (pitch - PX) // 2, row * (pitch + ABOVE) + (pitch - PX) // 2 + ABOVE
        sheet.put(BoxStamp(PX + 6, PX + 6, 6, style.ink), x - 3, y - 3)
        sample(sheet, sprites, theme, (x, y))
        plate = NumberPlate(str(number + 1), 58 if number < 9 else 80, 58, CAPITAL, style.card, style.ink)
        sheet.put(plate, x - 12, y - ABOVE)
    return sheet.picture()


def _symbol(sheet: PaletteImage, sprites: Sprites, theme: str, corner: tuple[int, int], *, entry: tuple[str, str, str]) -> None:
    name, tile_id, part = entry
    wanted = tile_id if not tile_id.endswith("/") else _showing(tile_id[:-1], part)
    sheet.paste(sprites.tile(theme, PX, wanted, 0, 0), *corner)
    if name in ROLES:
        x, y = anchors(wanted, 0).anchor(part)
        put_piece(
            sheet.pixels, sheet.palette, FigureStamp("small", name, SEAT, PX), corner[0] + round(x * PX), corner[1] + round(y * PX)
        )


def _draw_figure(sheet: PaletteImage, sprites: Sprites, theme: str, corner: tuple[int, int], *, kind: str) -> None:
    sheet.paste(sprites.tile(theme, PX, "base/E", 2, 0), *corner)
    seat = None if kind in artwork().neutral or kind in artwork().built else SEAT
    floors = 2 if kind in artwork().built else 0
    sheet.put(FigureIcon(kind, kind, seat, round(PX * 0.5), floors), corner[0] + PX / 2, corner[1] + PX * 0.42, by=(0.5, 0.5))


def _square(sheet: PaletteImage, sprites: Sprites, theme: str, corner: tuple[int, int], *, name: str, style: Style) -> None:
    """Draw a square as boards mark it: offered with its number, recently played, or unfillable."""
    x, y = corner
    sheet.fill((x, y, x + PX, y + PX), style.table)
    if name == "offered":
        sheet.put(DashedFrame(PX, mix_colours(OFFER, BLACK, 0.3), style.card, 0.5), x, y)
        sheet.put(NumberPlate("4", 80, 80, CAPITAL, OFFER, BLACK), x + PX / 2, y + PX / 2, by=(0.5, 0.5))
    elif name == "dead":
        sheet.put(Hatching(PX, style.faint), x, y)
    else:
        colour = COLOURS[SEAT].rgb
        sheet.paste(sprites.tile(theme, PX, "base/U", 0, 0), x, y)
        sheet.put(DoubleFrame(PX, colour, BLACK, WHITE), x, y)
        sheet.put(MoveNumber("1", CAPITAL, colour, style), x + PX - 6, y + PX - 6, by=(1, 1))


def _showing(set_id: str, mark: str) -> str:
    """Return the id of the first tile in a set that has a mark."""
    for tile in catalog.tiles_of(set_id):
        if mark in tile.marks or any(mark in segment.marks or mark == segment.kind for segment in tile.segments):
            return tile.id
    raise KeyError(mark)
