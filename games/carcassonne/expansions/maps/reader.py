"""The reader of a map's text, which either returns a map or reports all faults of its form with positions.

The format is documented in `docs/maps.md`. Whether a well-formed map can be played is decided by `check`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from games.carcassonne.expansions.maps.check import LEAST_LIMIT
from games.carcassonne.expansions.maps.design import GLYPHS, MapDesign
from games.carcassonne.expansions.maps.map_errors import InvalidMapError, MapErrors, MapToken, name_of
from games.carcassonne.expansions.maps.mark_parser import FORMS, MarkParser

MOST_CHARACTERS = 16_000
MOST_COLUMNS = 26
"""A column is called by one letter."""
MOST_ROWS = 40
LONGEST_LINE = 160
USUAL_MEEPLES = 9
"""What a player has at most, and without another word."""
MOST_LIMIT = 999
"""That a limit is written with; what the sets of the map allow is the business of `check`."""

T = TypeVar("T")

TILE_SETS = ("base", "winter", "inns", "traders")
"""The sets that a map can name (maps 11)."""


def read_map(text: str) -> MapDesign:
    """Return the map that a text draws; raises `InvalidMapError` with all faults of its form."""
    if len(text) > MOST_CHARACTERS:
        raise InvalidMapError(1, 1, "too-long", most=MOST_CHARACTERS)
    lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    slips = MapErrors()
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            slips.note(InvalidMapError(number, LONGEST_LINE + 1, "line-too-long", most=LONGEST_LINE))
    header, after = _header(lines, slips)
    grid, after = _grid(lines, after, header, slips)
    marks = MarkParser(_parse_unmarked(header, grid) if grid else None)
    for number in range(after, len(lines)):
        if not _idle(lines[number]):
            with slips.noting():
                marks.read(lines[number], number + 1)
    return marks.finished(slips)


def _parse_unmarked(header: _Header, grid: _Grid) -> MapDesign:
    h = header
    return MapDesign(
        h.id, h.title, h.origin, h.sets, h.limit, h.meeples, grid.rows, (), (), (), (), grid.lines, limit_line=h.limit_line
    )


def _idle(line: str) -> bool:
    return not line.strip() or line.startswith("#")


# Header


class _Header(NamedTuple):
    id: str
    title: str
    origin: str
    columns: int
    """0 where it is not known, as `rows`."""
    rows: int
    sets: tuple[str, ...]
    limit: int | None
    meeples: int
    limit_line: int


_NEEDED = ("map", "title", "origin", "cols", "rows", "tiles")
_KEYS = (*_NEEDED, "limit", "meeples")


def _header(lines: Sequence[str], slips: MapErrors) -> tuple[_Header, int]:
    """Return the header, and the index of the first line of the grid."""
    given: dict[str, MapToken] = {}
    drawn = any(line.rstrip() == "grid:" for line in lines)
    for number, line in enumerate(lines, 1):
        if _idle(line):
            continue
        if line.rstrip() == "grid:":
            return _understood(given, number, slips), number
        match = re.fullmatch(r"([^\s:]+):[ \t]*(.*?)[ \t]*", line)
        if match:
            with slips.noting():
                _give(given, match[1], MapToken(match[2], number, match.start(2) + 1))
        elif drawn:
            slips.note(InvalidMapError(number, 1, "bad-header"))
        else:
            # What follows are rows, and no header can be told from them.
            slips.note(InvalidMapError(number, 1, "header-missing", key="grid"))
            return _understood(given, number, slips), number - 1
    slips.note(InvalidMapError(len(lines), 1, "header-missing", key="grid"))
    return _understood(given, len(lines), slips), len(lines)


def _give(given: dict[str, MapToken], key: str, word: MapToken) -> None:
    if key not in _KEYS:
        raise InvalidMapError(word.line, 1, "unknown-header", key=key, choices=(*_KEYS, "grid"))
    if key in given:
        raise InvalidMapError(word.line, 1, "header-twice", key=key)
    given[key] = word


def _understood(given: dict[str, MapToken], line: int, slips: MapErrors) -> _Header:
    """Return the header's values; for each missing or invalid one, note a fault and use an empty value."""
    for key in _NEEDED:
        if key not in given:
            slips.note(InvalidMapError(line, 1, "header-missing", key=key))

    def taken(key: str, read: Callable[[MapToken], T], otherwise: T) -> T:
        if key in given:
            with slips.noting():
                return read(given[key])
        return otherwise

    return _Header(
        taken("map", _id, ""),
        taken("title", name_of, ""),
        taken("origin", name_of, ""),
        taken("cols", _number("cols", 3, MOST_COLUMNS), 0),
        taken("rows", _number("rows", 3, MOST_ROWS), 0),
        taken("tiles", _sets, ()),
        taken("limit", _number("limit", LEAST_LIMIT, MOST_LIMIT), None),
        taken("meeples", _number("meeples", 1, USUAL_MEEPLES), USUAL_MEEPLES),
        given["limit"].line if "limit" in given else 0,
    )


def _id(word: MapToken) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9]{0,19}", word.text) or word.text == "none":
        raise word.wrong("bad-value", key="map", value=word.text, expected="a-z 0-9, 1-20")
    return word.text


def _number(key: str, low: int, high: int) -> Callable[[MapToken], int]:
    def read(word: MapToken) -> int:
        if not re.fullmatch(r"[0-9]{1,3}", word.text) or not low <= int(word.text) <= high:
            raise word.wrong("bad-value", key=key, value=word.text, expected=f"{low}-{high}")
        return int(word.text)

    return read


def _sets(word: MapToken) -> tuple[str, ...]:
    sets = word.text.split()
    for match in re.finditer(r"\S+", word.text):
        if match[0] not in TILE_SETS or sets.count(match[0]) > 1:
            at = word.column + match.start()
            raise InvalidMapError(word.line, at, "bad-value", key="tiles", value=match[0], expected=" ".join(TILE_SETS))
    if "base" not in sets:
        raise word.wrong("bad-value", key="tiles", value=word.text, expected="base ...")
    return tuple(name for name in TILE_SETS if name in sets)


# Grid


class _Grid(NamedTuple):
    rows: tuple[str, ...]
    lines: tuple[int, ...]
    """Where each row stands in the file, from 1."""


def _grid(lines: Sequence[str], first: int, header: _Header, slips: MapErrors) -> tuple[_Grid | None, int]:
    """Return the rows of the grid (None if they are invalid), and the index of the line after `end`."""
    before, rows, numbers = len(slips), list[str](), list[int]()
    most = header.rows or MOST_ROWS
    closed = False
    at = first
    while at < len(lines) and not closed:
        line = lines[at].rstrip(" \t")
        closed = line == "end"
        if not closed and not line.startswith("#"):
            if len(rows) == most or _has_marks(line):
                break
            _check_row(line, at + 1, len(rows) + 1, header.columns, slips)
            rows.append(line)
            numbers.append(at + 1)
        at += 1
    if closed and len(rows) < header.rows:
        slips.note(InvalidMapError(at, 1, "too-few-rows", rows=header.rows, found=len(rows)))
    elif not closed:
        slips.note(InvalidMapError(min(len(lines), (numbers or [first])[-1] + 1), 1, "no-end"))
        at = _first_mark(lines, at)
    sound = header.columns and header.rows and rows and len(slips) == before
    return _Grid(tuple(rows), tuple(numbers)) if sound else None, at


def _has_marks(line: str) -> bool:
    return (line.split() or [""])[0] in FORMS


def _first_mark(lines: Sequence[str], start: int) -> int:
    """Return the index of the line where the marks begin, for a grid that is not closed by `end`."""
    return next((n for n in range(start, len(lines)) if _has_marks(lines[n])), len(lines))


def _check_row(line: str, number: int, row: int, columns: int, slips: MapErrors) -> None:
    for column, glyph in enumerate(line, 1):
        if glyph not in GLYPHS and glyph not in line[: column - 1]:
            slips.note(InvalidMapError(number, column, "bad-glyph", glyph=glyph, choices=tuple(GLYPHS)))
    if columns and len(line) != columns:
        slips.note(InvalidMapError(number, min(len(line), columns) + 1, "bad-row", row=row, columns=columns, found=len(line)))
