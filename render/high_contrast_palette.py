"""The high-contrast look of all pictures: black and white frames and texts, and pale land below the figures.

Pictures use palette indices, so only the palette changes, at no further cost. Players' colours, offers and figures stay as they
are.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from functools import cache, lru_cache

from render.art.figures import COLOURS
from render.palette import Colour
from render.png import SIGNATURE
from render.style import BLACK, DARK, LIGHTS, OFFER, WHITE, Style, framing, mix_colours

GREY: Colour = (120, 120, 120)

ON_WHITE = Style(
    table=WHITE,
    shade=GREY,
    grid=(170, 170, 170),
    margin=WHITE,
    ink=(0, 0, 0),
    faint=(60, 60, 60),
    card=WHITE,
    chosen=OFFER,
    line=(40, 40, 40),
)
ON_BLACK = Style(
    table=(0, 0, 0),
    shade=(0, 0, 0),
    grid=GREY,
    margin=(0, 0, 0),
    ink=WHITE,
    faint=(215, 215, 215),
    card=(0, 0, 0),
    chosen=(120, 84, 0),
    line=(215, 215, 215),
)

OUTLINE = 90
"""No part of the colour of an outline is more, of 255."""
_HEAD = len(SIGNATURE) + 25
"""Where the palette of our pictures begins, behind the header."""
_FILM, _FILM_HEAD, _FILM_PALETTE = b"GIF89a", 13, 768
"""How our animations begin, where their one palette does, and its bytes."""


def strong(made: bytes, pale: float) -> bytes:
    """Return one of our pictures or animations in high contrast.

    `pale` is the strength of the paleness of land; 0 for pictures without land, such as cards.
    """
    return _strong_film(made, pale) if made.startswith(_FILM) else _strong_picture(made, pale)


def _strong_film(gif: bytes, pale: float) -> bytes:
    end = _FILM_HEAD + _FILM_PALETTE
    return b"".join((gif[:_FILM_HEAD], _palette(gif[_FILM_HEAD:end], pale), gif[end:]))


def _strong_picture(png: bytes, pale: float) -> bytes:
    (length,) = struct.unpack_from(">I", png, _HEAD)
    assert png[_HEAD + 4 : _HEAD + 8] == b"PLTE", "our pictures are places of a palette"
    begin, end = _HEAD + 8, _HEAD + 8 + length
    body = b"PLTE" + _palette(png[begin:end], pale)
    return b"".join((png[: _HEAD + 4], body, struct.pack(">I", zlib.crc32(body)), png[end + 4 :]))


@lru_cache(maxsize=16)
def _palette(colours: bytes, pale: float) -> bytes:
    """Return a palette's colours (bytes) converted to high contrast."""
    places = zip(*(iter(colours),) * 3, strict=True)
    return bytes(part for place in places for part in _colours_as_seen().get(place) or _paler(place, pale))


def _paler(colour: Colour, pale: float) -> Colour:
    """Return a colour of land made paler; nearly black colours stay, because they outline figures and walls."""
    return colour if max(colour) < OUTLINE else mix_colours(colour, WHITE, pale)


@cache
def _colours_as_seen() -> Mapping[Colour, Colour]:
    """Return the high-contrast replacement of each colour that is not land."""
    players = [each.rgb for each in COLOURS]
    shades = [mix_colours(rgb, WHITE, 0.35) for rgb in players] + [mix_colours(rgb, BLACK, 0.4) for rgb in players]
    kept = {
        rgb: rgb for rgb in (WHITE, BLACK, OFFER, *players, *shades, *(mix_colours(OFFER, BLACK, share) for share in (0.3, 0.6)))
    }
    frames = [(light, ON_WHITE) for light in LIGHTS.values()] + [(DARK, ON_BLACK)]
    return {old: new for usual, strong_ in frames for old, new in zip(framing(usual), framing(strong_), strict=True)} | kept
