"""Overlays on the segments of a tile: an outline where a figure may stand, a shade elsewhere.

The shapes are computed once and cached on disk.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import Image, ImageChops, ImageDraw

from games.carcassonne import catalog
from render import master_sprites
from render.palette import Colour
from render.stamps import FINE

if TYPE_CHECKING:
    from render.art.shapes import TileShapes

LINE = 4.5
"""Width of an outline in pixels of its tile, half of it dark and half light."""

ALONG = (0.5, 0.35, 0.65, 0.2, 0.8)
"""How far along a road its number may stand, the best first."""
CLEAR = 0.13
"""How far from another road, in tiles."""


@dataclass(frozen=True)
class ClaimStamp:
    """Overlay for one segment of a tile: a tint with an outline just inside, dark outside and light inside."""

    tile: str
    turn: int
    part: str
    px: int
    fill: Colour
    opacity: float
    lines: tuple[Colour, Colour] | None = None
    """None: no outline."""

    def draw(self) -> Image.Image:
        """Return the overlay on a transparent ground, as large as its tile."""
        shape = _shape(self.tile, self.turn, self.part, self.px)
        picture = _fill_mask(shape.area.point([round(value * self.opacity) for value in range(256)]), self.fill)
        for colour, mask in zip(self.lines or (), (shape.outer, shape.inner), strict=False):
            picture = Image.alpha_composite(picture, _fill_mask(mask, colour))
        return picture


@dataclass(frozen=True, eq=False)
class _Shape:
    """Masks of one segment, each as large as the tile."""

    area: Image.Image
    outer: Image.Image
    """The dark line."""
    inner: Image.Image
    """The light line."""
    middle: tuple[int, int]
    """The pixel where a number hides least."""


def number_point(tile: str, turn: int, part: str, px: int) -> tuple[int, int]:
    """Return the pixel of a tile where a number on this segment hides the least."""
    return _shape(tile, turn, part, px).middle


def _fill_mask(mask: Image.Image, colour: Colour) -> Image.Image:
    picture = Image.new("RGBA", mask.size, (*colour, 0))
    picture.putalpha(mask)
    return picture


@lru_cache(maxsize=64)
def _shape(tile: str, turn: int, part: str, px: int) -> _Shape:
    name = f"claims-{px}/{tile.replace('/', '-')}.{turn}.{part}"
    kept = master_sprites.load_sprite(name)
    if kept is None:
        drawn = _draw_shape(tile, turn, part, px)
        kept = Image.merge("RGBA", (drawn.area, drawn.outer, drawn.inner, drawn.area)), drawn.middle
        master_sprites.store_sprite(name, *kept)
    area, outer, inner, _ = kept[0].split()
    return _Shape(area, outer, inner, kept[1])


def _draw_shape(tile: str, turn: int, part: str, px: int) -> _Shape:
    from render.art.shapes import tile_shapes  # these load a geometry library
    from render.ownership_overlay import polygons

    shapes, size = tile_shapes(catalog.tile(tile), turn), px * FINE
    area, masks = shapes.area(part), []
    for inset in (0.0, LINE / 2 / px, LINE / px):
        mask = Image.new("L", (size, size), 0)
        pen = ImageDraw.Draw(mask)
        for polygon in polygons(area.buffer(-inset)):
            pen.polygon([(x * size, y * size) for x, y in polygon.exterior.coords], 255)
            for hole in polygon.interiors:
                pen.polygon([(x * size, y * size) for x, y in hole.coords], 0)
        masks.append(mask.resize((px, px), Image.Resampling.BOX))
    whole, within, core = masks
    x, y = _half_way(shapes, part) if part in shapes.roads else shapes.anchor(part)
    corner = (round(x * px), round(y * px))
    return _Shape(whole, ImageChops.subtract(whole, within), ImageChops.subtract(within, core), corner)


def _half_way(shapes: TileShapes, part: str) -> tuple[float, float]:
    """Return the middle of the longest stretch of a road, or a point nearer to its end where another road crosses there."""
    line = max(shapes.roads[part].shown, key=lambda stretch: stretch.length)
    others = [stretch for name, road in shapes.roads.items() if name != part for stretch in road.shown]
    points = [line.interpolate(share, normalized=True) for share in ALONG]
    point = next((point for point in points if all(point.distance(other) > CLEAR for other in others)), points[0])
    return point.x, point.y
