"""The foreign land and sea around a map, drawn from an atlas because a map's file does not contain them.

For a map without such a drawing they follow from its print: water where ferries, waves and islands are, foreign land where roads
and cities lead.
"""

from __future__ import annotations

from collections.abc import Mapping

from shapely import MultiPolygon, Polygon, box, unary_union
from shapely.geometry.base import BaseGeometry

from games.carcassonne.view import MapView

Ring = tuple[tuple[float, float], ...]

BESIDE = ((0, -1), (1, 0), (0, 1), (-1, 0))

DRAWN: Mapping[str, tuple[Ring, ...]] = {
    "tutorial": (),
    "benelux": (
        (
            (-2, 10.8), (-0.6, 10.95), (0.1, 10.95), (1.2, 11.6), (4.5, 11.5), (8.5, 8), (8.5, 4.5), (11.5, 3.5), (12.5, 1.5),
            (12.95, 0.75), (13.6, 0.5), (15, 0.3), (15, 20), (-2, 20),
        ),
    ),
    "germany": (
        (
            (2.5, 4.2), (2.0, 3.75), (0.7, 3.85), (0.1, 5.4), (-0.5, 6.3), (-2, 7), (-2, 18), (14, 18), (14, 2.1), (12.3, 2.4),
            (10.9, 2.7), (9.5, 4.5),
        ),
        ((3.95, 1.5), (3.7, 0.6), (3.9, -0.2), (3.6, -2), (5.5, -2), (5.3, -0.4), (5.0, 0.2), (5.2, 1.5)),
    ),
    "france": (
        (
            (-2, 11.9), (0.5, 11.75), (2.6, 11.8), (3.3, 11.3), (6, 11), (8.5, 13.2), (9.0, 14.0), (8.7, 14.8), (8.0, 15.3),
            (7.4, 17), (-2, 17),
        ),
        (
            (8.4, 0.5), (9.2, -0.3), (10, -0.8), (10.4, -2), (16, -2), (16, 13.3), (14.2, 12.3), (13.6, 12.0), (12.9, 12.0),
            (11, 10), (9, 3),
        ),
        ((-2, -2), (8.6, -2), (8.3, -0.5), (7.2, -0.35), (5.5, 0.1), (3.2, 0.35), (1.5, 0.15), (0.2, 0.7), (-2, 0.9)),
    ),
    "britain": (
        (
            (-2, 6.8), (0, 6.7), (0.7, 7.2), (0.75, 8.0), (0.4, 9.0), (0.5, 10.4), (1.3, 11.2), (1.3, 11.9), (0.7, 13),
            (0.55, 14.2), (0.3, 14.9), (-0.6, 15.3), (-2, 15.5),
        ),
        ((12, 15.5), (10.3, 16.0), (10.05, 17.0), (9.4, 17.8), (8.9, 18.1), (7.4, 18.6), (6.8, 20), (12, 20)),
    ),
}  # fmt: skip
"""Outlines of foreign land by the id of the map, in squares; the map's own land covers what they share."""


def foreign_land(view: MapView) -> BaseGeometry:
    """Return the area of foreign land; everything else that is not land is water."""
    if view.id in DRAWN:
        return unary_union([Polygon(ring) for ring in DRAWN[view.id]])
    return _guess_shape(view)


def undrawn_squares(view: MapView) -> list[tuple[int, int]]:
    """Return the squares on and around the grid on which nothing is drawn."""
    squares = [(x, y) for y in range(-1, view.rows + 1) for x in range(-1, view.columns + 1)]
    return [square for square in squares if view.glyph(square) == "~"]


def _guess_shape(view: MapView) -> BaseGeometry:
    wet = [square_beyond(x, y, side) for ferry in view.ferries for x, y, side in ferry.ends]
    wet += [square for island in view.islands for square in island.squares]
    wet += [(x, y) for y, row in enumerate(view.grid) for x, glyph in enumerate(row) if glyph == "w"]
    dry = [square_beyond(border.x, border.y, border.side) for border in view.borders]
    squares = [square for square in undrawn_squares(view) if _nearest(square, dry) < _nearest(square, wet)]
    cells = [box(x - 0.5, y - 0.5, x + 1.5, y + 1.5) for x, y in squares]
    return unary_union(cells).buffer(-0.6).buffer(0.3) if cells else MultiPolygon()


def square_beyond(x: int, y: int, side: int) -> tuple[int, int]:
    """Return the square beyond a side of a square."""
    return x + BESIDE[side][0], y + BESIDE[side][1]


def _nearest(square: tuple[int, int], others: list[tuple[int, int]]) -> float:
    return min(((square[0] - x) ** 2 + (square[1] - y) ** 2 for x, y in others), default=1e9)
