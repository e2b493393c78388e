"""A writer for GIF animations whose frames share one palette; each frame stores only the changed pixels.

GIF, because Discord plays it in every client without opening it; of an APNG it shows only the first frame. Unchanged pixels in the
stored rectangle are transparent, and long runs of one value cost nearly nothing. Pillow does the compression.
"""

from __future__ import annotations

import struct
from functools import lru_cache

import numpy as np
from PIL import Image

from render.palette import Palette, Rgb
from render.png import Pixels

_FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_KEEP_AND_CLEAR = 0b0000_0101
"""What was shown stays below the next frame, and one place of the palette is clear."""
_COLOURS_256 = 0b1111_0111


class Animation:
    """GIF animation under construction, which loops for ever."""

    def __init__(self, width: int, height: int, palette: Palette) -> None:
        self._clear, self._stand_in = spare_colour(palette)
        self._shown: Pixels | None = None
        self._parts = [
            b"GIF89a" + struct.pack("<HHBBB", width, height, _COLOURS_256, 0, 0),
            palette.colours.tobytes(),
            _FOR_EVER,
        ]

    def add(self, pixels: Pixels, stop_s: float) -> None:
        """Append a frame that is shown for `stop_s` seconds; the caller may reuse its pixels afterwards."""
        # GIF has no transparency beside its palette: one of the 256 places means "as before", so no pixel may have that colour.
        frame = np.where(pixels == self._clear, np.uint8(self._stand_in), pixels)
        west, north, part = self._changed_rectangle(frame)
        self._shown = frame
        height, width = part.shape
        coded = Image.frombuffer("P", (width, height), np.ascontiguousarray(part)).tobytes("gif", "P", 8, 0)
        self._parts += [
            b"!\xf9\x04" + struct.pack("<BHBB", _KEEP_AND_CLEAR, round(stop_s * 100), self._clear, 0),
            b"," + struct.pack("<HHHHB", west, north, width, height, 0) + b"\x08",
            coded + b"\0",
        ]

    def _changed_rectangle(self, frame: Pixels) -> tuple[int, int, Pixels]:
        """Return the position and pixels of the smallest rectangle that contains all changes since the previous frame.

        Unchanged pixels in it are transparent; it is never empty.
        """
        if self._shown is None:
            return 0, 0, frame
        differs = frame != self._shown
        rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
        if not len(rows):  # a frame of nothing isn't allowed, and leaving it out would lose its time: one pixel, as it was
            return 0, 0, frame[:1, :1]
        inside = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
        return int(columns[0]), int(rows[0]), np.where(differs[inside], frame[inside], np.uint8(self._clear))

    def gif(self) -> bytes:
        """Return the GIF file as bytes."""
        return b"".join((*self._parts, b";"))


@lru_cache(maxsize=8)
def spare_colour(palette: Palette) -> tuple[int, int]:
    """Return the index of the colour in a palette that is easiest to do without, and the index of its substitute."""
    colours: Rgb = palette.colours
    wide = colours.astype(np.int32)
    # The two places whose colours are nearest to each other: one of them can go, and nobody sees that the other stands in for it.
    apart = ((wide[:, None] - wide[None]) ** 2).sum(axis=2)
    apart[np.tril_indices(len(wide))] = apart.max() + 1
    stand_in, clear = divmod(int(apart.argmin()), len(wide))
    return clear, stand_in


WHOLE_S = 40.0
"""How long a whole game is meant to last."""
SLOWEST_S, FASTEST_S = 1.0, 0.25
HELD = 3
"""How many times as long what brought points is shown."""
LAST_S = 8.0


def frame_seconds(frames: int, *, scored: bool, is_last: bool) -> float:
    """Return how many seconds a frame is shown, in an animation of `frames`.

    It is longer if the turn `scored`, and longest for the last frame.
    """
    if is_last:
        return LAST_S
    stop = min(SLOWEST_S, max(FASTEST_S, WHOLE_S / frames))
    return stop * HELD if scored else stop
