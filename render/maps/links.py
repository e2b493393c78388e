"""Drawings of a map's big cities and ferries, which light up once a tile has connected them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import hypot

import numpy as np
from PIL import Image, ImageDraw

from games.carcassonne import catalog
from games.carcassonne.tile import Tile
from games.carcassonne.view import BigCityView
from render.art.artwork import ROAD_WIDTH
from render.art.buildings import draw_church, draw_cone, draw_gatehouse
from render.art.canvas import TileCanvas, darker, lighter, mix_colours
from render.art.curves import Point, direction, distance_between, offset_point
from render.art.marks import draw_shield
from render.art.themes import THEMES
from render.art.tiles import tile_sprite
from render.maps import colours
from render.maps.map_canvas import MapCanvas
from render.maps.names import CAPITAL, name_stamp
from render.stamps import FINE, shrunk

THEME = THEMES["map"]

_LIKE = {4: "base/C", 3: "base/R", 1: "base/E"}
"""A tile with as many city edges as a big city has open sides; of two, see `_model`."""


@dataclass(frozen=True)
class BigCity:
    """Drawing of a big city, `px` pixels wide: pale until it is connected, then bright in a golden frame."""

    name: str
    shields: int
    open: tuple[int, ...]
    lit: bool
    px: int

    def draw(self) -> Image.Image:
        """Return the walled city with its castle, shields and name."""
        tile, turn = _model(self.open)
        ground = tile_sprite(tile, turn, 0, THEME, self.px)
        if not self.lit:
            ground = Image.blend(ground, Image.new("RGB", ground.size, colours.PAPER), 0.45)
        canvas = TileCanvas(ground.resize((self.px * FINE, self.px * FINE), Image.Resampling.NEAREST))
        _draw_castle(canvas, (0.5, 0.62), lit=self.lit)
        for place in range(self.shields):
            draw_shield(canvas, (0.5 + (place - (self.shields - 1) / 2) * 0.23, 0.2), 0.12, THEME)
        self._draw_frame(canvas)
        picture = canvas.picture.reduce(FINE).convert("RGBA")
        self._letter(picture)
        return picture

    def _draw_frame(self, canvas: TileCanvas) -> None:
        """Draw the frame: golden and closed if connected, else a plain line with gaps at the open sides."""
        colour, wide = (colours.GOLD, 0.042) if self.lit else (darker(THEME.city, 0.45), 0.02)
        inset = 0.026
        corners = ((inset, inset), (1 - inset, inset), (1 - inset, 1 - inset), (inset, 1 - inset))
        for side in range(4):
            start, end = corners[side], corners[(side + 1) % 4]
            stretches = [(0.0, 0.3), (0.7, 1.0)] if side in self.open else [(0.0, 1.0)]
            for a, b in stretches:
                line = [(start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t) for t in (a, b)]
                if self.lit:
                    canvas.line(line, colours.GOLD_EDGE, wide + 0.024)
                canvas.line(line, colour, wide)

    def _letter(self, picture: Image.Image) -> None:
        """Draw the name on a ribbon along the foot of the castle."""
        capital, room = max(5, round(self.px * CAPITAL)), round(self.px * 0.88)
        fill = mix_colours(colours.GOLD, (255, 255, 255), 0.55) if self.lit else lighter(colours.PAPER, 0.3)
        name = name_stamp(self.name, capital, room, colours.LAND_INK, fill)
        if name is None:
            return
        writing = name.draw()
        pad = round(self.px * 0.02)
        wide, high = min(self.px - 2 * pad, writing.width + 2 * pad), writing.height - round(capital * 0.1)
        ribbon = Image.new("RGBA", (wide * FINE, high * FINE), (*fill, 0))
        pen = ImageDraw.Draw(ribbon)
        edge = (*(colours.GOLD_EDGE if self.lit else darker(THEME.city, 0.45)), 255)
        pen.rounded_rectangle((0, 0, wide * FINE - 1, high * FINE - 1), 3 * FINE, (*fill, 255), edge, FINE)
        x, y = (self.px - wide) // 2, round(self.px * 0.955) - high
        picture.alpha_composite(shrunk(ribbon), (x, y))
        picture.alpha_composite(writing, ((self.px - writing.width) // 2, y + (high - writing.height) // 2))


def big_city(city: BigCityView, px: int) -> BigCity:
    """Return the drawing of a big city in its present state."""
    return BigCity(city.name, city.shields, city.open, city.connected, px)


@lru_cache(maxsize=16)
def _model(sides: tuple[int, ...]) -> tuple[Tile, int]:
    """Return a tile and turn with city edges on exactly these sides, and without shields."""
    wanted = tuple(sorted(sides))
    name = _LIKE.get(len(wanted)) or ("base/N" if (wanted[1] - wanted[0]) % 2 else "base/G")
    tile = catalog.tile(name)
    turn = next(t for t in range(4) if tuple(sorted(tile.turned(t)[0].ports)) == wanted)
    bare = tuple(replace(segment, marks=()) for segment in tile.segments)
    return replace(tile, id=f"map/{name}", segments=bare), turn


def _draw_castle(canvas: TileCanvas, foot: Point, *, lit: bool) -> None:
    """Draw a keep between two towers with a church beside it."""
    (x, y), line = foot, THEME.outline
    canvas.oval((x, y), (0.34, 0.09), mix_colours(THEME.plaza, THEME.city, 0.25 if lit else 0.1))
    draw_church(canvas, (x - 0.19, y + 0.03), 0.95, THEME, THEME.roofs[1])
    canvas.box((x - 0.06, y - 0.2), (x + 0.24, y + 0.02), THEME.wall, line=line, width=0.008)
    canvas.box((x - 0.055, y - 0.195), (x + 0.06, y + 0.015), THEME.wall_light)
    for place in range(5):
        canvas.box((x - 0.06 + place * 0.065, y - 0.23), (x - 0.02 + place * 0.065, y - 0.195), THEME.wall_light, line=line)
    for dx in (-0.06, 0.24):
        canvas.box((x + dx - 0.045, y - 0.25), (x + dx + 0.045, y + 0.035), THEME.wall, line=line, width=0.008)
        canvas.box((x + dx - 0.04, y - 0.245), (x + dx - 0.005, y + 0.03), THEME.wall_light)
        draw_cone(canvas, (x + dx, y - 0.25), 0.064, THEME.roofs[0] if lit else THEME.cone, THEME)
    draw_gatehouse(canvas, (x + 0.09, y + 0.01), THEME, front=True)


@dataclass(frozen=True)
class FerryLine:
    """Drawing of a ferry's route over water with boat and shields; golden once it is connected."""

    points: tuple[Point, ...]
    """In squares, from the north-west corner of the drawing."""
    shields: int
    lit: bool
    px: int
    size: tuple[int, int]
    """Width and height of the drawing in pixels."""

    def draw(self) -> Image.Image:
        """Return the drawing: dots along the route, a landing stage at both ends, the boat in the middle."""
        picture = Image.new("RGBA", (self.size[0] * FINE, self.size[1] * FINE), (*colours.SEA, 0))
        chart = MapCanvas(picture, (0, 0), self.px * FINE)
        for ends in (self.points[:2], self.points[:-3:-1]):
            _draw_stage(chart, ends[0], direction(ends[0], ends[1]))
        dot, rim = (colours.GOLD, colours.GOLD_EDGE) if self.lit else (colours.FOAM, colours.SEA_INK)
        for point in _spread_points(self.points, 0.105, 0.17):
            chart.oval(point, (0.037, 0.037), rim)
            chart.oval(point, (0.025, 0.025), dot)
        self._draw_boat(chart, middle_of(self.points))
        return shrunk(picture)

    def _draw_boat(self, chart: MapCanvas, point: Point) -> None:
        (x, y), line = point, darker(colours.HULL, 0.5)
        if sum(distance_between(a, b) for a, b in pairwise(self.points)) < 1.2:
            chart = chart.scaled(point, 0.8)
        sail = colours.GOLD if self.lit else colours.SAIL_IDLE
        chart.oval((x, y + 0.085), (0.2, 0.04), colours.FOAM)
        chart.line([(x, y + 0.03), (x, y - 0.2)], line, 0.022)
        chart.poly([(x + 0.014, y - 0.19), (x + 0.014, y + 0.0), (x + 0.15, y + 0.0)], sail, line=line, width=0.012)
        chart.poly([(x - 0.014, y - 0.16), (x - 0.014, y + 0.0), (x - 0.11, y + 0.0)], lighter(sail, 0.3), line=line, width=0.012)
        hull = [(x - 0.17, y + 0.02), (x + 0.18, y + 0.02), (x + 0.12, y + 0.095), (x - 0.12, y + 0.095)]
        chart.poly(hull, colours.HULL, line=line, width=0.012)
        for place in range(self.shields):
            draw_shield(chart, (x + (place - (self.shields - 1) / 2) * 0.165, y + 0.06), 0.088, THEME)


def ferry_line(points: list[Point], shields: int, px: int, *, lit: bool) -> tuple[FerryLine, tuple[int, int]]:
    """Return a ferry's drawing and the position of its north-west corner, in pixels from square (0, 0)."""
    pad = 0.3
    west, north = min(x for x, _ in points) - pad, min(y for _, y in points) - pad
    corner = (round(west * px), round(north * px))
    west, north = corner[0] / px, corner[1] / px
    inner = tuple((x - west, y - north) for x, y in points)
    size = (round((max(x for x, _ in inner) + pad) * px), round((max(y for _, y in inner) + pad) * px))
    return FerryLine(inner, shields, lit, px, size), corner


def middle_of(points: tuple[Point, ...] | list[Point]) -> Point:
    """Return the point halfway along a line."""
    half = sum(distance_between(a, b) for a, b in pairwise(points)) / 2
    for a, b in pairwise(points):
        step = distance_between(a, b)
        if step >= half:
            return offset_point(a, direction(a, b), half)
        half -= step
    return points[-1]


def _spread_points(points: tuple[Point, ...], step: float, ends: float) -> list[Point]:
    """Return evenly spaced points along a line, none of them within `ends` of its ends."""
    array = np.array(points)
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(array, axis=0).T))])
    whole = float(lengths[-1])
    count = max(1, round((whole - 2 * ends) / step))
    along = np.linspace(ends, max(whole - ends, ends), count + 1)
    return [(float(np.interp(s, lengths, array[:, 0])), float(np.interp(s, lengths, array[:, 1]))) for s in along]


def _draw_stage(chart: MapCanvas, end: Point, out: Point) -> None:
    """Draw the landing stage at the end of a ferry route: a stretch of road and planks."""
    length = hypot(*out)
    assert length > 0, "a ferry goes somewhere"
    across = (-out[1], out[0])

    def strip(near: float, far: float, half: float) -> list[Point]:
        a, b = offset_point(end, out, near), offset_point(end, out, far)
        return [
            offset_point(a, across, half),
            offset_point(b, across, half),
            offset_point(b, across, -half),
            offset_point(a, across, -half),
        ]

    chart.poly(strip(0.0, 0.17, ROAD_WIDTH / 2 + 0.018), darker(colours.HULL, 0.45))
    chart.poly(strip(0.0, 0.16, ROAD_WIDTH / 2), lighter(colours.HULL, 0.35))
    for step in range(4):
        chart.poly(strip(0.03 + step * 0.04, 0.04 + step * 0.04, ROAD_WIDTH / 2), darker(colours.HULL, 0.1))
