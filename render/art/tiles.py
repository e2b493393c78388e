"""The picture of one tile: pure, the same for the same arguments."""

from __future__ import annotations

from zlib import crc32

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from shapely import LineString, affinity, box, unary_union
from shapely.geometry.base import BaseGeometry

from games.carcassonne.tile import Tile
from render.art.buildings import HOUSE_HEIGHT, draw_house, roof_colour
from render.art.canvas import Canvas, mixed
from render.art.curves import Point
from render.art.ground import draw_plaza, draw_plots, grass, paving
from render.art.marks import draw_mark
from render.art.places import LYING, STANDING
from render.art.plan import ROAD_WIDTH, stroke
from render.art.plants import draw_bush, draw_tree
from render.art.shapes import TileShapes, tile_shapes
from render.art.stonework import draw_bridge, draw_mouth, draw_shadows, draw_turrets, draw_wall, gates, turret_feet
from render.art.themes import Theme

FINE = 4
"""How many times too large a tile is drawn before it is reduced once."""
_MAP = 96
"""Cells of the map on which houses and trees look for room."""


def tile_sprite(tile: Tile, turn: int, copy: int, theme: Theme, px: int) -> Image.Image:
    """The tile as it lies after `turn` quarter turns, `px` pixels wide and high, opaque RGB.

    `copy` varies houses, plots and trees, never features.
    """
    return _TilePainter(tile, turn, copy, theme, px).paint()


class _TilePainter:
    def __init__(self, tile: Tile, turn: int, copy: int, theme: Theme, px: int) -> None:
        self.tile = tile
        self.theme = theme
        self.shapes: TileShapes = tile_shapes(tile, turn)
        seed = crc32(f"{tile.id} {turn} {copy}".encode())
        self.chance: Generator = np.random.default_rng(seed)
        self.kind = seed % 6
        self.canvas = Canvas(grass(theme, self.kind, px * FINE))

    def paint(self) -> Image.Image:
        """From the ground up."""
        draw_plots(self.canvas, self.shapes, self.theme, self.chance)
        self._cities()
        self._roads()
        draw_shadows(self.canvas, self.shapes, self.theme)
        for wall in sorted(self.shapes.walls, key=lambda wall: not wall.inner):
            draw_wall(self.canvas, wall, self.theme)
        self._bridges_and_tunnels()
        flat = [m for m in self.shapes.marks if m.name in ("village", "foundation")]
        for mark in flat:
            draw_mark(self.canvas, mark.name, mark.at, mark.radius, self.theme, self.tile.id)
        draw_turrets(self.canvas, self.shapes, self.theme)
        self._houses_and_trees()
        for mark in self.shapes.marks:
            if mark not in flat:
                draw_mark(self.canvas, mark.name, mark.at, mark.radius, self.theme, self.tile.id)
        return self._with_seam(self.canvas.picture.reduce(FINE))

    def _cities(self) -> None:
        ground = paving(self.theme, self.kind, self.canvas.size)
        for name, area in self.shapes.cities.items():
            self.canvas.fill(area, ground)
            draw_plaza(self.canvas, self.shapes.anchors[name], self.theme, 1.0 if area.area > 0.4 else 0.72)

    def _roads(self) -> None:
        """A darker verge, an edge and the way itself; bridges come later."""
        lines = [line for road in self.shapes.roads.values() for line in road.shown] + list(self.shapes.lanes)
        if not lines:
            return
        paved = unary_union([stroke(line) for line in lines])
        self.canvas.shade(self.canvas.mask(paved.buffer(0.02)), mixed(self.theme.road_edge, self.theme.hedge, 0.5), 0.3, blur=0.014)
        self.canvas.fill(unary_union([stroke(line, ROAD_WIDTH + 0.002) for line in lines]), self.theme.road_edge)
        inner = unary_union([stroke(line, ROAD_WIDTH - 0.02) for line in lines])
        self.canvas.fill(inner, self.theme.road)
        ruts = unary_union([stroke(line, 0.042).difference(stroke(line, 0.03)) for line in lines])
        self.canvas.shade(self.canvas.mask(ruts), self.theme.road_edge, 0.2)

    def _bridges_and_tunnels(self) -> None:
        roads = self.shapes.roads
        for name, road in roads.items():
            if road.bridge:
                below = [stroke(other.line) for n, other in roads.items() if n != name]
                below += [area for area in self.shapes.cities.values() if area.intersects(road.line)]
                draw_bridge(self.canvas, road.line, unary_union(below), self.theme)
            if len(road.shown) > 1:
                for line in road.shown:
                    draw_mouth(self.canvas, line, self.theme)

    def _houses_and_trees(self) -> None:
        """Everything small, from north to south."""
        free = _Room(self.shapes)
        houses = self._city_houses(free) + self._village_houses(free)
        trees = self._trees(free)
        self._cast(houses, trees)
        for foot, width in houses:
            draw_house(
                self.canvas, foot, width, self.theme, roof_colour(self.theme, self.chance), gable=bool(self.chance.random() < 0.4)
            )
        for (x, y), size in trees:
            if size < 0.02:
                draw_bush(self.canvas, (x, y), size, self.theme)
            else:
                draw_tree(self.canvas, (x, y), size, self.theme, self.chance)

    def _cast(self, houses: list[tuple[Point, float]], trees: list[tuple[Point, float]]) -> None:
        """The shadows of all houses and trees in one go."""
        mask = Image.new("L", self.canvas.picture.size, 0)
        pen, size = ImageDraw.Draw(mask), self.canvas.size
        for (x, y), w in houses:
            corners = [
                (x - w / 2, y),
                (x + w / 2, y),
                (x + w / 2, y - 0.05),
                (x + w / 2 + 0.026, y - 0.026),
                (x + w / 2 + 0.022, y + 0.016),
                (x - w / 2 + 0.016, y + 0.016),
            ]
            pen.polygon([(px * size, py * size) for px, py in corners], 255)
        for (x, y), r in trees:
            pen.ellipse(tuple(v * size for v in (x - r * 0.5, y - r * 0.4, x + r * 1.5, y + r * 0.5)), 255)
        self.canvas.shade(mask, self.theme.shadow, self.theme.shadow_strength, blur=0.004)

    def _city_houses(self, free: _Room) -> list[tuple[Point, float]]:
        houses: list[tuple[Point, float]] = []
        for name in self.shapes.cities:
            free.enter(name)
            y = 0.02 + HOUSE_HEIGHT + float(self.chance.uniform(0, 0.03))
            while y < 0.985:
                x = 0.02 + float(self.chance.uniform(0, 0.03))
                while x < 0.95:
                    width = float(self.chance.uniform(0.058, 0.082))
                    middle, foot = x + width / 2, y + float(self.chance.uniform(-0.006, 0.006))
                    if self.chance.random() < 0.93 and free.take(
                        middle, foot - HOUSE_HEIGHT / 2, width + 0.006, HOUSE_HEIGHT + 0.008
                    ):
                        houses.append(((middle, foot), width))
                        x += width + 0.012
                    else:
                        x += 0.016
                y += HOUSE_HEIGHT + 0.016
        return sorted(houses, key=lambda house: house[0][1])

    def _village_houses(self, free: _Room) -> list[tuple[Point, float]]:
        """A few houses between the arms of a crossing."""
        houses: list[tuple[Point, float]] = []
        free.enter(None)
        for mark in self.shapes.marks:
            if mark.name == "village":
                for dx, dy in ((-0.12, -0.08), (0.12, -0.08), (-0.12, 0.168), (0.12, 0.168), (0.0, -0.11), (0.0, 0.19)):
                    x, y = mark.at[0] + dx, mark.at[1] + dy
                    if free.take(x, y - HOUSE_HEIGHT / 2, 0.07, HOUSE_HEIGHT):
                        houses.append(((x, y), 0.07))
        return sorted(houses, key=lambda house: house[0][1])

    def _trees(self, free: _Room) -> list[tuple[Point, float]]:
        trees: list[tuple[Point, float]] = []
        free.enter(None)
        for _ in range(int(self.chance.integers(6, 10))):
            x, y = self.chance.uniform(0.1, 0.9, 2)
            for _ in range(int(self.chance.integers(2, 7))):
                px, py = float(x + self.chance.normal(0, 0.05)), float(y + self.chance.normal(0, 0.04))
                size = float(self.chance.choice([0.016, 0.024, 0.028, 0.032]))
                if free.take(px, py - size * 1.1, size * 2.1, size * 2.9):
                    trees.append(((px, py), size))
        return sorted(trees, key=lambda tree: tree[0][1])

    def _with_seam(self, picture: Image.Image) -> Image.Image:
        """A thin line along the north and west rim keeps the grid readable."""
        px = picture.width
        mask = Image.new("L", (px, px), 0)
        pen = ImageDraw.Draw(mask)
        pen.line([(0, px - 1), (0, 0), (px - 1, 0)], round(255 * self.theme.seam_strength * 0.6))
        picture.paste(self.theme.seam, (0, 0), mask)
        return picture


class _Room:
    """Where houses and trees may still go, on a coarse map: inside one segment, off walls, roads, symbols and anchors."""

    def __init__(self, shapes: TileShapes) -> None:
        self.shapes = shapes
        self.free: NDArray[np.bool_] = np.zeros((_MAP, _MAP), dtype=bool)
        self.taken = Image.new("L", (_MAP, _MAP), 0)
        self._block()

    def _block(self) -> None:
        pen = Canvas(self.taken.convert("RGB"))
        lines: list[LineString] = [line for road in self.shapes.roads.values() for line in road.shown]
        lines += self.shapes.lanes
        solid: list[BaseGeometry] = [stroke(line, ROAD_WIDTH + 0.025) for line in lines]
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
        """Look for room in one city, or with None in the open land."""
        areas = list(self.shapes.meadows.values()) if city is None else [self.shapes.cities[city]]
        pen = Canvas(Image.new("RGB", (_MAP, _MAP)))
        inside = np.asarray(pen.mask(unary_union(areas))) > 0
        self.free = inside & ~self.blocked
        edge = 2 if city is not None else 3
        self.free[:edge] = self.free[-edge:] = False
        self.free[:, :edge] = self.free[:, -edge:] = False

    def take(self, x: float, y: float, width: float, height: float) -> bool:
        """Claims a box around a middle; False if any of it is not free."""
        west, east = int((x - width / 2) * _MAP), int(np.ceil((x + width / 2) * _MAP))
        north, south = int((y - height / 2) * _MAP), int(np.ceil((y + height / 2) * _MAP))
        if west < 0 or north < 0 or east > _MAP or south > _MAP or not self.free[north:south, west:east].all():
            return False
        self.free[north:south, west:east] = False
        return True
