"""Trees and bushes, upright, lit from the north-west."""

from __future__ import annotations

from numpy.random import Generator

from render.art.canvas import TileCanvas, darker, lighter, mix_colours
from render.art.curves import Point
from render.art.themes import Theme


def draw_tree(canvas: TileCanvas, foot: Point, size: float, theme: Theme, chance: Generator) -> None:
    """Draw a tree of the season's kinds; `size` is its crown's radius."""
    kind = float(chance.random())
    if theme.snow and kind < 0.42:
        _draw_bare(canvas, foot, size, theme)
    elif kind < (0.85 if theme.snow else 0.3):
        _draw_fir(canvas, foot, size, theme, chance)
    else:
        _draw_round(canvas, foot, size * (0.7 if theme.snow else 1.0), theme, chance)


def _draw_round(canvas: TileCanvas, foot: Point, size: float, theme: Theme, chance: Generator) -> None:
    (x, y), leaf = foot, theme.leaves[int(chance.integers(len(theme.leaves)))]
    canvas.box((x - size * 0.16, y - size * 0.7), (x + size * 0.16, y), theme.trunk)
    middle = y - size * 1.3
    canvas.oval((x, middle), (size, size * 0.98), darker(leaf, 0.45))
    canvas.oval((x - size * 0.02, middle - size * 0.03), (size * 0.9, size * 0.88), leaf)
    light = (246, 250, 255) if theme.snow else lighter(leaf, 0.22)
    canvas.oval((x - size * 0.26, middle - size * 0.3), (size * 0.56, size * 0.5), light)
    if not theme.snow:
        canvas.oval((x - size * 0.36, middle - size * 0.42), (size * 0.25, size * 0.22), lighter(leaf, 0.4))


def _draw_fir(canvas: TileCanvas, foot: Point, size: float, theme: Theme, chance: Generator) -> None:
    (x, y), leaf = foot, theme.leaves[int(chance.integers(min(3, len(theme.leaves))))]
    leaf = darker(leaf, 0.12)
    canvas.box((x - size * 0.14, y - size * 0.5), (x + size * 0.14, y), theme.trunk)
    for wide, low, high in ((0.95, 0.35, 1.4), (0.76, 0.95, 2.0), (0.54, 1.6, 2.6)):
        base, tip = y - size * low, (x, y - size * high)
        canvas.poly(
            [(x - size * wide, base), (x + size * wide, base), tip], darker(leaf, 0.28), line=darker(leaf, 0.5), width=0.004
        )
        canvas.poly([(x - size * wide * 0.92, base), (x + size * 0.05, base), tip], lighter(leaf, 0.1))
        if theme.snow:
            canvas.poly([(x - size * wide * 0.75, base - size * 0.3), (x, base - size * 0.35), tip], (244, 249, 254))


def _draw_bare(canvas: TileCanvas, foot: Point, size: float, theme: Theme) -> None:
    (x, y), ink = foot, mix_colours(theme.trunk, theme.outline, 0.3)
    canvas.line([(x, y), (x, y - size * 1.3)], ink, size * 0.3)
    for dx, low, high in ((-0.8, 0.7, 1.9), (0.75, 0.85, 1.95), (-0.3, 1.2, 2.4), (0.3, 1.25, 2.3)):
        canvas.line([(x, y - size * low), (x + size * dx, y - size * high)], ink, size * 0.17)
    for dx, dy, ex, ey in (
        (-0.45, -1.4, -0.95, -1.35),
        (0.42, -1.45, 0.9, -1.35),
        (-0.5, -1.5, -0.45, -2.1),
        (0.5, -1.6, 0.45, -2.1),
    ):
        canvas.line([(x + size * dx, y + size * dy), (x + size * ex, y + size * ey)], ink, size * 0.12)


def draw_bush(canvas: TileCanvas, foot: Point, size: float, theme: Theme) -> None:
    """Draw a low round bush."""
    x, y = foot
    leaf = mix_colours(theme.hedge, theme.leaves[0], 0.4)
    canvas.oval((x, y - size * 0.6), (size, size * 0.72), darker(leaf, 0.35))
    canvas.oval((x - size * 0.08, y - size * 0.68), (size * 0.82, size * 0.54), leaf)
    canvas.oval(
        (x - size * 0.25, y - size * 0.85), (size * 0.42, size * 0.28), (246, 250, 255) if theme.snow else lighter(leaf, 0.25)
    )
