"""Tiles prepared for searches: one `TileLayout` per kind and turn, with everything looked up in advance.

Built once per rulebook from `Tile` data; plain ints and tuples throughout.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.carcassonne.actions import Action, act
from games.carcassonne.edges import FIELD, PLAIN, EdgeBits
from games.carcassonne.geometry import STEP, opposite
from games.carcassonne.tile import PieceKind, Segment, SegmentKind, Shape, Tile

VOTE_BITS = 8
"""Bits for the votes of one seat in a packed load; a seat never has more than 9 votes."""

MARKS_AT = 6 * VOTE_BITS
"""Where the counters of marks begin in a packed load, above the votes of six seats."""

MARK_BITS = 7
"""Bits for one mark: no feature has 128 of a kind."""


class Border(NamedTuple):
    """Side of a layout: the letter that a neighbour must show there, and the segments that join across it."""

    side: int
    step: int
    """From this cell to the one beyond."""
    bits: int
    """The demand that this side puts on the square beyond it."""
    main: int
    """Place of the segment that runs through this side, or -1 for a field."""
    farm_fields: tuple[int, ...]
    """Places of the meadow segments here: clockwise first and second half beside a road or the like, one for a field, none
    where a wall runs."""


class TileLayout:
    """One kind of tile in one of its four turns."""

    __slots__ = (
        "borders",
        "cloister",
        "facing",
        "id",
        "kind",
        "layout_rules",
        "loads",
        "names",
        "opens",
        "parents",
        "pastures",
        "place_of",
        "posts",
        "routes",
        "segments",
        "size",
        "stands",
        "tile",
        "turn",
    )

    def __init__(self, tile: Tile, kind: int, turn: int, rules: LayoutRules) -> None:
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
        """Open ports at the start: sides of a road or city; 1 for what is never complete; 8 squares around a cloister."""
        self.loads = [rules.load(s) for s in segments]
        self.borders = tuple(_border(segments, side, rules.edges) for side in range(4))
        self.facing = tuple(self._across_side(side) for side in range(4))
        """What a neighbour on whose side `s` this tile lies joins: (main, meadows in the neighbour's order)."""
        self.routes = tuple(i for i, s in enumerate(segments) if s.kind.shape is Shape.SIDES)
        """Segments that a placement can complete by their ports."""
        self.pastures = tuple((i, s.touches) for i, s in enumerate(segments) if s.kind.shape is Shape.HALVES)
        self.cloister = next((i for i, s in enumerate(segments) if s.kind.shape is Shape.AROUND), -1)
        self.layout_rules = tuple(i for i, s in enumerate(segments) if s.kind in rules.settled)
        """Segments on which any follower may stand."""
        self.posts = tuple(self._posts(piece) for piece in rules.pieces)
        """For each piece of the rulebook the segments on which it may stand at all."""
        self.stands = tuple(tuple(act("deploy", piece.id, part=s.name) for s in segments) for piece in rules.pieces)
        """For each piece of the rulebook the action that puts it on each segment of the tile just placed."""

    def _posts(self, piece: PieceKind) -> tuple[int, ...]:
        if piece.stands_on is None:
            return self.layout_rules
        return tuple(i for i, s in enumerate(self.segments) if s.kind in piece.stands_on)

    def _across_side(self, side: int) -> tuple[int, tuple[int, ...]]:
        border = self.borders[opposite(side)]
        return border.main, border.farm_fields[::-1]

    def __repr__(self) -> str:
        return f"Layout({self.id} r{self.turn})"


class LayoutRules:
    """Parts of a rulebook that determine layouts: pieces, counted marks, edges, and where followers may stand."""

    def __init__(
        self, pieces: Sequence[PieceKind], marks: Sequence[str], settled: frozenset[SegmentKind], edges: EdgeBits = PLAIN
    ) -> None:
        self.pieces = tuple(pieces)
        self.shift = {mark: MARKS_AT + MARK_BITS * i for i, mark in enumerate(marks)}
        self.settled = settled
        self.edges = edges

    def load(self, segment: Segment) -> int:
        """Return the packed counters of a segment: its counted marks, and no votes."""
        return sum(1 << self.shift[mark] for mark in segment.marks if mark in self.shift)


_OPEN = {Shape.AROUND: 8, Shape.HALVES: 1, Shape.SPOT: 1}


def _open(segment: Segment) -> int:
    return len(segment.ports) if segment.kind.shape is Shape.SIDES else _OPEN[segment.kind.shape]


def _border(segments: Sequence[Segment], side: int, edges: EdgeBits) -> Border:
    main = -1
    halves: dict[int, int] = {}
    for place, segment in enumerate(segments):
        if segment.kind.shape is Shape.SIDES and side in segment.ports:
            main = place
        elif segment.kind.shape is Shape.HALVES:
            halves.update({port: place for port in segment.ports if port // 2 == side})
    farm_fields = tuple(halves[half] for half in (2 * side, 2 * side + 1) if half in halves)
    letter = segments[main].kind.letter if main >= 0 else FIELD
    return Border(side, STEP[side], edges.on(opposite(side), letter), main, farm_fields if main >= 0 else farm_fields[:1])


PLACEMENTS: dict[int, tuple[tuple[Action, ...], ...]] = {}
"""For each cell met so far the placement actions of each mask of turns (a plain dict: look-ups in one are fastest)."""


def meet_cells(cells: Iterable[int]) -> None:
    """Create the row of `PLACEMENTS` for each of these cells that has none yet."""
    for cell in cells:
        if cell not in PLACEMENTS:
            turns = [act("place", cell=cell, turn=turn) for turn in range(4)]
            PLACEMENTS[cell] = tuple(tuple(turns[t] for t in range(4) if mask >> t & 1) for mask in range(16))
