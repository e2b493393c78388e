"""Overlays on segments: hatches in the owners' colours, and plain tints that highlight a feature."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageDraw
from shapely import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from games.carcassonne import catalog
from games.carcassonne.score_explanations import field_ids
from games.carcassonne.view import BoardView, TileView
from render.art.figures import COLOURS
from render.art.shapes import tile_shapes
from render.layout import Layout
from render.palette import Colour
from render.palette_image import PaletteImage
from render.stamps import FINE, shrunk
from render.style import ink_on


@dataclass(frozen=True)
class HatchedSegment:
    """Overlay for one segment: stripes with the marks of its owners, or a plain tint."""

    tile: str
    turn: int
    part: str
    px: int
    colours: tuple[Colour, ...]
    marks: tuple[str, ...] = ()
    opacity: float = 0.45
    outline: bool = True

    def draw(self) -> Image.Image:
        """Return the overlay: stripes in the owners' colours with their marks, and a rim in the first owner's colour."""
        size = self.px * FINE
        area = tile_shapes(catalog.tile(self.tile), self.turn).area(self.part)
        mask = Image.new("L", (size, size), 0)
        pen = ImageDraw.Draw(mask)
        for polygon in polygons(area):
            pen.polygon([(x * size, y * size) for x, y in polygon.exterior.coords], 255)
            for hole in polygon.interiors:
                pen.polygon([(x * size, y * size) for x, y in hole.coords], 0)
        veil = self._veil(size)
        if self.part.startswith("c"):  # stripes of cities lean the other way, or a city would melt into its owner's meadow
            veil = veil.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        veil.putalpha(ImageChops.multiply(veil.getchannel("A"), mask))
        return shrunk(veil)

    def _veil(self, size: int) -> Image.Image:
        """Return the overlay before it is cut to shape: a flat tint, or slanting stripes with the owners' marks repeated."""
        veil = Image.new("RGBA", (size, size), (*self.colours[0], round(255 * self.opacity)))
        if not self.marks:
            return veil
        pen = ImageDraw.Draw(veil)
        pitch, wide, motif = size / 4, size / 7, size / 11
        for number in range(-4, 8):
            owner = number % len(self.colours)
            west = number * pitch
            pen.polygon([(west, size), (west + wide, size), (west + size + wide, 0), (west + size, 0)], (*self.colours[owner], 235))
            for step in range(4):
                along = (step + (0.25 if number % 2 else 0.75)) / 4
                middle = (west + wide / 2 + along * size, size * (1 - along))
                draw_mark(pen, self.marks[owner], middle, motif, ink_on(self.colours[owner]))
        return veil


def draw_mark(pen: ImageDraw.ImageDraw, mark: str, middle: tuple[float, float], size: float, ink: Colour) -> None:
    """Draw the mark of a player's colour, about `size` pixels wide; raises `ValueError` for an unknown mark."""
    x, y, half, line = *middle, size / 2, max(1, round(size / 4))
    if mark == "dot":
        pen.ellipse((x - half * 0.7, y - half * 0.7, x + half * 0.7, y + half * 0.7), ink)
    elif mark == "bar":
        pen.rectangle((x - half, y - half * 0.35, x + half, y + half * 0.35), ink)
    elif mark == "cross":
        pen.rectangle((x - half, y - half * 0.3, x + half, y + half * 0.3), ink)
        pen.rectangle((x - half * 0.3, y - half, x + half * 0.3, y + half), ink)
    elif mark == "ring":
        pen.ellipse((x - half, y - half, x + half, y + half), None, ink, line)
    elif mark == "chevron":
        pen.line([(x - half, y + half * 0.5), (x, y - half * 0.6), (x + half, y + half * 0.5)], ink, line, joint="curve")
    elif mark == "square":
        pen.rectangle((x - half * 0.8, y - half * 0.8, x + half * 0.8, y + half * 0.8), None, ink, line)
    else:
        raise ValueError(f"no mark is called {mark}")


def polygons(area: BaseGeometry) -> list[Polygon]:
    """Return the polygons of which an area consists."""
    if isinstance(area, Polygon):
        return [area]
    return list(area.geoms) if isinstance(area, MultiPolygon) else []


def draw_tints(
    sheet: PaletteImage, place: Layout, tiles: Iterable[TileView], parts: Iterable[tuple[int, int, str]], colour: Colour
) -> None:
    """Draw segments under a tint of one colour."""
    by_square = {(tile.x, tile.y): tile for tile in tiles}
    for x, y, part in parts:
        if place.shows(x, y) and (x, y) in by_square:
            tile = by_square[x, y]
            sheet.put(HatchedSegment(tile.tile, tile.turn, part, place.px, (colour,), opacity=0.55), *place.corner(x, y))


def draw_owners(sheet: PaletteImage, place: Layout, view: BoardView) -> None:
    """Draw a hatch in the owners' colours, with their marks, over every owned feature."""
    by_square = {(tile.x, tile.y): tile for tile in view.tiles}
    for feature in view.features:
        if not feature.owners:
            continue
        colours = tuple(COLOURS[seat].rgb for seat in feature.owners)
        marks = tuple(COLOURS[seat].mark for seat in feature.owners)
        for x, y, part in feature.segments:
            if place.shows(x, y):
                tile = by_square[x, y]
                sheet.put(HatchedSegment(tile.tile, tile.turn, part, place.px, colours, marks, 0.30), *place.corner(x, y))


def draw_fields(sheet: PaletteImage, place: Layout, view: BoardView) -> None:
    """Draw a hatch in the owners' colours over every field with a farmer; the others stay unchanged."""
    by_square = {(tile.x, tile.y): tile for tile in view.tiles}
    for _, farm_field in field_ids(view):
        colours = tuple(COLOURS[seat].rgb for seat in farm_field.owners)
        marks = tuple(COLOURS[seat].mark for seat in farm_field.owners)
        for x, y, part in farm_field.segments:
            if place.shows(x, y):
                tile = by_square[x, y]
                sheet.put(HatchedSegment(tile.tile, tile.turn, part, place.px, colours, marks, 0.55), *place.corner(x, y))
