"""Drawings of the row colours' symbols and of card kinds, around a point."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from render.art.canvas import TileCanvas
from render.art.curves import Point
from render.palette import Colour


def draw_symbol(canvas: TileCanvas, name: str, point: Point, r: float, ink: Colour) -> None:
    """Draw a symbol of radius `r` around a point."""
    SYMBOLS[name](canvas, point, r, ink)


def _point_around(point: Point, radius: float, angle: float) -> Point:
    """Return the point at an angle in degrees, clockwise from the top."""
    turn = math.radians(angle)
    return point[0] + radius * math.sin(turn), point[1] - radius * math.cos(turn)


def _sun(canvas: TileCanvas, point: Point, r: float, ink: Colour) -> None:
    for ray in range(8):
        canvas.poly(
            [
                _point_around(point, r, ray * 45),
                _point_around(point, r * 0.52, ray * 45 - 24),
                _point_around(point, r * 0.52, ray * 45 + 24),
            ],
            ink,
        )
    canvas.oval(point, (r * 0.56, r * 0.56), ink)


def _wheel(canvas: TileCanvas, point: Point, r: float, ink: Colour) -> None:
    canvas.oval(point, (r * 0.94, r * 0.94), None, line=ink, width=r * 0.27)
    for spoke in range(3):
        canvas.line([_point_around(point, r * 0.8, spoke * 60), _point_around(point, r * 0.8, spoke * 60 + 180)], ink, r * 0.17)
    canvas.oval(point, (r * 0.24, r * 0.24), ink)


def _leaf(canvas: TileCanvas, point: Point, r: float, ink: Colour) -> None:
    """Draw a clover leaf: three rounds and a stalk."""
    for angle in (0, 118, 242):
        canvas.oval(_point_around(point, r * 0.46, angle), (r * 0.46, r * 0.46), ink)
    x, y = point
    canvas.poly([(x - r * 0.12, y), (x + r * 0.12, y), (x + r * 0.26, y + r), (x - r * 0.02, y + r)], ink)


def _drop(canvas: TileCanvas, point: Point, r: float, ink: Colour) -> None:
    x, y = point
    canvas.oval((x, y + r * 0.30), (r * 0.66, r * 0.68), ink)
    canvas.poly([(x, y - r), (x + r * 0.58, y + r * 0.04), (x - r * 0.58, y + r * 0.04)], ink)


def _star(canvas: TileCanvas, point: Point, r: float, ink: Colour) -> None:
    canvas.poly([_point_around(point, r if n % 2 == 0 else r * 0.43, n * 36) for n in range(10)], ink)


def _house(canvas: TileCanvas, point: Point, r: float, ink: Colour) -> None:
    x, y = point
    canvas.poly([(x, y - r), (x + r, y - r * 0.02), (x - r, y - r * 0.02)], ink)
    canvas.box((x - r * 0.72, y - r * 0.06), (x + r * 0.72, y + r * 0.84), ink)


def _paw(canvas: TileCanvas, point: Point, r: float, ink: Colour) -> None:
    x, y = point
    canvas.oval((x, y + r * 0.36), (r * 0.56, r * 0.48), ink)
    for dx, dy in ((-0.72, -0.1), (-0.27, -0.56), (0.27, -0.56), (0.72, -0.1)):
        canvas.oval((x + dx * r, y + dy * r), (r * 0.24, r * 0.30), ink)


def _flame(canvas: TileCanvas, point: Point, r: float, ink: Colour) -> None:
    x, y = point
    canvas.oval((x, y + r * 0.34), (r * 0.68, r * 0.64), ink)
    for points in (
        ((-0.68, 0.3), (-0.5, -0.6), (-0.1, 0.0)),
        ((-0.45, 0.1), (0.12, -1.0), (0.5, 0.2)),
        ((0.1, 0.1), (0.62, -0.45), (0.68, 0.3)),
    ):
        canvas.poly([(x + px * r, y + py * r) for px, py in points], ink)


def _wand(canvas: TileCanvas, point: Point, r: float, ink: Colour) -> None:
    x, y = point
    canvas.line([(x - r * 0.7, y + r * 0.9), (x + r * 0.1, y - r * 0.1)], ink, r * 0.24)
    _star(canvas, (x + r * 0.26, y - r * 0.34), r * 0.7, ink)


def _chest(canvas: TileCanvas, point: Point, r: float, ink: Colour) -> None:
    """Draw a chest with a round lid and a lock, in two browns with lines in the ink."""
    x, y = point
    canvas.oval((x, y - r * 0.14), (r, r * 0.62), (176, 118, 66), line=ink, width=r * 0.12)
    canvas.box((x - r, y - r * 0.16), (x + r, y + r * 0.72), (150, 96, 52), line=ink, width=r * 0.12)
    canvas.box((x - r * 0.18, y - r * 0.28), (x + r * 0.18, y + r * 0.18), (248, 206, 84), line=ink, width=r * 0.1)


SYMBOLS: Mapping[str, Callable[[TileCanvas, Point, float, Colour], None]] = {
    "sun": _sun,
    "wheel": _wheel,
    "leaf": _leaf,
    "drop": _drop,
    "star": _star,
    "house": _house,
    "paw": _paw,
    "flame": _flame,
    "wand": _wand,
    "chest": _chest,
}
