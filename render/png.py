"""A PNG writer for palette pictures: filter 0 and a single deflate call, because encoding takes most of a picture's time."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from render.disk_cache import igzip

checked: Callable[..., int] = zlib.crc32 if igzip is None else igzip.crc32
"""The sum by which the reader of a PNG checks a chunk: of bytes, and of what came before them."""


Pixels = NDArray[np.uint8]
"""Rows of palette places, one byte a pixel; for the writer with one leading byte 0 (the filter) in every row."""


@dataclass(frozen=True)
class PngPicture:
    """Finished picture: its PNG bytes, width and height."""

    png: bytes
    width: int
    height: int


SIGNATURE = b"\x89PNG\r\n\x1a\n"


_spare: list[NDArray[np.uint8]] = []
"""Memory of finished pictures, used again: asking the system for fresh pages costs more than painting on them."""

_SPARES = 2
_SPARE_LIMIT = 6 << 20


def new_buffer(width: int, height: int) -> Pixels:
    """Return a picture buffer for `encode`: `height` rows of a filter byte 0 and `width` pixels of any value."""
    size = height * (width + 1)
    try:
        flat = _spare.pop()
    except IndexError:
        flat = np.empty(0, dtype=np.uint8)
    if flat.size < size:  # with a quarter more: boards grow by a row of tiles now and then, and the next one shall fit too
        flat = np.empty(size + (size >> 2), dtype=np.uint8)
    buffer = flat[:size].reshape(height, width + 1)
    buffer[:, 0] = 0
    return buffer


def release_buffer(buffer: Pixels) -> None:
    """Return a buffer made by `new_buffer` to the pool, so that the next picture can reuse its memory."""
    flat = buffer.base
    if isinstance(flat, np.ndarray) and flat.ndim == 1 and flat.size <= _SPARE_LIMIT and len(_spare) < _SPARES:
        _spare.append(flat)


def encode(buffer: Pixels, palette: bytes) -> bytes:
    """Return the PNG file of a buffer made by `new_buffer`; `palette` holds 256 colours of three bytes."""
    height, stride = buffer.shape
    # Eight bits of palette (colour type 3), and the filter "none" in every row: filters predict the neighbour's value, which helps
    # shades of grey and hurts numbers of a palette.
    header = struct.pack(">IIBBBBB", stride - 1, height, 8, 3, 0, 0, 0)
    data = deflated(np.ascontiguousarray(buffer))
    return b"".join((SIGNATURE, _chunk(b"IHDR", header), _chunk(b"PLTE", palette), _chunk(b"IDAT", data), _chunk(b"IEND", b"")))


def deflate_by_zlib(buffer: Pixels) -> bytes:
    """Return the zlib stream of a buffer, made with only the standard library."""
    return zlib.compress(buffer.data, 6)


def deflate_by_igzip(buffer: Pixels) -> bytes:
    """Return the zlib stream of a buffer from igzip, at the level with the best measured ratio of size to time."""
    assert igzip is not None, "isal has no wheel for this machine"
    data: bytes = igzip.compress(buffer.data, 1)
    return data


deflated: Callable[[Pixels], bytes] = deflate_by_zlib if igzip is None else deflate_by_igzip


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checked(data, checked(kind)))
