"""Drawing of the ground of a map: land, sea and clouds, below all named objects."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
from numpy.random import Generator
from shapely import LineString, Point, Polygon, affinity, box
from shapely.geometry.base import BaseGeometry

from games.carcassonne.view import HOLDS_TILES, MapView
from render.art.canvas import darker, mix_colours, polygons
from render.maps import colours
from render.maps.coast import Coast
from render.maps.map_canvas import MapCanvas
from render.maps.surroundings import undrawn_squares


def draw_ground(chart: MapCanvas, view: MapView, coast: Coast) -> None:
    """Draw the ground, from the sea bed up to the clouds."""
    _draw_sea(chart, coast)
    chart.fill(coast.abroad, colours.ABROAD)
    _draw_abroad(chart, view, coast)
    chart.fill(coast.land, colours.PAPER)
    chart.fill(coast.land.difference(coast.squares), mix_colours(colours.PAPER, colours.BEACH, 0.6))
    _draw_frontier(chart, coast)
    _draw_islands(chart, coast)
    _draw_squares(chart, view)
    _draw_waves(chart, view, coast)
    _draw_clouds(chart, view, coast)


def _draw_sea(chart: MapCanvas, coast: Coast) -> None:
    chart.picture.paste(colours.SEA, (0, 0, *chart.picture.size))
    solid = coast.solid
    for reach, colour in zip((0.36, 0.22, 0.10), colours.SHALLOWS, strict=True):
        chart.fill(solid.buffer(reach), colour)
    chart.fill(solid.buffer(0.026), colours.COAST)


def _draw_abroad(chart: MapCanvas, view: MapView, coast: Coast) -> None:
    """Draw faint hills on foreign land, which distinguish it from playable land."""
    chance = np.random.default_rng(7)
    inner = coast.abroad.buffer(-0.12)
    for x, y in undrawn_squares(view):
        for _ in range(2):
            point = (x + chance.uniform(0.1, 0.9), y + chance.uniform(0.1, 0.9))
            if inner.contains(Point(point).buffer(0.1)):
                _draw_hill(chart, point, 0.09, colours.ABROAD_RELIEF)


def _draw_frontier(chart: MapCanvas, coast: Coast) -> None:
    """Draw the border of the land with foreign land: a coloured band, and dashes on the line itself."""
    seam = coast.land.boundary.intersection(coast.abroad.buffer(0.05))
    chart.fill(seam.buffer(0.085).intersection(coast.land), colours.FRONTIER_BAND)
    lines = (
        [seam] if isinstance(seam, LineString) else [part for part in getattr(seam, "geoms", ()) if isinstance(part, LineString)]
    )
    for line in lines:
        steps = np.arange(0.0, line.length, 0.11)
        for start in steps:
            dash = LineString([line.interpolate(start), line.interpolate(min(start + 0.065, line.length))])
            if dash.length > 0.03:
                chart.line([(x, y) for x, y in dash.coords], colours.FRONTIER, 0.028)


def _draw_islands(chart: MapCanvas, coast: Coast) -> None:
    chart.fill(coast.islands, colours.BEACH)
    green = coast.islands.buffer(-0.07)
    chart.fill(green, colours.ISLAND)
    chance = np.random.default_rng(3)
    for part in polygons(green):
        west, north, east, south = part.bounds
        for _ in range(9):
            point = (chance.uniform(west, east), chance.uniform(north, south))
            if part.contains(Point(point).buffer(0.1)):
                _draw_hill(chart, point, 0.08, darker(colours.ISLAND, 0.22))


def _draw_squares(chart: MapCanvas, view: MapView) -> None:
    """Draw thin lines around every square that takes a tile, and a little relief on the plain ones."""
    for y, row in enumerate(view.grid):
        for x, glyph in enumerate(row):
            if glyph in HOLDS_TILES:
                if glyph == ".":
                    _draw_relief(chart, x, y)
                corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)]
                chart.line([(float(a), float(b)) for a, b in corners], colours.GRID, 0.014)


def _draw_relief(chart: MapCanvas, x: int, y: int) -> None:
    chance = np.random.default_rng(x * 97 + y)
    habit = int(chance.integers(4))
    middle = (x + chance.uniform(0.38, 0.62), y + chance.uniform(0.4, 0.62))
    if habit == 0:
        for dx, dy, size in ((-0.14, 0.04, 0.1), (0.12, 0.06, 0.09), (0, -0.05, 0.13)):
            _draw_hill(chart, (middle[0] + dx, middle[1] + dy), size, colours.RELIEF)
    elif habit == 1:
        for _ in range(5):
            _draw_tuft(chart, (middle[0] + chance.uniform(-0.24, 0.24), middle[1] + chance.uniform(-0.2, 0.2)), chance)
    elif habit == 2:
        for number in range(5):
            south = middle[1] - 0.14 + number * 0.065
            lean = 0.05 * number
            chart.line([(middle[0] - 0.2 + lean, south), (middle[0] + 0.1 + lean, south + 0.03)], colours.RELIEF, 0.016)
    else:
        for _ in range(4):
            point = (middle[0] + chance.uniform(-0.22, 0.22), middle[1] + chance.uniform(-0.18, 0.18))
            chart.oval((point[0], point[1] - 0.05), (0.045, 0.055), colours.RELIEF)
            chart.line([point, (point[0], point[1] + 0.03)], colours.RELIEF, 0.014)


def _draw_hill(chart: MapCanvas, foot: tuple[float, float], size: float, colour: tuple[int, int, int]) -> None:
    """Draw a round hilltop and its shaded side."""
    x, y = foot
    top = [(x + size * cos(a), y - size * 0.9 * sin(a)) for a in np.linspace(pi, 0, 13)]
    chart.line(top, colour, 0.018)
    for share in (0.35, 0.65):
        chart.line([(x + size * share, y - size * 0.55 * (1 - share)), (x + size * (share + 0.12), y)], colour, 0.014)


def _draw_tuft(chart: MapCanvas, foot: tuple[float, float], chance: Generator) -> None:
    x, y = foot
    for lean in (-0.03, 0.0, 0.03):
        chart.line([(x + lean * 0.3, y), (x + lean, y - chance.uniform(0.04, 0.06))], colours.RELIEF, 0.014)


def _draw_waves(chart: MapCanvas, view: MapView, coast: Coast) -> None:
    """Draw small waves on open water, and higher ones on the wave squares of the map."""
    dry = coast.solid.buffer(0.2)
    chance = np.random.default_rng(11)
    for x, y in undrawn_squares(view):
        if chance.random() < 0.55:
            point = (x + chance.uniform(0.25, 0.75), y + chance.uniform(0.25, 0.75))
            if not dry.intersects(Point(point).buffer(0.16)):
                _draw_wave(chart, point, 0.15, colours.WAVE)
    for y, row in enumerate(view.grid):
        for x, glyph in enumerate(row):
            if glyph == "w":
                for dx, dy, size in ((-0.17, -0.16, 0.2), (0.17, 0.02, 0.24), (-0.15, 0.22, 0.2)):
                    _draw_wave(chart, (x + 0.5 + dx, y + 0.5 + dy + 0.03), size, colours.WAVE)
                    _draw_wave(chart, (x + 0.5 + dx, y + 0.5 + dy), size, colours.FOAM)


def _draw_wave(chart: MapCanvas, middle: tuple[float, float], wide: float, colour: tuple[int, int, int]) -> None:
    x, y = middle
    line = [(x + wide * (t - 0.5), y - 0.035 * abs(sin(t * 2 * pi))) for t in np.linspace(0, 1, 17)]
    chart.line(line, colour, 0.024)


def _draw_clouds(chart: MapCanvas, view: MapView, coast: Coast) -> None:
    """Draw clouds over foreign land, away from everything printed there."""
    chance = np.random.default_rng(5)
    kept: list[tuple[float, float]] = []
    busy = coast.land.buffer(0.1)
    ends = [box(*_end_box(border.x, border.y, border.side)) for border in view.borders]
    for x, y in undrawn_squares(view):
        point = (x + chance.uniform(0.3, 0.7), y + chance.uniform(0.3, 0.7))
        shape = _cloud(point, chance.uniform(0.9, 1.5))
        free = (
            coast.abroad.buffer(0.1).contains(shape) and not shape.intersects(busy) and not any(shape.intersects(e) for e in ends)
        )
        if free and all((point[0] - a) ** 2 + (point[1] - b) ** 2 > 3.4 for a, b in kept):
            kept.append(point)
            chart.fill(affinity.translate(shape, 0.02, 0.045), colours.CLOUD_SHADE)
            chart.fill(shape, colours.CLOUD)


def _end_box(x: int, y: int, side: int) -> tuple[float, float, float, float]:
    """Return the rectangle beyond a side of a square, where the end of a border road or city is printed."""
    dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[side]
    return x + dx, y + dy, x + dx + 1, y + dy + 1


def _cloud(point: tuple[float, float], size: float) -> BaseGeometry:
    x, y = point
    puffs = ((-0.2, 0.02, 0.1), (-0.07, -0.06, 0.14), (0.1, -0.03, 0.12), (0.22, 0.04, 0.08))
    shape: BaseGeometry = Polygon()
    for dx, dy, radius in puffs:
        shape = shape.union(Point(x + dx * size, y + dy * size).buffer(radius * size))
    return shape.union(box(x - 0.24 * size, y, x + 0.26 * size, y + 0.11 * size).buffer(0.01))
