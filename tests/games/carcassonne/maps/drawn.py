"""Boards on a map, drawn in the notation of maps.md: `K6 L r3 red:c1; J7 E r0` names squares of the map.

As in the rule file, a drawn board ignores reach, and so does the tile that `settle` plays last.
"""

from __future__ import annotations

import re
from typing import Any

from games.carcassonne.expansions.maps import library
from games.carcassonne.expansions.maps.opening import connect
from games.carcassonne.geometry import MAP_SQUARES, cell_at, xy
from games.carcassonne.rulebook import proceed
from games.carcassonne.state import NOBODY
from tests.rules.table import COLOURS, GAME, Entry, Table, entries


def square(name: str) -> tuple[int, int]:
    """Return the coordinates (x, y) of a square from its name."""
    map_squares = MAP_SQUARES.read(name)
    assert map_squares, name
    return map_squares


def on_squares(board: str) -> str:
    """Return the drawn board with coordinates in place of square names."""
    return re.sub(r"\b([A-Z]\d{1,2})(?= \w+ r\d)", lambda match: "({},{})".format(*square(match[1])), board)


class MapTable(Table):
    """A drawn or running game on a map."""

    @classmethod
    def on(cls, map_id: str, board: str = "", *, seats: int = 2, turn: str = "red", **given: str) -> MapTable:
        """Return the position that `board` draws on an otherwise empty map, with the colour `turn` about to draw."""
        state = GAME.start(GAME.options({"map": map_id, **given}), seats)
        table = cls(state)
        state.asked = NOBODY
        for entry in entries(on_squares(board)):
            table._lay_tile(entry)
        state.left = sum(state.bag)
        state.seat = COLOURS.index(turn)
        proceed(state, table.events.append)
        return table

    def _lay_tile(self, entry: Entry) -> None:
        self._reach(entry)
        super()._lay_tile(entry)
        connect(self.state, self.events.append)

    def _reach(self, entry: Entry) -> None:
        cell = cell_at(entry.x, entry.y)
        self.state.frontier.setdefault(cell, self.state.blank[cell])

    def settle(self, board: str) -> MapTable:
        """Play these parts of turns, on any squares, and return the table."""
        for entry in entries(on_squares(board)):
            self._reach(entry)
            self.play("({},{}) {} r{}{}".format(entry.x, entry.y, entry.tile.split("/")[1], entry.turn, _figure_names(entry)))
        return self

    def put(self, board: str) -> MapTable:
        """Play these parts of turns by the rules, reach included, and return the table."""
        self.play(on_squares(board))
        return self

    @property
    def reach(self) -> set[str]:
        """Names of the squares on which a tile may be placed."""
        return {MAP_SQUARES.name(*xy(cell)) for cell in self.state.frontier}

    def shown_at(self, name: str, side: int) -> set[str]:
        """Return the letters that the tiles allowed on an empty square show on a side."""
        kinds = set()
        for kind, tile in enumerate(self.state.rules.tiles):
            mask = self.state.rules.fits[kind][self.state.blank[cell_at(*square(name))]]
            kinds |= {tile.edges[(side - turn) & 3] for turn in range(4) if mask >> turn & 1}
        return kinds

    def feature(self, name: str, part: str) -> Any:
        """Return the view of the feature to which a segment belongs."""
        x, y = square(name)
        return next(f for f in self.view.features if (x, y, part) in f.segments)


def _figure_names(entry: Entry) -> str:
    return "".join(f" {colour} {piece}:{part}" for colour, piece, part in entry.figures)


def changed(map_id: str, *changes: tuple[str, str]) -> str:
    """Return the text of a built-in map with words replaced."""
    text = library.text_of(map_id)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def registered(map_id: str, *changes: tuple[str, str]) -> str:
    """Register a built-in map with replaced words, and return its id."""
    return library.register(changed(map_id, *changes))
