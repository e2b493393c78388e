"""The pictures of The Princess & the Dragon: dragon and fairy, volcano, portal, princess and the dragon's symbol."""

from __future__ import annotations

from math import cos, pi, sin

from games.carcassonne.expansions.dragon.events import DragonMoved
from render.art.artwork import Artwork, MarkArt
from render.art.canvas import LocalCanvas, Rim, TileCanvas, darker, lighter, mix_colours
from render.art.curves import Point
from render.art.marks import LINE, disc
from render.art.silhouettes import FigureArt, Layer, mirrored_outline
from render.art.themes import Theme

_RED = (176, 34, 40)
_DRAGON = FigureArt(
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

_FAIRY = FigureArt(
    (
        Layer(((-0.095, -0.07, 0.062), (0.095, -0.07, 0.062), (-0.075, 0.02, 0.045), (0.075, 0.02, 0.045)), (), (206, 232, 250)),
        Layer((), (((0.05, -0.005), (0.15, -0.125), (0.165, -0.112), (0.07, 0.015)),), (214, 160, 40)),
        Layer(((0.16, -0.128, 0.03),), (), (255, 216, 64)),
        Layer((), (mirrored_outline(((0.0, -0.075), (0.04, -0.065), (0.034, 0.0), (0.1, 0.17), (0.0, 0.18))),), (250, 246, 255)),
        Layer(((0.0, -0.12, 0.05),), (), (246, 206, 170)),
        Layer(((-0.012, -0.15, 0.036), (0.03, -0.14, 0.03), (-0.044, -0.118, 0.022), (0.046, -0.112, 0.02)), (), (196, 128, 40)),
    )
)


def _princess(canvas: TileCanvas, point: Point, radius: float, _theme: Theme) -> None:
    """Draw a crowned lady in a rose gown."""
    disc(canvas, point, radius, (252, 226, 236), (128, 34, 92))
    pen, ink = LocalCanvas(canvas, point, radius * 0.88), (96, 22, 70)
    pen.oval(0, -0.22, 0.36, 0.4, (150, 92, 40))
    pen.poly([(-0.24, 0.06), (0.24, 0.06), (0.56, 0.74), (-0.56, 0.74)], (214, 60, 128), Rim(ink))
    pen.oval(0, -0.2, 0.24, 0.27, (250, 214, 182))
    crown = ((-0.3, -0.4), (-0.36, -0.78), (-0.14, -0.58), (0.0, -0.86), (0.14, -0.58), (0.36, -0.78), (0.3, -0.4))
    pen.poly(crown, (250, 200, 50), Rim((130, 84, 10)))
    for side in (-1, 1):
        pen.oval(side * 0.1, -0.2, 0.035, 0.05, ink)


def _dragon_symbol(canvas: TileCanvas, point: Point, radius: float, _theme: Theme) -> None:
    """Draw the dragon in pale yellow on a dark red badge."""
    disc(canvas, point, radius, (150, 24, 34), (255, 222, 130))
    pen = LocalCanvas(canvas, point, radius * 2.7)
    for layer in _DRAGON.layers[:2]:
        for dx, dy, r in layer.discs:
            pen.oval(dx + 0.005, dy, r, r, (255, 226, 140))
        for line in layer.outlines:
            pen.poly([(px + 0.005, py) for px, py in line], (255, 226, 140))
    pen.oval(-0.145, -0.125, 0.02, 0.02, (150, 24, 34))


def _portal(canvas: TileCanvas, point: Point, radius: float, theme: Theme) -> None:
    """Draw a stone arch around a violet whirl."""
    pen, stone, line = LocalCanvas(canvas, point, radius), theme.wall_light, theme.outline
    pen.oval(0.12, 0.84, 0.98, 0.2, darker(theme.grass, 0.3))
    for half, fill in ((0.88, line), (0.81, stone), (0.56, line), (0.5, (84, 40, 168))):
        pen.oval(0, -0.02, half, half, fill)
        pen.box(-half, -0.02, half, 0.86 if half > 0.7 else 0.84, fill)
    for half, fill in ((0.38, (122, 74, 216)), (0.25, (176, 134, 250)), (0.12, (244, 232, 255))):
        pen.oval(0, 0.12, half, half * 1.3, fill)
    for step in range(7):
        angle = pi + pi * step / 6
        pen.line([(reach * cos(angle), reach * sin(angle)) for reach in (0.56, 0.85)], line, 0.008)
    pen.oval(0, -0.7, 0.11, 0.11, (90, 220, 236), Rim(line))


_CONE = (
    *((-0.98, 0.8), (-0.62, 0.3), (-0.3, -0.42), (-0.14, -0.5), (0.14, -0.5), (0.3, -0.42), (0.6, 0.26), (1.0, 0.8), (0.5, 0.9)),
    (-0.4, 0.92),
)
_LIT = ((-0.95, 0.79), (-0.6, 0.3), (-0.28, -0.4), (-0.1, -0.42), (-0.2, 0.3), (-0.4, 0.86))
_SHADED = ((0.3, -0.4), (0.6, 0.26), (0.97, 0.79), (0.55, 0.86), (0.3, 0.3))
_STREAMS = (
    ((-0.12, -0.44), (0.02, -0.44), (-0.06, -0.05), (0.06, 0.28), (-0.06, 0.62), (-0.18, 0.62), (-0.08, 0.28), (-0.2, -0.02)),
    ((0.08, -0.44), (0.18, -0.42), (0.28, 0.0), (0.42, 0.4), (0.34, 0.46), (0.18, 0.06)),
)


def _volcano(canvas: TileCanvas, point: Point, radius: float, theme: Theme) -> None:
    """Draw a smoking mountain with glowing streams."""
    pen, rock, rim = LocalCanvas(canvas, point, radius), (122, 98, 88), Rim(theme.outline, LINE)
    pen.oval(0.15, 0.78, 0.98, 0.2, darker(theme.grass, 0.28))
    for dx, dy, s in ((0.2, -0.86, 0.15), (0.03, -0.74, 0.19), (-0.1, -0.6, 0.15)):
        pen.oval(dx, dy, s, s * 0.85, mix_colours((150, 144, 146), (236, 232, 230), 0.4 - dx))
    pen.poly(_CONE, rock, rim)
    pen.poly(_LIT, lighter(rock, 0.28) if not theme.snow else (236, 240, 246))
    pen.poly(_SHADED, darker(rock, 0.32))
    for stream in _STREAMS:
        pen.poly(stream, (232, 72, 24), Rim((140, 28, 16), 0.005))
    pen.oval(0, -0.46, 0.3, 0.11, (250, 150, 40), rim)
    pen.oval(0, -0.45, 0.19, 0.06, (255, 226, 110))


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
