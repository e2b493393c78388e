"""The outlines of a map: its land, islands and foreign land, with slightly irregular shores like those of a drawn map."""

from __future__ import annotations

from dataclasses import dataclass
from math import sin

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import MultiPolygon, box, unary_union
from shapely.geometry.base import BaseGeometry

from games.carcassonne.view import HOLDS_TILES, BorderView, MapView
from render.maps.surroundings import foreign_land

STRIP = 0.12
"""How far the land reaches beyond its squares, in squares."""


@dataclass(frozen=True, eq=False)
class Coast:
    """Land and other areas of a map as shapes, in squares of the grid."""

    land: BaseGeometry
    """The map's own land, all squares for tiles and big cities well inside."""
    squares: BaseGeometry
    """Just those squares."""
    abroad: BaseGeometry
    """Foreign land that is to be seen, the ends of border roads and cities on it."""
    islands: BaseGeometry

    @property
    def solid(self) -> BaseGeometry:
        """Area of everything that is not water."""
        return unary_union([self.land, self.abroad, self.islands])


def coast(view: MapView) -> Coast:
    """Return the outlines of a map, always the same for the same map."""
    cells = [
        box(x, y, x + 1, y + 1) for y, row in enumerate(view.grid) for x, glyph in enumerate(row) if glyph in HOLDS_TILES + "B"
    ]
    squares = unary_union(cells)
    land = _wandering(squares.buffer(STRIP, join_style="round"), 0.05)
    foreign = unary_union([_wandering(foreign_land(view), 0.1), *(_patch(border) for border in view.borders)])
    isles = [
        _wandering(unary_union([box(x, y, x + 1, y + 1) for x, y in island.squares]).buffer(-0.36).buffer(0.2), 0.13)
        for island in view.islands
    ]
    return Coast(land, squares, foreign.difference(land), unary_union(isles) if isles else MultiPolygon())


def _patch(border: BorderView) -> BaseGeometry:
    """Return the ground below the printed end of a road or city."""
    wide, deep = (0.34, 0.7) if border.kind == "road" else (0.52, 0.48)
    x, y = border.x + 0.5, border.y + 0.5
    outward = ((0, -1), (1, 0), (0, 1), (-1, 0))[border.side]
    across = (abs(outward[1]), abs(outward[0]))
    near, far = 0.45, 0.5 + deep
    corners = [
        (x + outward[0] * reach + across[0] * half, y + outward[1] * reach + across[1] * half)
        for reach in (near, far)
        for half in (-wide, wide)
    ]
    return _wandering(shapely.MultiPoint(corners).envelope.buffer(-0.2).buffer(0.2), 0.05)


def _wandering(shape: BaseGeometry, amount: float) -> BaseGeometry:
    """Return a shape with its outline displaced irregularly by less than `amount`."""

    def moved(points: NDArray[np.float64]) -> NDArray[np.float64]:
        shifts = [(_noise(x, y), _noise(y + 17.3, x - 5.1)) for x, y in points]
        return points + np.array(shifts).reshape(-1, 2) * amount

    return shapely.transform(shapely.segmentize(shape, 0.07), moved).buffer(0)


def _noise(x: float, y: float) -> float:
    """Return a smooth wave over the plane, within -1 and 1."""
    return 0.5 * sin(5.1 * x + 2.3 * y) + 0.3 * sin(11.7 * y - 4.1 * x + 1.3) + 0.2 * sin(19.0 * x + 13.0 * y)
