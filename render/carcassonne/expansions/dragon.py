"""The pictures of The Princess & the Dragon: dragon and fairy, volcano, portal, princess and the dragon's symbol."""

from __future__ import annotations

from math import cos, pi, sin

from games.carcassonne.expansions.dragon.events import DragonMoved
from render.art.artwork import Artwork, MarkArt
from render.art.canvas import TileCanvas, darker, lighter, mixed
from render.art.curves import Point
from render.art.marks import LINE, disc
from render.art.silhouettes import Art, Layer, both
from render.art.themes import Colour, Theme

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
        Layer((), (both(((0.0, -0.075), (0.04, -0.065), (0.034, 0.0), (0.1, 0.17), (0.0, 0.18))),), (250, 246, 255)),
        Layer(((0.0, -0.12, 0.05),), (), (246, 206, 170)),
        Layer(((-0.012, -0.15, 0.036), (0.03, -0.14, 0.03), (-0.044, -0.118, 0.022), (0.046, -0.112, 0.02)), (), (196, 128, 40)),
    )
)


def _princess(canvas: TileCanvas, at: Point, radius: float, _theme: Theme) -> None:
    """A crowned lady in a rose gown."""
    disc(canvas, at, radius, (252, 226, 236), (128, 34, 92))
    (x, y), r, ink = at, radius * 0.88, (96, 22, 70)
    canvas.oval((x, y - 0.22 * r), (0.36 * r, 0.4 * r), (150, 92, 40))
    canvas.poly(
        [(x - 0.24 * r, y + 0.06 * r), (x + 0.24 * r, y + 0.06 * r), (x + 0.56 * r, y + 0.74 * r), (x - 0.56 * r, y + 0.74 * r)],
        (214, 60, 128),
        line=ink,
        width=0.006,
    )
    canvas.oval((x, y - 0.2 * r), (0.24 * r, 0.27 * r), (250, 214, 182))
    crown = ((-0.3, -0.4), (-0.36, -0.78), (-0.14, -0.58), (0.0, -0.86), (0.14, -0.58), (0.36, -0.78), (0.3, -0.4))
    canvas.poly([(x + px * r, y + py * r) for px, py in crown], (250, 200, 50), line=(130, 84, 10), width=0.006)
    for side in (-1, 1):
        canvas.oval((x + side * 0.1 * r, y - 0.2 * r), (0.035 * r, 0.05 * r), ink)


def _dragon_symbol(canvas: TileCanvas, at: Point, radius: float, _theme: Theme) -> None:
    """The dragon in pale yellow on a dark red badge."""
    disc(canvas, at, radius, (150, 24, 34), (255, 222, 130))
    (x, y), scale = at, radius * 2.7
    for layer in _DRAGON.layers[:2]:
        for dx, dy, r in layer.discs:
            canvas.oval((x + (dx + 0.005) * scale, y + dy * scale), (r * scale, r * scale), (255, 226, 140))
        for line in layer.outlines:
            canvas.poly([(x + (px + 0.005) * scale, y + py * scale) for px, py in line], (255, 226, 140))
    canvas.oval((x - 0.145 * scale, y - 0.125 * scale), (0.02 * scale, 0.02 * scale), (150, 24, 34))


def _portal(canvas: TileCanvas, at: Point, radius: float, theme: Theme) -> None:
    """A stone arch around a violet whirl."""
    (x, y), r = at, radius
    foot = y + 0.86 * r
    canvas.oval((x + 0.12 * r, foot - 0.02 * r), (0.98 * r, 0.2 * r), darker(theme.grass, 0.3))
    stone, line = theme.wall_light, theme.outline
    for half, fill in ((0.88, line), (0.81, stone), (0.56, line), (0.5, (84, 40, 168))):
        canvas.oval((x, y - 0.02 * r), (half * r, half * r), fill)
        canvas.box((x - half * r, y - 0.02 * r), (x + half * r, foot if half > 0.7 else foot - 0.02 * r), fill)
    for half, fill in ((0.38, (122, 74, 216)), (0.25, (176, 134, 250)), (0.12, (244, 232, 255))):
        canvas.oval((x, y + 0.12 * r), (half * r, half * 1.3 * r), fill)
    for step in range(7):
        angle = pi + pi * (step + 0.0) / 6
        inner, outer = (
            (x + 0.56 * r * cos(angle), y + 0.56 * r * sin(angle)),
            (x + 0.85 * r * cos(angle), y + 0.85 * r * sin(angle)),
        )
        canvas.line([inner, outer], line, 0.008)
    canvas.oval((x, y - 0.7 * r), (0.11 * r, 0.11 * r), (90, 220, 236), line=line, width=0.006)


def _volcano(canvas: TileCanvas, at: Point, radius: float, theme: Theme) -> None:
    """A smoking mountain with glowing streams."""
    (x, y), r = at, radius
    rock: Colour = (122, 98, 88)
    canvas.oval((x + 0.15 * r, y + 0.78 * r), (0.98 * r, 0.2 * r), darker(theme.grass, 0.28))
    for dx, dy, s in ((0.2, -0.86, 0.15), (0.03, -0.74, 0.19), (-0.1, -0.6, 0.15)):
        canvas.oval((x + dx * r, y + dy * r), (s * r, s * 0.85 * r), mixed((150, 144, 146), (236, 232, 230), 0.4 - dx))
    cone = [
        (-0.98, 0.8),
        (-0.62, 0.3),
        (-0.3, -0.42),
        (-0.14, -0.5),
        (0.14, -0.5),
        (0.3, -0.42),
        (0.6, 0.26),
        (1.0, 0.8),
        (0.5, 0.9),
        (-0.4, 0.92),
    ]
    canvas.poly([(x + px * r, y + py * r) for px, py in cone], rock, line=theme.outline, width=LINE)
    lit = [(-0.95, 0.79), (-0.6, 0.3), (-0.28, -0.4), (-0.1, -0.42), (-0.2, 0.3), (-0.4, 0.86)]
    canvas.poly([(x + px * r, y + py * r) for px, py in lit], lighter(rock, 0.28) if not theme.snow else (236, 240, 246))
    dark = [(0.3, -0.4), (0.6, 0.26), (0.97, 0.79), (0.55, 0.86), (0.3, 0.3)]
    canvas.poly([(x + px * r, y + py * r) for px, py in dark], darker(rock, 0.32))
    for stream in (
        ((-0.12, -0.44), (0.02, -0.44), (-0.06, -0.05), (0.06, 0.28), (-0.06, 0.62), (-0.18, 0.62), (-0.08, 0.28), (-0.2, -0.02)),
        ((0.08, -0.44), (0.18, -0.42), (0.28, 0.0), (0.42, 0.4), (0.34, 0.46), (0.18, 0.06)),
    ):
        canvas.poly([(x + px * r, y + py * r) for px, py in stream], (232, 72, 24), line=(140, 28, 16), width=0.005)
    canvas.oval((x, y - 0.46 * r), (0.3 * r, 0.11 * r), (250, 150, 40), line=theme.outline, width=LINE)
    canvas.oval((x, y - 0.45 * r), (0.19 * r, 0.06 * r), (255, 226, 110))


ART = Artwork(
    walks=(DragonMoved,),
    figures={"dragon": _DRAGON, "fairy": _FAIRY},
    neutral=("dragon", "fairy"),
    marks={
        "volcano": MarkArt(_volcano, 0.19, on_land=True, ends_roads=True),
        "dragon": MarkArt(_dragon_symbol, 0.082),
        "portal": MarkArt(_portal, 0.105),
        "princess": MarkArt(_princess, 0.076),
    },
    samples={"dragon": ("dragon/dr01",)},
    legend=(("volcano", "dragon"), ("dragon", "dragon"), ("portal", "dragon"), ("princess", "dragon")),
    legend_figures=("fairy", "dragon"),
)
