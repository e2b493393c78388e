"""The pictures of The Stream: the water, the spring, the lake and the boat."""

from __future__ import annotations

from render.art.artwork import Artwork, LineArt, MarkArt, Ribbon
from render.art.canvas import TileCanvas, darker, lighter
from render.art.curves import Point
from render.art.silhouettes import FigureArt, Layer, mirrored_outline
from render.art.themes import Theme

_BOAT = FigureArt(
    (
        Layer(
            (), (((-0.012, -0.16), (0.012, -0.16), (0.012, 0.03), (-0.012, 0.03)), ((0.02, -0.15), (0.11, -0.02), (0.02, -0.02)))
        ),
        Layer((), (mirrored_outline(((0.0, 0.02), (0.15, 0.0), (0.11, 0.09), (0.0, 0.1))),)),
    ),
    badge=(0.0, 0.052, 0.04),
)


def _water(canvas: TileCanvas, ribbon: Ribbon, theme: Theme) -> None:
    canvas.fill(ribbon(0.12), darker(theme.water, 0.35))
    canvas.fill(ribbon(0.095), theme.water)
    canvas.fill(ribbon(0.035), lighter(theme.water, 0.2))


def _spring(canvas: TileCanvas, point: Point, radius: float, theme: Theme) -> None:
    canvas.oval(point, (radius, radius * 0.8), theme.wall_dark, line=theme.outline, width=0.008)
    canvas.oval(point, (radius * 0.62, radius * 0.5), lighter(theme.water, 0.3))


def _lake(canvas: TileCanvas, point: Point, radius: float, theme: Theme) -> None:
    canvas.oval(point, (radius, radius * 0.8), darker(theme.water, 0.35))
    canvas.oval(point, (radius * 0.92, radius * 0.72), theme.water)


ART = Artwork(
    figures={"boat": _BOAT},
    heights={"boat": 12},
    marks={"source": MarkArt(_spring, 0.1, ends_roads=True), "mere": MarkArt(_lake, 0.19, ends_roads=True)},
    lines={"stream": LineArt(_water)},
    samples={"stream": ("stream/bend",)},
    legend=(("source", "stream"), ("mere", "stream")),
    legend_figures=("boat",),
)
