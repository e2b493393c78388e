"""Emojis of the tile-laying game: figures in all colours, symbols, and every tile in each turn that looks different."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from games.carcassonne.catalog import tile
from games.carcassonne.tile import SegmentKind
from games.carcassonne.view_builder import figure_with_emoji, mark_emoji, tile_emojis
from games.core.emoji_names import COLOURS
from render import emojis
from render.lazy_module import LazyModule
from render.protocol import EmojiArt

if TYPE_CHECKING:
    from PIL import Image

    from render import resource_icons
    from render.art import artwork, canvas, marks, silhouettes, themes, tiles
else:
    Image, resource_icons = LazyModule("PIL.Image"), LazyModule("render.resource_icons")
    artwork, canvas, marks = LazyModule("render.art.artwork"), LazyModule("render.art.canvas"), LazyModule("render.art.marks")
    silhouettes, themes, tiles = (
        LazyModule("render.art.silhouettes"),
        LazyModule("render.art.themes"),
        LazyModule("render.art.tiles"),
    )

FLOORS = 2
"""How high what is built stands in its sign."""

FINE = 4
"""How many times too large a symbol is drawn."""


def names() -> tuple[str, ...]:
    """Return the names of all emojis, figures first."""
    return tuple(dict.fromkeys((*emojis.seats(), *_figure_drawings(), *_marks(), *tile_emojis())))


def draw(name: str) -> bytes:
    """Return the PNG of an emoji; raises `KeyError` for an unknown name."""
    if name in (lying := tile_emojis()):
        tile_id, turn = lying[name]
        look = themes.THEMES.get(tile_id.partition("/")[0]) or themes.THEMES["summer"]
        return emojis.square(tiles.tile_sprite(tile(tile_id), turn, 0, look, emojis.SIZE))
    if name in (symbols := _marks()):
        return emojis.square(_symbol(symbols[name]))
    figure, seat = _figure_drawings()[name]
    kind, _, pose = figure.partition(" ")
    role = SegmentKind.FIELD.role if pose else kind
    return emojis.square(emojis.figure(kind, role, seat, FLOORS if figure in artwork.artwork().built else 0))


def _figure_drawings() -> dict[str, tuple[str, int | None]]:
    """Return (drawing, seat) of each figure by emoji name; the seat is None for neutral figures."""
    everybodys = (*artwork.artwork().neutral, *artwork.artwork().built)
    owned = [name for name in (*silhouettes.ARTS, *artwork.artwork().figures) if name not in everybodys]
    figures: dict[str, tuple[str, int | None]] = {
        figure_with_emoji(name, seat): (name, seat) for name in owned for seat in range(len(COLOURS))
    }
    return figures | {figure_with_emoji(name, None): (name, None) for name in everybodys}


def _marks() -> dict[str, str]:
    return {mark_emoji(mark): mark for mark in ("shield", *artwork.artwork().marks, *artwork.artwork().goods)}


def _symbol(mark: str) -> Image.Image:
    """Return the drawing of a printed symbol without its ground; the icon for a mark that is printed nowhere."""
    if mark not in artwork.artwork().marks and mark in artwork.artwork().goods:
        return resource_icons.Goods(mark, 2 * emojis.SIZE).draw()
    paper = canvas.TileCanvas(Image.new("RGBA", (FINE * emojis.SIZE,) * 2, (0, 0, 0, 0)))
    marks.draw_mark(paper, mark, (0.5, 0.5), 0.36, themes.THEMES["summer"], "")
    return paper.picture.crop(paper.picture.getchannel("A").getbbox())


def drawn(wanted: Sequence[str]) -> list[tuple[str, bytes]]:
    """Implement `EmojiArt.drawn`."""
    return emojis.drawn(draw, wanted)


def named() -> Sequence[str]:
    """Implement `EmojiArt.names`."""
    return emojis.list_of("carcassonne", names())


SIGNS = EmojiArt(named, draw, drawn, emojis.known, emojis.remember, partial(emojis.listed, "carcassonne"))
"""All of them."""
