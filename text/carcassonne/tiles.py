"""The descriptions of tiles, with and without their rotation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from games.carcassonne.catalog import tile
from games.carcassonne.tile import Segment, SegmentKind, Tile
from text.carcassonne.phrasebook import phrases
from text.carcassonne.segment_names import place, turned
from text.carcassonne.terms import mark_name
from text.translator import Translator, phrase

_CITY: Mapping[str, str] = {
    "edge": phrase("city edge"),
    "corner": phrase("city corner"),
    "across": phrase("city from side to side"),
    "three": phrase("city on three sides"),
    "all": phrase("city all round"),
}
_ROAD: Mapping[str, str] = {
    "end": phrase("road end"),
    "bend": phrase("bend"),
    "straight": phrase("straight road"),
}


def tile_name(tile_id: str, words: Translator) -> str:
    """Return the description of a tile regardless of its rotation: `city corner and bend, with shield`."""
    printed = tile(tile_id)
    parts = _cities(printed, words) + _roads(printed, words)
    if any(s.kind is SegmentKind.CLOISTER for s in printed.segments):
        parts.insert(0, words.say("monastery"))
    parts += [part for book in phrases().books if book.printed for part in book.printed(printed, words)]
    marks = _marks(printed, words)
    name = words.list(parts) if parts else words.say("field only")
    return words.say("{tile}, with {marks}", tile=name, marks=words.list(marks)) if marks else name


@lru_cache(maxsize=2048)
def as_it_lies(tile_id: str, turn: int, words: Translator) -> str:
    """Return the description of a tile in its rotation, with sides: `north city with shield, east-west road`."""
    segments = turned(tile_id, turn)
    shown = [s for s in segments if s.kind is not SegmentKind.FIELD] or list(segments)
    parts = [_with_marks(place(s, segments, words), s.marks, words) for s in shown]
    told = {mark for s in segments for mark in s.marks}
    parts += [mark_name(mark, words) for mark in tile(tile_id).marks if mark not in told]
    return ", ".join(parts)


def _with_marks(name: str, marks: Sequence[str], words: Translator) -> str:
    if not marks:
        return name
    return words.say("{place} with {marks}", place=name, marks=words.list([mark_name(m, words) for m in marks]))


def _cities(printed: Tile, words: Translator) -> list[str]:
    shapes = [_shape(s) for s in printed.segments if s.kind is SegmentKind.CITY]
    if shapes.count("edge") == 2 and len(shapes) == 2:
        first, second = (s.ports[0] for s in printed.segments if s.kind is SegmentKind.CITY)
        return [
            words.say("two cities on opposite sides") if (second - first) % 4 == 2 else words.say("two cities on adjacent sides")
        ]
    if shapes.count("edge") > 2:
        return [words.count("{number} city edge", "{number} city edges", len(shapes))]
    return [words.say(_CITY[shape]) for shape in shapes]


def _roads(printed: Tile, words: Translator) -> list[str]:
    roads = [s for s in printed.segments if s.kind is SegmentKind.ROAD]
    ends = [s for s in roads if len(s.ports) == 1]
    through = [s for s in roads if len(s.ports) > 1]
    if len(ends) > 2:
        return [words.say("junction of three roads") if len(ends) == 3 else words.say("crossroads")]
    if len(ends) == 2:
        return [words.say("two road ends")]
    if len(through) == 2:
        return [words.say("two bends") if _is_bend(through[0]) else words.say("two crossing roads")]
    return [_road_text(printed, road, words) for road in roads]


def _road_text(printed: Tile, road: Segment, words: Translator) -> str:
    shape = "end" if len(road.ports) == 1 else "bend" if _is_bend(road) else "straight"
    name = words.say(_ROAD[shape])
    cities = [s for s in printed.segments if s.kind is SegmentKind.CITY]
    if len(cities) != 1 or len(cities[0].ports) != 1 or shape == "straight":
        return name
    return _distinguishing_side(name, {(port - cities[0].ports[0]) % 4 for port in road.ports}, words)


def _is_bend(road: Segment) -> bool:
    return (road.ports[1] - road.ports[0]) % 4 != 2


def _distinguishing_side(name: str, sides: set[int], words: Translator) -> str:
    """Return a road's name with the side to which it leaves, seen with the city at the top.

    Mirrored tiles differ in that side only; a road that leaves to both sides or neither keeps its name.
    """
    if 1 in sides and 3 not in sides:
        return words.say("{road} to the right", road=name)
    if 3 in sides and 1 not in sides:
        return words.say("{road} to the left", road=name)
    return name


def _shape(city: Segment) -> str:
    if len(city.ports) == 2:
        return "across" if city.ports[1] - city.ports[0] == 2 else "corner"
    return {1: "edge", 3: "three", 4: "all"}[len(city.ports)]


def _marks(printed: Tile, words: Translator) -> list[str]:
    marks = [m for s in printed.segments for m in s.marks] + list(printed.marks)
    return [mark_name(m, words) for m in dict.fromkeys(marks)]
