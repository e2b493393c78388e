"""Positions of names on a map: towns on their squares, other names where water or clouds leave room."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.carcassonne.view import HOLDS_TILES, BorderView, MapView
from render.maps import colours
from render.maps.links import middle_of
from render.maps.names import CAPITAL, MapName, Rectangle, name_stamp, roomiest_place
from render.maps.printed import OUTWARD, border_shields
from render.maps.routes import route
from render.maps.surroundings import square_beyond
from render.palette import Colour


class PlacedName(NamedTuple):
    """Name with the position of its middle, in pixels from the north-west corner of square (0, 0)."""

    name: MapName
    x: float
    y: float
    box: Rectangle


def lettering(view: MapView, px: int, edge: int) -> list[PlacedName]:
    """Return the names with positions, except those of big cities, within `edge` pixels around the grid."""
    placed_names = list(_towns(view, px))
    bounds = (-edge, -edge, view.columns * px + edge, view.rows * px + edge)
    taken = list(_occupied_places(view, px))
    for name, places in (*_borders(view, px), *_ferries(view, px), *_islands(view, px)):
        wide, high = _size(name)
        boxes = [(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2) for x, y in places]
        box = roomiest_place(boxes, taken, bounds)
        taken.append(box)
        placed_names.append(PlacedName(name, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, box))
    return placed_names


def _capital(px: int) -> int:
    return max(5, round(px * CAPITAL))


def _size(name: MapName) -> tuple[int, int]:
    drawn = name.draw()
    return drawn.width, drawn.height


def _map_names(text: str, px: int, room: float, ink: Colour, halo: Colour) -> Iterator[MapName]:
    stamp = name_stamp(text, _capital(px), round(room * px), ink, halo)
    if stamp is not None:
        yield stamp


def _towns(view: MapView, px: int) -> Iterator[PlacedName]:
    """Yield the names of small cities, in the south of their squares.

    A name elsewhere would be hidden by a neighbour's tile.
    """
    for town in view.towns:
        room = 0.80 if town.start else 0.97
        for name in _map_names(town.name, px, room, colours.LAND_INK, colours.PAPER):
            wide, high = _size(name)
            south = (town.y + (0.90 if town.start else 0.99)) * px
            x, y = (town.x + 0.5) * px, south - high / 2
            yield PlacedName(name, x, y, (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))


def _occupied_places(view: MapView, px: int) -> Iterator[Rectangle]:
    """Yield the rectangles that names must not cover: squares for tiles, big cities, printed ends with shields, boats."""
    for y, row in enumerate(view.grid):
        for x, glyph in enumerate(row):
            if glyph in HOLDS_TILES + "B":
                yield (x - 0.03) * px, (y - 0.03) * px, (x + 1.03) * px, (y + 1.03) * px
    for border in view.borders:
        middle = border_shields(border)
        half = 0.17 + 0.09 * (border.shields - 1) if border.kind == "road" else 0.2
        yield _box(middle, half, 0.17, 0.17, px)
        if border.kind == "city":
            west, north = border_square(border)
            inner = ((0.1, 0.68, 0.9, 1), (0, 0.1, 0.32, 0.9), (0.1, 0, 0.9, 0.32), (0.68, 0.1, 1, 0.9))[border.side]
            yield (west + inner[0]) * px, (north + inner[1]) * px, (west + inner[2]) * px, (north + inner[3]) * px
    for ferry in view.ferries:
        way = route(view, ferry)
        yield _box(middle_of(way), 0.2, 0.22, 0.16, px)
        yield from (_box(point, 0.05, 0.05, 0.05, px) for point in way[::4])


def _box(middle: tuple[float, float], half: float, up: float, down: float, px: int) -> Rectangle:
    """Return a rectangle around a point in pixels, from distances in squares."""
    x, y = middle
    return (x - half) * px, (y - up) * px, (x + half) * px, (y + down) * px


def _borders(view: MapView, px: int) -> Iterator[tuple[MapName, list[tuple[float, float]]]]:
    for border in view.borders:
        room = 1.2 if _is_within(view, border_square(border)) else 0.9
        for name in _map_names(border.name, px, room, colours.ABROAD_INK, colours.ABROAD):
            wide, high = _size(name)
            yield name, [(x * px, y * px) for x, y in _places_around(border, wide / px, high / px)]


def border_square(border: BorderView) -> tuple[int, int]:
    """Return the square on which the end of a border road or city is printed."""
    return square_beyond(border.x, border.y, border.side)


def _is_within(view: MapView, square: tuple[int, int]) -> bool:
    return 0 <= square[0] < view.columns


def _places_around(border: BorderView, wide: float, high: float) -> list[tuple[float, float]]:
    """Return possible middles of the name of a border end, in squares, best first: beyond its end, beside its shields."""
    (x, y), (outward, southward) = border_shields(border), OUTWARD[border.side]
    half = 0.17 + 0.09 * (border.shields - 1) if border.kind == "road" else 0.17
    up = 0.17 if border.kind == "road" else 0.2
    beyond = (x + outward * (half + wide / 2), y + southward * (up + high / 2))
    aside = [(x + outward * far, y + way * (up + high / 2)) for far in (0.0, 0.15, 0.35) for way in (1, -1)]
    if southward:
        aside = [(x + way * (half + wide / 2), y + southward * far) for far in (0.0, 0.15, 0.3) for way in (1, -1)]
        aside = [(x + dx, beyond[1] + southward * dy) for dy in (0.0, 0.12) for dx in (0.2, -0.2, 0.4, -0.4)] + aside
    return [beyond, *aside] if southward else [*aside[:2], beyond, *aside[2:]]


def _ferries(view: MapView, px: int) -> Iterator[tuple[MapName, list[tuple[float, float]]]]:
    for ferry in view.ferries:
        for name in _map_names(ferry.name, px, 0.98, colours.SEA_INK, colours.SHALLOWS[2]):
            x, y = middle_of(route(view, ferry))
            steps = [(0, 0.32), (0, -0.36), (0.65, 0), (-0.65, 0), (0.5, 0.4), (-0.5, 0.4), (0.5, -0.4), (-0.5, -0.4), (0, 0.5)]
            steps += [(0.8, 0.3), (-0.8, 0.3), (0.8, -0.3), (-0.8, -0.3), (0, -0.6), (0.9, 0), (-0.9, 0)]
            yield name, [((x + dx) * px, (y + dy) * px) for dx, dy in steps]


def _islands(view: MapView, px: int) -> Iterator[tuple[MapName, list[tuple[float, float]]]]:
    for island in view.islands:
        x = sum(x for x, _ in island.squares) / len(island.squares) + 0.5
        south = max(y for _, y in island.squares) + 1
        for name in _map_names(island.name, px, 1.6, colours.LAND_INK, colours.ISLAND):
            yield name, [(x * px, (south - 0.5) * px)]
