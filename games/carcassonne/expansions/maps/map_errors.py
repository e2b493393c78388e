"""The faults in a map's text with their positions, as codes and parameters; the sentences are in the package `text`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from games.core.uploads import InvalidUploadError

LONGEST_NAME = 40

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
        "bad-side",  # value: not one of the four
        "open-quote",  # a name without its closing quote
        "wrong-glyph",  # square, glyph, expected
        "marked-twice",  # square, before: the line of the first mark
        "unnamed",  # square, glyph: a place or island without its mark
        "not-playable",  # square: a border or ferry where no tile can lie
        "not-outer",  # square, side: a side that has land or a big city beyond it
        "side-taken",  # square, side, before: the line that took it
        "same-square",  # square: both landings of a ferry
        # the sense, found by `check_design`
        "few-starts",  # found, least
        "starts-touch",  # square, other
        "few-squares",  # found, least
        "many-squares",  # found, most
        "many-shields",  # found, most
        "many-drawn",  # value, least, most: a limit above the tiles of the sets
        "open-to-nothing",  # square, side: an open side of a big city with no land beyond it
        "closed-to-neighbour",  # square, side, other, back: big cities side by side that are not open to each other
        "unreachable",  # square, start
        "unfillable",  # square, found, least: too few tiles fit between what is printed
    }
)


class InvalidMapError(InvalidUploadError):
    """Raised for an invalid map.

    It has the position (line and column from 1), a code of `CODES`, and the parameters of the code's sentence.
    """

    def __init__(self, line: int, column: int, code: str, **params: object) -> None:
        assert code in CODES, code
        super().__init__(f"line {line}, column {column}: {code} {params}")
        self.line = line
        self.column = column
        self.code = code
        self.params = params
        self.others: tuple[InvalidMapError, ...] = ()
        """What else is wrong with the same text, in the order in which it was found."""


class MapErrors:
    """Collector of all faults of one text, so that its author can correct them together."""

    def __init__(self) -> None:
        self._found: list[InvalidMapError] = []

    def __len__(self) -> int:
        return len(self._found)

    def note(self, slip: InvalidMapError) -> None:
        """Add a fault to the collection."""
        self._found.append(slip)

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Collect an `InvalidMapError` raised in the block instead of letting it propagate."""
        try:
            yield
        except InvalidMapError as slip:
            self.note(slip)

    def settle(self) -> None:
        """Raise the first collected fault with all others attached; do nothing if there are none."""
        if self._found:
            first, *others = self._found
            first.others = tuple(others)
            raise first


class MapToken(NamedTuple):
    """Word of a map's text with its position; a name comes without its quotes."""

    text: str
    line: int
    column: int
    quoted: bool = False

    def wrong(self, code: str, **params: object) -> InvalidMapError:
        """Return an error with this code at the position of the word."""
        return InvalidMapError(self.line, self.column, code, **params)


def name_of(word: MapToken) -> str:
    """Return the name that a word holds; raises `InvalidMapError` for other characters than letters, digits and a few signs.

    So a chat can't take a name for formatting or a mention.
    """
    if not re.fullmatch(r"(?:[^\W_]|[ '’.,()/&-])+", word.text) or not word.text.strip() or len(word.text) > LONGEST_NAME:
        raise word.wrong("bad-name", name=word.text[:LONGEST_NAME], most=LONGEST_NAME)
    return word.text
