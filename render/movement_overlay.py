"""Movements shown on a board besides tiles: the path of a wandering figure, and the places that figures left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw

from games.carcassonne.view import TileView
from render.anchors import anchors
from render.art.figures import COLOURS
from render.layout import Layout
from render.palette import Colour
from render.palette_image import PaletteImage
from render.stamps import FINE, nearby, shrunk
from render.style import BLACK, OFFER, WHITE, ink_on


class PathStep(NamedTuple):
    """Step from a square to an adjacent one."""

    x: int
    y: int
    dx: int
    dy: int


class ReturnArrow(NamedTuple):
    """Return of a figure from a segment to its owner's supply; an empty `part` is the whole tile."""

    x: int
    y: int
    part: str
    seat: int


def steps(squares: Sequence[tuple[int, int]]) -> list[PathStep]:
    """Return the steps between successive squares; a jump to a square that is not adjacent is left out."""
    path_steps = [PathStep(x, y, to_x - x, to_y - y) for (x, y), (to_x, to_y) in pairwise(squares)]
    return [step for step in path_steps if abs(step.dx) + abs(step.dy) == 1]


@dataclass(frozen=True)
class Arrow:
    """Drawing of an arrow as long as a square is wide."""

    size: int
    dx: int
    dy: int
    fill: Colour
    rim: Colour

    def draw(self) -> Image.Image:
        """Return the arrow in its direction, with a rim that separates it from the ground."""
        length, half = self.size * FINE, self.size * FINE * 0.17
        picture = Image.new("RGBA", (length, round(2 * half)), (*self.fill, 0))
        pen, shaft, head = ImageDraw.Draw(picture), half * 0.32, length * 0.30
        start, tip = length * 0.14, length * 0.94
        shape = [
            *((start, half - shaft), (tip - head, half - shaft), (tip - head, half * 0.12), (tip, half)),
            *((tip - head, half * 1.88), (tip - head, half + shaft), (start, half + shaft)),
        ]
        pen.polygon(shape, (*self.fill, 255), (*self.rim, 255), max(FINE, self.size * FINE // 50))
        turned = {(1, 0): 0, (0, 1): 270, (-1, 0): 180, (0, -1): 90}[self.dx, self.dy]
        return shrunk(picture.rotate(turned, expand=True))


@dataclass(frozen=True)
class OriginMarker:
    """Drawing of a disc in a player's colour with a house on it."""

    size: int
    fill: Colour
    ink: Colour

    def draw(self) -> Image.Image:
        """Return the disc with its rim inside the box."""
        full = self.size * FINE
        picture = Image.new("RGBA", (full, full), (*self.fill, 0))
        pen = ImageDraw.Draw(picture)
        pen.ellipse((0, 0, full - 1, full - 1), (*self.fill, 255), (*WHITE, 255), max(FINE, full // 12))
        points = [(0.5, 0.22), (0.78, 0.48), (0.70, 0.48), (0.70, 0.74), (0.30, 0.74), (0.30, 0.48), (0.22, 0.48)]
        pen.polygon([(x * full, y * full) for x, y in points], (*self.ink, 255))
        return shrunk(picture)


def draw_steps(sheet: PaletteImage, place: Layout, way: Iterable[PathStep]) -> None:
    """Draw an arrow from the middle of each square to that of the next."""
    for step in way:
        if place.shows(step.x, step.y) and place.shows(step.x + step.dx, step.y + step.dy):
            x, y = place.corner(step.x, step.y)
            middle = (x + place.px * (1 + step.dx) / 2, y + place.px * (1 + step.dy) / 2)
            sheet.put(Arrow(place.px, step.dx, step.dy, OFFER, BLACK), *middle, by=(0.5, 0.5))


def draw_homes(sheet: PaletteImage, place: Layout, tiles: Iterable[TileView], homes: Iterable[ReturnArrow]) -> None:
    """Draw a house where each returned figure stood."""
    by_square = {(tile.x, tile.y): tile for tile in tiles}
    for home in homes:
        tile = by_square.get((home.x, home.y))
        if tile is None or not place.shows(home.x, home.y):
            continue
        at = anchors(tile.tile, tile.turn).anchor(home.part) if home.part else (0.5, 0.5)
        x, y = place.corner(home.x, home.y)
        colour = COLOURS[home.seat].rgb
        sheet.put(
            OriginMarker(nearby(place.px * 0.24), colour, ink_on(colour)), x + at[0] * place.px, y + at[1] * place.px, by=(0.5, 0.5)
        )
