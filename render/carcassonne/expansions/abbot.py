"""The pictures of The Abbot: the abbot with mitre and crozier, and the gardens."""

from __future__ import annotations

from render.art.artwork import Artwork, MarkArt
from render.art.canvas import TileCanvas, darker, lighter, mix_colours
from render.art.curves import Point
from render.art.marks import LINE
from render.art.silhouettes import FigureArt, Layer, mirrored_outline
from render.art.themes import Theme

_CROZIER = Layer(
    ((0.125, -0.172, 0.045),),
    (((0.112, -0.17), (0.138, -0.17), (0.138, 0.16), (0.112, 0.16)),),
    (232, 184, 60),
)
_HOOK = Layer(((0.122, -0.172, 0.018),), (), (90, 62, 30))
_ROBE = Layer(
    (),
    (mirrored_outline(((0.0, -0.075), (0.052, -0.06), (0.088, 0.0), (0.108, 0.09), (0.118, 0.16), (0.0, 0.16))),),
)
_HEAD = Layer(((0.0, -0.1, 0.05),), ())
_MITRE = Layer(
    (),
    (mirrored_outline(((0.0, -0.268), (0.034, -0.235), (0.066, -0.182), (0.054, -0.118), (0.0, -0.112))),),
)
_ABBOT = FigureArt((_CROZIER, _HOOK, _ROBE, _HEAD, _MITRE), badge=(0.0, 0.058, 0.046))
"""A bell of a robe without arms or legs, a pointed hat and a staff: no other follower stands like that."""

_BEDS = ((-0.42, -0.34), (0.42, -0.34), (-0.42, 0.44), (0.42, 0.44))
_BLOSSOMS = ((206, 46, 66), (250, 200, 46), (232, 96, 160), (250, 250, 250))


def _garden(canvas: TileCanvas, point: Point, radius: float, theme: Theme) -> None:
    """Draw a garden: four beds within a hedge, a path across, a fountain in the middle."""
    (x, y), r = point, radius
    hedge = (84, 116, 104) if theme.snow else darker(theme.hedge, 0.25)
    canvas.box((x - r + 0.01, y - 0.9 * r + 0.014), (x + r + 0.01, y + 0.98 * r + 0.014), darker(theme.grass, 0.35))
    canvas.box((x - r, y - 0.9 * r), (x + r, y + 0.98 * r), theme.outline)
    canvas.box((x - r + 0.006, y - 0.9 * r + 0.006), (x + r - 0.006, y + 0.98 * r - 0.006), hedge)
    canvas.box((x - 0.82 * r, y - 0.72 * r), (x + 0.82 * r, y + 0.82 * r), lighter(theme.road, 0.15), line=darker(hedge, 0.3))
    for (dx, dy), colour in zip(_BEDS, _BLOSSOMS, strict=True):
        bx, by = x + dx * r, y + dy * r
        bed = mix_colours(colour, (206, 216, 226) if theme.snow else theme.leaves[-1], 0.55)
        canvas.box((bx - 0.29 * r, by - 0.27 * r), (bx + 0.29 * r, by + 0.27 * r), bed, line=darker(theme.hedge, 0.2))
        for fx, fy in ((-0.13, -0.11), (0.13, -0.11), (0.0, 0.02), (-0.13, 0.14), (0.13, 0.14)):
            canvas.oval((bx + fx * r, by + fy * r), (0.1 * r, 0.095 * r), colour, line=darker(colour, 0.35), width=0.004)
    canvas.oval((x, y + 0.05 * r), (0.22 * r, 0.2 * r), theme.wall_light, line=theme.outline, width=LINE)
    canvas.oval((x, y + 0.05 * r), (0.15 * r, 0.13 * r), lighter(theme.water, 0.2))
    canvas.oval((x, y), (0.055 * r, 0.06 * r), (255, 255, 255))


ART = Artwork(
    figures={"abbot": _ABBOT},
    heights={"abbot": 16},
    spots={"garden": MarkArt(_garden, 0.15, on_land=True)},
    means={"retrieve": "abbot"},
    summed={"garden": "cloister"},
    samples={"abbot": ("base/E_G",)},
    legend=(("garden", "base/E_G"),),
    legend_figures=("abbot",),
)
