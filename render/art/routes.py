"""Courses of roads and of other segments through sides, with their ends: a gate, a village, a foundation.

The data only tell which sides a road joins and which half-edges belong to one field. A road that ends inside the tile ends at a
gate if the fields on both of its sides touch one city, otherwise at the hub that it shares with other roads. A corner of the tile
where two fields meet needs an inner wall to a city.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from shapely import LineString

from games.carcassonne.tile import Segment, SegmentKind, Shape, Tile
from render.art.artwork import ROAD_WIDTH, artwork
from render.art.curves import (
    ALONG,
    CORNERS,
    INWARD,
    MIDDLES,
    Point,
    curve_points,
    direction,
    offset_point,
    opposite_direction,
    point_along,
)
from render.art.walls import CityPlan

_FIRM = 0.06
"""Every road leaves the rim straight for this length."""


@dataclass(frozen=True, eq=False)
class Route:
    """One road segment: its whole line, and the visible stretches (a tunnel hides the middle)."""

    line: LineString
    shown: tuple[LineString, ...]
    bridge: bool = False
    """It passes above whatever it crosses."""
    width: float = ROAD_WIDTH


@dataclass(frozen=True, eq=False)
class Routes:
    """All roads of a tile with their ends."""

    roads: Mapping[str, Route]
    lanes: tuple[LineString, ...]
    hubs: tuple[tuple[str, Point], ...]
    inner_walls: tuple[LineString, ...]


@dataclass(frozen=True, eq=False)
class Gate:
    """Position on the outer face of a city's wall with the direction into the city."""

    at: Point
    inside: Point


def find_routes(tile: Tile, cities: Mapping[str, CityPlan]) -> Routes:
    """Return the courses of all roads of a tile."""
    return _Finder(tile, cities).routes()


class _Finder:
    def __init__(self, tile: Tile, cities: Mapping[str, CityPlan]) -> None:
        self.tile = tile
        self.cities = cities
        self.owner = {half: s for s in tile.segments if s.kind is SegmentKind.FIELD for half in s.ports}
        self.roads = [s for s in tile.segments if s.kind.shape is Shape.SIDES and not s.kind.walled]
        self.lines = [s for s in self.roads if s.kind is not SegmentKind.ROAD]
        self.single = [s for s in self.roads if len(s.ports) == 1]
        self.gated = {s.name: city for s in self.single if (city := self._city_of(s))}
        self.corners = [k for k in range(4) if self._needs_wall(k)]
        self.hub = self._hub_place()

    def routes(self) -> Routes:
        hub = self._hub()
        roads = {s.name: replace(self._route(s), width=_width(s)) for s in self.roads}
        hubs = [(hub, self.hub)] if hub else []
        if "bridge" in self.tile.art and self.single:
            hubs = [("house", _end(roads[s.name].line)) for s in self.single if s.name not in self.gated]
        if any(s.kind is SegmentKind.CLOISTER for s in self.tile.segments) and not hubs:
            hubs = [("cloister", self.hub)]
        return Routes(roads, tuple(self._lanes()), tuple(hubs), tuple(self._inner_wall(k) for k in self.corners))

    def _touching(self, half: int) -> set[str]:
        return {self.tile.segments[place].name for place in self.owner[half].touches}

    def _city_of(self, road: Segment) -> str | None:
        """Return the city at whose gate a road ends; None if it ends elsewhere."""
        side = road.ports[0]
        if self._has(SegmentKind.CLOISTER):
            return None
        if "bridge" in self.tile.art:
            return next((name for name, city in self.cities.items() if (side + 2) % 4 in city.sides), None)
        if self.owner[2 * side] is self.owner[2 * side + 1]:
            return None
        common = sorted(self._touching(2 * side) & self._touching(2 * side + 1))
        return common[0] if common else None

    def _has(self, kind: SegmentKind) -> bool:
        return any(s.kind is kind for s in self.tile.segments)

    def _crosses(self, road: Segment) -> bool:
        """Return whether a road crosses a segment of an expansion that runs through the tile, so that it needs a bridge."""
        return road.kind is SegmentKind.ROAD and "bridge" in self.tile.art and bool(self.lines)

    def _needs_wall(self, corner: int) -> bool:
        """Return whether two fields, or a field and a city that it does not touch, meet at a corner."""
        before, after = (2 * corner - 1) % 8, 2 * corner
        if before in self.owner and after in self.owner:
            return self.owner[before] is not self.owner[after]
        for half, side in ((before, corner), (after, (corner - 1) % 4)):
            if half in self.owner:
                city = next(name for name, c in self.cities.items() if side in c.sides)
                return city not in self._touching(half)
        return False

    def _hub_place(self) -> Point:
        """Return the tile's middle, moved away from city bulges and to make room for a foundation next to a cloister."""
        if self._has(SegmentKind.CLOISTER) and self._has_spot():
            return 0.37, 0.4
        x = y = 0.5
        if self._has(SegmentKind.CLOISTER):
            return (x, 0.42) if len(self.cities) else (x, y)
        for city in self.cities.values():
            if len(city.sides) == 1:
                x, y = offset_point((x, y), INWARD[city.sides[0]], 0.07)
        return x, y

    def _has_spot(self) -> bool:
        """Return whether a building on which a figure can stand is in the tile's middle."""
        return any(s.kind.shape is Shape.SPOT for s in self.tile.segments)

    def _hub(self) -> str | None:
        ending = [s for s in self.single if s.name not in self.gated]
        if not ending or "bridge" in self.tile.art:
            return None
        if self._has(SegmentKind.CLOISTER):
            return "cloister"
        if self._has_spot():
            return next(str(s.kind) for s in self.tile.segments if s.kind.shape is Shape.SPOT)
        if len(ending) > 1:
            return "village"
        return self._end_mark() or "house"

    def _end_mark(self) -> str:
        """Return the symbol on the tile at which a road may end; empty for none."""
        return next((mark for mark in self.tile.marks if artwork().marks[mark].ends_roads), "")

    def _route(self, road: Segment) -> Route:
        if len(road.ports) == 2:
            return self._passing_road(road)
        side = road.ports[0]
        if road.name in self.gated:
            gate = self._gate(self.gated[road.name], side + 0.5)
            return _plain_route(
                self._path_to(side, offset_point(gate.at, gate.inside, 0.045), gate.inside), bridge=self._crosses(road)
            )
        if "bridge" in self.tile.art:
            return Route(
                line := self._path_to(side, offset_point(MIDDLES[side], INWARD[side], 0.8), INWARD[side]), (line,), bridge=True
            )
        toward = direction(offset_point(MIDDLES[side], INWARD[side], 0.12), self.hub)
        return _plain_route(self._path_to(side, self.hub, toward))

    @staticmethod
    def _path_to(side: int, end: Point, arrive: Point) -> LineString:
        start = MIDDLES[side]
        firm = offset_point(start, INWARD[side], _FIRM)
        return LineString([start, firm, *curve_points(firm, INWARD[side], end, arrive, reach=0.9)])

    def _passing_road(self, road: Segment) -> Route:
        """Return a road from side to side, bent away from bulges, bridged or tunnelled as the data say."""
        a, b = road.ports
        first, last = offset_point(MIDDLES[a], INWARD[a], _FIRM), offset_point(MIDDLES[b], INWARD[b], _FIRM)
        if (a + b) % 2:
            points = curve_points(first, INWARD[a], last, opposite_direction(INWARD[b]), steps=22, reach=1.15)
        else:
            middle = self._bend(a) if road.kind is SegmentKind.ROAD else self._bed(a)
            points = curve_points(first, INWARD[a], middle, INWARD[a], reach=0.8)
            points += curve_points(middle, INWARD[a], last, INWARD[a], reach=0.8)
        line = LineString([MIDDLES[a], first, *points, MIDDLES[b]])
        if "tunnel" in self.tile.art:
            return Route(line, _mouths(line))
        is_above = bool(self.cities) or a == 1
        return Route(line, (line,), bridge="bridge" in self.tile.art and (self._crosses(road) or (is_above and not self.lines)))

    def _bend(self, side: int) -> Point:
        """Return the midpoint of a road that runs straight through from `side`."""
        if self.tile.art:
            return 0.5, 0.5
        for name, city in self.cities.items():
            if self._is_parted_by(city):
                gate = self._gate(name, (city.sides[0] + 2) % 4 + 0.5)
                return offset_point(gate.at, gate.inside, -0.03)
        x, y = self._hub_place()
        wave = 0.035 if len(self.cities) != 2 else 0.0
        if self._end_mark():
            wave = 0.13
        return offset_point((x, y), ALONG[side], wave)

    def _bed(self, side: int) -> Point:
        """Return the midpoint of the bed of a segment that runs straight through.

        It keeps away from a cloister or a city, and is never quite straight.
        """
        if self._has(SegmentKind.CLOISTER) and self.single:
            return offset_point((0.5, 0.5), INWARD[self.single[0].ports[0]], 0.25)
        return offset_point(self._hub_place(), ALONG[side], 0.06 if not self.cities and not self.tile.art else 0.0)

    def _is_parted_by(self, city: CityPlan) -> bool:
        """Return whether a city bulge touches the passing road, so that the land on that side is two fields."""
        side = city.sides[0]
        before, after = (2 * side - 1) % 8, (2 * side + 2) % 8
        return len(city.sides) == 1 and self.owner.get(before) is not self.owner.get(after)

    def _lanes(self) -> list[LineString]:
        """Return the lanes from a crossing to the gate of each city bulge that separates the fields around it."""
        if self._hub() != "village":
            return []
        own_lanes = []
        for name, city in self.cities.items():
            side = city.sides[0]
            beside = {(side - 1) % 4, (side + 1) % 4} <= {p for s in self.single for p in s.ports}
            if len(city.sides) == 1 and beside and self._is_parted_by(city):
                gate = self._gate(name, (side + 2) % 4 + 0.5)
                own_lanes.append(LineString([self.hub, offset_point(gate.at, gate.inside, 0.045)]))
        return own_lanes

    def _inner_wall(self, corner: int) -> LineString:
        """Return the wall from a corner of the tile to the city that both fields at the corner touch."""
        halves = [h for h in ((2 * corner - 1) % 8, 2 * corner) if h in self.owner]
        common = set.intersection(*(self._touching(h) for h in halves))
        gate = self._gate(sorted(common)[0], float(corner))
        start, end = CORNERS[corner], offset_point(gate.at, gate.inside, 0.03)
        inward = direction(start, (0.5, 0.5)) if len(halves) == 2 else direction(start, end)
        return LineString([start, *curve_points(start, inward, end, gate.inside, reach=0.8)])

    def _gate(self, city: str, rim: float) -> Gate:
        """Return the gate where a road from `rim` meets the wall of a city."""
        plan = self.cities[city]
        wall = next(w for w in plan.walls if _place_on(w.gap, rim) is not None)
        place = _place_on(wall.gap, rim)
        assert place is not None
        rivals = [p for p in self._arrivals(city) if _place_on(wall.gap, p) is not None]
        spread = 0.85 if len(rivals) > 1 else 0.4
        point, heading = point_along(wall.points, 0.5 + (place - 0.5) * spread)
        return Gate(point, (-heading[1], heading[0]))

    def _arrivals(self, city: str) -> list[float]:
        gates = [s.ports[0] + 0.5 for s in self.single if self.gated.get(s.name) == city]
        return gates + [float(k) for k in self.corners]


def _width(road: Segment) -> float:
    return artwork().lines[road.kind].width if road.kind in artwork().lines else ROAD_WIDTH


def _plain_route(line: LineString, *, bridge: bool = False) -> Route:
    return Route(line, (line,), bridge)


def _place_on(gap: tuple[int, ...], rim: float) -> float | None:
    """Return the relative position (0 to 1) of a rim point within a gap between walls; None if it is outside."""
    share = ((rim - gap[0]) % 4) / len(gap)
    return share if 0 < share < 1 else None


_MOUTH = 0.12
"""How far a road is seen before it goes underground."""


def _end(line: LineString) -> Point:
    x, y = line.coords[-1]
    return x, y


def _mouths(line: LineString) -> tuple[LineString, ...]:
    (ax, ay), b = line.coords[0], _end(line)
    into = direction((ax, ay), b)
    return LineString([(ax, ay), offset_point((ax, ay), into, _MOUTH)]), LineString(
        [b, offset_point(b, opposite_direction(into), _MOUTH)]
    )
