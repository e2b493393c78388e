"""The pictures of Inns & Cathedrals: the big meeple, the inn and the cathedral."""

from __future__ import annotations

from render.art.artwork import Artwork, MarkArt
from render.art.buildings import draw_cone, draw_house
from render.art.canvas import TileCanvas, darker, lighter, mixed
from render.art.curves import Point
from render.art.marks import LINE
from render.art.silhouettes import CLOAK, HEAD, SPRAWL, Art, Layer, Outline, lying, scaled
from render.art.themes import Colour, Theme

_CROWN: Outline = (
    (-0.062, -0.12),
    (-0.074, -0.196),
    (-0.034, -0.164),
    (0.0, -0.208),
    (0.034, -0.164),
    (0.074, -0.196),
    (0.062, -0.12),
)
_BIG = scaled(Art((Layer(((0.0, -0.103, 0.06),), (CLOAK, _CROWN)),), badge=(0.0, 0.03, 0.05)), 1.3)
_DIADEM: Outline = (
    (-0.054, -0.134),
    (-0.078, -0.212),
    (-0.030, -0.178),
    (0.0, -0.218),
    (0.030, -0.178),
    (0.078, -0.212),
    (0.054, -0.134),
)
_BIG_LYING = lying(scaled(Art((Layer((HEAD,), (SPRAWL, _DIADEM)),), badge=(0.0, 0.004, 0.046)), 1.28))


def _cathedral(canvas: TileCanvas, at: Point, radius: float, theme: Theme) -> None:
    """Two spires, a high nave, a rose window."""
    (x, y), r, line = at, radius, theme.outline
    stone, slate = lighter(theme.wall_light, 0.25), theme.cone
    foot = y + 0.82 * r
    canvas.poly(
        [(x + 0.3 * r, foot), (x + 1.0 * r, foot), (x + 1.14 * r, foot - 0.2 * r), (x + 0.9 * r, foot - 0.4 * r)],
        darker(theme.city, 0.38),
    )
    canvas.box((x - 0.95 * r, foot - 0.55 * r), (x + 0.95 * r, foot), stone, line=line, width=LINE)
    canvas.poly(
        [
            (x - 1.0 * r, foot - 0.53 * r),
            (x + 1.0 * r, foot - 0.53 * r),
            (x + 0.75 * r, foot - 0.9 * r),
            (x - 0.75 * r, foot - 0.9 * r),
        ],
        _snowy(slate, theme),
        line=line,
        width=LINE,
    )
    canvas.box((x - 0.36 * r, foot - 0.95 * r), (x + 0.36 * r, foot), lighter(stone, 0.15), line=line, width=LINE)
    canvas.poly(
        [(x - 0.4 * r, foot - 0.94 * r), (x + 0.4 * r, foot - 0.94 * r), (x, foot - 1.34 * r)],
        _snowy(slate, theme),
        line=line,
        width=LINE,
    )
    canvas.poly([(x + 0.4 * r, foot - 0.94 * r), (x, foot - 0.94 * r), (x, foot - 1.34 * r)], darker(slate, 0.2))
    for side in (-1, 1):
        mid = x + side * 0.58 * r
        canvas.box((mid - 0.2 * r, foot - 1.1 * r), (mid + 0.2 * r, foot), lighter(stone, 0.1), line=line, width=LINE)
        canvas.box((mid + 0.06 * r, foot - 1.06 * r), (mid + 0.18 * r, foot - 0.03 * r), darker(stone, 0.14))
        canvas.box((mid - 0.06 * r, foot - 0.95 * r), (mid + 0.05 * r, foot - 0.68 * r), darker(slate, 0.4))
        canvas.box((mid - 0.06 * r, foot - 0.5 * r), (mid + 0.05 * r, foot - 0.24 * r), darker(slate, 0.4))
        draw_cone(canvas, (mid, foot - 1.1 * r), 0.26 * r, slate, theme)
    canvas.oval((x, foot - 0.66 * r), (0.19 * r, 0.19 * r), (226, 176, 70), line=line, width=LINE)
    canvas.oval((x, foot - 0.66 * r), (0.09 * r, 0.09 * r), (66, 108, 186))
    canvas.oval((x, foot - 0.24 * r), (0.13 * r, 0.13 * r), darker(theme.trunk, 0.35))
    canvas.box((x - 0.13 * r, foot - 0.24 * r), (x + 0.13 * r, foot), darker(theme.trunk, 0.35))


def _snowy(colour: Colour, theme: Theme) -> Colour:
    return mixed(colour, (246, 250, 255), 0.75) if theme.snow else lighter(colour, 0.12)


def _inn(canvas: TileCanvas, at: Point, radius: float, theme: Theme) -> None:
    """A house with a bright sign by a lake."""
    (x, y), r = at, radius
    shore = darker(theme.water, 0.4) if not theme.snow else (110, 140, 176)
    canvas.oval((x + 0.08 * r, y + 0.36 * r), (0.9 * r, 0.52 * r), shore)
    canvas.oval((x + 0.08 * r, y + 0.36 * r), (0.82 * r, 0.45 * r), theme.water)
    canvas.oval((x + 0.3 * r, y + 0.5 * r), (0.3 * r, 0.1 * r), lighter(theme.water, 0.4))
    roof = theme.roofs[0]
    draw_house(
        canvas, (x - 0.28 * r, y + 0.22 * r), 1.0 * r, theme, mixed(roof, (246, 250, 255), 0.7) if theme.snow else roof, gable=False
    )
    post = x + 0.5 * r
    canvas.line([(post, y + 0.2 * r), (post, y - 0.66 * r)], theme.outline, 0.012)
    canvas.box((post - 0.06 * r, y - 0.7 * r), (post + 0.42 * r, y - 0.28 * r), (252, 206, 64), line=theme.outline, width=0.007)
    canvas.oval((post + 0.18 * r, y - 0.49 * r), (0.09 * r, 0.11 * r), (150, 58, 30))


ART = Artwork(
    figures={"big": _BIG, "big lying": _BIG_LYING},
    heights={"big": 16},
    marks={"cathedral": MarkArt(_cathedral, 0.185, middle=(0.5, 0.36)), "inn": MarkArt(_inn, 0.115, by_road=True)},
    samples={"inns": ("inns/EK",)},
    legend=(("inn", "inns"), ("cathedral", "inns")),
    legend_figures=("big",),
)
