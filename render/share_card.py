"""A square picture of a finished game to share: what decided the game, the board, the points, and their curves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from PIL import Image, ImageDraw

from games.carcassonne.view import BoardView
from games.core.game import ranking
from render import layout as layouts
from render.art.figures import COLOURS
from render.canvas import CanvasStyle, compose, figures_by_square
from render.palette import Colour, Palette
from render.palette_image import PaletteImage
from render.pieces import FigureIcon
from render.png import PngPicture
from render.sprites import Sprites
from render.stamps import FINE, BoxStamp, Laurel, TextStamp, shrunk
from render.style import Style
from render.typefaces import NameGraphic, width

SIDE = 1080
"""Pixels in both directions."""
EDGE, GAP = 36, 20
LINE, LINES = 52, 2
"""Height of a line of the sentence, and how many there are at most."""
ROW = 84
"""Height of a line of players."""
CURVE = 150
"""Height of the chart."""
MOST, SUITED = 128, 64
"""Pixels of a square at most, and of squares for which figures are drawn where they are smaller."""


@dataclass(frozen=True)
class ScoreCurve:
    """Drawing of the curves of all players' points after each turn, in the players' colours, from zero to the largest value."""

    width: int
    height: int
    lines: tuple[tuple[Colour, tuple[int, ...]], ...]
    rim: Colour

    def draw(self) -> Image.Image:
        """Return the curves, each with a rim that separates it from the others."""
        size = (self.width * FINE, self.height * FINE)
        picture = Image.new("RGBA", size, (*self.rim, 0))
        pen, most = ImageDraw.Draw(picture), max(1, *(max(points) for _, points in self.lines))
        for colour, points in self.lines:
            step = (size[0] - 12 * FINE) / max(1, len(points) - 1)
            path = [
                (6 * FINE + step * turn, size[1] - 6 * FINE - (size[1] - 12 * FINE) * max(0, number) / most)
                for turn, number in enumerate(points)
            ]
            pen.line(path, (*self.rim, 255), 9 * FINE, joint="curve")
            pen.line(path, (*colour, 255), 6 * FINE, joint="curve")
        return shrunk(picture)


class ScoredSeat(Protocol):
    """Seat with its result."""

    @property
    def seat(self) -> int: ...

    @property
    def name(self) -> str: ...

    @property
    def score(self) -> int: ...


@dataclass(frozen=True)
class GameResult:
    """Texts and numbers of a picture to share."""

    seats: Sequence[ScoredSeat]
    totals: Sequence[Sequence[int]]
    """Everybody's points after each turn or round."""
    sentence: str
    below: Sequence[int] = ()
    """Seats behind all others."""


def share_card(sprites: Sprites, style: Style, view: BoardView, result: GameResult) -> PngPicture:
    """Return the picture of a tile-laying game to share."""

    def draw_land(sheet: PaletteImage) -> None:
        window = layouts.whole_window(view, ())
        px = max(4, min(MOST, sheet.width // window.columns, sheet.height // window.rows) // 4 * 4)
        look = CanvasStyle(sprites, view.theme, px, style)
        wide, tall = window.columns * px, window.rows * px
        west, north = (sheet.width - wide) // 2, (sheet.height - tall) // 2
        land = sheet.part((west, north, west + wide, north + tall))
        compose(look, view, figures_by_square(view, px, min(2 * px, SUITED)), window, 0, None, land.pixels)

    return compose_card(sprites.palette(view.theme), style, result, draw_land)


def compose_card(palette: Palette, style: Style, result: GameResult, draw: Callable[[PaletteImage], None]) -> PngPicture:
    """Return the picture of any game to share; `draw` paints the board or cards into its middle."""
    lines = _wrap(result.sentence, SIDE - 2 * EDGE)
    columns = 3 if len(result.seats) in (3, 5, 6) else 2
    top = EDGE + len(lines) * (LINE + 8) + GAP
    rows = -(-len(result.seats) // columns)
    low = SIDE - EDGE - CURVE - GAP - rows * (ROW + 8)
    sheet = PaletteImage(SIDE, SIDE, palette, style.table)
    for number, line in enumerate(lines):
        words = NameGraphic(line, LINE, SIDE - 2 * EDGE, style.ink)
        sheet.put(words, SIDE / 2, EDGE + number * (LINE + 8) + LINE / 2, by=(0.5, 0.5))
    draw(sheet.part((EDGE, top, SIDE - EDGE, low - GAP)))
    _draw_seats(sheet.part((EDGE, low, SIDE - EDGE, low + rows * (ROW + 8))), result, columns, style)
    _draw_growth(sheet.part((EDGE, SIDE - EDGE - CURVE, SIDE - EDGE, SIDE - EDGE)), result.totals, style)
    return sheet.picture()


def _wrap(sentence: str, room: int) -> list[str]:
    """Return the sentence divided into lines that fit; the last one may be cut."""
    lines = [""]
    for word in sentence.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(lines) < LINES and width(longer, LINE) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _draw_seats(sheet: PaletteImage, result: GameResult, columns: int, style: Style) -> None:
    """Draw the players in the order of the result, winners with a wreath."""
    wide = (sheet.width - (columns - 1) * 8) // columns
    for number, (place, seat) in enumerate(ranking([each_seat.score for each_seat in result.seats], result.below)):
        row, column = divmod(number, columns)
        west, north = column * (wide + 8), row * (ROW + 8)
        _draw_seat(sheet.part((west, north, west + wide, north + ROW)), result.seats[seat], style, won=place == 1)


def _draw_seat(field: PaletteImage, seat: ScoredSeat, style: Style, *, won: bool) -> None:
    fill, rim = (style.chosen, style.ink) if won else (style.card, style.line)
    middle = field.height / 2
    field.put(BoxStamp(field.width, field.height, 14, fill, rim, 3 if won else 2), 0, 0)
    if won:
        field.put(Laurel(74, (92, 128, 52), style.ink), 46, middle, by=(0.5, 0.5))
    field.put(FigureIcon("small", "knight", seat.seat, 48), 46, middle, by=(0.5, 0.5))
    points = TextStamp(str(seat.score), 44, style.ink)
    field.put(points, field.width - 18, middle, by=(1.0, 0.5))
    room = round(field.width - 18 - field.size(points)[0] - 16 - 90)
    if seat.name and room > 0:
        field.put(NameGraphic(seat.name, 44, room, style.ink), 90, middle, by=(0.0, 0.5))


def _draw_growth(sheet: PaletteImage, totals: Sequence[Sequence[int]], style: Style) -> None:
    sheet.put(BoxStamp(sheet.width, sheet.height, 14, style.card, style.line, 2), 0, 0)
    if len(totals) > 1:
        lines = tuple((COLOURS[seat].rgb, (0, *points)) for seat, points in enumerate(zip(*totals, strict=True)))
        sheet.put(ScoreCurve(sheet.width - 24, sheet.height - 24, lines, style.ink), 12, 12)
