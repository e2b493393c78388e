"""Drawing of the unchanging print of a map: ends of border roads and cities, small cities, start frames."""

from __future__ import annotations

from functools import cache

import numpy as np
from PIL import Image
from shapely import LineString, unary_union

from games.carcassonne import catalog
from games.carcassonne.view import BorderView, MapView, TownView
from render.art.artwork import ROAD_WIDTH
from render.art.buildings import draw_church, draw_house
from render.art.canvas import darker, mix_colours
from render.art.curves import MIDDLES, Point
from render.art.marks import draw_shield
from render.art.shapes import tile_shapes
from render.art.themes import THEMES
from render.art.tiles import tile_sprite
from render.maps import colours
from render.maps.map_canvas import MapCanvas

THEME = THEMES["map"]
OUTWARD: tuple[Point, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
SHIELD = 0.11
"""Half the height of a printed shield, in squares."""


def draw_printed(chart: MapCanvas, view: MapView) -> None:
    """Draw everything named except big cities and ferries, which change once they are connected."""
    for border in view.borders:
        if border.kind == "city":
            _draw_city_end(chart, border)
        else:
            _draw_road_end(chart, border)
        draw_shields(chart, border_shields(border), border.shields)
    for town in view.towns:
        draw_town(chart, town)


def border_shields(border: BorderView) -> Point:
    """Return the middle of the row of shields of a border end."""
    x, y = MIDDLES[border.side]
    out = OUTWARD[border.side]
    reach = road_reach(border) if border.kind == "road" else 0.15
    return border.x + x + out[0] * reach, border.y + y + out[1] * reach


def draw_shields(chart: MapCanvas, middle: Point, number: int, radius: float = SHIELD) -> None:
    """Draw a row of shields around a point."""
    pitch = radius * 1.75
    for place in range(number):
        draw_shield(chart, (middle[0] + (place - (number - 1) / 2) * pitch, middle[1]), radius, THEME)


def road_reach(border: BorderView) -> float:
    """Return how far beyond its square a border road extends, in squares: to the middle of its round place with shields."""
    return 0.23 + (_place_wide(border) if border.side % 2 else 0.16)


def _place_wide(border: BorderView) -> float:
    return 0.16 + 0.095 * (border.shields - 1)


def _draw_road_end(chart: MapCanvas, border: BorderView) -> None:
    """Draw a road that leaves the square and ends at a round place with its shields."""
    x, y = MIDDLES[border.side]
    start = (border.x + x, border.y + y)
    end = border_shields(border)
    line = LineString([start, end])
    wide = _place_wide(border)
    chart.fill(line.buffer(ROAD_WIDTH / 2 + 0.008, cap_style="flat"), THEME.road_edge)
    chart.oval(end, (wide + 0.014, 0.174), THEME.road_edge)
    chart.oval(end, (wide, 0.16), THEME.road)
    chart.fill(line.buffer(ROAD_WIDTH / 2 - 0.012, cap_style="flat"), THEME.road)


def _draw_city_end(chart: MapCanvas, border: BorderView) -> None:
    """Draw the half city beyond the side, as on a tile with one city edge."""
    out = OUTWARD[border.side]
    sprite, mask = _half_city(border.side, chart.size)
    (west, north) = chart.px([(border.x + out[0], border.y + out[1])])[0]
    chart.picture.paste(sprite, (round(west), round(north)), mask)


@cache
def _half_city(side: int, size: int) -> tuple[Image.Image, Image.Image]:
    """Return the picture and mask of the city on a tile with one city edge, turned as it continues beyond a side."""
    tile = catalog.tile("base/E")
    turn = next(t for t in range(4) if tile.turned(t)[0].ports == ((side + 2) & 3,))
    sprite = tile_sprite(tile, turn, 0, THEME, size)
    area = unary_union([*tile_shapes(tile, turn).cities.values()]).buffer(0.012)
    return sprite, MapCanvas(Image.new("RGB", sprite.size), (0, 0), size).mask(area)


def draw_town(chart: MapCanvas, town: TownView) -> None:
    """Draw two or three houses and a church; on a start square inside a red frame."""
    chance = np.random.default_rng(town.x * 31 + town.y)
    if town.start:
        _draw_start_frame(chart, town)
    x, y = town.x + 0.5, town.y + (0.6 if town.start else 0.62)
    chart = chart.scaled((x, y), 1.45)
    chart.oval((x, y - 0.015), (0.26, 0.085), mix_colours(colours.PAPER, THEME.city, 0.42))
    roofs = [THEME.roofs[int(chance.integers(len(THEME.roofs)))] for _ in range(3)]
    draw_house(chart, (x + 0.15, y - 0.045), 0.09, THEME, roofs[0], gable=True)
    draw_church(chart, (x - 0.03, y - 0.005), 0.95, THEME, mix_colours(THEME.roofs[1], THEME.cone, 0.35))
    draw_house(chart, (x - 0.17, y + 0.005), 0.1, THEME, roofs[1], gable=bool(town.x % 2))
    draw_house(chart, (x + 0.12, y + 0.035), 0.1, THEME, roofs[2], gable=bool(town.y % 2))


def _draw_start_frame(chart: MapCanvas, town: TownView) -> None:
    inset = 0.045
    chart.box(
        (town.x + inset, town.y + inset), (town.x + 1 - inset, town.y + 1 - inset), mix_colours(colours.PAPER, colours.START, 0.08)
    )
    for depth, colour, width in ((inset, colours.START, 0.05), (inset + 0.07, darker(colours.START, 0.15), 0.014)):
        west, north, east, south = town.x + depth, town.y + depth, town.x + 1 - depth, town.y + 1 - depth
        chart.line([(west, north), (east, north), (east, south), (west, south), (west, north), (east, north)], colour, width)
