"""The palette of the card game, computed once from its cards and figures, then cached in memory and on disk."""

from __future__ import annotations

import threading

import numpy as np
from PIL import Image

from games.cardcassonne.cards import CODES
from render import palette as palettes
from render.art.figures import COLOURS, figure_sprite
from render.cardcassonne.face import CardBack, CardFace, CardSymbol
from render.cardcassonne.inks import BACK, BACK_DARK, BACK_LIGHT, FRESH, JOKER, OUTLINE, PAPER, SUITS
from render.disk_cache import DiskCache, installation_cache
from render.palette import Colour, Palette, Rgb
from render.style import DARK, LIGHT, mix_colours, reserved_colours

THEME = "summer"
"""Whose frame colours are used."""
SAMPLE = 72
"""Width of the cards that are sampled."""
THINNED = 7
"""Every how-manieth pixel is looked at: finding colours takes time by the number of pixels."""
NAME = "cards.palette"

_lock = threading.Lock()
_kept: list[Palette] = []


def palette() -> Palette:
    """Return the palette shared by all pictures of the card game."""
    with _lock:
        if not _kept:
            _kept.append(_read_or_made(installation_cache()))
        return _kept[0]


def row_ground(colour: str, *, dark: bool) -> Colour:
    """Return the background colour of a row."""
    suit = SUITS[colour]
    return mix_colours(suit.strong, DARK.table, 0.62) if dark else mix_colours(suit.pale, suit.strong, 0.14)


def row_rim(colour: str, *, dark: bool) -> Colour:
    """Return the rim colour of a row."""
    return mix_colours(SUITS[colour].strong, DARK.table if dark else LIGHT.ink, 0.25)


def _read_or_made(disk: DiskCache) -> Palette:
    kept = disk.read(NAME, palettes.SIZE_ON_DISK)
    if kept is not None:
        return palettes.read(kept)
    made = palettes.fit_palette(_samples(), _fixed_colours())
    disk.write(NAME, made.to_bytes())
    return made


def _fixed_colours() -> tuple[Colour, ...]:
    own = [PAPER, OUTLINE, BACK, BACK_LIGHT, BACK_DARK, FRESH, JOKER.pale, JOKER.strong]
    for name, suit in SUITS.items():
        own += [suit.strong, suit.pale, suit.ink]
        own += [f(name, dark=dark) for f in (row_ground, row_rim) for dark in (False, True)]
    return tuple(dict.fromkeys([*own, *reserved_colours(THEME, [colour.rgb for colour in COLOURS])]))[:200]


def _samples() -> Rgb:
    """Return pixels of all cards, and of figures on the rows, from which the palette is computed."""
    drawn = [CardFace(code, SAMPLE).draw() for code in CODES] + [CardBack(seat, SAMPLE).draw() for seat in range(len(COLOURS))]
    drawn.append(CardSymbol("chest", SAMPLE, OUTLINE).draw())
    drawn += [figure_sprite(kind, "knight", seat, SAMPLE * 2).image for kind in ("small", "big") for seat in range(len(COLOURS))]
    return np.concatenate([_pixels_on_ground(picture, row_ground("yellow", dark=False)) for picture in drawn])[::THINNED]


def _pixels_on_ground(picture: Image.Image, ground: Colour) -> Rgb:
    """Return the pixels of a drawing on a flat ground, only where the drawing covers the ground."""
    rgba = np.asarray(picture.convert("RGBA"))
    cover = rgba[..., 3:].astype(np.float32) / 255
    blended = rgba[..., :3] * cover + np.array(ground) * (1 - cover)
    return blended[rgba[..., 3] > 0].round().astype(np.uint8)
