"""A drawing surface for a tile with coordinates from 0 to 1, so that the same calls work for every size.

Soft edges are blended through masks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from PIL import Image, ImageDraw, ImageFilter

from render.art.curves import Point
from render.art.themes import Colour

if TYPE_CHECKING:  # cards are drawn on this canvas too, and need no shapes
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry


def mix_colours(colour: Colour, other: Colour, share: float) -> Colour:
    """Return `colour` mixed with a share (0-1) of `other`."""
    r, g, b = (round(c + (o - c) * share) for c, o in zip(colour, other, strict=True))
    return r, g, b


def lighter(colour: Colour, share: float) -> Colour:
    """Return the colour mixed with a share (0-1) of white."""
    return mix_colours(colour, (255, 255, 255), share)


def darker(colour: Colour, share: float) -> Colour:
    """Return the colour mixed with a share (0-1) of a warm black."""
    return mix_colours(colour, (24, 16, 18), share)


def polygons(shape: BaseGeometry) -> list[Polygon]:
    """Return the polygons of any shape; points and lines in it are left out."""
    parts = getattr(shape, "geoms", None)
    if parts is None:
        return [cast("Polygon", shape)] if shape.geom_type == "Polygon" and not shape.is_empty else []
    return [p for part in parts for p in polygons(part)]


class TileCanvas:
    """Drawing surface for one tile, `size` pixels wide; all coordinates and widths are in tiles."""

    def __init__(self, picture: Image.Image) -> None:
        self.picture = picture
        self.size = picture.width
        self.pen = ImageDraw.Draw(picture)

    def px(self, points: Iterable[Point]) -> list[Point]:
        """Return the points converted from tiles to pixels."""
        return [(x * self.size, y * self.size) for x, y in points]

    def width(self, width: float) -> int:
        """Return a line's width in pixels, at least one."""
        return max(1, round(width * self.size))

    def poly(self, points: Sequence[Point], fill: Colour, *, line: Colour | None = None, width: float = 0.006) -> None:
        """Draw a filled polygon, with an outline if `line` is given."""
        at = self.px(points)
        self.pen.polygon(at, fill)
        if line is not None:
            self.pen.line([*at, at[0], at[1]], line, self.width(width), joint="curve")

    def oval(self, middle: Point, radius: Point, fill: Colour | None, *, line: Colour | None = None, width: float = 0.006) -> None:
        """Draw an upright ellipse."""
        (x, y), (rx, ry) = middle, radius
        frame = [v * self.size for v in (x - rx, y - ry, x + rx, y + ry)]
        self.pen.ellipse(tuple(frame), fill, line, self.width(width) if line else 0)

    def box(self, corner: Point, other: Point, fill: Colour, *, line: Colour | None = None, width: float = 0.006) -> None:
        """Draw a rectangle between its north-west and south-east corner."""
        frame = [v * self.size for v in (*corner, *other)]
        self.pen.rectangle(tuple(frame), fill, line, self.width(width) if line else 1)

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """Draw a polyline with round joints."""
        self.pen.line(self.px(points), colour, self.width(width), joint="curve")

    def mask(self, shape: BaseGeometry) -> Image.Image:
        """Return the mask of a shape: 255 inside, 0 outside."""
        mask = Image.new("L", self.picture.size, 0)
        pen = ImageDraw.Draw(mask)
        for part in polygons(shape):
            pen.polygon(self.px((x, y) for x, y, *_ in part.exterior.coords), 255)
            for hole in part.interiors:
                pen.polygon(self.px((x, y) for x, y, *_ in hole.coords), 0)
        return mask

    def fill(self, shape: BaseGeometry, colour: Colour | Image.Image) -> None:
        """Fill a shape with a colour, or with the same area of another picture."""
        mask = self.mask(shape)
        if isinstance(colour, Image.Image):
            self.picture.paste(colour, (0, 0), mask)
        else:
            self.picture.paste(colour, (0, 0), mask)

    def shade(self, mask: Image.Image, colour: Colour, strength: float, *, blur: float = 0.0) -> None:
        """Blend in a colour through a mask whose edges are softened by `blur` tiles.

        Works at a quarter of the size, because soft edges need no detail.
        """
        small = mask.reduce(4)
        if blur:
            small = small.filter(ImageFilter.GaussianBlur(blur * small.width))
        small = small.point(lambda value: round(value * strength))
        self.picture.paste(colour, (0, 0), small.resize(self.picture.size, Image.Resampling.BILINEAR))


class Rim(NamedTuple):
    """Outline of a shape: its colour and width."""

    colour: Colour
    width: float = 0.006


Oval = tuple[float, float, float, float, Colour | str]
"""Middle x and y, half width and height, colour or the name of one."""
Shape = tuple[tuple[Point, ...], Colour | str]
Part = Oval | Shape


class LocalCanvas:
    """Drawing surface around the point `middle` of a canvas, in units of a radius; only line widths keep the canvas's unit."""

    def __init__(self, canvas: TileCanvas, middle: Point, radius: float) -> None:
        self._canvas, (self._x, self._y), self._radius = canvas, middle, radius

    def at(self, x: float, y: float) -> Point:
        """Return the position on the canvas of a local point."""
        return self._x + x * self._radius, self._y + y * self._radius

    def moved(self, x: float, y: float) -> LocalCanvas:
        """Return the same drawing surface around another point."""
        return LocalCanvas(self._canvas, self.at(x, y), self._radius)

    def poly(self, points: Iterable[Point], fill: Colour, rim: Rim | None = None) -> None:
        """Draw a filled polygon."""
        line, width = rim or (None, 0.0)
        self._canvas.poly([self.at(x, y) for x, y in points], fill, line=line, width=width)

    def oval(self, x: float, y: float, rx: float, ry: float, fill: Colour, rim: Rim | None = None) -> None:
        """Draw an upright ellipse; `rx` and `ry` are half its width and height."""
        line, width = rim or (None, 0.0)
        self._canvas.oval(self.at(x, y), (rx * self._radius, ry * self._radius), fill, line=line, width=width)

    def box(self, west: float, north: float, east: float, south: float, fill: Colour, rim: Rim | None = None) -> None:
        """Draw a rectangle."""
        line, width = rim or (None, 0.0)
        self._canvas.box(self.at(west, north), self.at(east, south), fill, line=line, width=width)

    def line(self, points: Iterable[Point], colour: Colour, width: float) -> None:
        """Draw a polyline with round joints."""
        self._canvas.line([self.at(x, y) for x, y in points], colour, width)

    def parts(self, parts: Sequence[Part], ink: Colour, rim: float, paints: Mapping[str, Colour] | None = None) -> None:
        """Draw parts from back to front, with an outline of colour `ink` and width `rim` (in radii) around the whole group."""
        for grow in (rim, 0.0):
            for part in parts:
                paint = part[-1]
                colour: Colour = ink if grow else (paints or {})[paint] if isinstance(paint, str) else paint
                if isinstance(part[0], tuple):
                    self.poly(part[0], colour, Rim(ink, 2 * grow * self._radius) if grow else None)
                else:
                    x, y, rx, ry = part[:4]
                    self.oval(x, y, rx + grow, ry + grow, colour)
