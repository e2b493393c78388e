"""Drawings of city walls, inner walls, bridges and tunnel mouths.

A wall is a band with a dark face below it that grows from nothing at the rim, so that the walls of two adjacent tiles join; its
battlements run along the outer face.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

from shapely import LineString, Point, Polygon, affinity, box, unary_union
from shapely.geometry.base import BaseGeometry

from render.art.artwork import ROAD_WIDTH
from render.art.buildings import draw_gatehouse, draw_turret
from render.art.canvas import TileCanvas, darker, lighter, mix_colours
from render.art.curves import Point as Spot
from render.art.curves import direction, distance_between, offset_point
from render.art.shapes import TileShapes, WallShape
from render.art.themes import Theme
from render.art.tile_plan import INNER_WALL_WIDTH, SQUARE, stroke_area
from render.art.walls import WALL_WIDTH

_WALL_FACE = 0.026
"""Height of the face below a wall."""
_STEP = 0.018
"""Distance of the points in which walls are drawn."""


def _resample(line: LineString) -> list[Spot]:
    count = max(8, round(line.length / _STEP))
    return [(p.x, p.y) for p in (line.interpolate(i / count, normalized=True) for i in range(count + 1))]


def _direction_inwards(points: Sequence[Spot], place: int) -> Spot:
    """Return the direction from a point of the outer face into the city."""
    a, b = points[max(place - 1, 0)], points[min(place + 1, len(points) - 1)]
    heading = direction(a, b)
    return -heading[1], heading[0]


def _offset(points: Sequence[Spot], distance: float) -> list[Spot]:
    return [offset_point(p, _direction_inwards(points, i), distance) for i, p in enumerate(points)]


def draw_shadows(canvas: TileCanvas, shapes: TileShapes, theme: Theme) -> None:
    """Draw soft shadows of all walls to the south-east, which end before the rim."""
    bands = unary_union([wall.area for wall in shapes.walls])
    if bands.is_empty:
        return
    cast = unary_union([affinity.translate(bands, d, d * 1.1) for d in (0.012, 0.026, 0.04)])
    near_rim = SQUARE.difference(box(0.035, 0.035, 0.965, 0.965))
    canvas.shade(canvas.mask(cast.difference(near_rim)), theme.shadow, theme.shadow_strength, blur=0.012)


def draw_wall(canvas: TileCanvas, wall: WallShape, theme: Theme) -> None:
    """Draw one stretch of wall without its towers."""
    points = _resample(wall.line)
    width = INNER_WALL_WIDTH if wall.inner else WALL_WIDTH
    outer, inner = (_offset(points, -width / 2), _offset(points, width / 2)) if wall.inner else (points, _offset(points, width))
    count = len(points) - 1
    drop = [_WALL_FACE * min(1.0, min(i, count - i) * _STEP / 0.12) for i in range(count + 1)]
    face = darker(theme.wall_dark, 0.12)
    for share in (1.0, 0.75, 0.5, 0.25):
        lowered = [(x, y + d * share) for (x, y), d in zip(outer, drop, strict=True)]
        lowered_in = [(x, y + d * share) for (x, y), d in zip(inner, drop, strict=True)]
        ring = [*lowered, *reversed(lowered_in)]
        canvas.poly(ring, face if share < 1 else darker(face, 0.3))
    canvas.poly([*outer, *reversed(inner)], mix_colours(theme.wall, theme.wall_light, 0.3))
    canvas.line(outer, theme.outline, 0.008)
    canvas.line(inner, darker(theme.wall_dark, 0.15), 0.008)
    _draw_merlons(canvas, outer, inner, width, theme)
    if wall.inner:
        draw_bastion(canvas, offset_point(points[0], direction(points[0], points[4]), 0.058), theme)


def draw_bastion(canvas: TileCanvas, point: Spot, theme: Theme) -> None:
    """Draw a low round tower: the end of an inner wall at the corner of the tile."""
    x, y = point
    canvas.oval((x, y + 0.012), (0.041, 0.038), darker(theme.wall_dark, 0.3), line=theme.outline)
    canvas.oval(point, (0.041, 0.038), theme.wall_light, line=theme.outline)
    canvas.oval(point, (0.024, 0.021), theme.wall_dark, line=darker(theme.wall_dark, 0.3))


def _draw_merlons(canvas: TileCanvas, outer: Sequence[Spot], inner: Sequence[Spot], width: float, theme: Theme) -> None:
    """Draw battlements along the outer face: blocks with gaps of the same width."""
    depth = 0.5 if width >= WALL_WIDTH else 1.0
    for place, ((a, b), (c, d)) in enumerate(zip(pairwise(outer), pairwise(inner), strict=True)):
        if place % 2:
            near = (a[0] + (c[0] - a[0]) * depth, a[1] + (c[1] - a[1]) * depth)
            far = (b[0] + (d[0] - b[0]) * depth, b[1] + (d[1] - b[1]) * depth)
            out = direction(c, a)
            lit = 0.5 - 0.5 * (out[0] + out[1]) * 0.7
            canvas.poly(
                [a, b, far, near],
                mix_colours(mix_colours(theme.wall, theme.wall_light, 0.45), lighter(theme.wall_light, 0.35), lit),
                line=mix_colours(theme.outline, theme.wall_dark, 0.3),
                width=0.0045,
            )


def gates(shapes: TileShapes) -> list[tuple[Spot, Spot]]:
    """Return the positions where roads and lanes enter cities, with the direction into the city."""
    lines = [road.line for road in shapes.roads.values()] + list(shapes.lanes)
    outer = [w.line for w in shapes.walls if not w.inner]
    gates = []
    for line in lines:
        end, before = line.coords[-1], line.coords[-2]
        point, into = (end[0], end[1]), direction((before[0], before[1]), (end[0], end[1]))
        middle = offset_point(point, into, -0.022)
        if _is_well_inside(point) and any(wall.distance(LineString([point, middle])) < 0.03 for wall in outer):
            gates.append((middle, into))
    return gates


def _is_well_inside(point: Spot) -> bool:
    return 0.02 < point[0] < 0.98 and 0.02 < point[1] < 0.98


def turret_feet(shapes: TileShapes) -> list[Spot]:
    """Return the positions of towers on the walls: never cut by the rim, in a gate, on a road or on a symbol."""
    doors = [point for point, _ in gates(shapes)]
    mouths = [end for road in shapes.roads.values() if len(road.shown) > 1 for end in (line.coords[-1] for line in road.shown)]
    paved = unary_union([stroke_area(line) for road in shapes.roads.values() for line in road.shown])
    feet: list[Spot] = []
    for wall in shapes.walls:
        points = _resample(wall.line)
        middle = points if wall.inner else _offset(points, WALL_WIDTH / 2)
        shares = (0.97,) if wall.inner else (0.17, 0.5, 0.83)
        for share in shares:
            x, y = middle[round(share * (len(middle) - 1))]
            foot = x, y + 0.012
            fits = 0.05 < x < 0.95 and 0.115 < y < 0.965
            apart = all(distance_between(foot, other) > 0.1 for other in [*doors, *feet])
            clear = paved.is_empty or LineString([foot, (x, y - 0.06)]).distance(paved) > 0.04
            unmarked = all(_gap((x, y), m.at) > m.radius + 0.008 for m in shapes.marks)
            unmarked = unmarked and all(distance_between(foot, (mx, my)) > 0.16 for mx, my in mouths)
            if fits and apart and clear and unmarked:
                feet.append(foot)
    return feet


def _gap(tower: Spot, point: Spot) -> float:
    """Return the distance from a point to the box that a wall tower fills, roof included."""
    x, y = tower
    return hypot(max(abs(point[0] - x) - 0.044, 0.0), max(point[1] - y - 0.035, y - 0.115 - point[1], 0.0))


def draw_turrets(canvas: TileCanvas, shapes: TileShapes, theme: Theme) -> None:
    """Draw all towers and gatehouses, the northern ones first."""
    things: list[tuple[float, Spot, Spot | None]] = [(foot[1], foot, None) for foot in turret_feet(shapes)]
    things += [(point[1], point, into) for point, into in gates(shapes)]
    for _, point, into in sorted(things, key=lambda thing: thing[:2]):
        if into is None:
            draw_turret(canvas, point, theme)
        else:
            draw_gatehouse(canvas, point, theme, front=into[1] < -0.4)


def draw_bridge(canvas: TileCanvas, line: LineString, below: BaseGeometry, theme: Theme) -> None:
    """Draw a road raised above the line that it crosses: shadow, deck and two parapets."""
    over = line.intersection(below.buffer(0.045))
    if not isinstance(over, LineString):
        over = line
    deck = stroke_area(over, ROAD_WIDTH + 0.035)
    canvas.shade(canvas.mask(affinity.translate(deck, 0.02, 0.028)), theme.shadow, theme.shadow_strength * 1.2, blur=0.008)
    canvas.fill(deck, darker(theme.wall_dark, 0.35))
    canvas.fill(stroke_area(over, ROAD_WIDTH + 0.024), theme.wall_light)
    canvas.fill(stroke_area(over, ROAD_WIDTH - 0.012), darker(theme.wall_dark, 0.1))
    canvas.fill(stroke_area(over, ROAD_WIDTH - 0.022), theme.road)
    count = max(4, round(over.length / 0.05))
    for i in range(1, count):
        point = over.interpolate(i / count, normalized=True)
        ahead = over.interpolate(min(1.0, i / count + 0.01), normalized=True)
        way = direction((point.x, point.y), (ahead.x, ahead.y))
        across = (-way[1], way[0])
        here = (point.x, point.y)
        canvas.line(
            [offset_point(here, across, -0.03), offset_point(here, across, 0.03)],
            mix_colours(theme.road, theme.road_edge, 0.3),
            0.006,
        )


def draw_mouth(canvas: TileCanvas, line: LineString, theme: Theme) -> None:
    """Draw the end of a road that goes underground: a mound with an arch across the road."""
    x, y = line.coords[-1][0], line.coords[-1][1]
    into = direction((line.coords[0][0], line.coords[0][1]), (x, y))
    hill, hole = (Point((x, y)).buffer(r).intersection(_land_ahead((x, y), into)) for r in (0.085, 0.05))
    canvas.shade(canvas.mask(affinity.translate(hill, 0.016, 0.02)), theme.shadow, theme.shadow_strength, blur=0.008)
    canvas.fill(hill, theme.outline)
    canvas.fill(hill.buffer(-0.006), theme.wall_light)
    for step in range(-2, 3):
        angle = atan2(into[1], into[0]) + step * pi / 5
        out = (cos(angle), sin(angle))
        canvas.line([offset_point((x, y), out, 0.05), offset_point((x, y), out, 0.08)], theme.wall_dark, 0.007)
    canvas.fill(hole.buffer(0.006), theme.outline)
    canvas.fill(hole, (30, 24, 28))


def _land_ahead(point: Spot, into: Spot) -> Polygon:
    """Return the area beyond a point in the direction `into`, and a little before the point."""
    across = (-into[1], into[0])
    a, b = (
        offset_point(offset_point(point, across, -0.3), into, -0.006),
        offset_point(offset_point(point, across, 0.3), into, -0.006),
    )
    return Polygon([a, b, offset_point(b, into, 0.3), offset_point(a, into, 0.3)])
