"""Drawings of buildings and other stone objects, upright and lit from the north-west.

Positions are those of the middle of the foot, sizes are in tiles.
"""

from __future__ import annotations

from numpy.random import Generator

from render.art.canvas import LocalCanvas, Rim, TileCanvas, darker, lighter, mix_colours
from render.art.curves import Point
from render.art.themes import Colour, Theme

HOUSE_HEIGHT = 0.072
"""From the foot of a house's front to its ridge."""
_LINE = 0.0055


def roof_colour(theme: Theme, chance: Generator) -> Colour:
    """Return a random roof colour of the theme; in snow most roofs are white."""
    colour = theme.roofs[int(chance.integers(len(theme.roofs)))]
    return mix_colours(colour, (244, 248, 252), 0.82) if theme.snow and chance.random() < 0.6 else colour


def draw_house(canvas: TileCanvas, foot: Point, width: float, theme: Theme, roof: Colour, *, gable: bool) -> None:
    """Draw a house seen from the south: front with door, roof with a lit and a dark slope."""
    pen, half, rim = LocalCanvas(canvas, foot, 1), width / 2, Rim(theme.outline, _LINE)
    top, eaves, ridge = -HOUSE_HEIGHT, -0.027, -0.058
    if gable:
        back, tip = -HOUSE_HEIGHT - 0.004, (0, top + 0.016)
        pen.poly([(-half, 0), (-half, eaves), tip, (half, eaves), (half, 0)], theme.house, rim)
        pen.poly([(-half, eaves), tip, (0, back), (-half, eaves - 0.02)], lighter(roof, 0.2), rim)
        pen.poly([(half, eaves), tip, (0, back), (half, eaves - 0.02)], darker(roof, 0.12 if theme.snow else 0.26), rim)
    else:
        pen.box(-half, eaves, half, 0, theme.house, rim)
        pen.poly([(-half, ridge), (half, ridge), (half - 0.006, top), (-half + 0.006, top)], lighter(roof, 0.3), rim)
        low = [(-half - 0.004, eaves + 0.003), (half + 0.004, eaves + 0.003), (half, ridge), (-half, ridge)]
        pen.poly(low, darker(roof, 0.03 if theme.snow else 0.1), rim)
    pen.box(-0.007, -0.017, 0.005, 0, darker(theme.house, 0.6))
    if width > 0.068:
        pen.box(half - 0.02, -0.019, half - 0.01, -0.009, darker(theme.house, 0.55))


def draw_turret(canvas: TileCanvas, foot: Point, theme: Theme) -> None:
    """Draw a round wall tower with a pointed roof."""
    pen, wide, high, line = LocalCanvas(canvas, foot, 1), 0.034, 0.046, theme.outline
    pen.oval(0, 0, wide, wide * 0.55, theme.wall_dark, Rim(line, _LINE))
    pen.box(-wide, -high, wide, 0, theme.wall)
    pen.box(-wide, -high, -wide * 0.25, wide * 0.3, theme.wall_light)
    pen.box(wide * 0.3, -high, wide, wide * 0.3, theme.wall_dark)
    for side in (-wide, wide):
        pen.line([(side, wide * 0.1), (side, -high)], line, _LINE)
    draw_cone(canvas, pen.at(0, -high), wide * 1.22, theme.cone, theme)


def draw_cone(canvas: TileCanvas, base: Point, radius: float, colour: Colour, theme: Theme) -> None:
    """Draw a pointed roof, lit on the west; snow lies on the lit side."""
    pen, tip = LocalCanvas(canvas, base, radius), (0, -1.75)
    lit = mix_colours(colour, (246, 250, 255), 0.85) if theme.snow else lighter(colour, 0.26)
    whole = [(-1, 0), (-0.5, 0.38), (0.5, 0.38), (1, 0), tip]
    pen.poly(whole, darker(colour, 0.22), Rim(theme.outline, _LINE))
    pen.poly([(-1, 0), (-0.5, 0.38), (0.1, 0.38), tip], lit)


def draw_gatehouse(canvas: TileCanvas, foot: Point, theme: Theme, *, front: bool) -> None:
    """Draw a gatehouse where a road enters a city; with `front` its arch faces the viewer in the south."""
    pen, rim = LocalCanvas(canvas, foot, 1), Rim(theme.outline, _LINE)
    pen.box(-0.052, -0.052, 0.052, 0.022, theme.wall, rim)
    pen.box(-0.049, -0.049, -0.012, 0.019, theme.wall_light)
    if front:
        pen.oval(0, -0.008, 0.024, 0.024, darker(theme.outline, 0.3))
        pen.box(-0.024, -0.008, 0.024, 0.022, darker(theme.outline, 0.3))
    roof = theme.cone if not theme.snow else mix_colours(theme.cone, (246, 250, 255), 0.8)
    pen.poly([(-0.062, -0.05), (0.062, -0.05), (0.03, -0.098), (-0.03, -0.098)], darker(roof, 0.12), rim)
    pen.poly([(-0.062, -0.05), (-0.018, -0.05), (-0.012, -0.098), (-0.03, -0.098)], lighter(roof, 0.25))


def draw_church(canvas: TileCanvas, foot: Point, scale: float, theme: Theme, roof: Colour) -> None:
    """Draw a nave with a belfry on its west end."""
    pen, rim = LocalCanvas(canvas, foot, scale), Rim(theme.outline, _LINE)
    pen.box(-0.02, -0.07, 0.13, 0, theme.house, rim)
    pen.poly([(-0.02, -0.065), (0.14, -0.065), (0.125, -0.125), (0, -0.125)], darker(roof, 0.1), rim)
    pen.poly([(0, -0.125), (0.125, -0.125), (0.12, -0.143), (0.006, -0.143)], lighter(roof, 0.3), rim)
    for i in range(3):
        pen.moved(0.035 + 0.032 * i, 0).box(0, -0.05, 0.014, -0.016, darker(theme.cone, 0.35))
    pen.box(-0.085, -0.155, -0.015, 0, theme.house, rim)
    pen.box(-0.04, -0.15, -0.018, -0.004, darker(theme.house, 0.16))
    pen.poly([(-0.095, -0.15), (-0.005, -0.15), (-0.05, -0.25)], darker(roof, 0.3), rim)
    lit = mix_colours(roof, (250, 252, 255), 0.7) if theme.snow else lighter(roof, 0.15)
    pen.poly([(-0.095, -0.15), (-0.045, -0.15), (-0.05, -0.25)], lit)
    pen.oval(-0.05, -0.115, 0.015, 0.018, darker(theme.cone, 0.35))
    pen.box(-0.06, -0.04, -0.038, 0, darker(theme.house, 0.65))
    pen.line([(-0.05, -0.25), (-0.05, -0.29)], theme.outline, 0.01 * scale)
    pen.line([(-0.066, -0.275), (-0.034, -0.275)], theme.outline, 0.01 * scale)
