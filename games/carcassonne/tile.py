"""Tiles as data: segments read from `tiles.toml`, checked, and turned.

A tile's id is `set/letter` (`base/D`). Its segments are named as in the rule files: `c1 c2` cities, `r1` roads, `f1`
meadows, `m` the cloister, `t` the tower foundation. What a mark means is no business of this module.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from games.carcassonne.geometry import HALVES, SIDES, turned_half, turned_side


class Kind(StrEnum):
    """What a segment is part of."""

    CITY = "city"
    ROAD = "road"
    MEADOW = "meadow"
    CLOISTER = "cloister"
    TOWER = "tower"


@dataclass(frozen=True)
class Segment:
    """The piece of a feature that lies on one tile."""

    name: str
    """Unique on its tile: c1, r2, f1, m, t."""
    kind: Kind
    ports: tuple[int, ...]
    """Sides 0-3 of a city or road, half-edges 0-7 of a meadow; empty where nothing leaves the tile."""
    marks: tuple[str, ...] = ()
    """Symbols that belong to this segment (shield, inn, wine ...), a name as often as it is printed."""
    touches: tuple[int, ...] = ()
    """For a meadow: places in `Tile.segments` of the city segments that it borders."""
    inner: bool = False
    """The bordering cities cannot be derived by walking along the tile's rim: a wall inside the tile decides."""


@dataclass(frozen=True)
class Tile:
    """One kind of land tile, as it is printed (turn 0)."""

    id: str
    count: int
    segments: tuple[Segment, ...]
    marks: tuple[str, ...] = ()
    """Symbols of the whole tile (volcano, dragon, portal, princess)."""
    art: tuple[str, ...] = ()
    """Hints for the painter alone (bridge, tunnel)."""
    start: bool = False

    @property
    def edges(self) -> str:
        """Letters C, R or F of the four sides N E S W."""
        letters = ["F"] * 4
        for segment in self.segments:
            if segment.kind in (Kind.CITY, Kind.ROAD):
                for side in segment.ports:
                    letters[side] = "C" if segment.kind is Kind.CITY else "R"
        return "".join(letters)

    def turned(self, turn: int) -> tuple[Segment, ...]:
        """The segments, in the same order, as they lie after `turn` quarter turns clockwise."""
        return tuple(_turned(segment, turn) for segment in self.segments)

    def picture(self, turn: int) -> frozenset[object]:
        """What can be told apart after `turn`: equal pictures are the same placement."""
        return frozenset(_picture(self, turn))

    @property
    def alike(self) -> tuple[int, int, int, int]:
        """For each turn the smallest turn that gives the same picture."""
        return _alike(self)


def _turned(segment: Segment, turn: int) -> Segment:
    move = turned_half if segment.kind is Kind.MEADOW else turned_side
    ports = tuple(sorted(move(port, turn) for port in segment.ports))
    return Segment(segment.name, segment.kind, ports, segment.marks, segment.touches, segment.inner)


def _picture(tile: Tile, turn: int) -> list[object]:
    segments = tile.turned(turn)
    return [
        (s.kind, s.ports, s.marks, frozenset(segments[t].ports for t in s.touches), i if not s.ports else -1)
        for i, s in enumerate(segments)
    ]


@cache
def _alike(tile: Tile) -> tuple[int, int, int, int]:
    pictures = [tile.picture(turn) for turn in range(4)]
    first = [pictures.index(p) for p in pictures]
    return first[0], first[1], first[2], first[3]


class BadTile(ValueError):
    """Tile data that cannot be; the message names the tile and what is wrong."""


_WORD = {"city": "c", "road": "r", "field": "f"}
_TILE_KEYS = {"count", "start", "city", "road", "field", "cloister", "tower", "marks", "art"}


def read_tiles(set_id: str, text: str, known_marks: Sequence[str]) -> tuple[Tile, ...]:
    """The tiles of one set from its TOML text, every one checked; raises `BadTile`.

    `known_marks` are the segment and tile marks that the set may use.
    """
    data = tomllib.loads(text)
    total = data.pop("total", None)
    data.pop("source", None)
    tiles = tuple(_read_tile(set_id, name, table) for name, table in data.items())
    for tile in tiles:
        _check(tile, known_marks)
    if total != sum(tile.count for tile in tiles):
        raise BadTile(f"{set_id}: the tiles add up to {sum(t.count for t in tiles)}, not to the stated {total}")
    return tiles


def _read_tile(set_id: str, name: str, table: Mapping[str, Any]) -> Tile:
    unknown = set(table) - _TILE_KEYS
    if unknown:
        raise BadTile(f"{set_id}/{name}: unknown key {sorted(unknown)[0]}")
    segments: list[Segment] = []
    for key, kind in (("city", Kind.CITY), ("road", Kind.ROAD), ("field", Kind.MEADOW)):
        for number, words in enumerate(table.get(key, ()), 1):
            segments.append(_read_segment(f"{set_id}/{name}", f"{_WORD[key]}{number}", kind, words, segments))
    if table.get("cloister"):
        segments.append(Segment("m", Kind.CLOISTER, ()))
    if table.get("tower"):
        segments.append(Segment("t", Kind.TOWER, ()))
    return Tile(
        f"{set_id}/{name}",
        table["count"],
        tuple(segments),
        tuple(table.get("marks", ())),
        tuple(table.get("art", ())),
        bool(table.get("start", False)),
    )


def _read_segment(where: str, name: str, kind: Kind, words: str, before: Sequence[Segment]) -> Segment:
    ports: list[int] = []
    marks: list[str] = []
    touches: list[int] = []
    inner = False
    names = HALVES if kind is Kind.MEADOW else SIDES
    for word in words.split():
        if word in names:
            ports.append(names.index(word))
        elif re.fullmatch(r"\+[a-z]+", word):
            marks.append(word[1:])
        elif re.fullmatch(r"~[NESW]", word) and kind is Kind.MEADOW:
            touches.append(_city_at(where, SIDES.index(word[1]), before))
        elif word == "inner" and kind is Kind.MEADOW:
            inner = True
        else:
            raise BadTile(f"{where}: {word} in {words!r} is neither a port nor a mark")
    return Segment(name, kind, tuple(sorted(ports)), tuple(marks), tuple(sorted(set(touches))), inner)


def _city_at(where: str, side: int, segments: Sequence[Segment]) -> int:
    for place, segment in enumerate(segments):
        if segment.kind is Kind.CITY and side in segment.ports:
            return place
    raise BadTile(f"{where}: ~{SIDES[side]} names no city edge")


def _check(tile: Tile, known_marks: Sequence[str]) -> None:
    """Every edge and half-edge owned once, marks known, borders as derived."""
    _check_marks(tile, known_marks)
    edges = sorted(p for s in tile.segments if s.kind in (Kind.CITY, Kind.ROAD) for p in s.ports)
    if len(edges) != len(set(edges)):
        raise BadTile(f"{tile.id}: a side belongs to two segments")
    halves = sorted(p for s in tile.segments if s.kind is Kind.MEADOW for p in s.ports)
    letters = tile.edges
    wanted = [half for half in range(8) if letters[half // 2] != "C"]
    if halves != wanted:
        raise BadTile(f"{tile.id}: meadows must own exactly the half-edges {[HALVES[h] for h in wanted]}")
    for place, segment in enumerate(tile.segments):
        if segment.kind is Kind.MEADOW:
            _check_meadow(tile, place, letters)


def _check_marks(tile: Tile, known_marks: Sequence[str]) -> None:
    for mark in (*tile.marks, *(m for s in tile.segments for m in s.marks)):
        if mark not in known_marks:
            raise BadTile(f"{tile.id}: unknown mark {mark}")


def _check_meadow(tile: Tile, place: int, letters: str) -> None:
    segment = tile.segments[place]
    for half in segment.ports:
        if letters[half // 2] == "F" and half ^ 1 not in segment.ports:
            raise BadTile(f"{tile.id}: {segment.name} owns only one half of a field edge")
    if not segment.inner and segment.touches != derived_touches(tile, segment):
        raise BadTile(f"{tile.id}: {segment.name} does not border the cities that the rim shows; say `inner` if a wall decides")


def derived_touches(tile: Tile, meadow: Segment) -> tuple[int, ...]:
    """The city segments next to `meadow` along the rim of the tile, as places in `Tile.segments`."""
    found = set()
    for half in meadow.ports:
        for beside in ((half - 1) % 8, (half + 1) % 8):
            for place, city in enumerate(tile.segments):
                if city.kind is Kind.CITY and beside // 2 in city.ports:
                    found.add(place)
    return tuple(sorted(found))
