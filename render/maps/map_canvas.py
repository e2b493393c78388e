"""A drawing surface for a whole map or a part of it, with the calls of `render.art` and coordinates in squares."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor

from PIL import Image, ImageDraw
from shapely.geometry.base import BaseGeometry

from render.art.canvas import TileCanvas, polygons
from render.art.curves import Point
from render.art.themes import Colour


class MapCanvas(TileCanvas):
    """Drawing surface whose north-west corner is at `origin` and on which a square is `size` pixels wide."""

    def __init__(self, picture: Image.Image, origin: Point, size: int) -> None:
        super().__init__(picture)
        self.origin = origin
        self.size = size

    def px(self, points: Iterable[Point]) -> list[Point]:
        """Return the points converted from squares to pixels."""
        west, north = self.origin
        return [((x - west) * self.size, (y - north) * self.size) for x, y in points]

    def fill(self, shape: BaseGeometry, colour: Colour | Image.Image) -> None:
        """Fill a shape with a colour, part by part, because a map is far larger than most shapes on it."""
        assert not isinstance(colour, Image.Image), "a map is filled with plain colours"
        for part in polygons(shape):
            rings = [self.px((x, y) for x, y, *_ in ring.coords) for ring in (part.exterior, *part.interiors)]
            west, north = floor(min(x for x, _ in rings[0])), floor(min(y for _, y in rings[0]))
            east, south = ceil(max(x for x, _ in rings[0])), ceil(max(y for _, y in rings[0]))
            west, north = max(west, 0), max(north, 0)
            east, south = min(east, self.picture.width - 1), min(south, self.picture.height - 1)
            if west > east or north > south:
                continue
            mask = Image.new("1", (east - west + 1, south - north + 1), 0)
            pen = ImageDraw.Draw(mask)
            for number, ring in enumerate(rings):
                pen.polygon([(x - west, y - north) for x, y in ring], 0 if number else 1)
            self.picture.paste(colour, (west, north), mask)

    def scaled(self, middle: Point, by: float) -> MapCanvas:
        """Return the same surface with drawing enlarged `by` a factor around `middle`."""
        (x, y), (west, north) = middle, self.origin
        return MapCanvas(self.picture, (x - (x - west) / by, y - (y - north) / by), round(self.size * by))

    def oval(self, middle: Point, radius: Point, fill: Colour | None, *, line: Colour | None = None, width: float = 0.006) -> None:
        """Draw an upright ellipse."""
        super().oval(self._move_point(middle), radius, fill, line=line, width=width)

    def box(self, corner: Point, other: Point, fill: Colour, *, line: Colour | None = None, width: float = 0.006) -> None:
        """Draw a rectangle between its north-west and south-east corner."""
        super().box(self._move_point(corner), self._move_point(other), fill, line=line, width=width)

    def _move_point(self, point: Point) -> Point:
        return point[0] - self.origin[0], point[1] - self.origin[1]
