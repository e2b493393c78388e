"""Pictures of standings and cross-tables: one row per entrant with results as coloured cells and values in columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from render.palette import Palette
from render.palette_image import PaletteImage
from render.png import PngPicture
from render.stamps import BoxStamp
from render.style import CARD_WIDTH, Style
from render.tournament.profile_card import fit_text, result_colour
from render.typefaces import NameGraphic, width
from tournament.chart_data import NONE, SELF, CrossTableCell, TableGrid, TableLine

EDGE = 20
TITLE, HEAD, ROW, GAP = 62, 40, 48, 18
"""Heights: of a table's title, of the heads of its columns, of a row, and between two tables."""
TEXT, SMALL = 38, 30
"""Heights of names and values, and of heads."""
RANK = 64
NAME, LEAST_NAME = 270, 190
"""The least that a name gets, also beside MANY marks."""
CELL, LEAST_CELL = 92, 22
"""The widest and the narrowest cell of a mark."""
MANY = 20


@dataclass(frozen=True)
class _Columns:
    """Horizontal positions of a table's columns in pixels."""

    name: int
    marks: int
    """West of the first mark."""
    cell: int
    values: tuple[int, ...]
    """East of each value."""


def table(palette: Palette, style: Style, grids: Sequence[TableGrid]) -> PngPicture:
    """Return a picture of tables, one below the other."""
    heights = [(TITLE if grid.title else 0) + HEAD + ROW * len(grid.lines) for grid in grids]
    sheet = PaletteImage(CARD_WIDTH, 2 * EDGE + sum(heights) + GAP * (len(grids) - 1), palette, style.table)
    top = EDGE
    for grid, height in zip(grids, heights, strict=True):
        _draw(sheet, style, grid, top)
        top += height + GAP
    return sheet.picture()


def _draw(sheet: PaletteImage, style: Style, grid: TableGrid, top: int) -> None:
    if grid.title:
        sheet.put(fit_text(grid.title, 48, CARD_WIDTH - 2 * EDGE - 16, style.ink), EDGE + 8, top + TITLE / 2 - 3, by=(0, 0.5))
        top += TITLE
    columns = _columns(grid)
    _heads(sheet, style, grid, columns, top + HEAD / 2)
    for number, line in enumerate(grid.lines):
        _row(sheet, style, line, columns, top + HEAD + number * ROW)


def _columns(grid: TableGrid) -> _Columns:
    wide = [_column_width(grid, place) for place in range(len(grid.heads))]
    east = CARD_WIDTH - EDGE - 6
    ends = tuple(east - sum(wide[place + 1 :]) for place in range(len(wide)))
    name, room = EDGE + RANK, east - sum(wide) - EDGE - RANK
    number = len(grid.numbers)
    least = NAME if number <= MANY else LEAST_NAME
    cell = min(CELL, max(LEAST_CELL, (room - least) // number)) if number else 0
    return _Columns(name, name + room - cell * number, cell, ends)


def _column_width(grid: TableGrid, place: int) -> int:
    """Return the width in pixels of a column of values; a long heading is written smaller."""
    longest = max((width(line.values[place], TEXT) for line in grid.lines), default=0)
    return max(longest, min(width(grid.heads[place], SMALL), 132)) + 22


def _heads(sheet: PaletteImage, style: Style, grid: TableGrid, columns: _Columns, y: float) -> None:
    for text, east in zip(grid.heads, columns.values, strict=True):
        sheet.put(fit_text(text, SMALL, 140, style.faint), east - 10, y, by=(1, 0.5))
    for number, text in enumerate(grid.numbers):
        x = columns.marks + (number + 0.5) * columns.cell
        sheet.put(fit_text(text, min(SMALL, columns.cell), columns.cell - 2, style.faint), x, y, by=(0.5, 0.5))


def _row(sheet: PaletteImage, style: Style, line: TableLine, columns: _Columns, top: int) -> None:
    middle = top + (ROW - 4) / 2
    fill, rim = (style.chosen, style.ink) if line.own else (style.card, style.line)
    sheet.put(BoxStamp(CARD_WIDTH - 2 * EDGE, ROW - 4, 10, fill, rim, 3 if line.own else 1.5), EDGE, top)
    sheet.put(fit_text(line.rank, TEXT, RANK - 14, style.ink), EDGE + RANK - 12, middle, by=(1, 0.5))
    _name(sheet, style, line, columns, middle)
    for number, mark in enumerate(line.marks):
        _mark(sheet, style, mark, (columns.marks + number * columns.cell, top + 3), columns.cell)
    for number, (text, east) in enumerate(zip(line.values, columns.values, strict=True)):
        sheet.put(NameGraphic(text, TEXT, 160, style.faint if number else style.ink), east - 10, middle, by=(1, 0.5))


def _name(sheet: PaletteImage, style: Style, line: TableLine, columns: _Columns, middle: float) -> None:
    """Draw the name, struck through for an entrant who has left the event."""
    name = fit_text(line.name, TEXT, columns.marks - columns.name - 12, style.faint if line.gone else style.ink)
    sheet.put(name, columns.name, middle, by=(0, 0.5))
    if line.gone:
        long = sheet.size(name)[0]
        sheet.fill((columns.name, round(middle), columns.name + long, round(middle) + 3), style.faint)


def _mark(sheet: PaletteImage, style: Style, mark: CrossTableCell, point: tuple[float, float], cell: int) -> None:
    if mark.kind == NONE:
        return
    high, wide = ROW - 10, cell - (4 if cell > 40 else 2)
    ground = style.line if mark.kind == SELF else result_colour(mark.kind, style)
    x, y = point[0] + cell / 2, point[1] + high / 2
    if ground is not None:
        sheet.put(BoxStamp(wide, high, 6, ground), x, y, by=(0.5, 0.5))
    if mark.text:
        ink = style.faint if ground is None else style.ink
        sheet.put(fit_text(mark.text, min(TEXT - 2, wide + 8), wide - 2, ink), x, y, by=(0.5, 0.5))
