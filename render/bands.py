"""The bands with column letters and row numbers on all four sides of a board."""

from __future__ import annotations

from games.carcassonne.squares import Squares
from render.layout import Layout
from render.sheet import Sheet
from render.stamps import Text
from render.style import Style


def draw_bands(sheet: Sheet, place: Layout, squares: Squares, style: Style) -> None:
    """Every column and row of the picture is named at both of its ends, and the board gets a thin rim."""
    width, height, margin = place.width, place.height, place.margin
    across, down = (0, 0, width, margin), (0, 0, margin, height)
    for band in (across, (0, height - margin, width, height), down, (width - margin, 0, width, height)):
        sheet.fill(band, style.margin)
    line = max(1, round(place.unit * 0.8))
    for box in (
        (margin - line, margin - line, width - margin + line, margin),
        (margin - line, height - margin, width - margin + line, height - margin + line),
        (margin - line, margin, margin, height - margin),
        (width - margin, margin, width - margin + line, height - margin),
    ):
        sheet.fill(box, style.line)
    for x in range(place.window.west, place.window.east):
        name = label(squares.column_name(x), place, style)
        middle = place.corner(x, 0)[0] + place.px / 2
        sheet.put(name, middle, margin / 2, by=(0.5, 0.5))
        sheet.put(name, middle, height - margin / 2, by=(0.5, 0.5))
    for y in range(place.window.north, place.window.south):
        name = label(str(squares.row_number(y)), place, style)
        middle = place.corner(0, y)[1] + place.px / 2
        sheet.put(name, margin / 2, middle, by=(0.5, 0.5))
        sheet.put(name, width - margin / 2, middle, by=(0.5, 0.5))


def label(text: str, place: Layout, style: Style) -> Text:
    """The name of a column or row: capitals of 8 pixels where the picture is shown 550 wide, less where it would touch a rim."""
    capital = round(min(place.unit * 8, place.px * 0.40, place.margin * 1.05 / len(text)))
    return Text(text, capital, style.ink)
