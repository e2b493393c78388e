"""Tile sprites in palette colours: drawn when first needed, then cached in memory and on disk."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from games.carcassonne import catalog
from games.carcassonne.tile import Tile
from render import disk_cache
from render import palette as palettes
from render.art.figures import COLOURS, figure_sprite
from render.art.themes import THEMES
from render.disk_cache import DiskCache
from render.lru_cache import WeightedLruCache
from render.palette import Palette, Rgb
from render.png import Pixels
from render.style import reserved_colours

SIZES = (128, 112, 96, 80, 64, 56, 48, 40, 32, 24)
"""On boards, largest first."""

HAND_SIZES = (224, 192, 176, 160, 144, 128, 112, 104, 96, 88, 80, 72, 64, 48, 40, 32)
"""Of the tile in hand, largest first; these tiles lie as they were printed."""


CLOSE = 256
"""Of the tile in a close-up: as large as the one drawing allows from which all usual sizes come."""


def fitting_size(room: int) -> int:
    """Return the largest size for a tile in hand that fits into `room` pixels; the smallest size if none does."""
    return next((size for size in HAND_SIZES if size <= room), HAND_SIZES[-1])


VARIANTS = 4
"""How many copies of a tile look different; further ones repeat."""

MEMORY = 24 << 20
"""Bytes of sprites kept in memory: 3,000 tiles of 128 pixels."""

SAMPLE_PX = 48
"""Tile size at which a theme's colours are gathered."""


class Sprites:
    """Thread-safe sprites of all themes, cached in one folder."""

    def __init__(self, disk: DiskCache) -> None:
        self._disk = disk
        self._shelf: WeightedLruCache[tuple[str, int, str, int, int], Pixels] = WeightedLruCache(
            MEMORY, lambda pixels: pixels.nbytes
        )
        self._palettes: dict[str, Palette] = {}
        self._lock = threading.Lock()

    def palette(self, theme: str) -> Palette:
        """Return the palette of a theme; raises `KeyError` if there is no such theme."""
        with self._lock:
            if theme not in self._palettes:
                self._palettes[theme] = self._palette(theme)
            return self._palettes[theme]

    def tile(self, theme: str, px: int, tile_id: str, turn: int, copy: int) -> Pixels:
        """Return the sprite of a tile, `px` pixels wide and high; do not change it."""
        key = (theme, px, tile_id, turn, copy % VARIANTS)
        return self._shelf.get(key, lambda: self._tile(*key))

    def kept(self, name: str, shape: tuple[int, int], draw: Callable[[], Pixels]) -> Pixels:
        """Return pixels cached on disk, in the palette of their theme; `draw` makes them if they are missing.

        `name` must contain everything that the pixels depend on.
        """
        data = self._disk.read(name, shape[0] * shape[1])
        if data is not None:
            return np.frombuffer(data, dtype=np.uint8).reshape(shape)
        pixels = draw()
        self._disk.write(name, pixels.tobytes())
        return pixels

    def _palette(self, theme: str) -> Palette:
        kept = self._disk.read(f"{theme}.palette", palettes.SIZE_ON_DISK)
        if kept is not None:
            return palettes.read(kept)
        made = palettes.fit_palette(_samples(theme), reserved_colours(theme, [colour.rgb for colour in COLOURS]))
        self._disk.write(f"{theme}.palette", made.to_bytes())
        return made

    def _tile(self, theme: str, px: int, tile_id: str, turn: int, copy: int) -> Pixels:
        kept = self._disk.read(_file(theme, px, tile_id, turn, copy), px * px)
        if kept is not None:
            return np.frombuffer(kept, dtype=np.uint8).reshape(px, px)
        return self._draw_sizes(theme, tile_id, turn, copy, _sizes(px, turn, copy))[px]

    def is_warm(self, theme: str, tile_id: str, turn: int, copy: int) -> bool:
        """Return whether a tile is on disk in all usual sizes."""
        return all(self._disk.has(_file(theme, px, tile_id, turn, copy)) for px in _sizes(SIZES[0], turn, copy))

    def warm(self, theme: str, tile_id: str, turn: int, copy: int) -> None:
        """Draw a tile in all usual sizes and store it on disk."""
        self._draw_sizes(theme, tile_id, turn, copy, _sizes(SIZES[0], turn, copy))

    def has_any_of(self, theme: str, set_id: str) -> bool:
        """Return whether a tile of this set in this theme is on disk in any of the usual sizes."""
        return any(self._disk.has_any(f"{theme}-{px}", f"{set_id}-") for px in SIZES)

    def _draw_sizes(self, theme: str, tile_id: str, turn: int, copy: int, sizes: Sequence[int]) -> dict[int, Pixels]:
        """Return a tile in several sizes, all stored on disk, because a tile seen in one size is soon needed in others."""
        from render.art.tiles import tile_sprite, tile_sprites  # loads a geometry library: only who draws needs it

        tile, look, palette = catalog.tile(tile_id), THEMES[theme], self.palette(theme)
        usual = len(sizes) > 1 or sizes[0] == CLOSE
        drawn = (
            tile_sprites(tile, turn, copy, look, sizes) if usual else [(sizes[0], tile_sprite(tile, turn, copy, look, sizes[0]))]
        )
        by_px = {px: palette.places(np.asarray(picture)) for px, picture in drawn}
        for px, pixels in by_px.items():
            self._disk.write(_file(theme, px, tile_id, turn, copy), pixels.tobytes())
        return by_px


def _file(theme: str, px: int, tile_id: str, turn: int, copy: int) -> str:
    return f"{theme}-{px}/{tile_id.replace('/', '-')}.{turn}.{copy}"


def _sizes(px: int, turn: int, copy: int) -> Sequence[int]:
    """Return the sizes that are drawn together with `px`: those of boards, and for a tile in hand also those of hands."""
    usual = HAND_SIZES if turn == 0 and copy == 0 else SIZES
    return usual if px in usual else (px,)


@lru_cache(maxsize=1)
def process_sprites() -> Sprites:
    """Return the sprites of this process, cached in the folder given by the environment."""
    return Sprites(disk_cache.process_cache())


def _samples(theme: str) -> Rgb:
    """Return pixels of representative tiles, and of figures on the most common ground, to compute the palette of a theme."""
    from render.art.tiles import tile_sprite

    look = THEMES[theme]
    blocks = [np.asarray(tile_sprite(tile, 0, 0, look, SAMPLE_PX)).reshape(-1, 3) for tile in telling_tiles()]
    for seat in range(len(COLOURS)):
        for role in ("knight", "farmer"):
            blocks += [_pixels_on_ground(look.grass, role, seat), _pixels_on_ground(look.city, role, seat)]
    return np.concatenate(blocks)


def telling_tiles() -> list[Tile]:
    """Return representative tiles: some of the base game, and for every mark the first tile with it."""
    chosen = {tile.id: tile for tile in catalog.tiles_of("base")[::3]}
    seen: set[str] = set()
    for tile in catalog.tiles().values():
        marks = {*tile.marks, *tile.art, *(mark for segment in tile.segments for mark in (*segment.marks, segment.kind.value))}
        if not marks <= seen:
            chosen[tile.id] = tile
        seen |= marks
    return list(chosen.values())


def _pixels_on_ground(ground: palettes.Colour, role: str, seat: int) -> Rgb:
    """Return the pixels of a figure on a flat ground, only where the figure covers the ground."""
    rgba = np.asarray(figure_sprite("small", role, seat, 2 * SAMPLE_PX).image)
    cover = rgba[..., 3:].astype(np.float32) / 255
    mixed = rgba[..., :3] * cover + np.array(ground) * (1 - cover)
    return mixed[rgba[..., 3] > 0].round().astype(np.uint8)
