"""Smooth lines in the unit square: x to the east, y to the south, one tile is 1 x 1."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import cos, hypot, radians, sin

Point = tuple[float, float]

CORNERS: tuple[Point, ...] = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
"""Where the sides N E S W begin, walking clockwise."""
MIDDLES: tuple[Point, ...] = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
ALONG: tuple[Point, ...] = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
"""Direction of each side, clockwise."""
INWARD: tuple[Point, ...] = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))


def offset_point(point: Point, direction: Point, distance: float) -> Point:
    """Return the point `distance` away in `direction`."""
    return point[0] + direction[0] * distance, point[1] + direction[1] * distance


def distance_between(a: Point, b: Point) -> float:
    """Return the distance of two points."""
    return hypot(a[0] - b[0], a[1] - b[1])


def inward_direction(side: int, *, degrees: float, back: bool) -> Point:
    """Return the direction `degrees` inward from a side, seen along it clockwise or, with `back`, against it."""
    along, inward = ALONG[side], INWARD[side]
    sign = -1.0 if back else 1.0
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return sign * along[0] * c + inward[0] * s, sign * along[1] * c + inward[1] * s


def opposite_direction(direction: Point) -> Point:
    """Return the opposite direction."""
    return -direction[0], -direction[1]


def curve_points(start: Point, leave: Point, end: Point, arrive: Point, *, steps: int = 14, reach: float = 1.0) -> list[Point]:
    """Return the points of a smooth curve from `start` to `end`, beginning and ending in the given directions.

    The points include `end`.
    """
    pull = distance_between(start, end) * reach
    points = []
    for i in range(1, steps + 1):
        t = i / steps
        a, b = 2 * t**3 - 3 * t**2 + 1, t**3 - 2 * t**2 + t
        c, d = 3 * t**2 - 2 * t**3, t**3 - t**2
        points.append(
            (
                a * start[0] + b * pull * leave[0] + c * end[0] + d * pull * arrive[0],
                a * start[1] + b * pull * leave[1] + c * end[1] + d * pull * arrive[1],
            )
        )
    return points


def turned_point(point: Point, turn: int) -> Point:
    """Return the position of a point of the tile after `turn` quarter turns clockwise."""
    x, y = point
    for _ in range(turn & 3):
        x, y = 1.0 - y, x
    return x, y


def point_along(points: Sequence[Point], share: float) -> tuple[Point, Point]:
    """Return the point after a share (0-1) of a line's length, and the direction of the line there."""
    lengths = [distance_between(a, b) for a, b in itertools.pairwise(points)]
    left = share * sum(lengths)
    for a, b, length in zip(points, points[1:], lengths, strict=False):
        if left <= length:
            return offset_point(a, direction(a, b), left), direction(a, b)
        left -= length
    return points[-1], direction(points[-2], points[-1])


def direction(a: Point, b: Point) -> Point:
    """Return the direction from one point to another."""
    length = distance_between(a, b) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length
