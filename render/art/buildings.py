"""Everything with a roof or of stone, upright and lit from the north-west. Places are the middle of the foot, sizes in tiles."""

from __future__ import annotations

from numpy.random import Generator

from render.art.canvas import TileCanvas, darker, lighter, mixed
from render.art.curves import Point
from render.art.themes import Colour, Theme

HOUSE_HEIGHT = 0.072
"""From the foot of a house's front to its ridge."""
_LINE = 0.0055


def roof_colour(theme: Theme, chance: Generator) -> Colour:
    """A roof as the season has it: under snow most are white."""
    colour = theme.roofs[int(chance.integers(len(theme.roofs)))]
    return mixed(colour, (244, 248, 252), 0.82) if theme.snow and chance.random() < 0.6 else colour


def draw_house(canvas: TileCanvas, foot: Point, width: float, theme: Theme, roof: Colour, *, gable: bool) -> None:
    """A house seen from the south: front with door, roof with a lit and a dark slope."""
    (x, y), half, line = foot, width / 2, theme.outline
    top, eaves = y - HOUSE_HEIGHT, y - 0.027
    if gable:
        back = y - HOUSE_HEIGHT - 0.004
        canvas.poly(
            [(x - half, y), (x - half, eaves), (x, top + 0.016), (x + half, eaves), (x + half, y)],
            theme.house,
            line=line,
            width=_LINE,
        )
        canvas.poly(
            [(x - half, eaves), (x, top + 0.016), (x, back), (x - half, eaves - 0.02)], lighter(roof, 0.2), line=line, width=_LINE
        )
        canvas.poly(
            [(x + half, eaves), (x, top + 0.016), (x, back), (x + half, eaves - 0.02)],
            darker(roof, 0.12 if theme.snow else 0.26),
            line=line,
            width=_LINE,
        )
    else:
        canvas.box((x - half, eaves), (x + half, y), theme.house, line=line, width=_LINE)
        ridge = y - 0.058
        canvas.poly(
            [(x - half, ridge), (x + half, ridge), (x + half - 0.006, top), (x - half + 0.006, top)],
            lighter(roof, 0.3),
            line=line,
            width=_LINE,
        )
        canvas.poly(
            [(x - half - 0.004, eaves + 0.003), (x + half + 0.004, eaves + 0.003), (x + half, ridge), (x - half, ridge)],
            darker(roof, 0.03 if theme.snow else 0.1),
            line=line,
            width=_LINE,
        )
    canvas.box((x - 0.007, y - 0.017), (x + 0.005, y), darker(theme.house, 0.6))
    if width > 0.068:
        canvas.box((x + half - 0.02, y - 0.019), (x + half - 0.01, y - 0.009), darker(theme.house, 0.55))


def draw_turret(canvas: TileCanvas, foot: Point, theme: Theme, *, radius: float = 0.034, height: float = 0.046) -> None:
    """A round tower of a wall with a pointed roof."""
    (x, y), line = foot, theme.outline
    canvas.oval((x, y), (radius, radius * 0.55), theme.wall_dark, line=line, width=_LINE)
    canvas.box((x - radius, y - height), (x + radius, y), theme.wall)
    canvas.box((x - radius, y - height), (x - radius * 0.25, y + radius * 0.3), theme.wall_light)
    canvas.box((x + radius * 0.3, y - height), (x + radius, y + radius * 0.3), theme.wall_dark)
    canvas.line([(x - radius, y + radius * 0.1), (x - radius, y - height)], line, _LINE)
    canvas.line([(x + radius, y + radius * 0.1), (x + radius, y - height)], line, _LINE)
    draw_cone(canvas, (x, y - height), radius * 1.22, theme.cone, theme)


def draw_cone(canvas: TileCanvas, base: Point, radius: float, colour: Colour, theme: Theme) -> None:
    """A pointed roof, lit on the west; snow lies on the lit side."""
    (x, y), tip = base, (base[0], base[1] - radius * 1.75)
    lit = mixed(colour, (246, 250, 255), 0.85) if theme.snow else lighter(colour, 0.26)
    low = radius * 0.38
    canvas.poly(
        [(x - radius, y), (x - radius * 0.5, y + low), (x + radius * 0.5, y + low), (x + radius, y), tip],
        darker(colour, 0.22),
        line=theme.outline,
        width=_LINE,
    )
    canvas.poly([(x - radius, y), (x - radius * 0.5, y + low), (x + radius * 0.1, y + low), tip], lit)


def draw_gatehouse(canvas: TileCanvas, foot: Point, theme: Theme, *, front: bool) -> None:
    """Where a road enters a city; with `front` its arch looks to the south, at the viewer."""
    (x, y), line = foot, theme.outline
    canvas.box((x - 0.052, y - 0.052), (x + 0.052, y + 0.022), theme.wall, line=line, width=_LINE)
    canvas.box((x - 0.049, y - 0.049), (x - 0.012, y + 0.019), theme.wall_light)
    if front:
        canvas.oval((x, y - 0.008), (0.024, 0.024), darker(theme.outline, 0.3))
        canvas.box((x - 0.024, y - 0.008), (x + 0.024, y + 0.022), darker(theme.outline, 0.3))
    roof = theme.cone if not theme.snow else mixed(theme.cone, (246, 250, 255), 0.8)
    canvas.poly(
        [(x - 0.062, y - 0.05), (x + 0.062, y - 0.05), (x + 0.03, y - 0.098), (x - 0.03, y - 0.098)],
        darker(roof, 0.12),
        line=line,
        width=_LINE,
    )
    canvas.poly([(x - 0.062, y - 0.05), (x - 0.018, y - 0.05), (x - 0.012, y - 0.098), (x - 0.03, y - 0.098)], lighter(roof, 0.25))


def draw_church(canvas: TileCanvas, foot: Point, scale: float, theme: Theme, roof: Colour) -> None:
    """A nave with a belfry on its west end."""
    (x, y), s, line = foot, scale, theme.outline
    canvas.box((x - 0.02 * s, y - 0.07 * s), (x + 0.13 * s, y), theme.house, line=line, width=_LINE)
    canvas.poly(
        [(x - 0.02 * s, y - 0.065 * s), (x + 0.14 * s, y - 0.065 * s), (x + 0.125 * s, y - 0.125 * s), (x, y - 0.125 * s)],
        darker(roof, 0.1),
        line=line,
        width=_LINE,
    )
    canvas.poly(
        [(x, y - 0.125 * s), (x + 0.125 * s, y - 0.125 * s), (x + 0.12 * s, y - 0.143 * s), (x + 0.006 * s, y - 0.143 * s)],
        lighter(roof, 0.3),
        line=line,
        width=_LINE,
    )
    for i in range(3):
        west = x + (0.035 + 0.032 * i) * s
        canvas.box((west, y - 0.05 * s), (west + 0.014 * s, y - 0.016 * s), darker(theme.cone, 0.35))
    canvas.box((x - 0.085 * s, y - 0.155 * s), (x - 0.015 * s, y), theme.house, line=line, width=_LINE)
    canvas.box((x - 0.04 * s, y - 0.15 * s), (x - 0.018 * s, y - 0.004 * s), darker(theme.house, 0.16))
    canvas.poly(
        [(x - 0.095 * s, y - 0.15 * s), (x - 0.005 * s, y - 0.15 * s), (x - 0.05 * s, y - 0.25 * s)],
        darker(roof, 0.3),
        line=line,
        width=_LINE,
    )
    lit = mixed(roof, (250, 252, 255), 0.7) if theme.snow else lighter(roof, 0.15)
    canvas.poly([(x - 0.095 * s, y - 0.15 * s), (x - 0.045 * s, y - 0.15 * s), (x - 0.05 * s, y - 0.25 * s)], lit)
    canvas.oval((x - 0.05 * s, y - 0.115 * s), (0.015 * s, 0.018 * s), darker(theme.cone, 0.35))
    canvas.box((x - 0.06 * s, y - 0.04 * s), (x - 0.038 * s, y), darker(theme.house, 0.65))
    canvas.line([(x - 0.05 * s, y - 0.25 * s), (x - 0.05 * s, y - 0.29 * s)], line, 0.01 * s)
    canvas.line([(x - 0.066 * s, y - 0.275 * s), (x - 0.034 * s, y - 0.275 * s)], line, 0.01 * s)
