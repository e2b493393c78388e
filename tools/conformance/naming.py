"""Names of a record and names of the engine for the same things.

A record names a segment by its ports as the tile lies, the engine by its name on the tile; a record says `["piece", 1, 0]`
where the engine says `raise 1,0`. Everything that is compared is first put in the record's words, as nested tuples.
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
    """Our id of the tile that a record calls `letters`."""
    (each_name,) = (name for name in tiles() if name.split("/")[1] == letters)
    return each_name


def frozen(value: Any) -> Any:
    """Return lists as tuples and dicts as sorted items, to be counted in a multiset."""
    if isinstance(value, list | tuple):
        return tuple(frozen(v) for v in value)
    if isinstance(value, dict):
        return tuple(sorted((k, frozen(v)) for k, v in value.items()))
    return value


def ports(segment: Segment) -> tuple[str, ...]:
    """Return the ports of a turned segment as a record writes them."""
    names = HALVES if segment.kind is SegmentKind.FIELD else SIDES
    return tuple(names[port] for port in segment.ports)


def picture(tile: str, turn: int) -> frozenset[object]:
    """Return the visible picture of a tile after `turn` quarter turns: equal pictures are one placement."""
    return tiles()[tile].picture(turn)


class PlacedTile(NamedTuple):
    """A tile on the board, and its segments as they lie."""

    tile: Tile
    turn: int
    segments: tuple[Segment, ...]


class ReplayedBoard:
    """The board as followed from the events: enough to name segments and whole features."""

    def __init__(self) -> None:
        self.lying: dict[tuple[int, int], PlacedTile] = {}

    def lay(self, x: int, y: int, tile: str, turn: int) -> None:
        """Lay a tile."""
        self.lying[x, y] = PlacedTile(tiles()[tile], turn, tiles()[tile].turned(turn))

    def segments(self, x: int, y: int) -> tuple[Segment, ...]:
        """Return the segments of a square's tile as they lie."""
        return self.lying[x, y].segments

    def place(self, x: int, y: int, part: str) -> Place:
        """Return a segment in a record's words."""
        if part == "t":
            return (x, y, "tower")
        segment = next(s for s in self.segments(x, y) if s.name == part)
        return (x, y, segment.kind.value, *ports(segment))

    def feature(self, place: Place) -> frozenset[Place]:
        """Return every segment of the feature to which `place` belongs."""
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
    """Return for each (x, y, part) with a player's figure: seat, kind, segment."""
    return {
        (piece.x, piece.y, piece.part): (piece.seat, piece.kind, *table.place(piece.x, piece.y, piece.part))
        for piece in view.pieces
        if piece.seat is not None and piece.kind not in ("dragon", "fairy")
    }


def _square(word: str) -> tuple[int, int]:
    x, y = word.split(",")
    return int(x), int(y)


def choice(text: str, table: ReplayedBoard, here: tuple[int, int], standing: Mapping[tuple[int, int, str], Choice]) -> Choice:
    """Return an action of the wood, capture, exchange, ransom or dragon decision in a record's words.

    `here` is the square of the tile just placed, `standing` what `figures` gives.
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
