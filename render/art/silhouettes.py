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
    """One-coloured shape of a figure, in front of the layers before it."""

    discs: tuple[Disc, ...] = ()
    """(x, y, radius)."""
    outlines: tuple[Outline, ...] = ()
    colour: Colour | None = None
    """None: the player's colour."""


@dataclass(frozen=True)
class FigureArt:
    """Outline data of one figure."""

    layers: tuple[Layer, ...]
    badge: Disc | None = None
    """Where the player's mark sits."""


def mirrored_outline(points: Outline) -> Outline:
    """Return the closed outline made of `points`, the right half from top to bottom, and their mirror image."""
    return points + tuple((-x, y) for x, y in reversed(points))


def scaled_art(art: FigureArt, factor: float) -> FigureArt:
    """Return the figure enlarged by `factor`."""

    def layer(old: Layer) -> Layer:
        discs = tuple((x * factor, y * factor, r * factor) for x, y, r in old.discs)
        return Layer(discs, tuple(tuple((x * factor, y * factor) for x, y in line) for line in old.outlines), old.colour)

    badge = None if art.badge is None else (art.badge[0] * factor, art.badge[1] * factor, art.badge[2] * factor)
    return FigureArt(tuple(layer(old) for old in art.layers), badge)


def lying_figure(art: FigureArt) -> FigureArt:
    """Return the figure lying on its back, with the head to the west."""

    def layer(old: Layer) -> Layer:
        discs = tuple((y, -x, r) for x, y, r in old.discs)
        return Layer(discs, tuple(tuple((y, -x) for x, y in line) for line in old.outlines), old.colour)

    badge = None if art.badge is None else (art.badge[1], -art.badge[0], art.badge[2])
    return FigureArt(tuple(layer(old) for old in art.layers), badge)


CLOAK = mirrored_outline(
    (
        *((0.03, -0.062), (0.072, -0.05), (0.128, 0.012), (0.118, 0.046), (0.074, 0.024), (0.084, 0.086)),
        *((0.112, 0.158), (0.036, 0.158), (0.0, 0.108)),
    )
)
_SMALL = FigureArt((Layer(((0.0, -0.103, 0.056),), (CLOAK,)),), badge=(0.0, 0.028, 0.046))

SPRAWL = mirrored_outline(
    (
        *((0.024, -0.066), (0.056, -0.062), (0.142, -0.074), (0.152, -0.022), (0.066, 0.004), (0.068, 0.052)),
        *((0.128, 0.146), (0.078, 0.174), (0.0, 0.084)),
    )
)
"""Arms and legs flung out: the cloak of a standing figure, laid down, would pass for a fish."""
HEAD: Disc = (0.0, -0.118, 0.056)
_SMALL_LYING = lying_figure(FigureArt((Layer((HEAD,), (SPRAWL,)),), badge=(0.0, 0.006, 0.044)))
ARTS: Mapping[str, FigureArt] = {"small": _SMALL, "small lying": _SMALL_LYING}
"""The figures of every game; the expansions bring their own."""
