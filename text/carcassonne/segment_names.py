"""The names of a tile's segments by their position: "north city", "east-west road", "south-west field".

Cities and roads are named after their sides, a field after the direction in which its half-edges lie. Segments of one kind on one
tile have different names in every rotation (a test checks all tiles).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import atan2, pi

from games.carcassonne.catalog import tile
from games.carcassonne.tile import Segment, SegmentKind
from games.carcassonne.view import BoardView, TileView
from text.carcassonne.phrasebook import phrases
from text.translator import Translator, phrase

WHERE: Mapping[str, str] = {
    "n": phrase("north"),
    "e": phrase("east"),
    "s": phrase("south"),
    "w": phrase("west"),
    "ne": phrase("north-east"),
    "se": phrase("south-east"),
    "sw": phrase("south-west"),
    "nw": phrase("north-west"),
    "ns": phrase("north-south"),
    "ew": phrase("east-west"),
    "nes": phrase("north-east-south"),
    "esw": phrase("east-south-west"),
    "nsw": phrase("north-south-west"),
    "new": phrase("north-east-west"),
    "nnw": phrase("north (west)"),
    "nne": phrase("north (east)"),
    "ene": phrase("east (north)"),
    "ese": phrase("east (south)"),
    "sse": phrase("south (east)"),
    "ssw": phrase("south (west)"),
    "wsw": phrase("west (south)"),
    "wnw": phrase("west (north)"),
    "middle": phrase("middle"),
    "inner": phrase("enclosed"),
}
SIDES = ("n", "e", "s", "w")
_ROUND = ("e", "se", "s", "sw", "w", "nw", "n", "ne")
_HALF_NAMES = ("nnw", "nne", "ene", "ese", "sse", "ssw", "wsw", "wnw")
_HALF_AT = ((-1, -2), (1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1))
"""Where each half-edge lies seen from the middle of the tile, x to the east and y to the south."""


def where(segment: Segment, tile_segments: Sequence[Segment]) -> str:
    """Return the position of a segment as a key of `WHERE`; empty for a segment that covers the tile or lies in its middle."""
    if segment.kind is not SegmentKind.FIELD:
        sides = "".join(SIDES[p] for p in segment.ports)
        return {"es": "se", "nesw": ""}.get(sides, sides)
    direction = _direction(segment.ports)
    rivals = [s for s in tile_segments if s.kind is SegmentKind.FIELD and _direction(s.ports) == direction]
    if len(rivals) == 1:
        return direction
    if len(segment.ports) == 1:
        return _HALF_NAMES[segment.ports[0]]
    return direction if segment.ports[1] - segment.ports[0] in (1, 7) else "middle"


def _direction(halves: Sequence[int]) -> str:
    if len(halves) in (0, 8):
        return "" if halves else "inner"
    x, y = (sum(_HALF_AT[h][axis] for h in halves) for axis in (0, 1))
    if not x and not y:
        return "middle"
    return _ROUND[round(atan2(y, x) / (pi / 4)) % 8]


def place(segment: Segment, tile_segments: Sequence[Segment], words: Translator) -> str:
    """Return the name of a segment with its position: `north city`, `field`, `monastery`."""
    where_text = where(segment, tile_segments)
    return _with_side(segment.kind, words.say(WHERE[where_text]), words) if where_text else kind_name(segment.kind, words)


def _with_side(kind: str, side: str, words: Translator) -> str:
    match kind:
        case "city":
            return words.say("{side} city", side=side)
        case "road":
            return words.say("{side} road", side=side)
        case "meadow":
            return words.say("{side} field", side=side)
        case _:
            return phrases().sided[kind](side, words)


def kind_name(kind: str, words: Translator) -> str:
    """Return the name of a kind of segment: `city`, `road`, `field`, `monastery`."""
    return words.say(KINDS.get(kind) or phrases().kinds[kind])


KINDS: Mapping[str, str] = {
    "city": phrase("city"),
    "road": phrase("road"),
    "meadow": phrase("field"),
    "cloister": phrase("monastery"),
}


def side_name(side: int, words: Translator) -> str:
    """Return the name of a side, counted clockwise from 0, which is `north`."""
    return words.say(WHERE[SIDES[side]])


_newest: list[tuple[BoardView, Mapping[tuple[int, int], TileView]]] = []
"""The view that was asked about last, with its tiles by square: hundreds of choices are said about one view."""


def tile_at(view: BoardView, x: int, y: int) -> TileView | None:
    """Return the tile on a square; None without one."""
    known = next((tiles for seen, tiles in _newest if seen is view), None)
    if known is None:
        known = {(t.x, t.y): t for t in view.tiles}
        _newest[:] = [(view, known)]
    return known.get((x, y))


def segments_at(view: BoardView, x: int, y: int) -> tuple[Segment, ...]:
    """Return the segments of the tile on a square, in the tile's rotation.

    A tile must lie there.
    """
    lying = tile_at(view, x, y)
    assert lying is not None, (x, y)
    return turned(lying.tile, lying.turn)


@cache
def turned(tile_id: str, turn: int) -> tuple[Segment, ...]:
    """Return the segments of a tile after `turn` quarter turns clockwise."""
    return tile(tile_id).turned(turn)


def segment_at(view: BoardView, x: int, y: int, part: str) -> Segment:
    """Return the segment named `part` of the tile on a square, in the tile's rotation."""
    return next(s for s in segments_at(view, x, y) if s.name == part)


def is_alone(view: BoardView, x: int, y: int, part: str) -> bool:
    """Return whether the tile has no other segment of the same kind as `part`."""
    kinds = [s.kind for s in segments_at(view, x, y)]
    return kinds.count(segment_at(view, x, y, part).kind) == 1


def place_at(view: BoardView, x: int, y: int, part: str, words: Translator) -> str:
    """Return the name of the segment `part` of the tile on a square, with its position: `south field`."""
    return place(segment_at(view, x, y, part), segments_at(view, x, y), words)


def side_at(view: BoardView, x: int, y: int, part: str, words: Translator) -> str:
    """Return the position of the segment `part` on its tile: `south`; empty if the segment covers the tile."""
    where_text = where(segment_at(view, x, y, part), segments_at(view, x, y))
    return words.say(WHERE[where_text]) if where_text else ""
