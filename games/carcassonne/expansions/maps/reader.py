"""Reads a map from its text, with a complete check of the form: any text gives a map or says where it is wrong.

The format is in `docs/maps.md`. What a well-formed map must be to be playable is the business of `check`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from games.carcassonne.expansions.maps.bad_map import BadMap, Word, name_of
from games.carcassonne.expansions.maps.design import GLYPHS, MapDesign
from games.carcassonne.expansions.maps.marks import Marks, words_of

MOST_CHARACTERS = 16_000
MOST_COLUMNS = 26
"""A column is called by one letter."""
MOST_ROWS = 40
LONGEST_LINE = 160
USUAL_MEEPLES = 9

TILE_SETS = ("base", "winter", "inns", "traders")
"""The sets that a map can name (maps 11)."""


def read_map(text: str) -> MapDesign:
    """The map that a text draws; raises `BadMap` at the first thing that is wrong with its form."""
    if len(text) > MOST_CHARACTERS:
        raise BadMap(1, 1, "too-long", most=MOST_CHARACTERS)
    lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise BadMap(number, LONGEST_LINE + 1, "line-too-long", most=LONGEST_LINE)
    header, after = _header(lines)
    grid, grid_lines, after = _grid(lines, after, header)
    marks = Marks(_unmarked(header, grid, grid_lines))
    for number in range(after, len(lines)):
        if not _idle(lines[number]):
            marks.read(words_of(lines[number], number + 1))
    return marks.finished()


def _unmarked(header: _Header, grid: tuple[str, ...], grid_lines: tuple[int, ...]) -> MapDesign:
    h = header
    return MapDesign(h.id, h.title, h.origin, h.sets, h.limit, h.meeples, grid, (), (), (), (), grid_lines)


def _idle(line: str) -> bool:
    return not line.strip() or line.startswith("#")


# Header


class _Header(NamedTuple):
    id: str
    title: str
    origin: str
    columns: int
    rows: int
    sets: tuple[str, ...]
    limit: int | None
    meeples: int


_NEEDED = ("map", "title", "origin", "cols", "rows", "tiles")
_KEYS = (*_NEEDED, "limit", "meeples")


def _header(lines: Sequence[str]) -> tuple[_Header, int]:
    """The header, and the index of the line after `grid:`."""
    given: dict[str, Word] = {}
    for number, line in enumerate(lines, 1):
        if _idle(line):
            continue
        if line.rstrip() == "grid:":
            return _understood(given, number), number
        match = re.fullmatch(r"([^\s:]+):[ \t]*(.*?)[ \t]*", line)
        if not match:
            raise BadMap(number, 1, "bad-header")
        if match[1] not in _KEYS:
            raise BadMap(number, 1, "unknown-header", key=match[1], choices=(*_KEYS, "grid"))
        if match[1] in given:
            raise BadMap(number, 1, "header-twice", key=match[1])
        given[match[1]] = Word(match[2], number, match.start(2) + 1)
    raise BadMap(len(lines), 1, "header-missing", key="grid")


def _understood(given: dict[str, Word], line: int) -> _Header:
    for key in _NEEDED:
        if key not in given:
            raise BadMap(line, 1, "header-missing", key=key)
    named = given["map"]
    if not re.fullmatch(r"[a-z][a-z0-9]{0,19}", named.text) or named.text == "none":
        raise named.wrong("bad-value", key="map", value=named.text, expected="a-z 0-9, 1-20")
    return _Header(
        named.text,
        name_of(given["title"]),
        name_of(given["origin"]),
        _number(given, "cols", 3, MOST_COLUMNS),
        _number(given, "rows", 3, MOST_ROWS),
        _sets(given["tiles"]),
        _number(given, "limit", 10, 999) if "limit" in given else None,
        _number(given, "meeples", 1, 9) if "meeples" in given else USUAL_MEEPLES,
    )


def _number(given: dict[str, Word], key: str, low: int, high: int) -> int:
    word = given[key]
    if not re.fullmatch(r"[0-9]{1,3}", word.text) or not low <= int(word.text) <= high:
        raise word.wrong("bad-value", key=key, value=word.text, expected=f"{low}-{high}")
    return int(word.text)


def _sets(word: Word) -> tuple[str, ...]:
    sets = word.text.split()
    for match in re.finditer(r"\S+", word.text):
        if match[0] not in TILE_SETS or sets.count(match[0]) > 1:
            at = word.column + match.start()
            raise BadMap(word.line, at, "bad-value", key="tiles", value=match[0], expected=" ".join(TILE_SETS))
    if "base" not in sets:
        raise word.wrong("bad-value", key="tiles", value=word.text, expected="base ...")
    return tuple(name for name in TILE_SETS if name in sets)


# Grid


def _grid(lines: Sequence[str], first: int, header: _Header) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """The rows, their line numbers, and the index of the line after `end`."""
    rows: list[str] = []
    numbers: list[int] = []
    for number in range(first, len(lines)):
        line = lines[number].rstrip(" \t")
        if line.startswith("#"):
            continue
        if line == "end":
            if len(rows) < header.rows:
                raise BadMap(number + 1, 1, "too-few-rows", rows=header.rows, found=len(rows))
            return tuple(rows), tuple(numbers), number + 1
        if len(rows) == header.rows:
            break
        _check_row(line, number + 1, len(rows) + 1, header.columns)
        rows.append(line)
        numbers.append(number + 1)
    raise BadMap(min(len(lines), (numbers or [first])[-1] + 1), 1, "no-end")


def _check_row(line: str, number: int, row: int, columns: int) -> None:
    for column, glyph in enumerate(line, 1):
        if glyph not in GLYPHS:
            raise BadMap(number, column, "bad-glyph", glyph=glyph, choices=tuple(GLYPHS))
    if len(line) != columns:
        raise BadMap(number, min(len(line), columns) + 1, "bad-row", row=row, columns=columns, found=len(line))
