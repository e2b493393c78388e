"""The pictures of Inns & Cathedrals: the big meeple, the inn and the cathedral."""

from __future__ import annotations

from render.art.artwork import Artwork, MarkArt
from render.art.buildings import draw_cone, draw_house
from render.art.canvas import LocalCanvas, Rim, TileCanvas, darker, lighter, mix_colours
from render.art.curves import Point
from render.art.marks import LINE
from render.art.silhouettes import CLOAK, HEAD, SPRAWL, FigureArt, Layer, Outline, lying_figure, scaled_art
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
_BIG = scaled_art(FigureArt((Layer(((0.0, -0.103, 0.06),), (CLOAK, _CROWN)),), badge=(0.0, 0.03, 0.05)), 1.3)
_DIADEM: Outline = (
    (-0.054, -0.134),
    (-0.078, -0.212),
    (-0.030, -0.178),
    (0.0, -0.218),
    (0.030, -0.178),
    (0.078, -0.212),
    (0.054, -0.134),
)
_BIG_LYING = lying_figure(scaled_art(FigureArt((Layer((HEAD,), (SPRAWL, _DIADEM)),), badge=(0.0, 0.004, 0.046)), 1.28))


def _cathedral(canvas: TileCanvas, point: Point, radius: float, theme: Theme) -> None:
    """Draw a cathedral: two spires, a high nave, a rose window."""
    stone, slate, rim = lighter(theme.wall_light, 0.25), theme.cone, Rim(theme.outline, LINE)
    pen = LocalCanvas(canvas, point, radius).moved(0, 0.82)
    pen.poly([(0.3, 0), (1.0, 0), (1.14, -0.2), (0.9, -0.4)], darker(theme.city, 0.38))
    pen.box(-0.95, -0.55, 0.95, 0, stone, rim)
    pen.poly([(-1.0, -0.53), (1.0, -0.53), (0.75, -0.9), (-0.75, -0.9)], _snowy(slate, theme), rim)
    pen.box(-0.36, -0.95, 0.36, 0, lighter(stone, 0.15), rim)
    pen.poly([(-0.4, -0.94), (0.4, -0.94), (0, -1.34)], _snowy(slate, theme), rim)
    pen.poly([(0.4, -0.94), (0, -0.94), (0, -1.34)], darker(slate, 0.2))
    for side in (-1, 1):
        spire = pen.moved(side * 0.58, 0)
        spire.box(-0.2, -1.1, 0.2, 0, lighter(stone, 0.1), rim)
        spire.box(0.06, -1.06, 0.18, -0.03, darker(stone, 0.14))
        spire.box(-0.06, -0.95, 0.05, -0.68, darker(slate, 0.4))
        spire.box(-0.06, -0.5, 0.05, -0.24, darker(slate, 0.4))
        draw_cone(canvas, spire.at(0, -1.1), 0.26 * radius, slate, theme)
    pen.oval(0, -0.66, 0.19, 0.19, (226, 176, 70), rim)
    pen.oval(0, -0.66, 0.09, 0.09, (66, 108, 186))
    pen.oval(0, -0.24, 0.13, 0.13, darker(theme.trunk, 0.35))
    pen.box(-0.13, -0.24, 0.13, 0, darker(theme.trunk, 0.35))


def _snowy(colour: Colour, theme: Theme) -> Colour:
    return mix_colours(colour, (246, 250, 255), 0.75) if theme.snow else lighter(colour, 0.12)


def _inn(canvas: TileCanvas, point: Point, radius: float, theme: Theme) -> None:
    """Draw a house with a bright sign by a lake."""
    pen = LocalCanvas(canvas, point, radius)
    pen.oval(0.08, 0.36, 0.9, 0.52, darker(theme.water, 0.4) if not theme.snow else (110, 140, 176))
    pen.oval(0.08, 0.36, 0.82, 0.45, theme.water)
    pen.oval(0.3, 0.5, 0.3, 0.1, lighter(theme.water, 0.4))
    roof = mix_colours(theme.roofs[0], (246, 250, 255), 0.7) if theme.snow else theme.roofs[0]
    draw_house(canvas, pen.at(-0.28, 0.22), 1.0 * radius, theme, roof, gable=False)
    post = pen.moved(0.5, 0)
    post.line([(0, 0.2), (0, -0.66)], theme.outline, 0.012)
    post.box(-0.06, -0.7, 0.42, -0.28, (252, 206, 64), Rim(theme.outline, 0.007))
    post.oval(0.18, -0.49, 0.09, 0.11, (150, 58, 30))


ART = Artwork(
    figures={"big": _BIG, "big lying": _BIG_LYING},
    heights={"big": 16},
    marks={"cathedral": MarkArt(_cathedral, 0.185, middle=(0.5, 0.36)), "inn": MarkArt(_inn, 0.115, by_road=True)},
    samples={"inns": ("inns/EK",)},
    legend=(("inn", "inns"), ("cathedral", "inns")),
    legend_figures=("big",),
)
