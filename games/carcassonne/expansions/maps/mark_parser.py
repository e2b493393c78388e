"""The parser for the marks of a map: lines that describe what is printed on its squares and around them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from games.carcassonne.expansions.maps.design import (
    BIG,
    ISLAND,
    LAND,
    NOTHING,
    START,
    TOWN,
    WAVE,
    Ferry,
    Island,
    MapDesign,
    MapPlace,
    PrintedBorder,
    Square,
    neighbour,
)
from games.carcassonne.expansions.maps.map_errors import InvalidMapError, MapErrors, MapToken, name_of
from games.carcassonne.geometry import MAP_SQUARES, SIDES

MOST_SHIELDS = 5
"""On one printed thing."""

FORMS = {
    "place": 'place B2 town|start|big "Name" [shields=N] [open=NESW]',
    "border": 'border B2 N|E|S|W road|city shields=N "Name"',
    "ferry": 'ferry B2 N|E|S|W D4 N|E|S|W shields=N "Name"',
    "island": 'island B2 C2 "Name"',
}
_GLYPH_OF = {"town": TOWN, "start": START, "big": BIG}


_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»″＂", '"'))
"""What phones, word processors and other languages put in place of plain quotes: as wide, so columns stay true."""

_WORD = re.compile(r""""([^"]*)"|['‘‚‹](.*?)['’‘›](?=\s|$)|\S+""")


def words_of(line: str, number: int) -> list[MapToken]:
    """Return the words of a line; a name may stand in any kind of quotes."""
    words = []
    for match in _WORD.finditer(line.translate(_QUOTES)):
        name = match[1] if match[1] is not None else match[2]
        if name is None and '"' in match[0]:
            raise InvalidMapError(number, match.start() + match[0].index('"') + 1, "open-quote")
        words.append(MapToken(match[0] if name is None else name, number, match.start() + 1, name is not None))
    return words


class _Tail(NamedTuple):
    """Optional last words of a mark: the name, the number of shields and the open sides."""

    name: str
    shields: int
    open: tuple[int, ...] | None


class MarkParser:
    """Parser of marks, with the marks read so far and the squares and sides that they use."""

    def __init__(self, bare: MapDesign | None) -> None:
        self.bare = bare
        """The map without marks; None where the grid is not sound: then marks are read for their form alone."""
        self.places: list[MapPlace] = []
        self.borders: list[PrintedBorder] = []
        self.ferries: list[Ferry] = []
        self.islands: list[Island] = []
        self.marked: dict[Square, int] = {}
        self.sides: dict[tuple[Square, int], int] = {}
        self.meant: set[Square] = set()
        """Squares on lines that are wrong: mending the line names them."""

    def read(self, line: str, number: int) -> None:
        """Parse one line of marks."""
        try:
            self._read(words_of(line, number))
        except InvalidMapError:
            self.meant.update(square for word in line.split() if (square := MAP_SQUARES.read(word)))
            raise

    def _read(self, words: list[MapToken]) -> None:
        word = words[0]
        if word.quoted or word.text not in FORMS:
            raise word.wrong("unknown-mark", word=word.text, choices=tuple(FORMS))
        getattr(self, "_" + word.text)(words)

    def finished(self, slips: MapErrors) -> MapDesign:
        """Return the map if the form of its text has no faults; otherwise raise `InvalidMapError`."""
        if self.bare is not None:
            for square in self.bare.drawn(TOWN + START + BIG + ISLAND):
                if square not in self.marked and square not in self.meant:
                    line, column = self.bare.grid_lines[square[1]], square[0] + 1
                    glyph = self.bare.glyph(square)
                    slips.note(InvalidMapError(line, column, "unnamed", square=MAP_SQUARES.name(*square), glyph=glyph))
        slips.settle()
        assert self.bare is not None, "an unsound grid is a slip"
        return replace(
            self.bare,
            places=tuple(self.places),
            borders=tuple(self.borders),
            ferries=tuple(self.ferries),
            islands=tuple(self.islands),
        )

    # One method for each mark.

    def _place(self, words: list[MapToken]) -> None:
        fixed, tail = self._split_words(words, 3, ("shields", "open"))
        kind = fixed[2].text
        if kind not in _GLYPH_OF:
            raise fixed[2].wrong("bad-mark", expected=FORMS["place"])
        if kind != "big" and (tail.shields or tail.open is not None):
            raise words[-1].wrong("bad-mark", expected=FORMS["place"])
        square = self._mark(fixed[1], _GLYPH_OF[kind])
        sides = ((0, 1, 2, 3) if tail.open is None else tail.open) if kind == "big" else ()
        self.places.append(MapPlace(square, kind, tail.name, tail.shields, sides, words[0].line))

    def _border(self, words: list[MapToken]) -> None:
        fixed, tail = self._split_words(words, 4, ("shields",))
        if fixed[3].text not in ("road", "city"):
            raise fixed[3].wrong("bad-mark", expected=FORMS["border"])
        square, side = self._side(fixed[1], fixed[2], NOTHING)
        self.borders.append(PrintedBorder(square, side, fixed[3].text, tail.name, tail.shields, words[0].line))

    def _ferry(self, words: list[MapToken]) -> None:
        fixed, tail = self._split_words(words, 5, ("shields",))
        side = self._side(fixed[1], fixed[2], NOTHING + WAVE)
        two = self._side(fixed[3], fixed[4], NOTHING + WAVE)
        if side[0] == two[0]:
            raise fixed[3].wrong("same-square", square=MAP_SQUARES.name(*side[0]))
        self.ferries.append(Ferry((side, two), tail.name, tail.shields, words[0].line))

    def _island(self, words: list[MapToken]) -> None:
        squares = [word for word in words[1:] if not word.quoted]
        fixed, tail = self._split_words(words, 1 + max(1, len(squares)), ())
        self.islands.append(Island(tuple(self._mark(word, ISLAND) for word in fixed[1:]), tail.name, words[0].line))

    # Their parts.

    def _split_words(self, words: list[MapToken], size: int, keys: tuple[str, ...]) -> tuple[list[MapToken], _Tail]:
        """Return the first `size` words of a mark, and its tail: one name and the values of `keys`, in any order."""
        form = FORMS[words[0].text]
        fixed, rest = words[:size], words[size:]
        names = [word for word in rest if word.quoted]
        if len(fixed) < size or any(word.quoted for word in fixed) or len(names) != 1:
            raise words[min(len(words), size) - 1].wrong("bad-mark", expected=form)
        given: dict[str, MapToken] = {}
        for word in rest:
            key, equals, value = word.text.partition("=")
            if word.quoted:
                continue
            if not equals or key not in keys or key in given:
                raise word.wrong("bad-mark", expected=form)
            given[key] = MapToken(value, word.line, word.column + len(key) + 1)
        shields = _shields(given["shields"]) if "shields" in given else 0
        return fixed, _Tail(name_of(names[0]), shields, _open(given["open"]) if "open" in given else None)

    def _square(self, word: MapToken) -> Square:
        square = MAP_SQUARES.read(word.text) if re.fullmatch(r"[A-Za-z][1-9][0-9]?", word.text) else None
        beyond_grid = square is not None and self.bare and (square[0] >= self.bare.columns or square[1] >= self.bare.rows)
        if square is None or beyond_grid:
            raise word.wrong("bad-square", square=word.text)
        return square

    def _mark(self, word: MapToken, glyph: str) -> Square:
        """Return the square that a word names, and record that it has its mark.

        Raises `InvalidMapError` if the square has another glyph or a mark already.
        """
        square = self._square(word)
        name = MAP_SQUARES.name(*square)
        if self.bare and self.bare.glyph(square) != glyph:
            raise word.wrong("wrong-glyph", square=name, glyph=self.bare.glyph(square), expected=glyph)
        if square in self.marked:
            raise word.wrong("marked-twice", square=name, before=self.marked[square])
        self.marked[square] = word.line
        return square

    def _side(self, word: MapToken, side_word: MapToken, outside: str) -> tuple[Square, int]:
        """Return the square and side that two words name, for a print beyond that side.

        Raises `InvalidMapError` unless the square is playable, the square beyond is one of `outside`, and the side is unused.
        """
        square = self._square(word)
        letter = side_word.text.upper()
        if letter not in tuple(SIDES):
            raise side_word.wrong("bad-side", value=side_word.text)
        side, name = SIDES.index(letter), MAP_SQUARES.name(*square)
        if self.bare and self.bare.glyph(square) not in LAND + TOWN + START:
            raise word.wrong("not-playable", square=name)
        if self.bare and self.bare.glyph(neighbour(square, side)) not in outside:
            raise side_word.wrong("not-outer", square=name, side=letter)
        if (square, side) in self.sides:
            raise side_word.wrong("side-taken", square=name, side=letter, before=self.sides[square, side])
        self.sides[square, side] = word.line
        return square, side


def _shields(word: MapToken) -> int:
    if not re.fullmatch(r"[0-9]", word.text) or int(word.text) > MOST_SHIELDS:
        raise word.wrong("bad-shields", value=word.text, most=MOST_SHIELDS)
    return int(word.text)


def _open(word: MapToken) -> tuple[int, ...]:
    sides = [SIDES.find(letter) for letter in word.text.upper()]
    if not sides or -1 in sides or len(set(sides)) != len(sides):
        raise word.wrong("bad-sides", value=word.text)
    return tuple(sorted(sides))
