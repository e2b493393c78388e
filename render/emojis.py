"""Emojis: small square pictures shown in chat texts, 22 pixels high there, larger if one stands alone."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from games.core.emoji_names import COLOURS, DIGEST
from render.lazy_module import LazyModule

if TYPE_CHECKING:
    from PIL import Image

    from render import disk_cache, pieces
else:
    Image, disk_cache, pieces = LazyModule("PIL.Image"), LazyModule("render.disk_cache"), LazyModule("render.pieces")

SIZE = 128
"""Pixels of a side: what chats advise, enough for the sharpest screen."""

INKS = 96
"""Colours of a picture: a fifth of the bytes, and nobody sees the difference at 22 pixels."""

_HERE = Path(__file__).parent


@cache
def version() -> str:
    """Return a version name for the look of all emojis."""
    digest = hashlib.sha256(disk_cache.art_version().encode())
    for source in sorted([*_HERE.glob("emojis.py"), *_HERE.glob("*/emojis.py"), *_HERE.glob("cardcassonne/*.py")]):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def seats() -> dict[str, int]:
    """Return the seat of each player's figure by its emoji name, the same in all games."""
    return {f"{colour}_meeple": seat for seat, colour in enumerate(COLOURS)}


def drawn(draw: Callable[[str], bytes], names: Sequence[str]) -> list[tuple[str, bytes]]:
    """Implement `EmojiArt.drawn`."""
    pictures = [draw(name) for name in names]
    return [(hashlib.sha256(png).hexdigest()[:DIGEST], png) for png in pictures]


def list_of(game: str, names: Sequence[str]) -> Sequence[str]:
    """Store the names of a game's emojis on disk, so that `listed` finds them, and return them."""
    disk_cache.process_cache().write(f"{_memory()}-{game}", json.dumps(list(names)).encode())
    return names


def listed(game: str) -> Sequence[str]:
    """Implement `EmojiArt.listed`."""
    kept = disk_cache.process_cache().read(f"{_memory()}-{game}")
    return json.loads(kept) if kept else ()


def known(names: Sequence[str]) -> Mapping[str, str]:
    """Implement `EmojiArt.known`."""
    kept = disk_cache.process_cache().read(_memory())
    told = json.loads(kept) if kept else {}
    return {name: told[name] for name in names if name in told}


def remember(digests: Mapping[str, str]) -> None:
    """Implement `EmojiArt.remember`."""
    kept = disk_cache.process_cache().read(_memory())
    disk_cache.process_cache().write(_memory(), json.dumps({**(json.loads(kept) if kept else {}), **digests}).encode())


def _memory() -> str:
    return f"signs-{version()}"


def figure(kind: str, role: str, colour: int | None, floors: int = 0) -> Image.Image:
    """Return a figure as an icon."""
    return pieces.FigureIcon(kind, role, colour, 2 * SIZE, floors).draw()


def square(drawn: Image.Image) -> bytes:
    """Return a drawing as a square PNG: scaled to fit, centred on transparent ground."""
    share = min(SIZE / drawn.width, SIZE / drawn.height)
    size = max(1, round(drawn.width * share)), max(1, round(drawn.height * share))
    small = drawn.convert("RGBa").resize(size, Image.Resampling.LANCZOS).convert("RGBA")
    page = Image.new("RGBA", (SIZE, SIZE), (0, 0, 0, 0))
    page.paste(small, ((SIZE - size[0]) // 2, (SIZE - size[1]) // 2))
    written = io.BytesIO()
    page.quantize(INKS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(written, "PNG", optimize=True)
    return written.getvalue()
