"""The ground plan of a tile at turn 0, derived from its data: cities with walls, roads, hubs, inner walls, fields.

Features meet the rim alike on every tile: a city's wall at the corner under `LEAN` degrees, a road in the middle of the side at a
right angle. The remaining area is field; `tests/render/art` compares it with the data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from shapely import LineString, MultiPolygon, Point, Polygon, box, unary_union
from shapely.geometry.base import BaseGeometry

from games.carcassonne.tile import SegmentKind, Tile
from render.art.artwork import ROAD_WIDTH, artwork
from render.art.curves import ALONG, INWARD, MIDDLES, offset_point
from render.art.curves import Point as Spot
from render.art.routes import Route, Routes, find_routes
from render.art.walls import CityPlan, city_plans

INNER_WALL_WIDTH = 0.044
CLOISTER_SIZE = 0.17
"""Half the side of a cloister's yard."""
SQUARE = box(0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, eq=False)
class TilePlan:
    """Shapes of one tile at turn 0, in the unit square."""

    tile: Tile
    cities: Mapping[str, CityPlan]
    roads: Mapping[str, Route]
    lanes: tuple[LineString, ...]
    """Stubs of road from a crossing to a gate; no road of the rules."""
    hubs: tuple[tuple[str, Spot], ...]
    """Where roads end inside the tile: (village, house, cloister, or what an expansion built there; place)."""
    inner_walls: tuple[LineString, ...]
    cloister: Polygon | None
    farm_fields: Mapping[str, Polygon]

    @property
    def road_strokes(self) -> BaseGeometry:
        """Area of all roads and of other segments that run through sides like roads."""
        paved = [stroke_area(part, route.width) for route in self.roads.values() for part in route.shown]
        return unary_union([*paved, *(stroke_area(line) for line in self.lanes)])


def stroke_area(line: LineString, width: float = ROAD_WIDTH) -> Polygon:
    """Return the area of a line of `width`, cut at the rim of the tile."""
    longer = LineString(_extend_over_rim([(x, y) for x, y in line.coords]))
    area = longer.buffer(width / 2, cap_style="flat", join_style="round").intersection(SQUARE)
    assert isinstance(area, Polygon), "a line within the tile has one area"
    return area


def _extend_over_rim(points: list[Spot]) -> list[Spot]:
    """Extend ends that lie on the rim a little beyond it, so that the cut is exact."""
    first, last = points[0], points[-1]
    if _is_on_rim(first):
        points = [(2 * first[0] - points[1][0], 2 * first[1] - points[1][1]), *points]
    if _is_on_rim(last):
        points = [*points, (2 * last[0] - points[-2][0], 2 * last[1] - points[-2][1])]
    return points


def _is_on_rim(point: Spot) -> bool:
    return any(abs(value) < 1e-9 or abs(value - 1) < 1e-9 for value in point)


@lru_cache(maxsize=256)
def plan(tile: Tile) -> TilePlan:
    """Return the ground plan of a tile; raises `ValueError` if its data can't be drawn as distinct fields."""
    cities = city_plans(tile)
    routes = find_routes(tile, cities)
    yard = _yard(routes)
    solid = [city.area for city in cities.values()]
    solid += [stroke_area(part, route.width) for route in routes.roads.values() for part in route.shown]
    solid += [stroke_area(line) for line in routes.lanes]
    solid += [Point(point).buffer(0.075) for kind, point in routes.hubs if kind == "village" or kind in artwork().spots]
    solid += [line.buffer(INNER_WALL_WIDTH / 2, cap_style="round") for line in routes.inner_walls]
    if yard is not None:
        solid.append(yard)
    farm_fields = _farm_fields(tile, SQUARE.difference(unary_union(solid)), cities)
    return TilePlan(tile, cities, routes.roads, routes.lanes, routes.hubs, routes.inner_walls, yard, farm_fields)


def _yard(routes: Routes) -> Polygon | None:
    for kind, (x, y) in routes.hubs:
        if kind == "cloister":
            return box(x - CLOISTER_SIZE, y - CLOISTER_SIZE, x + CLOISTER_SIZE, y + CLOISTER_SIZE)
    return None


def half_edge_point(half: int) -> Spot:
    """Return a point just inside the rim on a half-edge."""
    side, second = divmod(half, 2)
    return offset_point(offset_point(MIDDLES[side], ALONG[side], 0.25 if second else -0.25), INWARD[side], 0.002)


def _farm_fields(tile: Tile, free: BaseGeometry, cities: Mapping[str, CityPlan]) -> dict[str, Polygon]:
    """Return the piece of open land of each field segment, by name."""
    parts = list(free.geoms) if isinstance(free, MultiPolygon) else [free]
    pieces = [p for p in parts if isinstance(p, Polygon) and p.area > 0.002]
    farm_fields: dict[str, Polygon] = {}
    enclosed = []
    for segment in tile.segments:
        if segment.kind is SegmentKind.FIELD:
            if segment.ports:
                spot = Point(half_edge_point(segment.ports[0]))
                farm_fields[segment.name] = next(p for p in pieces if p.covers(spot))
            else:
                enclosed.append(segment)
    rest = [p for p in pieces if not any(p is q for q in farm_fields.values())]
    for segment in enclosed:
        wanted = {tile.segments[place].name for place in segment.touches}
        match = [p for p in rest if bordering_cities(p, cities) == wanted]
        if not match:
            raise ValueError(f"{tile.id}: no piece of open land borders just {sorted(wanted)}")
        farm_fields[segment.name] = match[0]
        rest.remove(match[0])
    return farm_fields


def bordering_cities(area: Polygon, cities: Mapping[str, CityPlan]) -> set[str]:
    """Return the names of the cities that share more than a point with the rim of `area`."""
    rim = area.buffer(0.004)
    return {name for name, city in cities.items() if rim.intersection(city.area).area > 0.0004}
