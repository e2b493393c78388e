"""The pictures of Traders & Builders: builder, pig and goods."""

from __future__ import annotations

from PIL import ImageDraw

from render.art.artwork import Artwork, MarkArt
from render.art.canvas import LocalCanvas, Rim, TileCanvas, lighter
from render.art.curves import Point
from render.art.marks import LINE, disc
from render.art.silhouettes import FigureArt, Layer, mirrored_outline
from render.art.themes import Theme
from render.resource_icons import DARK
from render.stamps import FINE

_BUILDER = FigureArt(
    (
        Layer(
            (),
            (
                (
                    *((0.075, -0.16), (0.165, -0.16), (0.165, -0.108), (0.135, -0.108)),
                    *((0.135, 0.09), (0.108, 0.09), (0.108, -0.108), (0.075, -0.108)),
                ),
            ),
            (150, 108, 66),
        ),
        Layer(
            ((0.0, -0.07, 0.052),),
            (
                mirrored_outline(((0.0, -0.152), (0.04, -0.138), (0.088, -0.082), (0.0, -0.078))),
                mirrored_outline(
                    ((0.03, -0.035), (0.07, -0.02), (0.128, 0.012), (0.118, 0.042), (0.07, 0.03), (0.096, 0.156), (0.0, 0.156))
                ),
            ),
        ),
    ),
    badge=(0.0, 0.066, 0.046),
)

_PIG = FigureArt(
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


_STAVES = (
    *((-0.42, -0.66), (0.42, -0.66), (0.6, -0.3), (0.64, 0.0), (0.6, 0.3)),
    *((0.42, 0.66), (-0.42, 0.66), (-0.6, 0.3), (-0.64, 0.0), (-0.6, -0.3)),
)


def _wine(canvas: TileCanvas, point: Point, radius: float, theme: Theme) -> None:
    """Draw a barrel with iron hoops."""
    disc(canvas, point, radius, (250, 238, 212), theme.outline)
    pen = LocalCanvas(canvas, point, radius * 0.86)
    pen.poly(_STAVES, (150, 74, 44), Rim((58, 26, 20), LINE))
    pen.poly(((-0.36, -0.6), (-0.08, -0.6), (-0.12, 0.6), (-0.36, 0.6), (-0.52, 0.0)), (192, 108, 66))
    for level in (-0.36, 0.36):
        pen.line([(-0.58, level), (0.58, level)], (56, 52, 62), 0.014)
    pen.oval(0, 0.02, 0.17, 0.17, (120, 24, 58), Rim((58, 26, 20)))


def _grain(canvas: TileCanvas, point: Point, radius: float, theme: Theme) -> None:
    """Draw a bound sheaf."""
    disc(canvas, point, radius, (250, 238, 212), theme.outline)
    pen, ink = LocalCanvas(canvas, point, radius * 0.86), (140, 92, 18)
    for lean in (-0.56, -0.28, 0.0, 0.28, 0.56):
        pen.line([(-lean * 0.75, 0.72), (0, 0.2), (lean, -0.36)], ink, 0.017)
        pen.oval(lean * 1.06, -0.48, 0.15, 0.3, ink)
        pen.oval(lean * 1.06 - 0.01, -0.5, 0.105, 0.24, (238, 186, 44))
    pen.box(-0.25, 0.1, 0.25, 0.28, (186, 50, 38), Rim((92, 30, 20), 0.005))


def _cloth(canvas: TileCanvas, point: Point, radius: float, theme: Theme) -> None:
    """Draw a bolt of cloth, half unrolled."""
    disc(canvas, point, radius, (250, 238, 212), theme.outline)
    pen, ink, dye = LocalCanvas(canvas, point, radius * 0.86), (26, 40, 88), (52, 104, 190)
    pen.poly([(-0.3, -0.1), (0.62, -0.1), (0.5, 0.68), (-0.42, 0.68)], dye, Rim(ink, LINE))
    for step in (0.2, 0.46):
        pen.line([(-0.32 - 0.1 * step, step), (0.6 - 0.14 * step, step)], (244, 200, 70), 0.01)
    pen.box(-0.62, -0.56, 0.56, -0.02, lighter(dye, 0.2), Rim(ink, LINE))
    pen.oval(0.56, -0.29, 0.18, 0.28, (232, 222, 204), Rim(ink, LINE))
    pen.oval(0.56, -0.29, 0.07, 0.11, ink)


def _barrel(pen: ImageDraw.ImageDraw, full: int) -> None:
    line = max(FINE, full // 16)
    pen.rounded_rectangle((full * 0.14, full * 0.04, full * 0.86, full * 0.96), full * 0.26, (150, 62, 70), DARK, line)
    for y in (0.26, 0.66):
        pen.rectangle((full * 0.14, full * y, full * 0.86, full * (y + 0.10)), (222, 184, 110), DARK, line // 2)


def _sheaf(pen: ImageDraw.ImageDraw, full: int) -> None:
    line = max(FINE, full // 16)
    for lean in (-0.30, 0.30, -0.15, 0.15, 0.0):
        top = (full * (0.5 + lean), full * 0.20)
        pen.line((full * (0.5 - lean * 0.6), full * 0.96, *top), DARK, line * 3)
        pen.line((full * (0.5 - lean * 0.6), full * 0.94, *top), (232, 188, 64), line * 2)
        ear = full * 0.12
        pen.ellipse((top[0] - ear, top[1] - ear * 1.5, top[0] + ear, top[1] + ear * 1.5), (246, 208, 84), DARK, line // 2)
    pen.rectangle((full * 0.32, full * 0.56, full * 0.68, full * 0.68), (176, 104, 52), DARK, line // 2)


def _bolt(pen: ImageDraw.ImageDraw, full: int) -> None:
    line = max(FINE, full // 16)
    pen.rounded_rectangle((full * 0.04, full * 0.30, full * 0.96, full * 0.80), full * 0.12, (86, 112, 190), DARK, line)
    pen.ellipse((full * 0.66, full * 0.30, full * 0.96, full * 0.80), (150, 170, 226), DARK, line)
    pen.ellipse((full * 0.76, full * 0.46, full * 0.87, full * 0.64), (86, 112, 190), DARK, line // 2)
    loose = [(full * x, full * y) for x, y in ((0.10, 0.62), (0.56, 0.62), (0.50, 0.96), (0.16, 0.96))]
    pen.polygon(loose, (112, 138, 210), DARK, line // 2)


ART = Artwork(
    figures={"builder": _BUILDER, "pig": _PIG},
    heights={"builder": 14, "pig": 11},
    marks={"wine": MarkArt(_wine, 0.081), "grain": MarkArt(_grain, 0.081), "cloth": MarkArt(_cloth, 0.081)},
    goods={"wine": _barrel, "grain": _sheaf, "cloth": _bolt},
    samples={"traders": ("traders/tr06",)},
    legend=(("wine", "traders"), ("grain", "traders"), ("cloth", "traders")),
    legend_figures=("builder", "pig"),
)
