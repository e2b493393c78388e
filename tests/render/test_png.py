"""The PNG writer: what others read from it, and that both deflate libraries say the same."""

from __future__ import annotations

import io
import zlib

import numpy as np
from PIL import Image

from render import png


def painted() -> tuple[png.Pixels, bytes]:
    buffer = png.new_buffer(37, 11)
    buffer[:, 1:] = np.arange(37 * 11).reshape(11, 37) % 251
    return buffer, bytes(value for place in range(256) for value in (place, 255 - place, place // 2))


def test_pillow_reads_the_very_pixels_and_colours() -> None:
    buffer, palette = painted()

    image = Image.open(io.BytesIO(png.encode(buffer, palette)))

    assert image.mode == "P"
    assert image.size == (37, 11)
    assert (np.asarray(image) == buffer[:, 1:]).all()
    assert bytes(image.getpalette() or ()) == palette


def test_the_standard_library_deflates_what_igzip_deflates() -> None:
    buffer, _ = painted()

    assert zlib.decompress(png.deflate_by_zlib(buffer)) == zlib.decompress(png.deflated(buffer)) == buffer.tobytes()


def test_memory_that_was_given_back_starts_every_row_with_the_filter_byte() -> None:
    spent = png.new_buffer(9, 9)
    spent[:] = 77
    png.release_buffer(spent)

    again = png.new_buffer(7, 5)

    assert (again[:, 0] == 0).all()
