"""Covers: drawings converted to one palette, so that pasting one touches only its own pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from render.palette import Palette
from render.png import Pixels

Rgba = NDArray[np.uint8]
"""A drawing: rows of pixels of red, green, blue and opacity."""

Where = tuple[NDArray[np.int16], NDArray[np.int16]]
"""Rows and columns of single pixels; most of a cover's memory, so each has few bytes."""


@dataclass(frozen=True, eq=False)
class StampCover:
    """Opaque and translucent pixels of a drawing, in palette indices.

    A palette has only 256 colours, so a translucent colour is a table: for every palette index below, the index that results.
    """

    palette: Palette
    width: int
    height: int
    inset: int
    """How far inside its box the core begins."""
    core: Pixels
    """The solid middle as a block; the pixels around it are listed one by one."""
    solid: Where
    solid_place: NDArray[np.uint8]
    veiled: tuple[slice, slice] | None
    """Rows and columns of the middle that lies under the first veil as a whole; the other pixels under veils are listed."""
    veils: NDArray[np.uint8]
    """One table of 256 places for each colour and opacity that many pixels have."""
    dim: Where
    dim_veil: NDArray[np.int16]
    """Which veil lies over each of these."""
    soft: Where
    soft_light: NDArray[np.uint16]
    """Colour times opacity, 0-65025, one row a pixel."""
    soft_rest: NDArray[np.uint16]
    """255 minus opacity, one column."""

    @property
    def nbytes(self) -> int:
        """Bytes of memory."""
        parts = (self.core, *self.solid, self.solid_place, self.veils, *self.dim, self.dim_veil, *self.soft)
        return sum(part.nbytes for part in (*parts, self.soft_light, self.soft_rest))


VEIL = 96
"""As many pixels of one colour and opacity are a veil; fewer are blended one by one."""


def cover(palette: Palette, rgba: Rgba) -> StampCover:
    """Return the cover of a drawing."""
    alpha = rgba[..., 3]
    full = alpha == 255
    inset = _core_inset(full)
    inner = (slice(inset, full.shape[0] - inset), slice(inset, full.shape[1] - inset))
    core = palette.places_of(rgba[inner])
    full[inner] = False
    solid = np.nonzero(full)
    colours, kind = _veils(rgba)
    veiled = _covered_middle(kind)
    if veiled is not None:
        kind[veiled] = NO_VEIL
    dim, soft = np.nonzero(kind >= 0), np.nonzero((alpha > 0) & (alpha < 255) & (kind == UNVEILED))
    opacity = alpha[soft].astype(np.uint16)[:, None]
    return StampCover(
        palette=palette,
        width=rgba.shape[1],
        height=rgba.shape[0],
        inset=inset,
        core=core,
        solid=_small(solid),
        solid_place=palette.places_of(rgba[solid]),
        veiled=veiled,
        veils=_tables(palette, colours),
        dim=_small(dim),
        dim_veil=kind[dim],
        soft=_small(soft),
        soft_light=rgba[soft][:, :3] * opacity,
        soft_rest=255 - opacity,
    )


def on_one_colour(palette: Palette, rgba: Rgba, ground: int) -> Pixels:
    """Return the palette pixels of a drawing on a ground of one palette colour.

    Equal to blending its cover, but no cover is needed.
    """
    opacity = rgba[..., 3:].astype(np.uint16)
    light = rgba[..., :3] * opacity
    pixels = palette.places((light + palette.colours[ground] * (255 - opacity)) // np.uint16(255))
    pixels[rgba[..., 3] == 0] = ground  # two places may have the same colour
    return pixels


def _small(where: tuple[NDArray[np.intp], ...]) -> Where:
    rows, columns = where
    return rows.astype(np.int16), columns.astype(np.int16)


UNVEILED, NO_VEIL = -1, -2
"""A pixel that is blended by itself, and one that is dealt with already."""


def _veils(rgba: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
    """Return the distinct translucent colours, the most common first, and for each pixel the index of its colour."""
    alpha = rgba[..., 3]
    kind = np.full(alpha.shape, UNVEILED, dtype=np.int16)
    half = (alpha > 0) & (alpha < 255)
    if np.count_nonzero(half) < VEIL:
        return np.empty((0, 4), dtype=np.uint8), kind
    packed = np.ascontiguousarray(rgba[half]).view(np.uint32)[:, 0]
    values, which, number = np.unique(packed, return_inverse=True, return_counts=True)
    common = np.argsort(-number, kind="stable")[: np.count_nonzero(number >= VEIL)]
    rank = np.full(len(values), UNVEILED, dtype=np.int16)
    rank[common] = np.arange(len(common))
    kind[half] = rank[which]
    return np.ascontiguousarray(values[common]).view(np.uint8).reshape(-1, 4), kind


def _covered_middle(kind: NDArray[np.int16]) -> tuple[slice, slice] | None:
    """Return the largest rectangle in the middle that is wholly under the first translucent colour; None if there is none."""
    inset = _core_inset(kind == 0)
    high, wide = kind.shape
    return (slice(inset, high - inset), slice(inset, wide - inset)) if 2 * inset < min(high, wide) else None


def _tables(palette: Palette, colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return, for each translucent colour, the table from palette index below to resulting index."""
    opacity = colours[:, None, 3:].astype(np.uint16)
    light = colours[:, None, :3] * opacity
    return palette.places((light + palette.colours[None] * (255 - opacity)) // np.uint16(255))


def _core_inset(full: NDArray[np.bool_]) -> int:
    """Return the smallest inset at which the rest of a drawing is opaque; half its size if there is none."""
    least, most = 0, (min(int(side) for side in full.shape) + 1) // 2
    while least < most:  # what is solid at one inset is solid at every greater one
        inset = (least + most) // 2
        if full[inset : full.shape[0] - inset, inset : full.shape[1] - inset].all():
            most = inset
        else:
            least = inset + 1
    return least


def paste(pixels: Pixels, block: Pixels, x: int, y: int) -> None:
    """Copy `block` into `pixels` at (x, y), cut off at the edges."""
    height, width = pixels.shape
    north, west = max(0, -y), max(0, -x)
    south, east = min(block.shape[0], height - y), min(block.shape[1], width - x)
    if north < south and west < east:
        pixels[y + north : y + south, x + west : x + east] = block[north:south, west:east]


def blend(pixels: Pixels, over: StampCover, x: int, y: int) -> None:
    """Draw a cover into `pixels` at (x, y), cut off at the edges."""
    paste(pixels, over.core, x + over.inset, y + over.inset)
    rows, columns, inside = _kept_pixels(pixels, over.solid, x, y, over)
    pixels[rows, columns] = over.solid_place if inside is None else over.solid_place[inside]
    if len(over.veils):
        _veil(pixels, over, x, y)
    rows, columns, inside = _kept_pixels(pixels, over.soft, x, y, over)
    light, rest = (over.soft_light, over.soft_rest) if inside is None else (over.soft_light[inside], over.soft_rest[inside])
    below = over.palette.colours[pixels[rows, columns]]
    pixels[rows, columns] = over.palette.places((light + below * rest) // np.uint16(255))


def _veil(pixels: Pixels, over: StampCover, x: int, y: int) -> None:
    """Replace the pixels below a cover's translucent colours according to their tables."""
    if over.veiled is not None:
        down, across = (
            slice(max(0, each.start + at), max(0, each.stop + at)) for each, at in zip(over.veiled, (y, x), strict=True)
        )
        pixels[down, across] = over.veils[0].take(pixels[down, across])
    rows, columns, inside = _kept_pixels(pixels, over.dim, x, y, over)
    veil = over.dim_veil if inside is None else over.dim_veil[inside]
    pixels[rows, columns] = over.veils[veil, pixels[rows, columns]]


def _kept_pixels(
    pixels: Pixels, where: Where, x: int, y: int, over: StampCover
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.bool_] | None]:
    """Return the rows and columns of a cover's pixels on the picture.

    The third value marks those inside the picture; None if all are.
    """
    rows, columns = where[0].astype(np.intp), where[1].astype(np.intp)  # numpy looks up by this type alone, others it copies first
    rows += y
    columns += x
    height, width = pixels.shape
    if x >= 0 and y >= 0 and x + over.width <= width and y + over.height <= height:
        return rows, columns, None
    kept = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
    return rows[kept], columns[kept], kept
