"""Tiles as data: segments read from `tiles.toml`, checked, and turned.

A tile's id is `set/letter` (`base/D`). Segments are named as in the rule files: `c1 c2` cities, `r1` roads, `f1` fields, `m` the
cloister; expansions add kinds with letters of their own. The meaning of marks is not known here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from typing import Any, ClassVar, NamedTuple

from games.carcassonne.edges import FIELD
from games.carcassonne.geometry import HALVES, SIDES, turned_half, turned_side
from games.core.options import Options


class Shape(Enum):
    """Geometry of a kind of segment: how it lies on its tile, and how it is completed."""

    SIDES = auto()
    """Runs through sides of the tile and goes on beyond them; complete without an open side (road, city)."""
    HALVES = auto()
    """Owns half-edges and touches cities; never complete (meadow)."""
    AROUND = auto()
    """Lies within the tile; complete when the eight squares around hold tiles (cloister)."""
    SPOT = auto()
    """Lies within the tile and is no feature, only a place to stand on."""


class SegmentKind(str):
    """Kind of a segment: an id with the properties that the engine needs.

    The base game's four kinds are attributes here, expansions declare others (`Expansion.kinds`). Each kind is one object: compare
    by identity.
    """

    CITY: ClassVar[SegmentKind]
    ROAD: ClassVar[SegmentKind]
    FIELD: ClassVar[SegmentKind]
    CLOISTER: ClassVar[SegmentKind]

    word: str
    """Its key in `tiles.toml`."""
    part: str
    """The letter that names its segments: c1, r2, f1, m."""
    shape: Shape
    letter: str
    """Of `Shape.SIDES` the edge letter of a side."""
    walled: bool
    """Of `Shape.SIDES`: no meadow runs along it to the edge of the tile (city)."""
    role: str
    """What a follower is called here (glossary, roles of a follower); empty where nobody may ever stand."""
    settled: bool
    """Whether any follower may be put here; otherwise only figures that say so."""
    goes_on: bool
    """Of `Shape.SIDES`: a tile with it lies only where it goes on from one that lies there."""

    def __new__(
        cls,
        name: str,
        *,
        shape: Shape,
        part: str,
        role: str = "",
        word: str = "",
        letter: str = "",
        walled: bool = False,
        settled: bool = True,
        goes_on: bool = False,
    ) -> SegmentKind:
        kind = super().__new__(cls, name)
        kind.word, kind.part, kind.shape, kind.letter = word or name, part, shape, letter
        kind.walled, kind.role, kind.settled, kind.goes_on = walled, role, settled, goes_on
        return kind

    @property
    def value(self) -> str:
        """Id of the kind as plain text."""
        return str(self)


SegmentKind.CITY = SegmentKind("city", shape=Shape.SIDES, part="c", role="knight", letter="C", walled=True)
SegmentKind.ROAD = SegmentKind("road", shape=Shape.SIDES, part="r", role="highwayman", letter="R")
SegmentKind.FIELD = SegmentKind("meadow", shape=Shape.HALVES, part="f", role="farmer", word="field")
SegmentKind.CLOISTER = SegmentKind("cloister", shape=Shape.AROUND, part="m", role="monk")

BASE_KINDS = (SegmentKind.CITY, SegmentKind.ROAD, SegmentKind.FIELD, SegmentKind.CLOISTER)


@dataclass(frozen=True)
class Segment:
    """Part of a feature on one tile."""

    name: str
    """Unique on its tile: c1, r2, f1, m."""
    kind: SegmentKind
    ports: tuple[int, ...]
    """Sides 0-3 of a city, road or other edge, half-edges 0-7 of a meadow; empty where nothing leaves the tile."""
    marks: tuple[str, ...] = ()
    """Symbols that belong to this segment (shield, inn, wine ...), a name as often as it is printed."""
    touches: tuple[int, ...] = ()
    """For a meadow: places in `Tile.segments` of the city segments that it borders."""
    inner: bool = False
    """The bordering cities cannot be derived by walking along the tile's rim: a wall inside the tile decides."""


SHIELD = "shield"
"""The one symbol that means something on every tile (base 3.3)."""


@dataclass(frozen=True)
class Tile:
    """One kind of land tile, in its printed rotation (turn 0)."""

    id: str
    count: int
    segments: tuple[Segment, ...]
    marks: tuple[str, ...] = ()
    """Symbols of the whole tile (volcano, dragon, portal, princess)."""
    art: tuple[str, ...] = ()
    """Hints for the painter alone (bridge, tunnel)."""
    start: bool = False

    @property
    def sides(self) -> tuple[SegmentKind | None, ...]:
        """Segment kinds on the four sides N E S W; None for a field."""
        kinds: list[SegmentKind | None] = [None] * 4
        for segment in self.segments:
            if segment.kind.shape is Shape.SIDES:
                for side in segment.ports:
                    kinds[side] = segment.kind
        return tuple(kinds)

    @property
    def edges(self) -> str:
        """Letters of the four sides N E S W: C, R, F, or an expansion's own."""
        return "".join(kind.letter if kind else FIELD for kind in self.sides)

    @property
    def going_on(self) -> str:
        """Letters of which at least one must meet the same letter of a neighbour (`SegmentKind.goes_on`); empty for most tiles."""
        return "".join(sorted({kind.letter for kind in self.sides if kind and kind.goes_on}))

    def turned(self, turn: int) -> tuple[Segment, ...]:
        """Return the segments after `turn` quarter turns clockwise, in the same order."""
        return tuple(_turn_segment(segment, turn) for segment in self.segments)

    def picture(self, turn: int, *, plain: bool = False) -> frozenset[object]:
        """Return a value that is equal for two turns if and only if the tile looks and plays the same in both.

        On a `plain` tile all symbols except shields are ignored.
        """
        return frozenset(_picture(self, turn, plain=plain))

    @property
    def alike(self) -> tuple[int, int, int, int]:
        """For each turn, the smallest turn in which the tile looks the same."""
        return _symmetry_key(self, plain=False)

    @property
    def alike_plain(self) -> tuple[int, int, int, int]:
        """For each turn, the smallest turn in which the tile looks the same if symbols other than shields are ignored."""
        return _symmetry_key(self, plain=True)


def _turn_segment(segment: Segment, turn: int) -> Segment:
    move = turned_half if segment.kind is SegmentKind.FIELD else turned_side
    ports = tuple(sorted(move(port, turn) for port in segment.ports))
    return Segment(segment.name, segment.kind, ports, segment.marks, segment.touches, segment.inner)


def _picture(tile: Tile, turn: int, *, plain: bool) -> list[object]:
    segments = tile.turned(turn)
    return [
        (s.kind, s.ports, _read(s.marks, plain=plain), frozenset(segments[t].ports for t in s.touches), i if not s.ports else -1)
        for i, s in enumerate(segments)
    ]


def _read(marks: tuple[str, ...], *, plain: bool) -> tuple[str, ...]:
    return tuple(mark for mark in marks if mark == SHIELD) if plain else marks


@cache
def _symmetry_key(tile: Tile, *, plain: bool) -> tuple[int, int, int, int]:
    pictures = [tile.picture(turn, plain=plain) for turn in range(4)]
    first = [pictures.index(p) for p in pictures]
    return first[0], first[1], first[2], first[3]


class InvalidTileError(ValueError):
    """Raised for invalid tile data; the message names the tile and the fault."""


_TILE_KEYS = {"count", "start", "marks", "art"}


def read_tiles(set_id: str, text: str, known_marks: Sequence[str], kinds: Sequence[SegmentKind] = BASE_KINDS) -> tuple[Tile, ...]:
    """Return the tiles of one set from its TOML text, every one checked; raises `InvalidTileError`.

    `known_marks` are the segment and tile marks that the set may use, `kinds` what its segments may be part of.
    """
    data = tomllib.loads(text)
    total = data.pop("total", None)
    data.pop("source", None)
    tiles = tuple(_read_tile(set_id, name, table, kinds) for name, table in data.items())
    for tile in tiles:
        _check(tile, known_marks)
    if total != sum(tile.count for tile in tiles):
        raise InvalidTileError(f"{set_id}: the tiles add up to {sum(t.count for t in tiles)}, not to the stated {total}")
    return tiles


def _read_tile(set_id: str, name: str, table: Mapping[str, Any], kinds: Sequence[SegmentKind]) -> Tile:
    unknown = set(table) - _TILE_KEYS - {kind.word for kind in kinds}
    if unknown:
        raise InvalidTileError(f"{set_id}/{name}: unknown key {sorted(unknown)[0]}")
    segments: list[Segment] = []
    for kind in kinds:
        if kind.shape in (Shape.SIDES, Shape.HALVES):
            for number, words in enumerate(table.get(kind.word, ()), 1):
                segments.append(_read_segment(f"{set_id}/{name}", f"{kind.part}{number}", kind, words, segments))
        elif table.get(kind.word):
            segments.append(Segment(kind.part, kind, ()))
    return Tile(
        f"{set_id}/{name}",
        table["count"],
        tuple(segments),
        tuple(table.get("marks", ())),
        tuple(table.get("art", ())),
        bool(table.get("start", False)),
    )


def _read_segment(where: str, name: str, kind: SegmentKind, words: str, before: Sequence[Segment]) -> Segment:
    ports: list[int] = []
    marks: list[str] = []
    touches: list[int] = []
    inner = False
    names = HALVES if kind.shape is Shape.HALVES else SIDES
    for word in words.split():
        if word in names:
            ports.append(names.index(word))
        elif re.fullmatch(r"\+[a-z]+", word):
            marks.append(word[1:])
        elif re.fullmatch(r"~[NESW]", word) and kind is SegmentKind.FIELD:
            touches.append(_city_at(where, SIDES.index(word[1]), before))
        elif word == "inner" and kind is SegmentKind.FIELD:
            inner = True
        else:
            raise InvalidTileError(f"{where}: {word} in {words!r} is neither a port nor a mark")
    return Segment(name, kind, tuple(sorted(ports)), tuple(marks), tuple(sorted(set(touches))), inner)


def _city_at(where: str, side: int, segments: Sequence[Segment]) -> int:
    for place, segment in enumerate(segments):
        if segment.kind is SegmentKind.CITY and side in segment.ports:
            return place
    raise InvalidTileError(f"{where}: ~{SIDES[side]} names no city edge")


def _check(tile: Tile, known_marks: Sequence[str]) -> None:
    """Raise `InvalidTileError` unless the tile is valid.

    Each edge and half-edge must belong to one segment, marks must be known, and the cities at fields must be as derived.
    """
    _check_marks(tile, known_marks)
    edges = sorted(p for s in tile.segments if s.kind.shape is Shape.SIDES for p in s.ports)
    if len(edges) != len(set(edges)):
        raise InvalidTileError(f"{tile.id}: a side belongs to two segments")
    halves = sorted(p for s in tile.segments if s.kind is SegmentKind.FIELD for p in s.ports)
    sides = tile.sides
    wanted = [half for half in range(8) if not ((kind := sides[half // 2]) and kind.walled)]
    if halves != wanted:
        raise InvalidTileError(f"{tile.id}: meadows must own exactly the half-edges {[HALVES[h] for h in wanted]}")
    for place, segment in enumerate(tile.segments):
        if segment.kind is SegmentKind.FIELD:
            _check_field(tile, place)


def _check_marks(tile: Tile, known_marks: Sequence[str]) -> None:
    for mark in (*tile.marks, *(m for s in tile.segments for m in s.marks)):
        if mark not in known_marks:
            raise InvalidTileError(f"{tile.id}: unknown mark {mark}")


def _check_field(tile: Tile, place: int) -> None:
    segment = tile.segments[place]
    for half in segment.ports:
        if tile.sides[half // 2] is None and half ^ 1 not in segment.ports:
            raise InvalidTileError(f"{tile.id}: {segment.name} owns only one half of a field edge")
    if not segment.inner and segment.touches != derived_touches(tile, segment):
        raise InvalidTileError(
            f"{tile.id}: {segment.name} does not border the cities that the rim shows; say `inner` if a wall decides"
        )


def derived_touches(tile: Tile, farm_field: Segment) -> tuple[int, ...]:
    """Return the city segments next to `farm_field` along the rim of the tile, as indices in `Tile.segments`."""
    derived_touches = set()
    for half in farm_field.ports:
        for beside in ((half - 1) % 8, (half + 1) % 8):
            for place, city in enumerate(tile.segments):
                if city.kind is SegmentKind.CITY and beside // 2 in city.ports:
                    derived_touches.add(place)
    return tuple(sorted(derived_touches))


class PieceKind(NamedTuple):
    """Kind of a figure.

    Followers are placed by the base game's action; other figures need an action of their expansion.
    """

    id: str
    votes: int
    """Weight in a majority; 0: no follower's vote (builder, pig)."""
    supply: Callable[[Options], int]
    """How many each seat starts with."""
    follower: bool = True
    stands_on: tuple[SegmentKind, ...] | None = None
    """The kinds of segments that it may stand on; None: wherever any follower may."""
