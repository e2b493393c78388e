"""Painting on a palette picture: blocks of bytes pasted, and stamps with soft edges blended in.

A stamp is described by a recipe (a frozen value that can draw itself once); drawn stamps are kept ready in the palette's own
terms, so that putting one down touches only the pixels that it covers.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from render import png
from render.palette import Colour, Palette
from render.png import Picture, Pixels
from render.shelf import Shelf
from render.stamps import Box

STAMPS_KEPT = 24 << 20
"""Bytes of drawn stamps that are kept: those of some hundred games of the same kind, which share most."""


class Recipe(Hashable, Protocol):
    """A drawing that looks the same every time: equal recipes draw equal pictures."""

    def draw(self) -> Image.Image:
        """The drawing as RGBA."""


@dataclass(frozen=True, eq=False)
class Stamp:
    """A drawn recipe in the terms of one palette: where it is solid, and where it lets through what lies below.

    A palette has only 256 colours, so a veil of one colour and opacity is a table: for every place below the place to be seen.
    """

    width: int
    height: int
    inset: int
    """How far inside its box the core begins."""
    core: Pixels
    """The solid middle as a block; the pixels around it are listed one by one."""
    solid: tuple[NDArray[np.intp], NDArray[np.intp]]
    solid_place: NDArray[np.uint8]
    veiled: tuple[slice, slice] | None
    """Rows and columns of the middle that lies under the first veil as a whole; the other pixels under veils are listed."""
    veils: NDArray[np.uint8]
    """One table of 256 places for each colour and opacity that many pixels have."""
    dim: tuple[NDArray[np.intp], NDArray[np.intp]]
    dim_veil: NDArray[np.intp]
    """Which veil lies over each of these."""
    soft: tuple[NDArray[np.intp], NDArray[np.intp]]
    soft_light: NDArray[np.uint16]
    """Colour times opacity, 0-65025, one row a pixel."""
    soft_rest: NDArray[np.uint16]
    """255 minus opacity, one column."""


VEIL = 96
"""As many pixels of one colour and opacity are a veil; fewer are blended one by one."""


def stamp(palette: Palette, recipe: Recipe) -> Stamp:
    """The stamp of a recipe, drawn on its first use and kept while it is used."""
    return _stamps.get((palette, recipe), lambda: _stamp(palette, recipe))


def _weight(mark: Stamp) -> int:
    parts = (
        mark.core,
        *mark.solid,
        mark.solid_place,
        mark.veils,
        *mark.dim,
        mark.dim_veil,
        *mark.soft,
        mark.soft_light,
        mark.soft_rest,
    )
    return 1000 + sum(part.nbytes for part in parts)


_stamps: Shelf[Hashable, Stamp] = Shelf(STAMPS_KEPT, _weight)


def _stamp(palette: Palette, recipe: Recipe) -> Stamp:
    rgba = np.asarray(recipe.draw().convert("RGBA"))
    alpha = rgba[..., 3]
    full = alpha == 255
    inset = _core_inset(full)
    inner = (slice(inset, full.shape[0] - inset), slice(inset, full.shape[1] - inset))
    core = palette.places_of(rgba[inner])
    full[inner] = False
    solid = np.nonzero(full)
    colours, kind = _veils(rgba)
    veiled = _veiled(kind)
    if veiled is not None:
        kind[veiled] = NO_VEIL
    dim, soft = np.nonzero(kind >= 0), np.nonzero((alpha > 0) & (alpha < 255) & (kind == UNVEILED))
    opacity = alpha[soft].astype(np.uint16)[:, None]
    return Stamp(
        width=rgba.shape[1],
        height=rgba.shape[0],
        inset=inset,
        core=core,
        solid=(solid[0], solid[1]),
        solid_place=palette.places_of(rgba[solid]),
        veiled=veiled,
        veils=_tables(palette, colours),
        dim=(dim[0], dim[1]),
        dim_veil=kind[dim].astype(np.intp),
        soft=(soft[0], soft[1]),
        soft_light=rgba[soft][:, :3] * opacity,
        soft_rest=255 - opacity,
    )


UNVEILED, NO_VEIL = -1, -2
"""A pixel that is blended by itself, and one that is dealt with already."""


def _veils(rgba: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
    """The colours with their opacity that many half clear pixels share, the most common first, and which of them each pixel has."""
    alpha = rgba[..., 3]
    kind = np.full(alpha.shape, UNVEILED, dtype=np.int16)
    half = (alpha > 0) & (alpha < 255)
    if np.count_nonzero(half) < VEIL:
        return np.empty((0, 4), dtype=np.uint8), kind
    packed = np.ascontiguousarray(rgba[half]).view(np.uint32)[:, 0]
    found, which, number = np.unique(packed, return_inverse=True, return_counts=True)
    common = np.argsort(-number, kind="stable")[: np.count_nonzero(number >= VEIL)]
    rank = np.full(len(found), UNVEILED, dtype=np.int16)
    rank[common] = np.arange(len(common))
    kind[half] = rank[which]
    return np.ascontiguousarray(found[common]).view(np.uint8).reshape(-1, 4), kind


def _veiled(kind: NDArray[np.int16]) -> tuple[slice, slice] | None:
    """The largest middle of a drawing that lies under the first veil."""
    inset = _core_inset(kind == 0)
    high, wide = kind.shape
    return (slice(inset, high - inset), slice(inset, wide - inset)) if 2 * inset < min(high, wide) else None


def _tables(palette: Palette, colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """For each colour with its opacity the place of every palette colour under it."""
    opacity = colours[:, None, 3:].astype(np.uint16)
    light = colours[:, None, :3] * opacity
    return palette.places((light + palette.colours[None] * (255 - opacity)) // np.uint16(255))


def _core_inset(full: NDArray[np.bool_]) -> int:
    """The least inset at which the rest of a drawing is solid; half its size, so that nothing is left, if there is none."""
    least, most = 0, (min(int(side) for side in full.shape) + 1) // 2
    while least < most:  # what is solid at one inset is solid at every greater one
        inset = (least + most) // 2
        if full[inset : full.shape[0] - inset, inset : full.shape[1] - inset].all():
            most = inset
        else:
            least = inset + 1
    return least


class Sheet:
    """A palette picture being painted; (0, 0) is its north-west pixel, and whatever lies outside is cut off."""

    def __init__(self, width: int, height: int, palette: Palette, ground: Colour | None = None) -> None:
        """A sheet of one colour; without `ground` its pixels are undefined until the caller has painted all of them."""
        self.palette = palette
        self.width = width
        self.height = height
        self._buffer = png.framed(width, height)
        self.pixels = self._buffer[:, 1:]
        if ground is not None:
            self.pixels[:] = palette.place(ground)

    def picture(self) -> Picture:
        """The picture as a PNG file; the sheet is used up and must not be touched again."""
        done = Picture(png.written(self._buffer, self.palette.colours.tobytes()), self.width, self.height)
        self.pixels = self.pixels[:0]
        png.given_back(self._buffer)
        return done

    def fill(self, box: tuple[int, int, int, int], colour: Colour) -> None:
        """One colour from (west, north) up to, not including, (east, south)."""
        west, north, east, south = box
        self.pixels[max(north, 0) : max(south, 0), max(west, 0) : max(east, 0)] = self.palette.place(colour)

    def paste(self, block: Pixels, x: int, y: int) -> None:
        """Copy a block of palette places with its north-west corner at (x, y)."""
        paste(self.pixels, block, x, y)

    def put(self, recipe: Recipe, x: float, y: float, *, by: tuple[float, float] = (0.0, 0.0)) -> None:
        """Put a recipe's stamp down; `by` says which point of it comes to lie at (x, y): (0.5, 0.5) is its middle."""
        put(self.pixels, self.palette, recipe, x, y, by=by)

    def size(self, recipe: Recipe) -> tuple[int, int]:
        """Width and height of a recipe's stamp."""
        if isinstance(recipe, Box):
            return recipe.width, recipe.height
        mark = stamp(self.palette, recipe)
        return mark.width, mark.height


def put(pixels: Pixels, palette: Palette, recipe: Recipe, x: float, y: float, *, by: tuple[float, float] = (0.0, 0.0)) -> None:
    """Put a recipe's stamp down as `Sheet.put` does."""
    small = recipe.small() if isinstance(recipe, Box) else None
    if small is not None and isinstance(recipe, Box):
        west, north = round(x - by[0] * recipe.width), round(y - by[1] * recipe.height)
        if 0 <= west <= pixels.shape[1] - recipe.width and 0 <= north <= pixels.shape[0] - recipe.height:
            _stretch(pixels[north : north + recipe.height, west : west + recipe.width], palette, small)
            return
    mark = stamp(palette, recipe)
    blend(pixels, palette, mark, round(x - by[0] * mark.width), round(y - by[1] * mark.height))


def _stretch(room: Pixels, palette: Palette, small: Box) -> None:
    """Fill `room` with a box of which the smallest one is drawn: corners as they are, sides and middle repeated."""
    corner = small.corner
    corners = np.empty((small.height, small.width), dtype=np.uint8)
    first, last = slice(0, corner), slice(-corner, None)
    for rows in (first, last):
        for columns in (first, last):
            corners[rows, columns] = room[rows, columns]
    blend(corners, palette, stamp(palette, small), 0, 0)
    room[:] = corners[corner, corner]
    for side in (first, last):
        room[side, corner:-corner] = corners[side, corner : corner + 1]
        room[corner:-corner, side] = corners[corner : corner + 1, side]
        for other in (first, last):
            room[side, other] = corners[side, other]


def paste(pixels: Pixels, block: Pixels, x: int, y: int) -> None:
    """Copy `block` into `pixels` at (x, y), cut off at the rim."""
    height, width = pixels.shape
    north, west = max(0, -y), max(0, -x)
    south, east = min(block.shape[0], height - y), min(block.shape[1], width - x)
    if north < south and west < east:
        pixels[y + north : y + south, x + west : x + east] = block[north:south, west:east]


def blend(pixels: Pixels, palette: Palette, mark: Stamp, x: int, y: int) -> None:
    """Put a stamp down at (x, y), cut off at the rim."""
    paste(pixels, mark.core, x + mark.inset, y + mark.inset)
    rows, columns, inside = _inside(pixels, mark.solid, x, y, mark)
    pixels[rows, columns] = mark.solid_place if inside is None else mark.solid_place[inside]
    if len(mark.veils):
        _veil(pixels, mark, x, y)
    rows, columns, inside = _inside(pixels, mark.soft, x, y, mark)
    light, rest = (mark.soft_light, mark.soft_rest) if inside is None else (mark.soft_light[inside], mark.soft_rest[inside])
    below = palette.colours[pixels[rows, columns]]
    pixels[rows, columns] = palette.places((light + below * rest) // np.uint16(255))


def _veil(pixels: Pixels, mark: Stamp, x: int, y: int) -> None:
    """What lies under the veils of a stamp, looked up in their tables."""
    if mark.veiled is not None:
        down, across = (
            slice(max(0, each.start + at), max(0, each.stop + at)) for each, at in zip(mark.veiled, (y, x), strict=True)
        )
        pixels[down, across] = mark.veils[0].take(pixels[down, across])
    rows, columns, inside = _inside(pixels, mark.dim, x, y, mark)
    veil = mark.dim_veil if inside is None else mark.dim_veil[inside]
    pixels[rows, columns] = mark.veils[veil, pixels[rows, columns]]


def _moved(along: slice, by: int) -> slice:
    return slice(max(0, along.start + by), max(0, along.stop + by))


def _inside(
    pixels: Pixels, where: tuple[NDArray[np.intp], NDArray[np.intp]], x: int, y: int, mark: Stamp
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.bool_] | None]:
    """Rows and columns of the stamp's pixels on the picture, and which of them are kept if some fall outside."""
    rows, columns = where[0] + y, where[1] + x
    height, width = pixels.shape
    if x >= 0 and y >= 0 and x + mark.width <= width and y + mark.height <= height:
        return rows, columns, None
    kept = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
    return rows[kept], columns[kept], kept
