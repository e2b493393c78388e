"""Drawings in full colour on disk: what takes long to draw is drawn once for all processes."""

from __future__ import annotations

import struct

from PIL import Image

from render.diskcache import shared

_HEAD = struct.Struct("<4H")
"""Width, height and hot spot."""

Drawing = tuple[Image.Image, tuple[int, int]]
"""RGBA, and the pixel by which it is put down."""


def found(name: str) -> Drawing | None:
    """What was kept under a name; None if nothing was, or not all of it."""
    kept = shared().read(name)
    if kept is None or len(kept) < _HEAD.size:
        return None
    width, height, x, y = _HEAD.unpack_from(kept)
    if len(kept) != _HEAD.size + 4 * width * height:
        return None
    return Image.frombytes("RGBA", (width, height), kept[_HEAD.size :]), (x, y)


def keep(name: str, picture: Image.Image, hot: tuple[int, int] = (0, 0)) -> None:
    """Keep a drawing, which is RGBA, under a name that says all about it."""
    shared().write(name, _HEAD.pack(*picture.size, *hot) + picture.tobytes())
