"""Palettes of 256 colours, one for all pictures of a theme, with a table of the nearest palette colour for any colour.

Sharing the palette lets sprites be quantised once; a board is then composed of bytes and never quantised again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Colour = tuple[int, int, int]
Rgb = NDArray[np.uint8]
"""Pixels with three bytes of red, green and blue in the last axis."""

_BITS = 6
"""Bits kept of each channel in the table: finer than the eye, small enough to live in memory (256 KiB)."""

_HIGH = (1 << _BITS) - 1


@dataclass(frozen=True, eq=False)
class Palette:
    """Palette of 256 colours with the index of the nearest one for every possible colour.

    Compared by identity.
    """

    colours: Rgb
    """Shape (256, 3)."""
    nearest: NDArray[np.uint8]
    """Places by the six high bits of red, green and blue."""

    def places(self, rgb: NDArray[np.integer]) -> NDArray[np.uint8]:
        """Return the index of the nearest colour for every pixel; `rgb` has red, green and blue in its last axis."""
        high = rgb.astype(np.int32) >> (8 - _BITS)
        index = (high[..., 0] << (2 * _BITS)) | (high[..., 1] << _BITS) | high[..., 2]
        places: NDArray[np.uint8] = self.nearest[index]
        return places

    def places_of(self, rgba: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the index of the nearest colour for pixels of four bytes, the fourth ignored.

        Takes a third of the time of `places`, because each pixel is read as one number.
        """
        packed = np.ascontiguousarray(rgba).view("<u4")[..., 0]
        shift = 8 - _BITS
        red, green, blue = (packed >> shift) & _HIGH, (packed >> (8 + shift)) & _HIGH, (packed >> (16 + shift)) & _HIGH
        places: NDArray[np.uint8] = self.nearest[(red << (2 * _BITS)) | (green << _BITS) | blue]
        return places

    @lru_cache(maxsize=4096)  # noqa: B019 - palettes are few, and live as long as the program
    def place(self, colour: Colour) -> int:
        """Return the index of the nearest colour."""
        red, green, blue = (int(channel) >> (8 - _BITS) for channel in colour)
        return int(self.nearest[(red << (2 * _BITS)) | (green << _BITS) | blue])

    def to_bytes(self) -> bytes:
        """Return the palette as bytes for the disk; `read` is the inverse."""
        return self.colours.tobytes() + self.nearest.tobytes()


SIZE_ON_DISK = 768 + (1 << 3 * _BITS)


def read(data: bytes) -> Palette:
    """Return the palette that `Palette.to_bytes` wrote; raises `ValueError` for other data."""
    if len(data) != SIZE_ON_DISK:
        raise ValueError("not a palette")
    whole = np.frombuffer(data, dtype=np.uint8)
    return Palette(whole[:768].reshape(256, 3), whole[768:])


def fit_palette(samples: Rgb, reserved: Sequence[Colour]) -> Palette:
    """Return the palette that represents `samples` (shape (n, 3)) best and contains every reserved colour exactly."""
    fixed = list(dict.fromkeys(reserved))
    side = int(np.ceil(np.sqrt(len(samples))))
    sheet = np.resize(samples, (side * side, 3)).reshape(side, side, 3)
    shrunk = Image.fromarray(sheet).quantize(colors=256 - len(fixed), method=Image.Quantize.MEDIANCUT, kmeans=6)
    free = np.array(shrunk.getpalette() or (), dtype=np.uint8).reshape(-1, 3)[: 256 - len(fixed)]
    colours = np.zeros((256, 3), dtype=np.uint8)
    colours[: len(fixed)] = fixed
    colours[len(fixed) : len(fixed) + len(free)] = free
    return Palette(colours, _nearest(colours))


def _nearest(colours: Rgb) -> NDArray[np.uint8]:
    """Return, for the middle of every cell of the colour cube, the index of the perceptually nearest colour."""
    step = 256 >> _BITS
    axis = np.arange(0, 256, step) + step // 2
    cube = _oklab(np.stack(np.meshgrid(axis, axis, axis, indexing="ij"), axis=-1).reshape(-1, 3))
    wanted = _oklab(colours)
    norms = (wanted**2).sum(axis=1)
    parts = [np.argmin(norms - 2 * block @ wanted.T, axis=1) for block in np.array_split(cube, 32)]
    table = np.concatenate(parts).astype(np.uint8)
    _keep_exact(table, colours)
    return table


def _keep_exact(table: NDArray[np.uint8], colours: Rgb) -> None:
    """Map each palette colour to its own index in the table, even if another is nearer to its cell's middle; first ones win."""
    high = colours.astype(np.int32) >> (8 - _BITS)
    index = (high[:, 0] << (2 * _BITS)) | (high[:, 1] << _BITS) | high[:, 2]
    for place in range(255, -1, -1):
        table[index[place]] = place


def _oklab(rgb: NDArray[np.integer]) -> NDArray[np.float32]:
    """Return Oklab coordinates, in which distances correspond to perceived ones; source: Ottosson 2020."""
    linear = ((rgb.astype(np.float32) / 255 + 0.055) / 1.055) ** 2.4
    lms = np.cbrt(linear @ np.array(_TO_LMS, dtype=np.float32).T)
    lab: NDArray[np.float32] = lms @ np.array(_TO_LAB, dtype=np.float32).T
    return lab


_TO_LMS = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
