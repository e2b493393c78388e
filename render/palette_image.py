"""Painting on palette pictures: blocks of pixels are pasted, and stamps with soft edges are blended in.

A stamp is a drawing converted to a palette's colours, ready to be pasted; its recipe is a frozen value that can draw it. Drawn
stamps are cached, so pasting one touches only the pixels that it covers.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol

import numpy as np
from PIL import Image

from render import png
from render.cover import StampCover, blend, cover, on_one_colour, paste
from render.lru_cache import WeightedLruCache
from render.palette import Colour, Palette
from render.png import Pixels, PngPicture
from render.stamps import BoxStamp

STAMPS_KEPT = 20 << 20
"""Bytes of drawn stamps that are kept: those of some hundred games of the same kind, which share most."""


class StampRecipe(Hashable, Protocol):
    """Interface of a drawing that always looks the same: equal recipes draw equal pictures."""

    def draw(self) -> Image.Image:
        """Return the drawing as RGBA."""


FLATS = 3
"""Grounds of one colour on which the look of a stamp is kept: fields of panels, lit and not, and the table."""

FLAT = 96 * 96
"""Pixels of the largest stamp that is looked at in this way."""


class Stamp:
    """Drawing of a recipe, ready to be pasted in the colours of one palette.

    Most stamps are pasted on a ground of one colour, the same icons repeatedly; for these the blended pixels are cached. A cover is
    only made for other grounds.
    """

    def __init__(self, palette: Palette, recipe: StampRecipe) -> None:
        """Draw the recipe."""
        rgba = np.asarray(recipe.draw().convert("RGBA"))
        self.palette = palette
        self.height, self.width = rgba.shape[:2]
        small = self.width * self.height <= FLAT
        self._rgba = rgba if small else None
        self._cover = None if small else cover(palette, rgba)
        self._flat: dict[int, Pixels] = {}

    @property
    def weight(self) -> int:
        """Size in bytes: that of the cover, or without one of the drawing and its cached pixels on two grounds."""
        area = self.width * self.height
        return 1000 + (6 * area if self._cover is None else self._cover.nbytes)

    def onto(self, pixels: Pixels, x: int, y: int) -> None:
        """Paste the stamp with its north-west corner at (x, y), cut off at the edges."""
        inside = 0 <= x <= pixels.shape[1] - self.width and 0 <= y <= pixels.shape[0] - self.height
        if not inside or not self._put_on_flat(pixels[y : y + self.height, x : x + self.width]):
            blend(pixels, self.cover(), x, y)

    def cover(self) -> StampCover:
        """Return the cover of the drawing, by which it is blended with any ground."""
        rgba = self._rgba  # read first: another thread may be done with it meanwhile
        if self._cover is None:
            assert rgba is not None, "a stamp has a drawing or a cover"
            self._cover = cover(self.palette, rgba)
            self._rgba = None
        return self._cover

    def _put_on_flat(self, room: Pixels) -> bool:
        """Paste the stamp into `room` if that is small and of one colour, and return whether it was pasted.

        `room` has the size of the stamp.
        """
        # Panels are of one colour nearly everywhere, and copying pixels that were blended once is much cheaper than blending them.
        ground = int(room[0, 0]) if 0 < room.size <= FLAT else -1
        if ground < 0 or not (room == ground).all():
            return False
        seen = self._flat.get(ground)
        if seen is None:
            seen = self._blend_with(ground)
            if len(self._flat) >= FLATS:
                self._flat.clear()
            self._flat[ground] = seen
        room[:] = seen
        return True

    def _blend_with(self, ground: int) -> Pixels:
        rgba = self._rgba
        if rgba is not None:
            return on_one_colour(self.palette, rgba, ground)
        pixels = np.full((self.height, self.width), ground, dtype=np.uint8)
        blend(pixels, self.cover(), 0, 0)
        return pixels


def stamp(palette: Palette, recipe: StampRecipe) -> Stamp:
    """Return the stamp of a recipe, drawn on first use and cached."""
    return _stamps.get((palette, recipe), lambda: Stamp(palette, recipe))


_stamps: WeightedLruCache[Hashable, Stamp] = WeightedLruCache(STAMPS_KEPT, lambda mark: mark.weight)


def forget() -> None:
    """Drop all cached stamps."""
    _stamps.clear()


class PaletteImage:
    """Palette picture being painted; (0, 0) is its north-west pixel, and drawings are cut off at its edges."""

    def __init__(self, width: int, height: int, palette: Palette, ground: Colour | None = None) -> None:
        """Create a sheet of one colour; without `ground` its pixels are undefined until the caller has painted all of them."""
        self.palette = palette
        self.width = width
        self.height = height
        self._buffer = png.new_buffer(width, height)
        self.pixels = self._buffer[:, 1:]
        if ground is not None:
            self.pixels[:] = palette.place(ground)

    def part(self, box: tuple[int, int, int, int]) -> PaletteImage:
        """Return a sheet that paints on a part of this one, from (west, north) up to, not including, (east, south)."""
        west, north, east, south = box
        inside = PaletteImage.__new__(PaletteImage)
        inside.palette, inside.width, inside.height = self.palette, east - west, south - north
        inside.pixels = self.pixels[north:south, west:east]
        return inside

    def picture(self) -> PngPicture:
        """Return the picture as a PNG file; the sheet is used up and must not be touched again."""
        done = PngPicture(png.encode(self._buffer, self.palette.colours.tobytes()), self.width, self.height)
        self.given_back()
        return done

    def given_back(self) -> None:
        """Release the sheet's memory for reuse; the sheet must not be touched again."""
        self.pixels = self.pixels[:0]
        png.release_buffer(self._buffer)

    def fill(self, box: tuple[int, int, int, int], colour: Colour) -> None:
        """Fill a box with one colour, from (west, north) up to, not including, (east, south)."""
        west, north, east, south = box
        self.pixels[max(north, 0) : max(south, 0), max(west, 0) : max(east, 0)] = self.palette.place(colour)

    def paste(self, block: Pixels, x: int, y: int) -> None:
        """Copy a block of palette indices with its north-west corner at (x, y)."""
        paste(self.pixels, block, x, y)

    def put(self, recipe: StampRecipe, x: float, y: float, *, by: tuple[float, float] = (0.0, 0.0)) -> None:
        """Paste a recipe's stamp so that its point `by` is at (x, y); `by` (0.5, 0.5) is its middle."""
        put(self.pixels, self.palette, recipe, x, y, by=by)

    def size(self, recipe: StampRecipe) -> tuple[int, int]:
        """Return the width and height of a recipe's stamp in pixels."""
        if isinstance(recipe, BoxStamp):
            return recipe.width, recipe.height
        mark = stamp(self.palette, recipe)
        return mark.width, mark.height


def put(pixels: Pixels, palette: Palette, recipe: StampRecipe, x: float, y: float, *, by: tuple[float, float] = (0.0, 0.0)) -> None:
    """Paste a recipe's stamp as `PaletteImage.put` does."""
    small = recipe.small() if isinstance(recipe, BoxStamp) else None
    if small is not None and isinstance(recipe, BoxStamp):
        west, north = round(x - by[0] * recipe.width), round(y - by[1] * recipe.height)
        if 0 <= west <= pixels.shape[1] - recipe.width and 0 <= north <= pixels.shape[0] - recipe.height:
            _stretch(pixels[north : north + recipe.height, west : west + recipe.width], palette, small)
            return
    mark = stamp(palette, recipe)
    mark.onto(pixels, round(x - by[0] * mark.width), round(y - by[1] * mark.height))


def _stretch(room: Pixels, palette: Palette, small: BoxStamp) -> None:
    """Fill `room` with a box stamp enlarged from its smallest form: corners as they are, sides and middle repeated."""
    corner = small.corner
    corners = np.full((small.height, small.width), room[0, 0], dtype=np.uint8)
    first, last = slice(0, corner), slice(-corner, None)
    for rows in (first, last):
        for columns in (first, last):
            corners[rows, columns] = room[rows, columns]
    stamp(palette, small).onto(corners, 0, 0)
    room[:] = corners[corner, corner]
    for side in (first, last):
        room[side, corner:-corner] = corners[side, corner : corner + 1]
        room[corner:-corner, side] = corners[corner : corner + 1, side]
        for other in (first, last):
            room[side, other] = corners[side, other]
