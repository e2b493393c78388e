"""The pictures of The River: water between grassy banks, the rocky spring and the lake."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any

from render.art.artwork import Artwork, LineArt, MarkArt, Ribbon
from render.art.canvas import LocalCanvas, Rim, TileCanvas, darker, lighter, mix_colours
from render.art.curves import Point
from render.art.themes import Colour, Theme

WIDTH = 0.17
"""Of the water and its banks."""

_GLINTS = tuple((0.055 + 0.127 * column + 0.06 * (row % 2), 0.045 + 0.083 * row) for row in range(12) for column in range(8))
"""Middles of the short waves that catch the light, wherever there is water."""


def _bank(theme: Theme) -> Colour:
    return (176, 192, 210) if theme.snow else mix_colours(theme.road_edge, theme.grass, 0.25)


def _shallow(theme: Theme) -> Colour:
    return lighter(theme.water, 0.3)


def _deep(theme: Theme) -> Colour:
    return darker(mix_colours(theme.water, (24, 96, 190), 0.35), 0.06)


def _area(*rings: Sequence[Point]) -> Any:
    from shapely import MultiPolygon, Polygon  # a geometry library, which only who draws needs to load

    return MultiPolygon([Polygon(ring) for ring in rings])


def _paint_water(canvas: TileCanvas, area: Any, shallow: Any, deep: Any, theme: Theme) -> None:
    """Draw a river: a bank, clear shallows, blue depth, and light on the waves."""
    canvas.shade(canvas.mask(area.buffer(0.018)), mix_colours(theme.shadow, theme.hedge, 0.4), 0.34, blur=0.012)
    canvas.fill(area, _bank(theme))
    canvas.fill(shallow, _shallow(theme))
    canvas.shade(canvas.mask(deep), _deep(theme), 0.95, blur=0.014)
    canvas.fill(_area(*(_wave(point) for point in _GLINTS)).intersection(deep), lighter(theme.water, 0.72))


def _wave(point: Point) -> Sequence[Point]:
    """Return a short wave, thin at both ends."""
    x, y = point
    return (x - 0.034, y), (x, y - 0.0065), (x + 0.034, y), (x, y + 0.0035)


def _river(canvas: TileCanvas, ribbon: Ribbon, theme: Theme) -> None:
    _paint_water(canvas, ribbon(WIDTH - 0.012), ribbon(WIDTH - 0.038), ribbon(WIDTH - 0.07), theme)


def _pool(point: Point, radius: float, *, grow: float = 0.0) -> Any:
    """Return the area of a pool whose shore is not quite round."""
    (x, y), r = point, radius
    ring = []
    for step in range(36):
        angle = 2 * pi * step / 36
        reach = r * (1.0 + 0.07 * sin(3 * angle + 0.6) + 0.035 * cos(5 * angle)) + grow
        ring.append((x + reach * cos(angle), y + 0.84 * reach * sin(angle)))
    return _area(ring)


def _spring(canvas: TileCanvas, point: Point, radius: float, theme: Theme) -> None:
    """Draw the spring: water between rocks."""
    (x, y), r = point, radius
    middle = (x, y + 0.12 * r)
    _paint_water(canvas, _pool(middle, r * 0.8, grow=0.012), _pool(middle, r * 0.8), _pool(middle, r * 0.62), theme)
    for step in range(7):
        angle = pi + pi * step / 6
        size = r * (0.3 if step % 2 else 0.38)
        _rock(canvas, (x + 0.86 * r * cos(angle), y + 0.1 * r + 0.72 * r * sin(angle)), size, theme)
    foam = (250, 253, 255)
    for dx, dy, size in ((0.0, -0.12, 0.24), (-0.2, 0.06, 0.14), (0.2, 0.08, 0.15), (0.0, 0.22, 0.12)):
        canvas.oval((x + dx * r, y + dy * r), (size * r, size * 0.7 * r), foam, line=_shallow(theme), width=0.006)


def _rock(canvas: TileCanvas, point: Point, size: float, theme: Theme) -> None:
    x, y = point
    stone = mix_colours(theme.wall, theme.wall_dark, 0.25)
    canvas.oval((x + 0.008, y + 0.012), (size, size * 0.8), darker(theme.grass, 0.3))
    canvas.oval(point, (size, size * 0.86), stone, line=theme.outline, width=0.007)
    canvas.oval((x - size * 0.22, y - size * 0.3), (size * 0.55, size * 0.36), (248, 251, 255) if theme.snow else theme.wall_light)


def _lake(canvas: TileCanvas, point: Point, radius: float, theme: Theme) -> None:
    """Draw the lake: open water with reeds on its shore, and a boat."""
    (x, y), r = point, radius
    _paint_water(canvas, _pool(point, r, grow=0.014), _pool(point, r, grow=-0.004), _pool(point, r * 0.82), theme)
    for dx, dy in ((-0.86, -0.36), (-0.7, -0.56), (0.82, 0.42), (0.66, 0.6), (-0.92, 0.2)):
        _reeds(canvas, (x + dx * r, y + dy * r * 0.84), 0.3 * r, theme)
    _boat(canvas, (x + 0.12 * r, y - 0.06 * r), 0.36 * r, theme)


def _reeds(canvas: TileCanvas, foot: Point, high: float, theme: Theme) -> None:
    x, y = foot
    for lean in (-0.35, 0.0, 0.35):
        top = (x + lean * high, y - high)
        canvas.line([(x, y), top], darker(theme.leaves[0], 0.1), 0.009)
        canvas.oval(top, (0.009, 0.019), (248, 251, 255) if theme.snow else (122, 82, 48))


def _boat(canvas: TileCanvas, point: Point, size: float, theme: Theme) -> None:
    pen = LocalCanvas(canvas, point, size)
    pen.poly([(-1, 0.1), (1, 0.1), (0.6, 0.62), (-0.6, 0.62)], (146, 96, 56), Rim(theme.outline, 0.008))
    pen.line([(-0.06, 0.1), (-0.06, -1.3)], theme.outline, 0.012)
    pen.poly([(0.02, -1.25), (0.8, -0.12), (0.02, -0.12)], (252, 248, 236), Rim(theme.outline))


ART = Artwork(
    marks={"spring": MarkArt(_spring, 0.13, ends_roads=True), "lake": MarkArt(_lake, 0.24, ends_roads=True)},
    lines={"river": LineArt(_river, WIDTH)},
    samples={"river": ("river/rv11",)},
    legend=(("spring", "river"), ("lake", "river")),
)
