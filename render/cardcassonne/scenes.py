"""The paintings on card faces: people of three ranks, a building and an animal of each colour.

A scene is a list of ovals and polygons around (0, 0), in units of half the picture's width; y grows downwards, from about -1.4 to
1.4. `SUIT` stands for the strong colour of the card.
"""

from __future__ import annotations

from collections.abc import Mapping

from render.art.canvas import LocalCanvas, Part, Shape, TileCanvas
from render.art.curves import Point
from render.cardcassonne.inks import OUTLINE
from render.palette import Colour

SUIT = "suit"
DARK = "dark"
"""A darker shade of the card's colour."""

_SKIN: Colour = (240, 196, 160)
_HAIR: Colour = (112, 70, 40)
_STRAW: Colour = (226, 180, 92)
_GOLD: Colour = (250, 200, 52)
_WHITE: Colour = (252, 250, 244)
_STONE: Colour = (196, 188, 176)
_SHADE: Colour = (150, 142, 132)
_WALL: Colour = (244, 230, 200)
_WOOD: Colour = (132, 88, 54)
_NIGHT: Colour = (60, 48, 50)
_COMB: Colour = (208, 40, 40)
_BEAK: Colour = (240, 160, 32)
_BAY: Colour = (150, 92, 48)
_MANE: Colour = (72, 44, 30)
_WOOL: Colour = (250, 246, 236)
_FACE: Colour = (66, 58, 60)
_PINK: Colour = (244, 172, 172)
_SNOUT: Colour = (226, 132, 138)


def _box(west: float, north: float, east: float, south: float, paint: Colour | str) -> Shape:
    return ((west, north), (east, north), (east, south), (west, south)), paint


_BODY: tuple[Part, ...] = (
    (((-0.32, 0.06), (0.32, 0.06), (0.8, 0.42), (0.92, 1.3), (-0.92, 1.3), (-0.8, 0.42)), SUIT),
    (((-0.1, 0.1), (0.1, 0.1), (0.16, 1.3), (-0.16, 1.3)), DARK),
)
_HEAD: tuple[Part, ...] = (
    (0.0, -0.36, 0.4, 0.48, _SKIN),
    (-0.15, -0.38, 0.055, 0.07, OUTLINE),
    (0.15, -0.38, 0.055, 0.07, OUTLINE),
    (((-0.12, -0.12), (0.12, -0.12), (0.0, -0.05)), (190, 96, 84)),
)
_PERSONS: Mapping[str, tuple[Part, ...]] = {
    "P1": (
        *_BODY,
        *_HEAD,
        (0.0, -0.72, 0.86, 0.16, _STRAW),
        (0.0, -0.86, 0.42, 0.3, _STRAW),
        _box(-0.42, -0.82, 0.42, -0.7, DARK),
    ),
    "P2": (
        (0.0, -0.3, 0.56, 0.66, _HAIR),
        *_BODY,
        *_HEAD,
        (((-0.56, -0.62), (-0.42, -0.98), (0.1, -1.12), (0.66, -0.9), (0.6, -0.66), (0.0, -0.74)), DARK),
        (((0.3, -0.94), (0.5, -1.42), (0.86, -1.32), (0.6, -0.9)), _WHITE),
        _box(-0.4, 0.02, 0.4, 0.2, _WHITE),
    ),
    "P3": (
        (((-0.7, 0.2), (0.7, 0.2), (1.06, 1.3), (-1.06, 1.3)), _WHITE),
        *_BODY,
        (0.0, -0.3, 0.5, 0.6, _HAIR),
        *_HEAD,
        (((-0.5, -0.66), (-0.62, -1.34), (-0.28, -1.02), (0.0, -1.44), (0.28, -1.02), (0.62, -1.34), (0.5, -0.66)), _GOLD),
        (0.0, -0.82, 0.1, 0.1, SUIT),
        (0.0, 0.34, 0.14, 0.14, _GOLD),
        (-0.28, 0.24, 0.12, 0.12, _GOLD),
        (0.28, 0.24, 0.12, 0.12, _GOLD),
    ),
}

_BUILDINGS: Mapping[str, tuple[Part, ...]] = {
    "y": (  # a chapel with a bell tower
        _box(-0.94, -0.02, 0.4, 1.1, _WALL),
        (((-1.08, 0.04), (-0.27, -0.62), (0.5, 0.04)), DARK),
        _box(0.28, -0.66, 0.92, 1.1, _STONE),
        (((0.16, -0.62), (0.6, -1.36), (1.04, -0.62)), DARK),
        (0.6, -0.36, 0.17, 0.22, _NIGHT),
        _box(-0.4, 0.5, -0.1, 1.1, _WOOD),
        (-0.25, 0.5, 0.15, 0.16, _WOOD),
        (-0.27, -0.1, 0.14, 0.14, _NIGHT),
        _box(0.56, -1.56, 0.64, -1.26, _GOLD),
        _box(0.46, -1.46, 0.74, -1.39, _GOLD),
    ),
    "r": (  # an inn with its sign
        _box(-0.86, -0.12, 0.62, 1.1, _WALL),
        (((-1.06, -0.06), (-0.6, -1.0), (0.36, -1.0), (0.82, -0.06)), SUIT),
        _box(0.1, -1.3, 0.36, -0.7, _STONE),
        *(_box(x, 0.1, x + 0.32, 0.44, _NIGHT) for x in (-0.66, 0.1)),
        _box(-0.28, 0.56, 0.06, 1.1, _WOOD),
        _box(-0.86, -0.12, -0.76, 1.1, _WOOD),
        _box(0.52, -0.12, 0.62, 1.1, _WOOD),
        _box(0.62, 0.0, 1.06, 0.08, _WOOD),
        _box(0.72, 0.12, 1.1, 0.5, _GOLD),
    ),
    "g": (  # a windmill
        (((-0.5, 1.1), (-0.34, -0.4), (0.34, -0.4), (0.5, 1.1)), _WALL),
        (((-0.5, -0.32), (0.0, -0.96), (0.5, -0.32)), DARK),
        (((-0.1, -0.44), (-0.78, -1.26), (-1.02, -1.06), (-0.02, -0.28)), _STONE),
        (((0.1, -0.22), (0.78, 0.6), (1.02, 0.4), (0.02, -0.38)), _STONE),
        (((0.08, -0.44), (0.9, -1.12), (0.72, -1.34), (-0.06, -0.36)), _STONE),
        (((-0.08, -0.22), (-0.9, 0.46), (-0.72, 0.68), (0.06, -0.3)), _STONE),
        (0.0, -0.33, 0.13, 0.13, _WOOD),
        _box(-0.16, 0.62, 0.16, 1.1, _WOOD),
        (0.0, 0.26, 0.12, 0.14, _NIGHT),
    ),
    "b": (  # a keep with its banner
        _box(-0.76, -0.42, 0.76, 1.1, _STONE),
        *(_box(x, -0.78, x + 0.32, -0.36, _STONE) for x in (-0.9, -0.36, 0.18, 0.58)),
        _box(-0.9, -0.48, 0.9, -0.26, _SHADE),
        _box(-0.05, -1.5, 0.05, -0.6, _WOOD),
        (((0.05, -1.5), (0.76, -1.28), (0.05, -1.04)), SUIT),
        *(_box(x, -0.06, x + 0.16, 0.34, _NIGHT) for x in (-0.5, 0.34)),
        _box(-0.26, 0.52, 0.26, 1.1, _WOOD),
        (0.0, 0.54, 0.26, 0.24, _WOOD),
    ),
}

_ANIMALS: Mapping[str, tuple[Part, ...]] = {
    "y": (  # a hen
        _box(-0.1, 0.6, 0.0, 1.02, _BEAK),
        _box(0.2, 0.6, 0.3, 1.02, _BEAK),
        (((0.36, 0.1), (0.72, -0.66), (0.98, -0.5), (1.0, 0.0), (0.72, 0.44)), (232, 196, 120)),
        (0.12, 0.24, 0.68, 0.52, _WHITE),
        (((-0.62, -0.5), (-0.18, -0.56), (0.2, 0.1), (-0.4, 0.4)), _WHITE),
        (-0.42, -0.54, 0.3, 0.3, _WHITE),
        (-0.56, -0.88, 0.13, 0.15, _COMB),
        (-0.38, -0.92, 0.13, 0.17, _COMB),
        (-0.2, -0.84, 0.12, 0.14, _COMB),
        (((-0.68, -0.62), (-1.02, -0.48), (-0.68, -0.38)), _BEAK),
        (-0.66, -0.24, 0.1, 0.16, _COMB),
        (-0.5, -0.6, 0.07, 0.07, OUTLINE),
        (((-0.06, 0.1), (0.6, 0.04), (0.4, 0.46), (0.06, 0.44)), (232, 196, 120)),
    ),
    "r": (  # a horse
        *(_box(x, 0.3, x + 0.17, 1.08, _BAY) for x in (-0.52, -0.28, 0.42, 0.66)),
        *(_box(x, 0.96, x + 0.17, 1.1, _MANE) for x in (-0.52, -0.28, 0.42, 0.66)),
        (((0.76, -0.14), (1.02, 0.1), (1.06, 0.72), (0.88, 0.64), (0.78, 0.2)), _MANE),
        (0.14, 0.12, 0.72, 0.36, _BAY),
        (((-0.58, 0.2), (-0.82, -0.64), (-0.46, -0.9), (0.04, -0.06)), _BAY),
        (((-0.5, -0.98), (-0.28, -0.84), (0.1, -0.16), (-0.08, -0.12), (-0.44, -0.62)), _MANE),
        (((-0.5, -0.98), (-0.44, -0.5), (-0.9, -0.14), (-1.1, -0.34)), _BAY),
        (((-0.54, -0.9), (-0.5, -1.24), (-0.32, -0.9)), _BAY),
        (-0.62, -0.64, 0.065, 0.065, OUTLINE),
        (-1.0, -0.3, 0.045, 0.045, OUTLINE),
    ),
    "g": (  # a sheep
        *(_box(x, 0.5, x + 0.15, 1.06, _FACE) for x in (-0.36, -0.12, 0.3, 0.54)),
        *((x, y, r, r, _WOOL) for x, y, r in ((-0.34, 0.02, 0.36), (0.06, -0.16, 0.4), (0.5, 0.0, 0.38), (-0.2, 0.4, 0.34))),
        *((x, y, r, r, _WOOL) for x, y, r in ((0.2, 0.44, 0.36), (0.6, 0.38, 0.32), (0.84, 0.16, 0.24))),
        (-0.66, -0.28, 0.28, 0.34, _FACE),
        (-0.36, -0.36, 0.2, 0.1, _FACE),
        (-0.62, -0.58, 0.26, 0.16, _WOOL),
        (-0.76, -0.32, 0.065, 0.065, _WHITE),
        (-0.76, -0.32, 0.035, 0.035, OUTLINE),
    ),
    "b": (  # a pig
        *(_box(x, 0.5, x + 0.19, 1.02, _SNOUT) for x in (-0.46, -0.18, 0.3, 0.54)),
        (0.18, 0.2, 0.76, 0.54, _PINK),
        (-0.54, 0.0, 0.42, 0.4, _PINK),
        (((-0.66, -0.3), (-0.62, -0.68), (-0.32, -0.36)), _SNOUT),
        (-0.88, 0.1, 0.18, 0.2, _SNOUT),
        (-0.94, 0.06, 0.04, 0.06, _NIGHT),
        (-0.83, 0.06, 0.04, 0.06, _NIGHT),
        (-0.6, -0.1, 0.065, 0.065, OUTLINE),
        (((0.84, -0.02), (1.08, -0.26), (1.12, -0.14), (0.92, 0.1)), _SNOUT),
    ),
}


def scene(card: str) -> tuple[Part, ...]:
    """Return the painting of a coloured card; `KeyError` for a joker."""
    if card[1] == "P":
        return _PERSONS[card[1:]]
    return (_BUILDINGS if card[1:] == "H" else _ANIMALS)[card[0]]


def draw_parts(canvas: TileCanvas, parts: tuple[Part, ...], point: Point, r: float, *, suit: Colour, dark: Colour) -> None:
    """Draw the parts of a scene around a point, with a thin dark line around the whole group."""
    LocalCanvas(canvas, point, r).parts(parts, OUTLINE, 0.055, {SUIT: suit, DARK: dark})
