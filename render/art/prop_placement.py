"""Positions of houses and trees, in rows and groves on free ground; nothing is drawn here."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image
from shapely import affinity, box, unary_union
from shapely.geometry.base import BaseGeometry

from render.art.artwork import ROAD_WIDTH
from render.art.buildings import HOUSE_HEIGHT
from render.art.canvas import TileCanvas
from render.art.curves import Point
from render.art.places import LYING, STANDING
from render.art.shapes import TileShapes
from render.art.stonework import gates, turret_feet
from render.art.tile_plan import stroke_area

_MAP = 96
"""Cells of the map on which houses and trees look for room."""


@dataclass(frozen=True)
class PropPositions:
    """Positions of houses with widths, and of trees with crown radii, each from north to south."""

    houses: list[tuple[Point, float]]
    trees: list[tuple[Point, float]]


def place_props(shapes: TileShapes, chance: Generator) -> PropPositions:
    """Return the positions of houses and trees on a tile: none on walls, roads or symbols, under anchors or across the rim."""
    free = _Room(shapes)
    houses = _city_houses(shapes, free, chance) + _village_houses(shapes, free)
    return PropPositions(houses, _trees(free, chance))


def _city_houses(shapes: TileShapes, free: _Room, chance: Generator) -> list[tuple[Point, float]]:
    houses: list[tuple[Point, float]] = []
    for name in shapes.cities:
        free.enter(name)
        y = 0.02 + HOUSE_HEIGHT + float(chance.uniform(0, 0.03))
        while y < 0.985:
            x = 0.02 + float(chance.uniform(0, 0.03))
            while x < 0.95:
                width = float(chance.uniform(0.058, 0.082))
                middle, foot = x + width / 2, y + float(chance.uniform(-0.006, 0.006))
                if chance.random() < 0.93 and free.take(middle, foot - HOUSE_HEIGHT / 2, width + 0.006, HOUSE_HEIGHT + 0.008):
                    houses.append(((middle, foot), width))
                    x += width + 0.012
                else:
                    x += 0.016
            y += HOUSE_HEIGHT + 0.016
    return sorted(houses, key=lambda house: house[0][1])


def _village_houses(shapes: TileShapes, free: _Room) -> list[tuple[Point, float]]:
    """Return a few houses between the arms of a crossing."""
    houses: list[tuple[Point, float]] = []
    free.enter(None)
    for mark in shapes.marks:
        if mark.name == "village":
            for dx, dy in ((-0.12, -0.08), (0.12, -0.08), (-0.12, 0.168), (0.12, 0.168), (0.0, -0.11), (0.0, 0.19)):
                x, y = mark.at[0] + dx, mark.at[1] + dy
                if free.take(x, y - HOUSE_HEIGHT / 2, 0.07, HOUSE_HEIGHT):
                    houses.append(((x, y), 0.07))
    return sorted(houses, key=lambda house: house[0][1])


def _trees(free: _Room, chance: Generator) -> list[tuple[Point, float]]:
    trees: list[tuple[Point, float]] = []
    free.enter(None)
    for _ in range(int(chance.integers(6, 10))):
        x, y = chance.uniform(0.1, 0.9, 2)
        for _ in range(int(chance.integers(2, 7))):
            px, py = float(x + chance.normal(0, 0.05)), float(y + chance.normal(0, 0.04))
            size = float(chance.choice([0.016, 0.024, 0.028, 0.032]))
            if free.take(px, py - size * 1.1, size * 2.1, size * 2.9):
                trees.append(((px, py), size))
    return sorted(trees, key=lambda tree: tree[0][1])


class _Room:
    """Free ground of one segment as a coarse map, without walls, roads, symbols and anchors."""

    def __init__(self, shapes: TileShapes) -> None:
        self.shapes = shapes
        self.free: NDArray[np.bool_] = np.zeros((_MAP, _MAP), dtype=bool)
        self.taken = Image.new("L", (_MAP, _MAP), 0)
        self._block()

    def _block(self) -> None:
        pen = TileCanvas(self.taken.convert("RGB"))
        solid: list[BaseGeometry] = [
            stroke_area(line, road.width + 0.025) for road in self.shapes.roads.values() for line in road.shown
        ]
        solid += [stroke_area(line, ROAD_WIDTH + 0.025) for line in self.shapes.lanes]
        for wall in self.shapes.walls:
            solid += [wall.area.buffer(0.008), affinity.translate(wall.area, 0.0, 0.03)]
        solid += [box(x - 0.065, y - 0.125, x + 0.065, y + 0.035) for x, y in turret_feet(self.shapes)]
        solid += [box(x - 0.08, y - 0.11, x + 0.08, y + 0.05) for (x, y), _ in gates(self.shapes)]
        solid += [
            box(m.at[0] - m.radius, m.at[1] - m.radius, m.at[0] + m.radius, m.at[1] + m.radius).buffer(0.004)
            for m in self.shapes.marks
        ]
        for part, (x, y) in self.shapes.anchors.items():
            if part.startswith("c"):
                big = 1.0 if self.shapes.cities[part].area > 0.4 else 0.72
                solid.append(box(x - 0.1 * big, y - 0.045 * big, x + 0.1 * big, y + 0.1 * big))
            else:
                half = LYING if part.startswith("f") else STANDING
                solid.append(box(x - half[0] * 0.6, y - half[1] * 0.6, x + half[0] * 0.6, y + half[1] * 0.6))
        self.blocked = np.asarray(pen.mask(unary_union(solid))) > 0

    def enter(self, city: str | None) -> None:
        """Select the free ground of one city, or with None of the open land."""
        areas = list(self.shapes.farm_fields.values()) if city is None else [self.shapes.cities[city]]
        pen = TileCanvas(Image.new("RGB", (_MAP, _MAP)))
        inside = np.asarray(pen.mask(unary_union(areas))) > 0
        self.free = inside & ~self.blocked
        edge = 2 if city is not None else 3
        self.free[:edge] = self.free[-edge:] = False
        self.free[:, :edge] = self.free[:, -edge:] = False

    def take(self, x: float, y: float, width: float, height: float) -> bool:
        """Reserve a box around a point, and return True; return False if a part of it is not free."""
        west, east = int((x - width / 2) * _MAP), int(np.ceil((x + width / 2) * _MAP))
        north, south = int((y - height / 2) * _MAP), int(np.ceil((y + height / 2) * _MAP))
        if west < 0 or north < 0 or east > _MAP or south > _MAP or not self.free[north:south, west:east].all():
            return False
        self.free[north:south, west:east] = False
        return True
