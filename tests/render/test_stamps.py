"""Stamps put down fast look as if every pixel had been blended by itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from PIL import Image, ImageDraw

from render.palette import Palette
from render.palette_image import PaletteImage, stamp
from render.sprites import process_sprites
from render.stamps import FINE, Badge, BoxStamp, DashedFrame, DoubleFrame, shrunk
from render.style import OFFER


@dataclass(frozen=True)
class Patchwork:
    """Half clear blocks of several colours, a slope of opacity, and a solid corner."""

    def draw(self) -> Image.Image:
        """Return the drawing."""
        picture = Image.new("RGBA", (60, 50), (200, 30, 30, 128))
        pen = ImageDraw.Draw(picture)
        pen.rectangle((0, 0, 24, 20), (20, 200, 60, 70))
        pen.rectangle((40, 30, 59, 49), (10, 10, 10, 255))
        for x in range(30):
            pen.line((x, 30, x, 44), (90, 90, 240, 4 + x * 8))
        return picture


def blended(palette: Palette, below: np.ndarray, drawing: Image.Image, x: int, y: int) -> np.ndarray:
    """Return the picture with a drawing on it, computed pixel by pixel."""
    rgba = np.asarray(drawing.convert("RGBA")).astype(int)
    wanted = below.copy()
    for row in range(rgba.shape[0]):
        for column in range(rgba.shape[1]):
            corner = (y + row, x + column)
            alpha = rgba[row, column, 3]
            if alpha and 0 <= corner[0] < below.shape[0] and 0 <= corner[1] < below.shape[1]:
                mixed = (rgba[row, column, :3] * alpha + palette.colours[below[corner]].astype(int) * (255 - alpha)) // 255
                wanted[corner] = palette.places(mixed.astype(np.uint8))
    return wanted


@pytest.mark.parametrize("recipe", [Patchwork(), DashedFrame(48, OFFER, (250, 245, 234), 0.5), Badge("7", 40, OFFER, OFFER, OFFER)])
@pytest.mark.parametrize(("x", "y"), [(10, 20), (-7, -5), (70, 66), (-200, 0)])
def test_a_stamp_is_put_down_as_if_blended_pixel_by_pixel(recipe: Patchwork | DashedFrame | Badge, x: int, y: int) -> None:
    palette = process_sprites().palette("summer")
    sheet = PaletteImage(100, 90, palette)
    sheet.pixels[:] = np.random.default_rng(3).integers(0, 256, (90, 100), dtype=np.uint8)
    wanted = blended(palette, sheet.pixels.copy(), recipe.draw(), x, y)

    sheet.put(recipe, x, y)

    assert (sheet.pixels == wanted).all()


def test_the_veil_of_an_offered_square_is_one_table_over_its_middle() -> None:
    """Not thousands of pixels, each blended."""
    mark = stamp(process_sprites().palette("summer"), DashedFrame(128, OFFER, (250, 245, 234), 0.5)).cover()

    assert mark.veiled is not None
    assert (mark.veiled[0].stop - mark.veiled[0].start) > 95
    assert len(mark.soft[0]) < 1500


@pytest.mark.parametrize("size", [(200, 60), (61, 300), (40, 40), (9, 7), (300, 12)])
@pytest.mark.parametrize(("radius", "rim"), [(0.0, 0.0), (5.5, 1.7), (12.7, 0.8), (6.0, 6.6)])
def test_a_box_looks_as_if_all_of_it_had_been_shrunk(size: tuple[int, int], radius: float, rim: float) -> None:
    """The corners are the only part that is drawn too large."""
    whole = Image.new("RGBA", (size[0] * FINE, size[1] * FINE), (1, 2, 3, 0))
    pen, outer = ImageDraw.Draw(whole), (0, 0, size[0] * FINE - 1, size[1] * FINE - 1)
    pen.rounded_rectangle(outer, radius * FINE, (1, 2, 3, 128))
    pen.rounded_rectangle(outer, radius * FINE, None, (200, 20, 30, 255), max(1, round(rim * FINE)))

    drawn = BoxStamp(*size, radius, (1, 2, 3), (200, 20, 30), rim, opacity=0.5).draw()

    assert drawn.size == size
    assert np.abs(np.asarray(drawn).astype(int) - np.asarray(shrunk(whole))).max() <= 2


@pytest.mark.parametrize("recipe", [Patchwork(), DashedFrame(48, OFFER, (250, 245, 234), 0.5), Badge("7", 40, OFFER, OFFER, OFFER)])
@pytest.mark.parametrize("elsewhere", [False, True])
def test_on_one_colour_a_stamp_looks_as_if_blended_pixel_by_pixel(recipe: Patchwork | DashedFrame | Badge, elsewhere: bool) -> None:
    """The first time, when what was seen is copied, and whether or not it was blended with something else before."""
    palette = process_sprites().palette("winter")
    if elsewhere:
        stamp(palette, recipe).cover()

    for ground in (0, 77, 200, 255, 77):
        sheet = PaletteImage(100, 90, palette)
        sheet.pixels[:] = ground
        wanted = blended(palette, sheet.pixels.copy(), recipe.draw(), 12, 9)
        sheet.put(recipe, 12, 9)
        assert (sheet.pixels == wanted).all(), ground


@pytest.mark.parametrize("size", [128, 96, 40, 16, 8])
def test_a_double_frame_looks_as_if_all_of_it_had_been_shrunk(size: int) -> None:
    frame = DoubleFrame(size, (200, 20, 30), (0, 0, 0), (255, 255, 255))

    assert (np.asarray(frame.draw()) == np.asarray(frame._draw_frame(size))).all()
