"""Large drawings of figures, cached on disk and in memory; smaller sizes are scaled down from them."""

from __future__ import annotations

import struct
from functools import lru_cache

from PIL import Image

from render.art.figures import FigureSprite, figure_master, figure_name, scale_master
from render.disk_cache import process_cache
from render.lru_cache import WeightedLruCache

MEMORY = 4 << 20
"""Bytes of masters in memory: about ten, for sizes of one figure are wanted together."""

SHADOW = 130
"""No shadow is more opaque than this; icons go without."""

_kept: WeightedLruCache[tuple[str, int | None, int], FigureSprite] = WeightedLruCache(
    MEMORY, lambda sprite: 4 * sprite.image.width * sprite.image.height
)


def figure(kind: str, role: str, colour: int | None, px: int, *, floors: int = 0) -> FigureSprite:
    """Return a figure for tiles of `px` pixels, from the cache if possible; raises `KeyError` for an unknown kind."""
    return scale_master(master(figure_name(kind, role), colour, floors), px)


def master(name: str, colour: int | None, floors: int = 0) -> FigureSprite:
    """Return the large drawing of a figure, from memory, from disk, or newly drawn; do not change it."""
    return _kept.get((name, colour, floors), lambda: _load_master(name, colour, floors))


@lru_cache(maxsize=12)
def cutout(name: str, colour: int | None, floors: int = 0) -> Image.Image:
    """Return the large drawing without shadow and margins, for icons; colours are premultiplied by alpha."""
    drawn = master(name, colour, floors).image.copy()
    drawn.putalpha(drawn.getchannel("A").point([max(0, (value - SHADOW) * 255 // (255 - SHADOW)) for value in range(256)]))
    return drawn.crop(drawn.getchannel("A").getbbox()).convert("RGBa")


def _load_master(name: str, colour: int | None, floors: int) -> FigureSprite:
    file = f"figures/{name.replace(' ', '-')}.{colour}.{floors}"
    kept = load_sprite(file)
    if kept is not None:
        return FigureSprite(*kept)
    drawn = figure_master(name, colour, floors)
    store_sprite(file, drawn.image, drawn.hot)
    return drawn


_HEAD = struct.Struct("<4H")
"""Width, height and hot spot."""

Drawing = tuple[Image.Image, tuple[int, int]]
"""RGBA, and the pixel by which it is put down."""


def load_sprite(name: str) -> Drawing | None:
    """Return the drawing stored under a name; None if it is missing or incomplete."""
    kept = process_cache().read(name)
    if kept is None or len(kept) < _HEAD.size:
        return None
    width, height, x, y = _HEAD.unpack_from(kept)
    if len(kept) != _HEAD.size + 4 * width * height:
        return None
    return Image.frombytes("RGBA", (width, height), kept[_HEAD.size :]), (x, y)


def store_sprite(name: str, picture: Image.Image, hot: tuple[int, int] = (0, 0)) -> None:
    """Store an RGBA drawing and its hot spot; `name` must contain everything that the drawing depends on."""
    process_cache().write(name, _HEAD.pack(*picture.size, *hot) + picture.tobytes())
