"""A tile as the search path wants it: one `Layout` per kind and turn, everything about it looked up, nothing computed.

On the search path. Built once per rulebook from `Tile` data; plain ints and tuples throughout.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from games.carcassonne.actions import Action, act
from games.carcassonne.geometry import LETTER_BITS, STEP, opposite
from games.carcassonne.tile import Kind, Segment, Tile

VOTE_BITS = 8
"""Bits for the votes of one seat in a packed load; a seat never has more than 9 votes."""

MARKS_AT = 6 * VOTE_BITS
"""Where the counters of marks begin in a packed load, above the votes of six seats."""

MARK_BITS = 7
"""Bits for one mark: no feature has 128 of a kind."""

ROLE: Mapping[Kind, str] = {
    Kind.CITY: "knight",
    Kind.ROAD: "highwayman",
    Kind.CLOISTER: "monk",
    Kind.MEADOW: "farmer",
    Kind.TOWER: "guard",
}
"""What a follower is called where it stands (glossary, roles of a follower)."""


class Border(NamedTuple):
    """One side of a layout: what a neighbour must show there, and which segments join across it."""

    side: int
    step: int
    """From this cell to the one beyond."""
    bits: int
    """The demand that this side puts on the square beyond it."""
    main: int
    """Place of the city or road segment on this side, or -1."""
    meadows: tuple[int, ...]
    """Places of the meadow segments here: clockwise first and second half beside a road, one for a field, none for a city."""


class Layout:
    """One kind of tile in one turn."""

    __slots__ = (
        "borders",
        "cloister",
        "facing",
        "id",
        "kind",
        "loads",
        "names",
        "opens",
        "parents",
        "pastures",
        "place_of",
        "routes",
        "segments",
        "size",
        "stands",
        "stations",
        "tile",
        "turn",
    )

    def __init__(self, tile: Tile, kind: int, turn: int, rules: Stations) -> None:
        segments = tile.turned(turn)
        self.tile = tile
        self.id = tile.id
        self.kind = kind
        """Index of the tile in the rulebook."""
        self.turn = turn
        self.segments = segments
        self.size = len(segments)
        self.names = tuple(s.name for s in segments)
        self.place_of = {s.name: i for i, s in enumerate(segments)}
        self.parents = [-1] * self.size
        self.opens = [_open(s) for s in segments]
        """Open ports at the start: edges of a road or city; 1 for what is never complete; 8 squares around a cloister."""
        self.loads = [rules.load(s) for s in segments]
        self.borders = tuple(_border(segments, tile, turn, side) for side in range(4))
        self.facing = tuple(self._across(side) for side in range(4))
        """What a neighbour on whose side `s` this tile lies joins: (main, meadows in the neighbour's order)."""
        self.routes = tuple(i for i, s in enumerate(segments) if s.kind in (Kind.ROAD, Kind.CITY))
        """Segments that a placement can complete by their ports."""
        self.pastures = tuple((i, s.touches) for i, s in enumerate(segments) if s.kind is Kind.MEADOW)
        self.cloister = next((i for i, s in enumerate(segments) if s.kind is Kind.CLOISTER), -1)
        self.stations = tuple(i for i, s in enumerate(segments) if s.kind in rules.stands_on)
        """Segments on which a follower may stand at all."""
        self.stands = tuple(tuple(act("deploy", piece, part=s.name) for s in segments) for piece in rules.pieces)
        """For each piece of the rulebook the action that puts it on each segment of the tile just placed."""

    def _across(self, side: int) -> tuple[int, tuple[int, ...]]:
        border = self.borders[opposite(side)]
        return border.main, border.meadows[::-1]

    def __repr__(self) -> str:
        return f"Layout({self.id} r{self.turn})"


class Stations:
    """What of a rulebook shapes a layout: the pieces, the counted marks, and where followers may stand."""

    def __init__(self, pieces: Sequence[str], marks: Sequence[str], stands_on: frozenset[Kind]) -> None:
        self.pieces = tuple(pieces)
        self.shift = {mark: MARKS_AT + MARK_BITS * i for i, mark in enumerate(marks)}
        self.stands_on = stands_on

    def load(self, segment: Segment) -> int:
        """The packed counters that a segment brings: its counted marks, no votes."""
        return sum(1 << self.shift[mark] for mark in segment.marks if mark in self.shift)


def _open(segment: Segment) -> int:
    if segment.kind in (Kind.ROAD, Kind.CITY):
        return len(segment.ports)
    return 8 if segment.kind is Kind.CLOISTER else 1


def _border(segments: Sequence[Segment], tile: Tile, turn: int, side: int) -> Border:
    letter = tile.edges[(side - turn) & 3]
    main = -1
    halves: dict[int, int] = {}
    for place, segment in enumerate(segments):
        if segment.kind in (Kind.ROAD, Kind.CITY) and side in segment.ports:
            main = place
        elif segment.kind is Kind.MEADOW:
            halves.update({port: place for port in segment.ports if port // 2 == side})
    meadows = tuple(halves[half] for half in (2 * side, 2 * side + 1) if half in halves)
    bits = LETTER_BITS[letter] << 2 * opposite(side)
    return Border(side, STEP[side], bits, main, meadows[:1] if letter == "F" else meadows)


@cache
def fits(edges: str, distinct: tuple[int, ...]) -> tuple[int, ...]:
    """For each of the 256 constraints of a square the set of `distinct` turns that fit, as a mask of four bits.

    A constraint has two bits for each side: the letter that the neighbour shows there, or 0 where nothing lies.
    """
    packed = [sum(LETTER_BITS[edges[(side - turn) & 3]] << 2 * side for side in range(4)) for turn in range(4)]
    return tuple(sum(1 << turn for turn in distinct if _agrees(constraint, packed[turn])) for constraint in range(256))


def _agrees(constraint: int, edges: int) -> bool:
    return all(not (want := constraint >> shift & 3) or want == edges >> shift & 3 for shift in (0, 2, 4, 6))


PLACEMENTS: dict[int, tuple[tuple[Action, ...], ...]] = {}
"""For each cell met so far the placement actions of each mask of turns (a plain dict: look-ups in one are fastest)."""


def meet_cells(cells: Iterable[int]) -> None:
    """Give each of these cells its row in `PLACEMENTS`."""
    for cell in cells:
        if cell not in PLACEMENTS:
            turns = [act("place", cell=cell, turn=turn) for turn in range(4)]
            PLACEMENTS[cell] = tuple(tuple(turns[t] for t in range(4) if mask >> t & 1) for mask in range(16))
