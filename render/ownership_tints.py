"""Plain tints of land in its owners' colours, for boards so small that hatches and marks would be noise."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw

from games.carcassonne import catalog
from games.carcassonne.view import BoardView
from render.art.figures import COLOURS
from render.layout import Layout
from render.palette import Palette
from render.palette_image import PaletteImage
from render.png import Pixels
from render.sprites import Sprites
from render.stamps import FINE

STRENGTH = 0.4
"""How much of a pixel's colour is the owner's."""
STRIPE = 7
"""Pixels of each owner's stripe, where several share something."""


def draw_tints(sheet: PaletteImage, place: Layout, view: BoardView, sprites: Sprites) -> None:
    """Tint every feature with owners; fields are left out, because they would cover everything else."""
    by_square = {(tile.x, tile.y): tile for tile in view.tiles}
    for feature in view.features:
        if not feature.owners or feature.kind == "meadow":
            continue
        for x, y, part in feature.segments:
            if not place.shows(x, y):
                continue
            tile = by_square[x, y]
            inside = segment_mask(sprites, tile.tile, tile.turn, part, place.px)
            west, north = place.corner(x, y)
            square = sheet.pixels[north : north + place.px, west : west + place.px]
            for number, seat in enumerate(feature.owners):
                own = inside & (_stripes(place.px, len(feature.owners)) == number)
                square[own] = _tint_palette(sheet.palette, seat)[square[own]]


@lru_cache(maxsize=1024)
def segment_mask(sprites: Sprites, tile: str, turn: int, part: str, px: int) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return the mask of a segment's pixels in a square; cached on disk."""
    kept = sprites.kept(f"areas-{px}/{tile.replace('/', '-')}.{turn}.{part}", (px, px), lambda: _draw_tint(tile, turn, part, px))
    return kept > 0


def _draw_tint(tile: str, turn: int, part: str, px: int) -> Pixels:
    from render.art.shapes import tile_shapes  # these load a geometry library
    from render.ownership_overlay import polygons

    size = px * FINE
    mask = Image.new("L", (size, size), 0)
    pen = ImageDraw.Draw(mask)
    for polygon in polygons(tile_shapes(catalog.tile(tile), turn).area(part)):
        pen.polygon([(x * size, y * size) for x, y in polygon.exterior.coords], 255)
        for hole in polygon.interiors:
            pen.polygon([(x * size, y * size) for x, y in hole.coords], 0)
    return (np.asarray(mask.resize((px, px), Image.Resampling.BOX)) > 127).astype(np.uint8)


@lru_cache(maxsize=16)
def _stripes(px: int, owners: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int_]]:
    """Return, for each pixel of a square, the owner whose stripe covers it."""
    return (np.add.outer(np.arange(px), np.arange(px)) // STRIPE) % owners


@lru_cache(maxsize=64)
def _tint_palette(palette: Palette, seat: int) -> Pixels:
    """Return a table from each palette index to the index of its colour tinted with a player's colour."""
    colours = palette.colours * (1 - STRENGTH) + np.array(COLOURS[seat].rgb) * STRENGTH
    return palette.places(colours.astype(np.uint8))
