"""Translation of this engine's names into those of a record, so that both can be compared.

A record names a segment by its ports on the turned tile, this engine by the segment's name on the tile; a record says `["piece", 1,
0]` where this engine says `raise 1,0`. Everything that is compared is first put in the record's notation, as nested tuples.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from games.carcassonne.catalog import tiles
from games.carcassonne.geometry import HALVES, SIDES, opposite
from games.carcassonne.tile import Segment, SegmentKind, Tile
from games.carcassonne.view import BoardView

Place = tuple[Any, ...]
"""A segment in a record's words: x, y, feature, ports..."""

Choice = tuple[Any, ...]
"""One alternative of a decision in a record's words."""


@cache
def tile_id(letters: str) -> str:
    """Return this engine's id of the tile that a record calls `letters`."""
    (each_name,) = (name for name in tiles() if name.split("/")[1] == letters)
    return each_name


def frozen(value: Any) -> Any:
    """Return `value` with lists as tuples and dicts as sorted tuples of items, so that it is hashable."""
    if isinstance(value, list | tuple):
        return tuple(frozen(v) for v in value)
    if isinstance(value, dict):
        return tuple(sorted((k, frozen(v)) for k, v in value.items()))
    return value


def ports(segment: Segment) -> tuple[str, ...]:
    """Return the names of a turned segment's ports in the record's notation."""
    names = HALVES if segment.kind is SegmentKind.FIELD else SIDES
    return tuple(names[port] for port in segment.ports)


def picture(tile: str, turn: int) -> frozenset[object]:
    """Return the visible picture of a tile after `turn` quarter turns; turns with equal pictures are the same placement."""
    return tiles()[tile].picture(turn)


class PlacedTile(NamedTuple):
    """A tile on the board, with its segments in their current rotation."""

    tile: Tile
    turn: int
    segments: tuple[Segment, ...]


class ReplayedBoard:
    """The board as rebuilt from events, with just enough detail to name segments and whole features."""

    def __init__(self) -> None:
        self.lying: dict[tuple[int, int], PlacedTile] = {}

    def lay(self, x: int, y: int, tile: str, turn: int) -> None:
        """Add a tile at the square (`x`, `y`), turned by `turn` quarter turns."""
        self.lying[x, y] = PlacedTile(tiles()[tile], turn, tiles()[tile].turned(turn))

    def segments(self, x: int, y: int) -> tuple[Segment, ...]:
        """Return the segments of the tile at the square (`x`, `y`), in their current rotation."""
        return self.lying[x, y].segments

    def place(self, x: int, y: int, part: str) -> Place:
        """Return the segment named `part` of the tile at (`x`, `y`) in the record's notation."""
        if part == "t":
            return (x, y, "tower")
        segment = next(s for s in self.segments(x, y) if s.name == part)
        return (x, y, segment.kind.value, *ports(segment))

    def feature(self, place: Place) -> frozenset[Place]:
        """Return all segments of the feature to which `place` belongs, in the record's notation."""
        seen = {place}
        queue = [place]
        while queue:
            for beside in self._places_beside(queue.pop()):
                if beside not in seen:
                    seen.add(beside)
                    queue.append(beside)
        return frozenset(seen)

    def _places_beside(self, place: Place) -> Iterable[Place]:
        x, y, kind, *leaving = place
        if kind not in ("road", "city", "meadow"):
            return
        for port in leaving:
            half = HALVES.index(port) if kind == "meadow" else 2 * SIDES.index(port)
            side = half // 2
            near = (x + (0, 1, 0, -1)[side], y + (-1, 0, 1, 0)[side])
            if near in self.lying:
                across = 2 * opposite(side) + 1 - half % 2
                wanted = across if kind == "meadow" else opposite(side)
                yield next((*near, kind, *ports(s)) for s in self.segments(*near) if s.kind.value == kind and wanted in s.ports)


def figures(table: ReplayedBoard, view: BoardView) -> dict[tuple[int, int, str], Choice]:
    """Return the players' figures on the board, by (x, y, part): seat, kind of figure, and segment."""
    return {
        (piece.x, piece.y, piece.part): (piece.seat, piece.kind, *table.place(piece.x, piece.y, piece.part))
        for piece in view.pieces
        if piece.seat is not None and piece.kind not in ("dragon", "fairy")
    }


def _square(word: str) -> tuple[int, int]:
    x, y = word.split(",")
    return int(x), int(y)


def choice(text: str, table: ReplayedBoard, here: tuple[int, int], standing: Mapping[tuple[int, int, str], Choice]) -> Choice:
    """Return an action of the wood, capture, exchange, ransom or dragon decision in the record's notation.

    `here` is the square of the tile just placed; `standing` is the result of `figures`.
    """
    verb, *words = text.split(" ")
    if verb == "skip":
        return ("pass",)
    if verb == "deploy":
        square = _square(words[1]) if len(words) == 3 else here
        return (words[0], *table.place(*square, words[-1]))
    if verb == "guard":
        return (words[0], *_square(words[1]), "tower")
    if verb == "raise":
        return ("piece", *_square(words[0]))
    if verb == "dragon":
        return _square(words[0])
    if verb == "exchange":
        return ("exchange", words[0])
    if verb == "ransom":
        return ("ransom", int(words[1][1:]), words[0])
    figure = standing[(*_square(words[0]), words[1])]
    if verb == "fairy":
        return ("fairy", *figure[1:])
    return (verb, *figure)
