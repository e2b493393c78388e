"""Numbers next to the places where a figure can stand: large enough for a phone, not on figures, not overlapping."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from games.carcassonne.view import TileView
from render.anchors import anchors
from render.highlights import FigureSpot
from render.layout import Layout
from render.palette import Colour
from render.palette_image import PaletteImage
from render.stamps import FINE, BoxStamp, DashedFrame, TextStamp, nearby, shrunk
from render.style import ADVISED, BLACK, OFFER, WHITE

CAPITAL = 42
"""Height of digits in thousandths of a turn picture's width: 12.5 pixels where a phone shows it 299 pixels wide."""


def plate_colours(*, advised: bool) -> tuple[Colour, Colour]:
    """Return the colours of a number plate as (fill, text), for an offered or an advised place."""
    return (ADVISED, WHITE) if advised else (OFFER, BLACK)


@dataclass(frozen=True)
class NumberPlate:
    """Drawing of a number on a plate of `width` by `height` pixels, narrowed if it needs room."""

    text: str
    width: int
    height: int
    capital: int
    fill: Colour
    ink: Colour

    def draw(self) -> Image.Image:
        """Return the plate with its rim inside the box."""
        line = max(1.0, self.height / 24)
        picture = BoxStamp(self.width, self.height, self.height / 7, self.fill, self.ink, line).draw().copy()
        if self.text:
            writing = TextStamp(self.text, self.capital, self.ink).draw()
            writing = writing.crop(writing.getbbox())
            room = self.width - 2 * round(line + 2)
            if writing.width > room:
                writing = writing.resize((room, writing.height), Image.Resampling.LANCZOS)
            picture.alpha_composite(writing, ((self.width - writing.width) // 2, (self.height - writing.height) // 2))
        return picture


ROUNDS = 60
"""So often plates are pushed apart at most."""
GAP = 3
"""Pixels between two plates."""
STEP = 12
"""Pixels between two places where a plate may go that found none by being pushed."""
BESIDE = 0.22
"""How far to the north-east of a figure its number begins, in squares of the size that suits the figure."""
CORNER = 0.2
"""How far from its north-eastern corner the number of a whole tile stands."""


@dataclass
class Number:
    """Number plate with the position of its middle, and the place that it belongs to."""

    text: str
    width: int
    about: tuple[float, float]
    x: float
    y: float
    place: tuple[int, int, str] = (0, 0, "")
    """(x, y, part) of what it is about."""


@dataclass(frozen=True)
class AnchorDot:
    """Drawing of a dot at a place whose plate had to be moved away."""

    size: int
    fill: Colour
    rim: Colour

    def draw(self) -> Image.Image:
        """Return the dot with its rim."""
        full = self.size * FINE
        picture = Image.new("RGBA", (full, full), (*self.fill, 0))
        ImageDraw.Draw(picture).ellipse((0, 0, full - 1, full - 1), (*self.fill, 255), (*self.rim, 255), full // 6)
        return shrunk(picture)


@dataclass(frozen=True)
class LeaderLine:
    """Drawing of a line from a plate to its dot, from corner to corner of its box."""

    width: int
    height: int
    falls: bool
    """Whether it goes from the north-west to the south-east."""
    thick: int
    colour: Colour

    def draw(self) -> Image.Image:
        """Return the line, with its full thickness even if its box is narrow."""
        edge = self.thick
        picture = Image.new("RGBA", ((self.width + 2 * edge) * FINE, (self.height + 2 * edge) * FINE), (*self.colour, 0))
        low, wide, tall = edge * FINE, (self.width + edge) * FINE, (self.height + edge) * FINE
        ends = (low, low, wide, tall) if self.falls else (low, tall, wide, low)
        ImageDraw.Draw(picture).line(ends, (*self.colour, 255), self.thick * FINE)
        return shrunk(picture)


def draw_numbers(
    sheet: PaletteImage,
    place: Layout,
    tiles: Iterable[TileView],
    spots: Sequence[FigureSpot],
    taken: Container[tuple[int, int, str]],
    capital: int,
    suited: int,
    advised: Container[tuple[int, int, str]] = (),
) -> list[tuple[float, float, float, float]]:
    """Draw a number plate for each place, and return the boxes of the plates (west, north, east, south).

    A plate stands beside the figure if the place is `taken`; a plate that was moved away gets a line to its place. A place without
    a number gets a dot. Plates of `advised` places are green. `suited` is the tile size for which figures are drawn.
    """
    height = round(capital * 1.35)
    everything = _place_plates(sheet, place, tiles, spots, taken, capital, suited)
    numbers = [each for each in everything if each.text]
    for each in everything:
        if not each.text:
            sheet.put(AnchorDot(round(capital * 0.6), OFFER, BLACK), *each.about, by=(0.5, 0.5))
    push_apart(numbers, height, (sheet.width, sheet.height))
    for each in numbers:
        if abs(each.x - each.about[0]) > each.width / 2 or abs(each.y - each.about[1]) > height / 2:
            _draw_lead(sheet, each, max(2, capital // 9))
    for each in numbers:
        fill, ink = plate_colours(advised=each.place in advised)
        sheet.put(NumberPlate(each.text, each.width, height, capital, fill, ink), each.x, each.y, by=(0.5, 0.5))
    half = height / 2
    return [(each.x - each.width / 2, each.y - half, each.x + each.width / 2, each.y + half) for each in numbers]


def _place_plates(
    sheet: PaletteImage,
    place: Layout,
    tiles: Iterable[TileView],
    spots: Sequence[FigureSpot],
    taken: Container[tuple[int, int, str]],
    capital: int,
    suited: int,
) -> list[Number]:
    """Return the plates at their preferred positions, before any are moved apart."""
    by_square = {(tile.x, tile.y): tile for tile in tiles}
    placed = []
    for x, y, part, label in spots:
        if not place.shows(x, y):
            continue
        west, north = place.corner(x, y)
        width = nearby(max(1.3, 0.35 + 0.8 * len(label)) * capital)
        if part:
            at = anchors(by_square[x, y].tile, by_square[x, y].turn).anchor(part)
            about = (west + at[0] * place.px, north + at[1] * place.px)
            off = BESIDE * max(place.px, suited) + width * 0.35 if (x, y, part) in taken else 0.0
        else:
            sheet.put(DashedFrame(place.px, OFFER, BLACK, 0.0), west, north)
            about, off = (west + (1 - CORNER) * place.px, north + CORNER * place.px), 0.0
        placed.append(Number(label, width, about, about[0] + off, about[1] - off, (x, y, part)))
    return placed


def push_apart(plates: Sequence[Number], height: int, room: tuple[int, int]) -> None:
    """Move overlapping plates apart along the shorter way, inside the picture."""
    for _ in range(ROUNDS):
        moved = False
        for number, each_number in enumerate(plates):
            for other in plates[number + 1 :]:
                moved |= _push_plate(each_number, other, height)
        for each in plates:
            each.x = min(max(each.x, each.width / 2), room[0] - each.width / 2)
            each.y = min(max(each.y, height / 2), room[1] - height / 2)
        if not moved:
            break
    _rehouse(plates, height, room)


def _rehouse(plates: Sequence[Number], height: int, room: tuple[int, int]) -> None:
    """Move each plate that still overlaps an earlier one to the nearest free position."""
    settled: list[Number] = []
    for each in plates:
        if not _is_free((each.x, each.y), each.width, settled, height):
            columns = range(each.width // 2 + 1, room[0] - each.width // 2, STEP)
            rows = range(height // 2 + 1, room[1] - height // 2, STEP)
            places = sorted(
                ((x, y) for x in columns for y in rows), key=lambda index: (index[0] - each.x) ** 2 + (index[1] - each.y) ** 2
            )
            each.x, each.y = next((spot for spot in places if _is_free(spot, each.width, settled, height)), (each.x, each.y))
        settled.append(each)


def _is_free(point: tuple[float, float], width: int, others: Sequence[Number], height: int) -> bool:
    return all(abs(point[0] - other.x) >= (width + other.width) / 2 or abs(point[1] - other.y) >= height for other in others)


def _push_plate(number: Number, other: Number, height: int) -> bool:
    over_x = (number.width + other.width) / 2 + GAP - abs(number.x - other.x)
    over_y = height + GAP - abs(number.y - other.y)
    if over_x <= 0.01 or over_y <= 0.01:
        return False
    if over_x <= over_y:
        way = over_x / 2 if number.x > other.x else -over_x / 2
        number.x, other.x = number.x + way, other.x - way
    else:
        way = over_y / 2 if number.y > other.y else -over_y / 2
        number.y, other.y = number.y + way, other.y - way
    return True


def _draw_lead(sheet: PaletteImage, plate: Number, thick: int) -> None:
    dx, dy = plate.x - plate.about[0], plate.y - plate.about[1]
    line = LeaderLine(round(abs(dx)), round(abs(dy)), dx * dy >= 0, thick, BLACK)
    sheet.put(line, plate.about[0] + dx / 2, plate.about[1] + dy / 2, by=(0.5, 0.5))
    sheet.put(AnchorDot(4 * thick, OFFER, BLACK), *plate.about, by=(0.5, 0.5))
