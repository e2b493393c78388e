"""Positions of symbols and figures on a tile, chosen so that a figure at its anchor hides no symbol.

Positions are chosen from a grid of candidates by their distance to walls, roads, borders and the rim. Symbols go first, each
together with the best anchor that it leaves to its own segment; then the anchors. Sizes are in tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon, unary_union
from shapely.geometry.base import BaseGeometry

from games.carcassonne.tile import SegmentKind, Shape, Tile
from render.art.artwork import artwork
from render.art.curves import Point, distance_between, turned_point
from render.art.tile_plan import SQUARE, plan

_STEPS = 36
_GATE = 0.085
"""Room of a gatehouse, around the end of its road."""
STANDING = (0.125, 0.175)
"""Half the width and height that a standing figure covers around its anchor."""
LYING = (0.17, 0.105)
_ANCHORED = (Shape.AROUND, Shape.SPOT, Shape.SIDES, Shape.HALVES)
"""The order in which segments get the place where a figure stands: what leaves less room first."""

MONK = (0.095, 0.06)
"""From the middle of a cloister to its monk: in the garden, beside the church."""
RADIUS = {"shield": 0.072, "animal": 0.095}
"""Room that each symbol of every game takes around its middle."""


def radius_of(name: str) -> float:
    """Return the radius in tiles that a symbol needs around its middle."""
    return RADIUS[name] if name in RADIUS else (artwork().marks.get(name) or artwork().spots[name]).radius


@dataclass(frozen=True)
class SymbolSpot:
    """Symbol of a tile with the position of its middle."""

    name: str
    part: str
    """The segment on whose ground it stands."""
    at: Point
    radius: float


@dataclass(frozen=True, eq=False)
class _Ground:
    """Area of a segment with its candidate positions."""

    name: str
    area: BaseGeometry
    spots: NDArray[np.float64]
    room: NDArray[np.float64]


def _grid() -> NDArray[np.float64]:
    ticks = (np.arange(_STEPS) + 0.5) / _STEPS
    xs, ys = np.meshgrid(ticks, ticks)
    return np.stack([xs.ravel(), ys.ravel()], axis=1)


@lru_cache(maxsize=256)
def _grounds(tile: Tile) -> dict[str, _Ground]:
    """Return the free area of each city and field segment by name, at turn 0."""
    ground = plan(tile)
    paved = ground.road_strokes
    yard = ground.cloister
    blocked = unary_union([paved, *([yard.buffer(0.01)] if yard else [])])
    ends = [shapely.Point(route.line.coords[-1]) for route in ground.roads.values()]
    ends += [shapely.Point(lane.coords[-1]) for lane in ground.lanes]
    grounds = {}
    for name, city in ground.cities.items():
        gates = [end.buffer(_GATE) for end in ends if city.area.buffer(-0.01).covers(end)]
        walls = [w.line.buffer(0.06) for w in city.walls]
        grounds[name] = _ground_of(name, city.area.difference(unary_union([*walls, *gates, blocked])))
    for name, farm_field in ground.farm_fields.items():
        grounds[name] = _ground_of(name, farm_field)
    return grounds


def _ground_of(name: str, area: BaseGeometry) -> _Ground:
    grid = _grid()
    points: NDArray[np.object_] = np.asarray(shapely.points(grid))
    shapely.prepare(area)
    inside = shapely.contains(area, points)
    spots, points = grid[inside], points[inside]
    edge = area.boundary
    assert edge is not None
    room = np.asarray(shapely.distance(points, edge), dtype=np.float64)
    return _Ground(name, area, spots, room)


@dataclass(frozen=True, eq=False)
class TileAnchors:
    """Positions of symbols and figures on one tile in one turn."""

    marks: tuple[SymbolSpot, ...]
    anchors: dict[str, Point]


@lru_cache(maxsize=1024)
def places(tile: Tile, turn: int) -> TileAnchors:
    """Return all positions on a tile, the same for every theme and copy."""
    return _Chooser(tile, turn).places()


def _turn_spots(spots: NDArray[np.float64], turn: int) -> NDArray[np.float64]:
    for _ in range(turn):
        spots = np.stack([1.0 - spots[:, 1], spots[:, 0]], axis=1)
    return spots


class _Chooser:
    def __init__(self, tile: Tile, turn: int) -> None:
        self.tile = tile
        self.turn = turn
        self.plan = plan(tile)
        self.grounds = {name: _Ground(name, g.area, _turn_spots(g.spots, turn), g.room) for name, g in _grounds(tile).items()}
        self.built = next((s for s in tile.segments if s.kind in artwork().spots), None)
        self.marks: list[SymbolSpot] = []
        self.anchors: dict[str, Point] = {}

    def places(self) -> TileAnchors:
        self._place_fixed()
        for name, owners in self._wanted_symbols():
            self._place_mark(name, owners)
        for segment in sorted(self.tile.segments, key=lambda s: _ANCHORED.index(s.kind.shape)):
            self.anchors[segment.name] = self._anchor(segment.name, segment.kind)
        return TileAnchors(tuple(self.marks), self.anchors)

    def _spot(self, point: Point) -> Point:
        return turned_point(point, self.turn)

    def _place_fixed(self) -> None:
        """Place the symbols whose position the ground plan determines: those at hubs."""
        for kind, point in self.plan.hubs:
            spot = self._spot(point)
            if kind == "cloister":
                self.marks.append(SymbolSpot("cloister", "m", spot, 0.17))
            elif kind in artwork().spots:
                self.marks.append(self._standing_place(spot))
            elif kind in artwork().marks:
                self.marks.append(SymbolSpot(kind, "", spot, radius_of(kind)))
            else:
                self.marks.append(SymbolSpot(kind, "", spot, 0.09))
        self._place_at_gate()

    def _place_at_gate(self) -> None:
        """Place the tile's building at the end of the one road that meets the gate of a city bulge."""
        bulges = {n for n, c in self.plan.cities.items() if len(c.sides) == 1}
        roads = [s for s in self.tile.segments if s.name in self.plan.roads]
        if self.built and len(roads) == 1 and len(roads[0].ports) == 1 and bulges:
            end = self.plan.roads[roads[0].name].line.coords[-1]
            side = roads[0].ports[0]
            inward = {0: (0.0, -1.0), 1: (1.0, 0.0), 2: (0.0, 1.0), 3: (-1.0, 0.0)}[side]
            point = (end[0] + inward[0] * 0.2, end[1] + inward[1] * 0.2)
            self.marks.append(self._standing_place(self._spot(point)))

    def _standing_place(self, point: Point) -> SymbolSpot:
        """Return the symbol of a segment that is only a place to stand on, at a point."""
        assert self.built is not None
        radius = radius_of(self.built.kind)
        x, y = (min(max(along, radius), 1 - radius) for along in point)  # whole on the tile, however near the rim it is placed
        return SymbolSpot(str(self.built.kind), self.built.name, (x, y), radius)

    def _wanted_symbols(self) -> list[tuple[str, list[str]]]:
        """Return the symbols that still need a position, with the segments that may bear them, largest first."""
        farm_fields = [s.name for s in self.tile.segments if s.kind is SegmentKind.FIELD]
        cities = [s.name for s in self.tile.segments if s.kind is SegmentKind.CITY]
        done = {mark.name for mark in self.marks}
        on_segments = {mark for segment in self.tile.segments for mark in segment.marks}
        wanted: list[tuple[str, list[str]]] = []
        for mark in self.tile.marks:
            if mark not in on_segments and mark not in done:
                wanted.append((mark, farm_fields if artwork().marks[mark].on_land else farm_fields + cities))
        if self.built and self.built.kind not in done:
            on_land = artwork().spots[self.built.kind].on_land
            wanted.append((str(self.built.kind), farm_fields if on_land else farm_fields + cities))
        for segment in self.tile.segments:
            for mark in segment.marks:
                beside = (
                    [m for m in farm_fields if self._flanks(m, segment.name)] if segment.name in self.plan.roads else [segment.name]
                )
                wanted.append((mark, beside))
        if self.tile.id.startswith("winter/"):
            wanted.append(("animal", farm_fields))
        return sorted(wanted, key=lambda entry: (entry[0] == "animal", -radius_of(entry[0])))

    def _flanks(self, farm_field: str, road: str) -> bool:
        return self.plan.farm_fields[farm_field].distance(self.plan.roads[road].line) < 0.08

    def _free(self, ground: _Ground) -> NDArray[np.float64]:
        """Return the clearance of each candidate, reduced near symbols already placed."""
        room = ground.room
        for mark in self.marks:
            away = np.hypot(ground.spots[:, 0] - mark.at[0], ground.spots[:, 1] - mark.at[1]) - mark.radius
            if mark.name in artwork().spots:
                away -= 0.06  # something high with a figure on top will stand here
            room = np.minimum(room, away)
        return room

    def _place_mark(self, name: str, owners: Sequence[str]) -> None:
        """Place a symbol where both the symbol and the anchor of its segment have the most room."""
        radius, art = radius_of(name), artwork().marks.get(name)
        best: tuple[float, Point, str] | None = None
        for owner in owners:
            ground = self.grounds[owner]
            if not len(ground.spots):
                continue
            room = self._free(ground)
            rim = np.minimum(ground.spots, 1.0 - ground.spots).min(axis=1)
            firm = np.minimum(np.minimum(room, rim - 0.01) / (radius + 0.022), 1.0)
            fit = 2.2 * firm - 0.08 * np.abs(ground.spots - 0.5).sum(axis=1)
            comfort = self._comfort(ground, room, radius, owner)
            score = 3.0 * fit + comfort
            if len(owners) > 1 and owner.startswith("f"):
                score = score + 0.12  # land first: cities have symbols of their own
            if art and art.by_road:
                score = score - 1.6 * self._distance_from_road(name, ground)
            if art and art.middle:
                score = score - 4.0 * np.hypot(ground.spots[:, 0] - art.middle[0], ground.spots[:, 1] - art.middle[1])
            place = int(np.argmax(score))
            if best is None or float(score[place]) > best[0] + 0.05:
                best = float(score[place]), (float(ground.spots[place, 0]), float(ground.spots[place, 1])), owner
        assert best is not None, f"{self.tile.id}: no ground for {name}"
        is_built = self.built is not None and name == self.built.kind
        self.marks.append(self._standing_place(best[1]) if is_built else SymbolSpot(name, best[2], best[1], radius))

    def _comfort(self, ground: _Ground, room: NDArray[np.float64], radius: float, owner: str) -> NDArray[np.float64]:
        """Return, for each candidate of a symbol, how much room the segment's figure would still have, from 0 to 2."""
        half = STANDING if owner.startswith("c") else LYING
        figures = room > 0.04
        if not figures.any():
            return np.zeros(len(ground.spots))
        spots, space = ground.spots[figures], np.minimum(room[figures] / 0.13, 1.0)
        dx = np.abs(ground.spots[:, None, 0] - spots[None, :, 0]) / (half[0] + radius)
        dy = np.abs(ground.spots[:, None, 1] - spots[None, :, 1]) / (half[1] + radius)
        apart = np.minimum(np.maximum(dx, dy), 1.0)
        return np.asarray((2.0 * apart + space[None, :]).max(axis=1) - 1.0)

    def _distance_from_road(self, mark: str, ground: _Ground) -> NDArray[np.float64]:
        segment = next(s for s in self.tile.segments if mark in s.marks)
        points = shapely.points(_turn_spots(ground.spots, (4 - self.turn) % 4))
        return np.asarray(shapely.distance(points, self.plan.roads[segment.name].line))

    def _anchor(self, name: str, kind: SegmentKind) -> Point:
        if kind is SegmentKind.CLOISTER:
            x, y = next(mark.at for mark in self.marks if mark.name == "cloister")
            return x + MONK[0], y + MONK[1]
        if self.built is not None and name == self.built.name:
            return next(mark.at for mark in self.marks if mark.part == name)
        if name in self.plan.roads:
            return self._road_anchor(name)
        ground = self.grounds[name]
        if not len(ground.spots):
            return self._pole(ground.area)
        half = STANDING if kind is SegmentKind.CITY else LYING
        score = 2.2 * np.minimum(ground.room / 0.13, 1.0) + np.minimum(ground.room, 0.3) + self._clear_of(ground.spots, half)
        place = int(np.argmax(score))
        return float(ground.spots[place, 0]), float(ground.spots[place, 1])

    def _pole(self, area: BaseGeometry) -> Point:
        """Return the most interior point of an area too thin for any candidate of the grid."""
        assert isinstance(area, Polygon)
        middle = shapely.maximum_inscribed_circle(area, tolerance=0.005).coords[0]
        return self._spot((middle[0], middle[1]))

    def _clear_of(self, spots: NDArray[np.float64], half: Point) -> NDArray[np.float64]:
        """Return the penalty of each spot for covering symbols (large) and crowding other figures (small)."""
        total = np.zeros(len(spots))
        for mark in self.marks:
            dx = np.abs(spots[:, 0] - mark.at[0]) / (half[0] + mark.radius)
            dy = np.abs(spots[:, 1] - mark.at[1]) / (half[1] + mark.radius)
            total -= 2.5 * np.clip(1.0 - np.maximum(dx, dy), 0.0, 1.0)
        for x, y in self.anchors.values():
            total -= 0.8 * np.clip(1.0 - np.hypot(spots[:, 0] - x, spots[:, 1] - y) / 0.3, 0.0, 1.0)
        return total

    def _road_anchor(self, name: str) -> Point:
        route = self.plan.roads[name]
        spots, rooms = [], []
        for part in route.shown:
            for share in np.linspace(0.05, 0.95, 37):
                point = part.interpolate(float(share), normalized=True)
                spots.append(self._spot((point.x, point.y)))
                rooms.append(self._road_room((point.x, point.y), name))
        array = np.array(spots)
        score = np.array(rooms) * 3.0 + self._clear_of(array, STANDING)
        place = int(np.argmax(score))
        return spots[place]

    def _road_room(self, at: Point, name: str) -> float:
        """Return the distance of a point on a road from the rim, other roads, hubs and walls."""
        point = shapely.Point(at)
        rim = float(point.distance(SQUARE.boundary))
        others: list[BaseGeometry] = [r.line for n, r in self.plan.roads.items() if n != name]
        others += [w.line for city in self.plan.cities.values() for w in city.walls]
        nearest = min((float(point.distance(other)) for other in others), default=1.0)
        hub = min((distance_between(at, h) - 0.05 for _, h in self.plan.hubs), default=1.0)
        return min(rim / 0.22, nearest / 0.16, hub / 0.16, 1.0)
