"""The picture of one tile: pure, the same for the same arguments."""

from __future__ import annotations

from PIL import Image, ImageDraw
from shapely import Polygon

from games.carcassonne.tile import Tile
from render.art.shapes import tile_shapes
from render.art.themes import Theme

FINE = 4
"""How many times too large a tile is drawn before it is reduced once."""


def tile_sprite(tile: Tile, turn: int, copy: int, theme: Theme, px: int) -> Image.Image:
    """The tile as it lies after `turn` quarter turns, `px` pixels wide and high, opaque RGB.

    `copy` varies houses and trees, never features.
    """
    shapes = tile_shapes(tile, turn)
    size = px * FINE
    picture = Image.new("RGB", (size, size), theme.grass)
    pen = ImageDraw.Draw(picture)
    for name in shapes.cities:
        area = shapes.cities[name]
        pen.polygon([(x * size, y * size) for x, y in area.exterior.coords], theme.city)
    for name in shapes.roads:
        area = shapes.area(name)
        for part in getattr(area, "geoms", [area]):
            assert isinstance(part, Polygon)
            pen.polygon([(x * size, y * size) for x, y in part.exterior.coords], theme.road)
    for wall in shapes.walls:
        for part in getattr(wall.area, "geoms", [wall.area]):
            pen.polygon([(x * size, y * size) for x, y in part.exterior.coords], theme.wall)
    return picture.reduce(FINE)
