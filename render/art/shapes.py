"""Shapes of a tile in one turn: the area of each segment, the lines of walls and roads, the anchors of figures.

Everything is in the unit square of the tile: x to the east, y to the south. Shapes turn with the tile; symbols and figures stay
upright, so their positions are chosen again for each turn (`render.art.places`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, Polygon, unary_union
from shapely.geometry.base import BaseGeometry

from games.carcassonne.tile import Tile
from render.art.curves import Point
from render.art.places import SymbolSpot, places
from render.art.tile_plan import plan, stroke_area
from render.art.walls import WALL_WIDTH

_Shape = TypeVar("_Shape", bound=BaseGeometry)


@dataclass(frozen=True, eq=False)
class WallShape:
    """One stretch of city wall: its outer face as a line, and its area."""

    line: LineString
    area: BaseGeometry
    inner: bool
    """A wall that parts meadows; it bounds no city."""


@dataclass(frozen=True, eq=False)
class RoadShape:
    """Shape of one road segment."""

    line: LineString
    shown: tuple[LineString, ...]
    """The stretches that are to be seen."""
    bridge: bool
    width: float


@dataclass(frozen=True, eq=False)
class TileShapes:
    """Shapes of one tile in one turn."""

    cities: Mapping[str, Polygon]
    farm_fields: Mapping[str, Polygon]
    roads: Mapping[str, RoadShape]
    walls: tuple[WallShape, ...]
    lanes: tuple[LineString, ...]
    marks: tuple[SymbolSpot, ...]
    anchors: Mapping[str, Point]
    yard: Polygon | None
    """The ground of the cloister."""

    def anchor(self, part: str) -> Point:
        """Return the position of the middle of a figure on a segment; raises `KeyError` if the tile has no such segment."""
        return self.anchors[part]

    def area(self, part: str) -> BaseGeometry:
        """Return the area of a segment, for tints and hatches: a city up to the outer face of its walls, a road as paved."""
        if part in self.cities:
            return self.cities[part]
        if part in self.farm_fields:
            return self.farm_fields[part]
        if part in self.roads:
            return unary_union([stroke_area(line, self.roads[part].width) for line in self.roads[part].shown])
        if part == "m" and self.yard is not None:
            return self.yard
        return shapely.Point(self.anchors[part]).buffer(0.1)


@lru_cache(maxsize=1024)
def tile_shapes(tile: Tile, turn: int) -> TileShapes:
    """Return the shapes of `tile` after `turn` quarter turns clockwise."""
    ground = plan(tile)
    where = places(tile, turn)
    walls = []
    for city in ground.cities.values():
        for wall in city.walls:
            band = wall.line.buffer(WALL_WIDTH, cap_style="square").intersection(city.area)
            walls.append(WallShape(turn_shape(wall.line, turn), turn_shape(band, turn), inner=False))
    for line in ground.inner_walls:
        walls.append(WallShape(turn_shape(line, turn), turn_shape(stroke_area(line, 0.044), turn), inner=True))
    return TileShapes(
        {name: turn_shape(city.area, turn) for name, city in ground.cities.items()},
        {name: turn_shape(area, turn) for name, area in ground.farm_fields.items()},
        {
            name: RoadShape(
                turn_shape(route.line, turn), tuple(turn_shape(part, turn) for part in route.shown), route.bridge, route.width
            )
            for name, route in ground.roads.items()
        },
        tuple(walls),
        tuple(turn_shape(line, turn) for line in ground.lanes),
        where.marks,
        where.anchors,
        None if ground.cloister is None else turn_shape(ground.cloister, turn),
    )


def turn_shape(shape: _Shape, turn: int) -> _Shape:
    """Return a shape after `turn` quarter turns of the tile, free of rounding errors."""
    for _ in range(turn & 3):
        shape = shapely.transform(shape, _quarter)
    return shape


def _quarter(points: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.stack([1.0 - points[:, 1], points[:, 0]], axis=1)
