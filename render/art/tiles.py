"""The picture of one tile, which depends only on the arguments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from zlib import crc32

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw
from shapely import LineString, unary_union
from shapely.geometry.base import BaseGeometry

from games.carcassonne.tile import Tile
from render.art.artwork import ROAD_WIDTH, artwork
from render.art.buildings import draw_house, roof_colour
from render.art.canvas import TileCanvas, mix_colours
from render.art.curves import Point
from render.art.ground import draw_plaza, draw_plots, grass, paving
from render.art.marks import draw_mark
from render.art.plants import draw_bush, draw_tree
from render.art.prop_placement import place_props
from render.art.shapes import TileShapes, tile_shapes
from render.art.stonework import draw_bridge, draw_mouth, draw_shadows, draw_turrets, draw_wall
from render.art.themes import Theme
from render.art.tile_plan import stroke_area

FINE = 4
"""How many times too large a tile is drawn before it is reduced once."""

MASTER = 128
"""The size of the one drawing that all the usual sizes are reduced from."""


def tile_sprite(tile: Tile, turn: int, copy: int, theme: Theme, px: int) -> Image.Image:
    """Return the picture of a tile after `turn` quarter turns, `px` pixels wide and high, opaque RGB.

    `copy` varies houses, plots and trees, never features.
    """
    return _scale_down(_TilePainter(tile, turn, copy, theme, px).paint(), theme, px)


def tile_sprites(tile: Tile, turn: int, copy: int, theme: Theme, sizes: Iterable[int]) -> Iterator[tuple[int, Image.Image]]:
    """Yield (size, picture) of a tile in several sizes of at most twice `MASTER`, all scaled from one drawing.

    Drawing takes nearly all of the time.
    """
    drawn = _TilePainter(tile, turn, copy, theme, MASTER).paint()
    for px in sizes:
        yield px, _scale_down(drawn, theme, px)


def _scale_down(drawn: Image.Image, theme: Theme, px: int) -> Image.Image:
    """Return a drawing scaled down to `px` pixels, with a thin line along the north and west rim that keeps the grid visible."""
    whole, rest = divmod(drawn.width, px)
    picture = drawn.resize((px, px), Image.Resampling.HAMMING) if rest else drawn.reduce(whole)
    mask = Image.new("L", (px, px), 0)
    pen = ImageDraw.Draw(mask)
    pen.line([(0, px - 1), (0, 0), (px - 1, 0)], round(255 * theme.seam_strength * 0.6))
    picture.paste(theme.seam, (0, 0), mask)
    return picture


def _ribbon(lines: Sequence[LineString], width: float) -> BaseGeometry:
    return unary_union([stroke_area(line, width) for line in lines])


class _TilePainter:
    def __init__(self, tile: Tile, turn: int, copy: int, theme: Theme, px: int) -> None:
        self.tile = tile
        self.theme = theme
        self.shapes: TileShapes = tile_shapes(tile, turn)
        seed = crc32(f"{tile.id} {turn} {copy}".encode())
        self.chance: Generator = np.random.default_rng(seed)
        self.kind = seed % 6
        self.canvas = TileCanvas(grass(theme, self.kind, px * FINE))

    def paint(self) -> Image.Image:
        """Return the tile painted from the ground up, `FINE` times larger than needed."""
        draw_plots(self.canvas, self.shapes, self.theme, self.chance)
        self._cities()
        self._roads()
        draw_shadows(self.canvas, self.shapes, self.theme)
        for wall in sorted(self.shapes.walls, key=lambda wall: not wall.inner):
            draw_wall(self.canvas, wall, self.theme)
        self._bridges_and_tunnels()
        flat = [m for m in self.shapes.marks if m.name == "village" or m.name in artwork().spots]
        for mark in flat:
            draw_mark(self.canvas, mark.name, mark.at, mark.radius, self.theme, self.tile.id)
        draw_turrets(self.canvas, self.shapes, self.theme)
        self._houses_and_trees()
        for mark in self.shapes.marks:
            if mark not in flat:
                draw_mark(self.canvas, mark.name, mark.at, mark.radius, self.theme, self.tile.id)
        return self.canvas.picture

    def _cities(self) -> None:
        ground = paving(self.theme, self.kind, self.canvas.size)
        for name, area in self.shapes.cities.items():
            self.canvas.fill(area, ground)
            draw_plaza(self.canvas, self.shapes.anchors[name], self.theme, 1.0 if area.area > 0.4 else 0.72)

    def _roads(self) -> None:
        """Draw the segments of expansions that run through sides, then the roads; bridges come later."""
        others = {s.name: s.kind for s in self.tile.segments if s.kind in artwork().lines}
        for kind in dict.fromkeys(others.values()):
            art = artwork().lines[kind]
            drawn = [line for name, road in self.shapes.roads.items() if others.get(name) is kind for line in road.shown]
            art.paint(self.canvas, partial(_ribbon, drawn), self.theme)
        roads = [road for name, road in self.shapes.roads.items() if name not in others]
        lines = [line for road in roads for line in road.shown] + list(self.shapes.lanes)
        if not lines:
            return
        paved = unary_union([stroke_area(line) for line in lines])
        self.canvas.shade(
            self.canvas.mask(paved.buffer(0.02)), mix_colours(self.theme.road_edge, self.theme.hedge, 0.5), 0.3, blur=0.014
        )
        self.canvas.fill(unary_union([stroke_area(line, ROAD_WIDTH + 0.002) for line in lines]), self.theme.road_edge)
        inner = unary_union([stroke_area(line, ROAD_WIDTH - 0.02) for line in lines])
        self.canvas.fill(inner, self.theme.road)
        ruts = unary_union([stroke_area(line, 0.042).difference(stroke_area(line, 0.03)) for line in lines])
        self.canvas.shade(self.canvas.mask(ruts), self.theme.road_edge, 0.2)

    def _bridges_and_tunnels(self) -> None:
        roads = self.shapes.roads
        others = any(s.kind in artwork().lines for s in self.tile.segments)
        for name, road in roads.items():
            if road.bridge:
                below = [stroke_area(other.line, other.width) for n, other in roads.items() if n != name]
                if not others:
                    below += [area for area in self.shapes.cities.values() if area.intersects(road.line)]
                draw_bridge(self.canvas, road.line, unary_union(below), self.theme)
            if len(road.shown) > 1:
                for line in road.shown:
                    draw_mouth(self.canvas, line, self.theme)

    def _houses_and_trees(self) -> None:
        """Draw all houses and trees, from north to south."""
        settled = place_props(self.shapes, self.chance)
        houses, trees = settled.houses, settled.trees
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
        """Draw the shadows of all houses and trees at once."""
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
