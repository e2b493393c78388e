"""The outlines of all figures as data: layers of discs and polygons, in tiles, with the hot spot at (0, 0).

y grows to the south, so negative values are up. Joints are rounded by the painter (`render.art.figures`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Colour = tuple[int, int, int]
Disc = tuple[float, float, float]
Outline = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Layer:
    """One body of one colour, in front of the layers before it."""

    discs: tuple[Disc, ...] = ()
    """(x, y, radius)."""
    outlines: tuple[Outline, ...] = ()
    colour: Colour | None = None
    """None: the player's colour."""


@dataclass(frozen=True)
class Art:
    """One figure."""

    layers: tuple[Layer, ...]
    badge: Disc | None = None
    """Where the player's mark sits."""


def _both(points: Outline) -> Outline:
    """A right half from top to bottom, closed by its mirror image."""
    return points + tuple((-x, y) for x, y in reversed(points))


def _scaled(art: Art, factor: float) -> Art:
    def layer(old: Layer) -> Layer:
        discs = tuple((x * factor, y * factor, r * factor) for x, y, r in old.discs)
        return Layer(discs, tuple(tuple((x * factor, y * factor) for x, y in line) for line in old.outlines), old.colour)

    badge = None if art.badge is None else (art.badge[0] * factor, art.badge[1] * factor, art.badge[2] * factor)
    return Art(tuple(layer(old) for old in art.layers), badge)


def _lying(art: Art) -> Art:
    """On its back, head to the west."""

    def layer(old: Layer) -> Layer:
        discs = tuple((y, -x, r) for x, y, r in old.discs)
        return Layer(discs, tuple(tuple((y, -x) for x, y in line) for line in old.outlines), old.colour)

    badge = None if art.badge is None else (art.badge[1], -art.badge[0], art.badge[2])
    return Art(tuple(layer(old) for old in art.layers), badge)


_CLOAK = _both(
    (
        (0.03, -0.062),
        (0.072, -0.05),
        (0.128, 0.012),
        (0.118, 0.046),
        (0.074, 0.024),
        (0.084, 0.086),
        (0.112, 0.158),
        (0.036, 0.158),
        (0.0, 0.108),
    )
)
_SMALL = Art((Layer(((0.0, -0.103, 0.056),), (_CLOAK,)),), badge=(0.0, 0.028, 0.046))

_CROWN: Outline = (
    (-0.062, -0.12),
    (-0.074, -0.196),
    (-0.034, -0.164),
    (0.0, -0.208),
    (0.034, -0.164),
    (0.074, -0.196),
    (0.062, -0.12),
)
_BIG = _scaled(Art((Layer(((0.0, -0.103, 0.06),), (_CLOAK, _CROWN)),), badge=(0.0, 0.03, 0.05)), 1.3)

_SPRAWL = _both(
    (
        (0.024, -0.066),
        (0.056, -0.062),
        (0.142, -0.074),
        (0.152, -0.022),
        (0.066, 0.004),
        (0.068, 0.052),
        (0.128, 0.146),
        (0.078, 0.174),
        (0.0, 0.084),
    )
)
"""Arms and legs flung out: the cloak of a standing figure, laid down, would pass for a fish."""
_HEAD: Disc = (0.0, -0.118, 0.056)
_DIADEM: Outline = (
    (-0.054, -0.134),
    (-0.078, -0.212),
    (-0.030, -0.178),
    (0.0, -0.218),
    (0.030, -0.178),
    (0.078, -0.212),
    (0.054, -0.134),
)
_SMALL_LYING = _lying(Art((Layer((_HEAD,), (_SPRAWL,)),), badge=(0.0, 0.006, 0.044)))
_BIG_LYING = _lying(_scaled(Art((Layer((_HEAD,), (_SPRAWL, _DIADEM)),), badge=(0.0, 0.004, 0.046)), 1.28))

_BUILDER = Art(
    (
        Layer(
            (),
            (
                (
                    (0.075, -0.16),
                    (0.165, -0.16),
                    (0.165, -0.108),
                    (0.135, -0.108),
                    (0.135, 0.09),
                    (0.108, 0.09),
                    (0.108, -0.108),
                    (0.075, -0.108),
                ),
            ),
            (150, 108, 66),
        ),
        Layer(
            ((0.0, -0.07, 0.052),),
            (
                _both(((0.0, -0.152), (0.04, -0.138), (0.088, -0.082), (0.0, -0.078))),
                _both(((0.03, -0.035), (0.07, -0.02), (0.128, 0.012), (0.118, 0.042), (0.07, 0.03), (0.096, 0.156), (0.0, 0.156))),
            ),
        ),
    ),
    badge=(0.0, 0.066, 0.046),
)

_PIG = Art(
    (
        Layer(
            ((-0.03, 0.0, 0.074), (0.05, 0.0, 0.074), (-0.115, -0.022, 0.052)),
            (
                ((-0.03, -0.074), (0.05, -0.074), (0.05, 0.074), (-0.03, 0.074)),
                ((-0.17, -0.032), (-0.125, -0.05), (-0.125, 0.026), (-0.17, 0.012)),
                ((-0.125, -0.06), (-0.118, -0.11), (-0.08, -0.062)),
                ((-0.09, 0.04), (-0.04, 0.04), (-0.045, 0.115), (-0.085, 0.115)),
                ((0.045, 0.04), (0.1, 0.04), (0.095, 0.115), (0.055, 0.115)),
                ((0.1, -0.05), (0.155, -0.098), (0.166, -0.082), (0.124, -0.02)),
            ),
        ),
    ),
    badge=(0.022, -0.002, 0.046),
)

_RED = (176, 34, 40)
_DRAGON = Art(
    (
        Layer(
            (),
            (((0.0, -0.03), (-0.07, -0.24), (0.02, -0.19), (0.1, -0.235), (0.13, -0.13), (0.24, -0.13), (0.1, 0.03)),),
            (120, 22, 40),
        ),
        Layer(
            ((-0.04, 0.08, 0.095), (0.05, 0.1, 0.085), (-0.135, -0.115, 0.056), (-0.12, -0.03, 0.05)),
            (
                ((-0.17, -0.12), (-0.08, -0.11), (-0.02, 0.03), (-0.12, 0.1)),
                ((-0.135, -0.16), (-0.235, -0.11), (-0.235, -0.075), (-0.12, -0.066)),
                ((-0.13, -0.15), (-0.085, -0.215), (-0.095, -0.12)),
                (
                    (0.04, 0.03),
                    (0.15, 0.06),
                    (0.215, 0.02),
                    (0.21, -0.04),
                    (0.25, -0.05),
                    (0.262, 0.04),
                    (0.19, 0.14),
                    (0.06, 0.18),
                ),
                ((-0.11, 0.1), (-0.05, 0.1), (-0.05, 0.2), (-0.13, 0.2)),
                ((0.03, 0.1), (0.1, 0.1), (0.11, 0.2), (0.02, 0.2)),
            ),
            _RED,
        ),
        Layer(((-0.15, -0.125, 0.017),), (), (255, 226, 120)),
        Layer((), (((-0.1, 0.02), (-0.04, 0.0), (0.0, 0.12), (-0.06, 0.15), (-0.1, 0.12)),), (236, 170, 84)),
    )
)

_FAIRY = Art(
    (
        Layer(((-0.095, -0.07, 0.062), (0.095, -0.07, 0.062), (-0.075, 0.02, 0.045), (0.075, 0.02, 0.045)), (), (206, 232, 250)),
        Layer((), (((0.05, -0.005), (0.15, -0.125), (0.165, -0.112), (0.07, 0.015)),), (214, 160, 40)),
        Layer(((0.16, -0.128, 0.03),), (), (255, 216, 64)),
        Layer((), (_both(((0.0, -0.075), (0.04, -0.065), (0.034, 0.0), (0.1, 0.17), (0.0, 0.18))),), (250, 246, 255)),
        Layer(((0.0, -0.12, 0.05),), (), (246, 206, 170)),
        Layer(((-0.012, -0.15, 0.036), (0.03, -0.14, 0.03), (-0.044, -0.118, 0.022), (0.046, -0.112, 0.02)), (), (196, 128, 40)),
    )
)

ARTS: Mapping[str, Art] = {
    "small": _SMALL,
    "small lying": _SMALL_LYING,
    "big": _BIG,
    "big lying": _BIG_LYING,
    "builder": _BUILDER,
    "pig": _PIG,
    "dragon": _DRAGON,
    "fairy": _FAIRY,
}
"""Every figure but the tower, which is as high as it was built."""
