"""Textures of grass, snow, paper and paving, which fade out at the rim so that no border between tiles is visible."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.random import Generator
from PIL import Image
from shapely import MultiPolygon, Polygon, affinity, box
from shapely.geometry.base import BaseGeometry

from render.art.canvas import TileCanvas, darker, lighter, mix_colours, polygons
from render.art.curves import Point
from render.art.shapes import TileShapes
from render.art.themes import Colour, Theme

_KINDS = 6
"""How many different grounds there are."""


@lru_cache(maxsize=48)
def soil(colour: Colour, spread: float, kind: int, size: int) -> Image.Image:
    """Return a textured patch around one colour.

    Cached and shared: copy it before drawing on it.
    """
    cells = 32
    chance = np.random.default_rng(kind)
    coarse = np.asarray(
        Image.fromarray(chance.normal(0, 1, (6, 6)).astype(np.float32)).resize((cells, cells), Image.Resampling.BICUBIC)
    )
    ticks = (np.arange(cells) + 0.5) / cells
    rim = np.minimum(ticks, 1 - ticks)
    fade = np.clip(np.minimum.outer(rim, rim) / 0.16, 0, 1)
    wave = np.asarray(coarse) * fade * fade * (3 - 2 * fade) * spread
    pixels = np.clip(np.array(colour)[None, None, :] + wave[:, :, None] * np.array([1.0, 0.85, 0.7]), 0, 255)
    return Image.fromarray(pixels.astype(np.uint8)).resize((size, size), Image.Resampling.BICUBIC)


def grass(theme: Theme, kind: int, size: int) -> Image.Image:
    """Return a new canvas covered with open land."""
    return soil(theme.grass, theme.grass_spread, kind % _KINDS, size).copy()


def draw_plots(canvas: TileCanvas, shapes: TileShapes, theme: Theme, chance: Generator) -> None:
    """Draw tilled plots in the wide parts of fields: a tint, furrows and a hedge on the shady side."""
    for farm_field in shapes.farm_fields.values():
        land = farm_field.buffer(-0.045).intersection(box(0.06, 0.06, 0.94, 0.94))
        for mark in shapes.marks:
            land = land.difference(box(*_box_around(mark.at, mark.radius + 0.015)))
        for piece in polygons(land):
            if piece.area > 0.05:
                _draw_plot(canvas, piece, theme, chance)


def _box_around(point: tuple[float, float], r: float) -> tuple[float, float, float, float]:
    return point[0] - r, point[1] - r, point[0] + r, point[1] + r


def _draw_plot(canvas: TileCanvas, piece: Polygon, theme: Theme, chance: Generator) -> None:
    west, north, east, south = piece.bounds
    angle = float(chance.choice([-24, -12, 10, 22, 66, 78]))
    x, y = chance.uniform(west + 0.1, max(east - 0.1, west + 0.11)), chance.uniform(north + 0.1, max(south - 0.1, north + 0.11))
    wide, high = chance.uniform(0.24, 0.4), chance.uniform(0.18, 0.3)
    plot = affinity.rotate(box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2), angle)
    plot = plot.intersection(piece).buffer(-0.012).buffer(0.012)
    if plot.area < 0.016:
        return
    colour = theme.field[int(chance.integers(len(theme.field)))]
    canvas.fill(plot, mix_colours(theme.grass, colour, 0.62))
    furrows = affinity.rotate(
        _stripes(x, y, chance.uniform(0.026, 0.034)), angle + (90 if chance.random() < 0.4 else 0), origin=(x, y)
    ).intersection(plot)
    canvas.fill(
        furrows, mix_colours(theme.grass, colour, 0.95) if theme.snow else darker(mix_colours(theme.grass, colour, 0.9), 0.08)
    )
    hedge = mix_colours(theme.grass, theme.hedge, 0.1 if theme.snow else 0.55)
    for part in polygons(plot):
        canvas.line([(px, py) for px, py, *_ in part.exterior.coords], hedge, 0.008)


def _stripes(x: float, y: float, step: float) -> BaseGeometry:
    return MultiPolygon([box(x - 0.3, y + i * step, x + 0.3, y + i * step + step * 0.42) for i in range(-9, 10)])


def paving(theme: Theme, kind: int, size: int) -> Image.Image:
    """Return city paving for a whole tile."""
    return soil(theme.city, 5.0, 20 + kind % _KINDS, size)


def draw_plaza(canvas: TileCanvas, point: Point, theme: Theme, scale: float) -> None:
    """Draw an open place where a knight may stand, with a ring of paler stones."""
    middle, rim = (point[0], point[1] + 0.03 * scale), mix_colours(theme.plaza, theme.road_edge, 0.25)
    for wide, high, fill in ((0.115, 0.095, mix_colours(theme.plaza, theme.city, 0.35)), (0.1, 0.082, theme.plaza)):
        canvas.oval(middle, (wide * scale, high * scale), fill)
    canvas.oval(middle, (0.055 * scale, 0.044 * scale), None, line=rim, width=0.007)
    canvas.oval(middle, (0.018 * scale, 0.014 * scale), lighter(theme.plaza, 0.3), line=rim)
