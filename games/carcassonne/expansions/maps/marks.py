"""The marks of a map, line by line: what stands on its squares and what is printed around them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from games.carcassonne.expansions.maps.bad_map import LONGEST_NAME, BadMap, Word, name_of
from games.carcassonne.expansions.maps.design import (
    BIG,
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

MOST_SHIELDS = 5
"""On one printed thing."""

_FORMS = {
    "place": 'place B2 town|start|big "Name" [shields=N] [open=NESW]',
    "border": 'border B2 N|E|S|W road|city shields=N "Name"',
    "ferry": 'ferry B2 N|E|S|W D4 N|E|S|W shields=N "Name"',
    "island": 'island B2 C2 "Name"',
}
_GLYPH_OF = {"town": TOWN, "start": START, "big": BIG}


def words_of(line: str, number: int) -> list[Word]:
    words = []
    for match in re.finditer(r'"([^"]*)"|\S+', line):
        if match[1] is None and '"' in match[0]:
            raise BadMap(number, match.start() + match[0].index('"') + 1, "open-quote")
        words.append(Word(match[0] if match[1] is None else match[1], number, match.start() + 1, match[1] is not None))
    return words


class _Tail(NamedTuple):
    """What every mark ends with."""

    name: str
    shields: int
    open: tuple[int, ...] | None


class Marks:
    """The marks read so far, and what they have taken."""

    def __init__(self, bare: MapDesign) -> None:
        self.bare = bare
        """The map without marks."""
        self.places: list[Place] = []
        self.borders: list[Border] = []
        self.ferries: list[Ferry] = []
        self.islands: list[Island] = []
        self.marked: dict[Square, int] = {}
        self.sides: dict[tuple[Square, int], int] = {}

    def read(self, words: list[Word]) -> None:
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

    def _place(self, words: list[Word]) -> None:
        fixed, tail = self._split(words, 3, ("shields", "open"))
        kind = fixed[2].text
        if kind not in _GLYPH_OF:
            raise fixed[2].wrong("bad-mark", expected=_FORMS["place"])
        if kind != "big" and (tail.shields or tail.open is not None):
            raise words[-1].wrong("bad-mark", expected=_FORMS["place"])
        square = self._mark(fixed[1], _GLYPH_OF[kind])
        sides = ((0, 1, 2, 3) if tail.open is None else tail.open) if kind == "big" else ()
        self.places.append(Place(square, kind, tail.name, tail.shields, sides, words[0].line))

    def _border(self, words: list[Word]) -> None:
        fixed, tail = self._split(words, 4, ("shields",))
        if fixed[3].text not in ("road", "city"):
            raise fixed[3].wrong("bad-mark", expected=_FORMS["border"])
        square, side = self._side(fixed[1], fixed[2], NOTHING, "border")
        self.borders.append(Border(square, side, fixed[3].text, tail.name, tail.shields, words[0].line))

    def _ferry(self, words: list[Word]) -> None:
        fixed, tail = self._split(words, 5, ("shields",))
        one = self._side(fixed[1], fixed[2], NOTHING + WAVE, "ferry")
        two = self._side(fixed[3], fixed[4], NOTHING + WAVE, "ferry")
        if one[0] == two[0]:
            raise fixed[3].wrong("same-square", square=fixed[3].text)
        self.ferries.append(Ferry((one, two), tail.name, tail.shields, words[0].line))

    def _island(self, words: list[Word]) -> None:
        squares = [word for word in words[1:] if not word.quoted]
        fixed, tail = self._split(words, 1 + max(1, len(squares)), ())
        self.islands.append(Island(tuple(self._mark(word, ISLAND) for word in fixed[1:]), tail.name, words[0].line))

    # Their parts.

    def _split(self, words: list[Word], size: int, keys: tuple[str, ...]) -> tuple[list[Word], _Tail]:
        """The fixed words of a mark, and its tail in any order: one name, and what `keys` allow."""
        form = _FORMS[words[0].text]
        fixed, rest = words[:size], words[size:]
        names = [word for word in rest if word.quoted]
        if len(fixed) < size or any(word.quoted for word in fixed) or len(names) != 1:
            raise words[min(len(words), size) - 1].wrong("bad-mark", expected=form)
        given: dict[str, Word] = {}
        for word in rest:
            key, equals, value = word.text.partition("=")
            if word.quoted:
                continue
            if not equals or key not in keys or key in given:
                raise word.wrong("bad-mark", expected=form)
            given[key] = Word(value, word.line, word.column + len(key) + 1)
        shields = _shields(given["shields"]) if "shields" in given else 0
        return fixed, _Tail(name_of(names[0]), shields, _open(given["open"]) if "open" in given else None)

    def _square(self, word: Word) -> Square:
        square = MAP_SQUARES.read(word.text) if re.fullmatch(r"[A-Z][1-9][0-9]?", word.text) else None
        if square is None or square[0] >= self.bare.columns or square[1] >= self.bare.rows:
            raise word.wrong("bad-square", square=word.text[:LONGEST_NAME])
        return square

    def _mark(self, word: Word, glyph: str) -> Square:
        """A square that gets its one mark."""
        square = self._square(word)
        if self.bare.glyph(square) != glyph:
            raise word.wrong("wrong-glyph", square=word.text, glyph=self.bare.glyph(square), expected=glyph)
        if square in self.marked:
            raise word.wrong("marked-twice", square=word.text, before=self.marked[square])
        self.marked[square] = word.line
        return square

    def _side(self, word: Word, side_word: Word, outside: str, mark: str) -> tuple[Square, int]:
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
            raise side_word.wrong("side-taken", square=word.text, side=side_word.text, before=self.sides[square, side])
        self.sides[square, side] = word.line
        return square, side


def _shields(word: Word) -> int:
    if not re.fullmatch(r"[0-9]", word.text) or int(word.text) > MOST_SHIELDS:
        raise word.wrong("bad-shields", value=word.text[:LONGEST_NAME], most=MOST_SHIELDS)
    return int(word.text)


def _open(word: Word) -> tuple[int, ...]:
    sides = [SIDES.find(letter) for letter in word.text]
    if not sides or -1 in sides or len(set(sides)) != len(sides):
        raise word.wrong("bad-sides", value=word.text[:LONGEST_NAME])
    return tuple(sorted(sides))
