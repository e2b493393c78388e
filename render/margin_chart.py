"""The chart of a game's expected outcome after each decision.

For two players, one curve: above the middle the first leads, below it the second. For more, each has a curve of its lead over, or
distance behind, the best of the others. Numbered discs mark the moments explained in the text.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.art.figures import COLOURS
from render.palette import Colour, Palette
from render.palette_image import PaletteImage
from render.png import PngPicture
from render.stamps import FINE, BoxStamp, TextStamp, shrunk
from render.style import CARD_WIDTH, WHITE, Style, mix_colours
from render.typefaces import NameGraphic, width
from tournament.chart_data import ExpectedCourse

EDGE, GUTTER = 20, 136
"""Pixels around everything, and for the numbers at the left."""
TALL = 460
"""Of the plot."""
NAMED, ROW = 60, 50
"""Height of a line with names."""
LEAST = 10
"""Points that the plot reaches at least, up and down."""
STEPS = (5, 10, 20, 50, 100, 200)
"""Points between two lines of the grid, one of these."""
LINES = 3
"""So many lines of the grid on each side of the middle at most."""
DISC = 64
CAPITAL = 44
"""Height of digits: 12 pixels where a phone shows the picture 299 pixels wide."""


def margins(palette: Palette, style: Style, shown: ExpectedCourse) -> PngPicture:
    """Return the chart."""
    reach = max(LEAST, *(abs(value) for line in shown.lines for value in line))
    rows = _rows(shown)
    top = EDGE + NAMED * len(rows)
    sheet = PaletteImage(CARD_WIDTH, top + TALL + EDGE, palette, style.table)
    for number, row in enumerate(rows):
        _names(sheet, style, shown, row, EDGE + NAMED * number)
    room = (EDGE + GUTTER, top, CARD_WIDTH - 2 * EDGE - GUTTER, TALL)
    _grid(sheet, style, room, reach, signed=len(shown.lines) > 2)
    lines = shown.lines[:1] if len(shown.lines) == 2 else shown.lines
    plot = MarginChart(room[2], room[3], tuple(map(tuple, lines)), len(shown.lines), reach, style.ink)
    sheet.put(plot, room[0], room[1])
    for number, (seat, mark) in enumerate(shown.marks, 1):
        x, y = plot.point(seat if len(lines) > 1 else 0, mark)
        sheet.put(BoxStamp(DISC, DISC, DISC / 2, style.card, style.ink, 3), room[0] + x, room[1] + y, by=(0.5, 0.5))
        sheet.put(TextStamp(str(number), CAPITAL, style.ink), room[0] + x, room[1] + y, by=(0.5, 0.5))
    return sheet.picture()


def _rows(shown: ExpectedCourse) -> list[list[int]]:
    """Return the seats divided into the lines of the key, as many per line as fit."""
    rows: list[list[int]] = [[]]
    used = 0
    for seat, name in enumerate(shown.names):
        wide = min(width(name, 42), 400) + 90
        if used + wide > CARD_WIDTH - 2 * EDGE and rows[-1]:
            rows.append([])
            used = 0
        rows[-1].append(seat)
        used += wide
    return rows


def _names(sheet: PaletteImage, style: Style, shown: ExpectedCourse, seats: Sequence[int], top: int) -> None:
    x = EDGE + 4
    for seat in seats:
        sheet.put(BoxStamp(36, 36, 8, COLOURS[seat].rgb, style.ink, 2.5), x, top + NAMED / 2 - 4, by=(0, 0.5))
        name = NameGraphic(shown.names[seat], 42, 400, style.ink)
        sheet.put(name, x + 46, top + NAMED / 2 - 4, by=(0, 0.5))
        x += 46 + sheet.size(name)[0] + 44


def _grid(sheet: PaletteImage, style: Style, room: tuple[int, int, int, int], reach: float, *, signed: bool) -> None:
    """Draw the plot area with a labelled line at regular values.

    With `signed` each label names the leader of two players; otherwise values may be negative.
    """
    west, top, wide, tall = room
    sheet.put(BoxStamp(wide, tall, 12, style.card, style.line, 2), west, top)
    step = next((step for step in STEPS if reach / step <= LINES), STEPS[-1])
    for number in range(-math.floor(reach / step), math.floor(reach / step) + 1):
        y = round(top + tall / 2 - number * step * (tall / 2 - MarginChart.RIM) / reach)
        thick = 2 if number == 0 else 1
        sheet.fill((west + 2, y - thick, west + wide - 2, y + thick), style.faint if number == 0 else style.grid)
        text = f"{number * step:+d}" if signed and number else str(abs(number * step))
        sheet.put(TextStamp(text, CAPITAL, style.faint), west - 12, y, by=(1, 0.5))


@dataclass(frozen=True)
class MarginChart:
    """Drawing of the curves around a middle line.

    For two players, areas above the middle have the first player's colour, areas below it the second's.
    """

    width: int
    height: int
    lines: tuple[tuple[float, ...], ...]
    seats: int
    reach: float
    ink: Colour

    RIM = 22
    """Pixels above the highest and below the lowest value."""

    def draw(self) -> Image.Image:
        """Return the curves on a transparent ground."""
        picture = Image.new("RGBA", (self.width * FINE, self.height * FINE), (*self.ink, 0))
        pen = ImageDraw.Draw(picture)
        if self.seats == 2:
            self._fill(picture)
        for seat, line in enumerate(self.lines):
            points = [self._fine(seat, index) for index in range(len(line))]
            colour = self.ink if self.seats == 2 else COLOURS[seat].rgb
            for ink, wide in ((self.ink, 7), (colour, 5)):
                pen.line(points, (*ink, 255), wide * FINE, joint="curve")
        return shrunk(picture)

    def point(self, line: int, at: int) -> tuple[float, float]:
        """Return the position of a value of a curve, in pixels from the north-west corner."""
        values = self.lines[line]
        step = (self.width - 2 * self.RIM) / max(1, len(values) - 1)
        return self.RIM + step * at, self.height / 2 - values[at] * (self.height / 2 - self.RIM) / self.reach

    def _fine(self, line: int, at: int) -> tuple[float, float]:
        x, y = self.point(line, at)
        return x * FINE, y * FINE

    def _fill(self, picture: Image.Image) -> None:
        """Fill the area between the curve and the middle in the leader's colour."""
        middle = self.height * FINE // 2
        points = [self._fine(0, index) for index in range(len(self.lines[0]))]
        area = Image.new("L", picture.size, 0)
        ImageDraw.Draw(area).polygon([(points[0][0], middle), *points, (points[-1][0], middle)], 255)
        for seat, box in enumerate(((0, 0, picture.width, middle), (0, middle, picture.width, picture.height))):
            picture.paste(mix_colours(COLOURS[seat].rgb, WHITE, 0.35), box, area.crop(box))
