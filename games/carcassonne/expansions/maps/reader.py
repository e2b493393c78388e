"""Reads a map from its text, with a complete check of the form: any text gives a map or says where it is wrong.

The format is in `docs/maps.md`. What a well-formed map must be to be playable is the business of `check`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from games.carcassonne.expansions.maps.design import (
    BIG,
    GLYPHS,
    ISLAND,
    LAND,
    NOTHING,
    START,
    TOWN,
    WAVE,
    Border,
    Ferry,
    Island,
    MapDesign,
    Place,
    Square,
    beyond,
)
from games.carcassonne.geometry import SIDES
from games.carcassonne.squares import MAP_SQUARES

MOST_CHARACTERS = 16_000
MOST_COLUMNS = 26
"""A column is called by one letter."""
MOST_ROWS = 40
LONGEST_LINE = 160
LONGEST_NAME = 40
MOST_SHIELDS = 5
"""On one printed thing."""
USUAL_MEEPLES = 9

TILE_SETS = ("base", "winter", "inns", "traders")
"""The sets that a map can name (maps 11)."""

CODES: frozenset[str] = frozenset(
    {
        # the form, found by `read_map`
        "too-long",  # most: characters of the whole text
        "line-too-long",  # most
        "bad-header",  # a line before `grid:` that is not `key: value`
        "unknown-header",  # key, choices
        "header-twice",  # key
        "header-missing",  # key
        "bad-value",  # key, value, expected: what a header may say
        "bad-row",  # row, columns, found: a row of another length
        "bad-glyph",  # glyph, choices
        "too-few-rows",  # rows, found
        "no-end",  # the grid is not closed by `end`
        "unknown-mark",  # word, choices
        "bad-mark",  # expected: the form of this mark
        "bad-square",  # square
        "bad-name",  # name, most
        "bad-shields",  # value, most
        "bad-sides",  # value
        "open-quote",  # a name without its closing quote
        "wrong-glyph",  # square, glyph, expected
        "marked-twice",  # square, line: of the first mark
        "unnamed",  # square, glyph: a place or island without its mark
        "not-playable",  # square: a border or ferry where no tile can lie
        "not-outer",  # square, side: a side that has land or a big city beyond it
        "side-taken",  # square, side, line
        "same-square",  # square: both landings of a ferry
        # the sense, found by `check_design`
        "few-starts",  # found, least
        "starts-touch",  # square, other
        "few-squares",  # found, least
        "many-squares",  # found, most
        "many-shields",  # found, most
        "open-to-nothing",  # square, side: an open side of a big city with no land beyond it
        "closed-to-neighbour",  # square, other: big cities side by side that are not open to each other
        "unreachable",  # square, start
        "unfillable",  # square, found, least: too few tiles fit between what is printed
    }
)


class BadMap(ValueError):
    """A map that cannot be: where (line and column from 1), a code of `CODES`, and what its sentence needs."""

    def __init__(self, line: int, column: int, code: str, **params: object) -> None:
        assert code in CODES, code
        super().__init__(f"line {line}, column {column}: {code} {params}")
        self.line = line
        self.column = column
        self.code = code
        self.params = params


class _Word(NamedTuple):
    """One word of a mark; a name comes without its quotes."""

    text: str
    line: int
    column: int
    quoted: bool = False

    def wrong(self, code: str, **params: object) -> BadMap:
        return BadMap(self.line, self.column, code, **params)


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
    design = _Marks(header, grid, grid_lines)
    for number in range(after, len(lines)):
        if not _idle(lines[number]):
            design.read(_words(lines[number], number + 1))
    return design.finished()


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
    given: dict[str, _Word] = {}
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
        given[match[1]] = _Word(match[2], number, match.start(2) + 1)
    raise BadMap(len(lines), 1, "header-missing", key="grid")


def _understood(given: dict[str, _Word], line: int) -> _Header:
    for key in _NEEDED:
        if key not in given:
            raise BadMap(line, 1, "header-missing", key=key)
    named = given["map"]
    if not re.fullmatch(r"[a-z][a-z0-9]{0,19}", named.text) or named.text == "none":
        raise named.wrong("bad-value", key="map", value=named.text, expected="a-z 0-9, 1-20")
    return _Header(
        named.text,
        _name(given["title"]),
        _name(given["origin"]),
        _number(given, "cols", 3, MOST_COLUMNS),
        _number(given, "rows", 3, MOST_ROWS),
        _sets(given["tiles"]),
        _number(given, "limit", 10, 999) if "limit" in given else None,
        _number(given, "meeples", 1, 9) if "meeples" in given else USUAL_MEEPLES,
    )


def _number(given: dict[str, _Word], key: str, low: int, high: int) -> int:
    word = given[key]
    if not re.fullmatch(r"[0-9]{1,3}", word.text) or not low <= int(word.text) <= high:
        raise word.wrong("bad-value", key=key, value=word.text, expected=f"{low}-{high}")
    return int(word.text)


def _sets(word: _Word) -> tuple[str, ...]:
    sets = word.text.split()
    for match in re.finditer(r"\S+", word.text):
        if match[0] not in TILE_SETS or sets.count(match[0]) > 1:
            at = word.column + match.start()
            raise BadMap(word.line, at, "bad-value", key="tiles", value=match[0], expected=" ".join(TILE_SETS))
    if "base" not in sets:
        raise word.wrong("bad-value", key="tiles", value=word.text, expected="base ...")
    return tuple(name for name in TILE_SETS if name in sets)


def _name(word: _Word) -> str:
    """Letters of any script, digits and a few signs: nothing that a chat could take for formatting or a mention."""
    if not re.fullmatch(r"(?:[^\W_]|[ '’.,()/&-])+", word.text) or not word.text.strip() or len(word.text) > LONGEST_NAME:
        raise word.wrong("bad-name", name=word.text[:LONGEST_NAME], most=LONGEST_NAME)
    return word.text


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


# Marks

_FORMS = {
    "place": 'place B2 town|start|big "Name" [shields=N] [open=NESW]',
    "border": 'border B2 N|E|S|W road|city shields=N "Name"',
    "ferry": 'ferry B2 N|E|S|W D4 N|E|S|W shields=N "Name"',
    "island": 'island B2 C2 "Name"',
}
_GLYPH_OF = {"town": TOWN, "start": START, "big": BIG}


def _words(line: str, number: int) -> list[_Word]:
    words = []
    for match in re.finditer(r'"([^"]*)"|\S+', line):
        if match[1] is None and '"' in match[0]:
            raise BadMap(number, match.start() + match[0].index('"') + 1, "open-quote")
        words.append(_Word(match[0] if match[1] is None else match[1], number, match.start() + 1, match[1] is not None))
    return words


class _Tail(NamedTuple):
    """What every mark ends with."""

    name: str
    shields: int
    open: tuple[int, ...] | None


class _Marks:
    """The marks read so far, and what they have taken."""

    def __init__(self, header: _Header, grid: tuple[str, ...], grid_lines: tuple[int, ...]) -> None:
        self.header = header
        self.bare = MapDesign(
            header.id,
            header.title,
            header.origin,
            header.sets,
            header.limit,
            header.meeples,
            grid,
            (),
            (),
            (),
            (),
            grid_lines,
        )
        self.places: list[Place] = []
        self.borders: list[Border] = []
        self.ferries: list[Ferry] = []
        self.islands: list[Island] = []
        self.marked: dict[Square, int] = {}
        self.sides: dict[tuple[Square, int], int] = {}

    def read(self, words: list[_Word]) -> None:
        """Read one line of the marks."""
        word = words[0]
        if word.quoted or word.text not in _FORMS:
            raise word.wrong("unknown-mark", word=word.text[:LONGEST_NAME], choices=tuple(_FORMS))
        getattr(self, "_" + word.text)(words)

    def finished(self) -> MapDesign:
        """The map, if everything that needs a mark has one."""
        for square in self.bare.drawn(TOWN + START + BIG + ISLAND):
            if square not in self.marked:
                line, column = self.bare.grid_lines[square[1]], square[0] + 1
                raise BadMap(line, column, "unnamed", square=MAP_SQUARES.name(*square), glyph=self.bare.glyph(square))
        return replace(
            self.bare,
            places=tuple(self.places),
            borders=tuple(self.borders),
            ferries=tuple(self.ferries),
            islands=tuple(self.islands),
        )

    # One method for each mark.

    def _place(self, words: list[_Word]) -> None:
        fixed, tail = self._split(words, 3, ("shields", "open"))
        kind = fixed[2].text
        if kind not in _GLYPH_OF:
            raise fixed[2].wrong("bad-mark", expected=_FORMS["place"])
        if kind != "big" and (tail.shields or tail.open is not None):
            raise words[-1].wrong("bad-mark", expected=_FORMS["place"])
        square = self._mark(fixed[1], _GLYPH_OF[kind])
        sides = ((0, 1, 2, 3) if tail.open is None else tail.open) if kind == "big" else ()
        self.places.append(Place(square, kind, tail.name, tail.shields, sides, words[0].line))

    def _border(self, words: list[_Word]) -> None:
        fixed, tail = self._split(words, 4, ("shields",))
        if fixed[3].text not in ("road", "city"):
            raise fixed[3].wrong("bad-mark", expected=_FORMS["border"])
        square, side = self._side(fixed[1], fixed[2], NOTHING, "border")
        self.borders.append(Border(square, side, fixed[3].text, tail.name, tail.shields, words[0].line))

    def _ferry(self, words: list[_Word]) -> None:
        fixed, tail = self._split(words, 5, ("shields",))
        one = self._side(fixed[1], fixed[2], NOTHING + WAVE, "ferry")
        two = self._side(fixed[3], fixed[4], NOTHING + WAVE, "ferry")
        if one[0] == two[0]:
            raise fixed[3].wrong("same-square", square=fixed[3].text)
        self.ferries.append(Ferry((one, two), tail.name, tail.shields, words[0].line))

    def _island(self, words: list[_Word]) -> None:
        squares = [word for word in words[1:] if not word.quoted]
        fixed, tail = self._split(words, 1 + max(1, len(squares)), ())
        self.islands.append(Island(tuple(self._mark(word, ISLAND) for word in fixed[1:]), tail.name, words[0].line))

    # Their parts.

    def _split(self, words: list[_Word], size: int, keys: tuple[str, ...]) -> tuple[list[_Word], _Tail]:
        """The fixed words of a mark, and its tail in any order: one name, and what `keys` allow."""
        form = _FORMS[words[0].text]
        fixed, rest = words[:size], words[size:]
        names = [word for word in rest if word.quoted]
        if len(fixed) < size or any(word.quoted for word in fixed) or len(names) != 1:
            raise words[min(len(words), size) - 1].wrong("bad-mark", expected=form)
        given: dict[str, _Word] = {}
        for word in rest:
            key, equals, value = word.text.partition("=")
            if word.quoted:
                continue
            if not equals or key not in keys or key in given:
                raise word.wrong("bad-mark", expected=form)
            given[key] = _Word(value, word.line, word.column + len(key) + 1)
        shields = _shields(given["shields"]) if "shields" in given else 0
        return fixed, _Tail(_name(names[0]), shields, _open(given["open"]) if "open" in given else None)

    def _square(self, word: _Word) -> Square:
        square = MAP_SQUARES.read(word.text) if re.fullmatch(r"[A-Z][1-9][0-9]?", word.text) else None
        if square is None or square[0] >= self.bare.columns or square[1] >= self.bare.rows:
            raise word.wrong("bad-square", square=word.text[:LONGEST_NAME])
        return square

    def _mark(self, word: _Word, glyph: str) -> Square:
        """A square that gets its one mark."""
        square = self._square(word)
        if self.bare.glyph(square) != glyph:
            raise word.wrong("wrong-glyph", square=word.text, glyph=self.bare.glyph(square), expected=glyph)
        if square in self.marked:
            raise word.wrong("marked-twice", square=word.text, line=self.marked[square])
        self.marked[square] = word.line
        return square

    def _side(self, word: _Word, side_word: _Word, outside: str, mark: str) -> tuple[Square, int]:
        """A side of a playable square with nothing beyond it but what is printed there."""
        square = self._square(word)
        if side_word.text not in SIDES or len(side_word.text) != 1:
            raise side_word.wrong("bad-mark", expected=_FORMS[mark])
        side = SIDES.index(side_word.text)
        if self.bare.glyph(square) not in LAND + TOWN + START:
            raise word.wrong("not-playable", square=word.text)
        if self.bare.glyph(beyond(square, side)) not in outside:
            raise side_word.wrong("not-outer", square=word.text, side=side_word.text)
        if (square, side) in self.sides:
            raise side_word.wrong("side-taken", square=word.text, side=side_word.text, line=self.sides[square, side])
        self.sides[square, side] = word.line
        return square, side


def _shields(word: _Word) -> int:
    if not re.fullmatch(r"[0-9]", word.text) or int(word.text) > MOST_SHIELDS:
        raise word.wrong("bad-shields", value=word.text[:LONGEST_NAME], most=MOST_SHIELDS)
    return int(word.text)


def _open(word: _Word) -> tuple[int, ...]:
    sides = [SIDES.find(letter) for letter in word.text]
    if not sides or -1 in sides or len(set(sides)) != len(sides):
        raise word.wrong("bad-sides", value=word.text[:LONGEST_NAME])
    return tuple(sorted(sides))
