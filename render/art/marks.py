"""Drawings of the base game's symbols on tiles, upright and recognisable at 96 pixels; expansions add their own."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin

from render.art.animals import draw_animal
from render.art.artwork import Paint, artwork
from render.art.buildings import draw_church, draw_house
from render.art.canvas import TileCanvas, darker, lighter, mix_colours
from render.art.curves import Point
from render.art.themes import Colour, Theme

LINE = 0.008


def disc(canvas: TileCanvas, point: Point, radius: float, fill: Colour, rim: Colour) -> None:
    """Draw a round badge with its shadow."""
    x, y = point
    canvas.oval((x + 0.01, y + 0.013), (radius, radius), mix_colours(rim, (0, 0, 0), 0.55))
    canvas.oval(point, (radius, radius), rim)
    canvas.oval(point, (radius * 0.86, radius * 0.86), fill)


def draw_shield(canvas: TileCanvas, point: Point, radius: float, theme: Theme) -> None:
    """Draw a coat of arms: blue and white with a golden rim."""
    (x, y), r = point, radius

    def outline(grow: float, dx: float = 0.0, dy: float = 0.0) -> list[Point]:
        half, top = 0.74 * r + grow, -0.85 * r - grow
        low = [(half * cos(a), 0.1 * r + (0.9 * r + grow) * sin(a)) for a in (0.0, 0.45, 0.85, 1.2, pi / 2)]
        right = [(half, top), *low]
        return [(x + dx + px, y + dy + py) for px, py in [*right, *((-px, py) for px, py in reversed(right))]]

    canvas.poly(outline(0.013, 0.01, 0.014), darker(theme.city, 0.5))
    canvas.poly(outline(0.013), theme.outline)
    canvas.poly(outline(0.006), (236, 190, 62))
    canvas.poly(outline(-0.006), (245, 245, 250))
    canvas.poly([p if p[0] <= x else (x, p[1]) for p in outline(-0.006)], (34, 86, 176))
    canvas.oval((x - 0.35 * r, y - 0.38 * r), (0.17 * r, 0.17 * r), (245, 245, 250))
    canvas.oval((x + 0.35 * r, y - 0.38 * r), (0.17 * r, 0.17 * r), (34, 86, 176))


def draw_cloister(canvas: TileCanvas, point: Point, radius: float, theme: Theme) -> None:
    """Draw a walled garden around a church."""
    (x, y), r = point, radius
    garden = mix_colours(theme.grass, theme.hedge, 0.45) if not theme.snow else (206, 218, 230)
    wall = theme.wall_light
    canvas.box((x - r + 0.012, y - r * 0.82 + 0.016), (x + r + 0.012, y + r * 0.9 + 0.016), darker(theme.grass, 0.35))
    canvas.box((x - r, y - r * 0.82), (x + r, y + r * 0.9), theme.outline)
    canvas.box((x - r + 0.006, y - r * 0.82 + 0.006), (x + r - 0.006, y + r * 0.9 - 0.006), wall)
    canvas.box((x - r + 0.024, y - r * 0.82 + 0.024), (x + r - 0.024, y + r * 0.9 - 0.024), garden, line=theme.wall_dark)
    for row in range(3):
        for column in range(2):
            px = x + (0.42 + 0.3 * column) * r
            py = y + (0.28 + 0.2 * row) * r
            canvas.oval((px, py), (0.1 * r, 0.07 * r), darker(theme.leaves[1], 0.1))
            canvas.oval((px - 0.02 * r, py - 0.02 * r), (0.06 * r, 0.04 * r), lighter(theme.leaves[1], 0.25))
    roof = theme.roofs[1]
    draw_church(
        canvas, (x - 0.4 * r, y + 0.42 * r), r * 5.4, theme, mix_colours(roof, (246, 250, 255), 0.3) if theme.snow else roof
    )


def draw_village(canvas: TileCanvas, point: Point, _radius: float, theme: Theme) -> None:
    """Draw the green in the middle of a crossing; the houses stand beside the roads."""
    canvas.oval(point, (0.083, 0.083), theme.road_edge)
    canvas.oval(point, (0.075, 0.075), theme.road)
    canvas.oval(point, (0.04, 0.04), mix_colours(theme.grass, theme.hedge, 0.3), line=mix_colours(theme.road, theme.road_edge, 0.6))
    canvas.oval((point[0] - 0.005, point[1] - 0.012), (0.027, 0.026), darker(theme.leaves[0], 0.2))
    canvas.oval(
        (point[0] - 0.01, point[1] - 0.018), (0.016, 0.014), (246, 250, 255) if theme.snow else lighter(theme.leaves[0], 0.3)
    )


def draw_farm(canvas: TileCanvas, point: Point, _radius: float, theme: Theme) -> None:
    """Draw the house at the end of a road."""
    roof = mix_colours(theme.roofs[0], (246, 250, 255), 0.7) if theme.snow else theme.roofs[0]
    canvas.oval((point[0] + 0.014, point[1] + 0.045), (0.085, 0.03), darker(theme.grass, 0.3))
    draw_house(canvas, (point[0], point[1] + 0.045), 0.13, theme, roof, gable=False)


PAINTERS: Mapping[str, Paint] = {"shield": draw_shield, "cloister": draw_cloister, "village": draw_village, "house": draw_farm}
"""The symbols of every game."""


def draw_mark(canvas: TileCanvas, name: str, point: Point, radius: float, theme: Theme, tile_id: str) -> None:
    """Draw a symbol; raises `KeyError` for a name without a drawing."""
    if name == "animal":
        draw_animal(canvas, tile_id, point, radius)
    elif name in PAINTERS:
        PAINTERS[name](canvas, point, radius, theme)
    else:
        (artwork().marks.get(name) or artwork().spots[name]).paint(canvas, point, radius, theme)
