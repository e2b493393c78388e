"""City areas and their walls, derived from the sides that each city owns.

A wall always meets the corner of the tile under the same angle, so that the walls of two adjacent tiles join. In between it runs
through one middle point, which depends on how many sides it surrounds and on what else needs room.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shapely import LineString, Polygon

from games.carcassonne.tile import Segment, SegmentKind, Tile
from render.art.curves import (
    ALONG,
    CORNERS,
    INWARD,
    MIDDLES,
    Point,
    curve_points,
    direction,
    inward_direction,
    offset_point,
    opposite_direction,
)

LEAN = 37.0
"""Degrees between a wall and the city's side at the corner; below 45, so that two cities leave land between them."""
WALL_WIDTH = 0.052
_FIRM = 0.07
"""Length of the straight beginning of a wall."""


@dataclass(frozen=True, eq=False)
class Wall:
    """One stretch of a city's wall from corner to corner, with the city on its right."""

    points: tuple[Point, ...]
    gap: tuple[int, ...]
    """The sides that it goes around, clockwise."""

    @property
    def line(self) -> LineString:
        """Outer face of the wall."""
        return LineString(self.points)


@dataclass(frozen=True, eq=False)
class CityPlan:
    """One city segment: its area up to the outer face of the walls, and the walls."""

    area: Polygon
    walls: tuple[Wall, ...]
    sides: tuple[int, ...]


def city_plans(tile: Tile) -> dict[str, CityPlan]:
    """Return every city segment of a tile by name."""
    return {s.name: _city(tile, s) for s in tile.segments if s.kind is SegmentKind.CITY}


def _runs(sides: Sequence[int]) -> list[list[int]]:
    """Return the sides grouped into runs of adjacent sides, clockwise."""
    if len(sides) == 4:
        return [[0, 1, 2, 3]]
    starts = [s for s in sides if (s - 1) % 4 not in sides]
    runs = []
    for start in starts:
        run = [start]
        while (run[-1] + 1) % 4 in sides:
            run.append((run[-1] + 1) % 4)
        runs.append(run)
    return runs


def _city(tile: Tile, segment: Segment) -> CityPlan:
    runs = _runs(segment.ports)
    outline: list[Point] = []
    walls = []
    for run, following in zip(runs, [*runs[1:], runs[0]], strict=True):
        outline += [CORNERS[side] for side in run]
        if len(segment.ports) == 4:
            continue
        wall = _wall(tile, run[-1], following[0])
        walls.append(wall)
        outline += wall.points[:-1]
    return CityPlan(Polygon(outline).buffer(0), tuple(walls), segment.ports)


def _wall(tile: Tile, last: int, first: int) -> Wall:
    """Return the wall from the end of side `last` to the beginning of side `first`."""
    gap = []
    side = (last + 1) % 4
    while side != first:
        gap.append(side)
        side = (side + 1) % 4
    start, end = CORNERS[(last + 1) % 4], CORNERS[first]
    leave, arrive = (
        inward_direction(last, degrees=LEAN, back=True),
        opposite_direction(inward_direction(first, degrees=LEAN, back=False)),
    )
    middle, heading = _middle(tile, tuple(gap))
    a, b = offset_point(start, leave, _FIRM), offset_point(end, arrive, -_FIRM)
    points = [
        start,
        a,
        *curve_points(a, leave, middle, heading, reach=1.05),
        *curve_points(middle, heading, b, arrive, reach=1.05),
        end,
    ]
    return Wall(tuple(points), tuple(gap))


def _middle(tile: Tile, gap: tuple[int, ...]) -> tuple[Point, Point]:
    """Return the middle point of a wall and its direction there."""
    others = [s.ports for s in tile.segments if s.kind is SegmentKind.CITY and set(s.ports) <= set(gap)]
    if len(gap) == 1:
        side = gap[0]
        return offset_point(MIDDLES[side], INWARD[side], 0.47 if others else 0.27), ALONG[side]
    if len(gap) == 2:
        corner, field = CORNERS[(gap[0] - 1) % 4], CORNERS[gap[1]]
        share = 0.39 if others else 0.43
        heading = direction(CORNERS[gap[0]], CORNERS[(gap[1] + 1) % 4])
        return (corner[0] + (field[0] - corner[0]) * share, corner[1] + (field[1] - corner[1]) * share), heading
    side = (gap[-1] + 1) % 4
    return offset_point(MIDDLES[side], INWARD[side], 0.26 if _is_crowded(tile) else 0.30), opposite_direction(ALONG[side])


def _is_crowded(tile: Tile) -> bool:
    cities = [s for s in tile.segments if s.kind is SegmentKind.CITY]
    return len(cities) > 2 or (len(cities) == 2 and any(len(s.ports) > 1 for s in cities))
