"""The paper of a map as palette pixels: painted once for each map and size, cached, and cut into squares for the canvas."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from games.carcassonne.view import HOLDS_TILES, MapView
from render import master_sprites
from render.disk_cache import process_cache
from render.lru_cache import WeightedLruCache
from render.palette import Palette
from render.palette_image import StampRecipe, stamp
from render.png import Pixels
from render.sprites import Sprites

THEME = "map"

EDGE = 1
"""Squares of paper around the grid."""

RIM = 0.95
"""Squares around the grid that a picture shows, for what is printed beyond its last column."""

FINE = 2
"""How many times too large the paper is drawn."""

NAMES_PX = 96
"""Tile size at which the room of names is measured: they grow with the tiles."""

KEPT = 8 << 20
"""Bytes of painted paper kept in memory."""

Square = tuple[int, int]
Rectangle = tuple[float, float, float, float]
"""West, north, east, south."""


class DrawnLink(NamedTuple):
    """Drawings of a big city or ferry, unconnected and connected, with the north-west corner in pixels from square (0, 0)."""

    idle: StampRecipe
    lit: StampRecipe
    x: int
    y: int
    squares: tuple[Square, ...]
    """The squares on which it is seen."""


@dataclass(frozen=True)
class LinkRecipe:
    """Recipe of a link's drawing, cached on disk because drawing takes as long as a dozen turn pictures."""

    link: StampRecipe

    def draw(self) -> Image.Image:
        """Return the drawing."""
        name = f"maps/{hashlib.sha256(_painter() + repr(self.link).encode()).hexdigest()[:20]}"
        kept = master_sprites.load_sprite(name)
        if kept is not None:
            return kept[0]
        drawn = self.link.draw()
        master_sprites.store_sprite(name, drawn)
        return drawn


class MapCutout(NamedTuple):
    """One square of a paper, with the numbers of the connected links on it."""

    paper: Paper
    x: int
    y: int
    lit: tuple[int, ...]

    def pixels(self, sprites: Sprites) -> Pixels:
        """Return a copy of the square's pixels in its present look."""
        return self.paper.square(sprites, self)


class Paper:
    """Paper of one map at one size, without any tile or figure.

    Compared by identity: `paper_of` always returns the same object.
    """

    def __init__(self, printed: MapView, px: int) -> None:
        self.map = printed
        self.px = px
        self.name = f"{hashlib.sha256(_painter() + repr(printed).encode()).hexdigest()[:20]}-{px}"
        self.links = (*(_ferry(printed, number, px) for number in range(len(printed.ferries))), *_cities(printed, px))
        self._at: dict[Square, tuple[int, ...]] = {}
        for number, link in enumerate(self.links):
            for square in link.squares:
                self._at[square] = (*self._at.get(square, ()), number)

    def cut(self, square: Square, lit: frozenset[int]) -> MapCutout:
        """Return the content of a square while the links numbered in `lit` are connected."""
        here = self._at.get(square, ())
        return MapCutout(self, *square, tuple(number for number in here if number in lit) if here else ())

    def pixels(self, sprites: Sprites) -> Pixels:
        """Return the pixels of the paper without its links, with one square around the grid; do not change them."""
        size = ((self.map.rows + 2 * EDGE) * self.px, (self.map.columns + 2 * EDGE) * self.px)
        palette = sprites.palette(THEME)

        def made() -> Pixels:
            return sprites.kept(f"maps/{self.name}", size, lambda: self._draw_paper(palette))

        return _papers.get((self.name, palette), made)

    def square(self, sprites: Sprites, cut: MapCutout) -> Pixels:
        """Return the pixels of a square; beyond the paper its rim is repeated."""
        px, palette, whole = self.px, sprites.palette(THEME), self.pixels(sprites)
        x = min(max(cut.x + EDGE, 0), self.map.columns + 2 * EDGE - 1) * px
        y = min(max(cut.y + EDGE, 0), self.map.rows + 2 * EDGE - 1) * px
        pixels = whole[y : y + px, x : x + px].copy()
        for number in self._at.get((cut.x, cut.y), ()):
            link = self.links[number]
            mark = stamp(palette, link.lit if number in cut.lit else link.idle)
            mark.onto(pixels, link.x - cut.x * px, link.y - cut.y * px)
        return pixels

    def _draw_paper(self, palette: Palette) -> Pixels:
        from render.maps.coast import coast
        from render.maps.ground import draw_ground
        from render.maps.lettering import lettering
        from render.maps.map_canvas import MapCanvas  # these load a geometry library
        from render.maps.printed import draw_printed

        px, edge = self.px, EDGE * self.px
        size = ((self.map.columns * px + 2 * edge) * FINE, (self.map.rows * px + 2 * edge) * FINE)
        chart = MapCanvas(Image.new("RGB", size), (-EDGE, -EDGE), px * FINE)
        draw_ground(chart, self.map, coast(self.map))
        draw_printed(chart, self.map)
        pixels = palette.places(np.asarray(chart.picture.reduce(FINE)))
        for each in lettering(self.map, px, round(px * (RIM - 0.04))):
            mark = stamp(palette, each.name)
            mark.onto(pixels, round(each.x - mark.width / 2) + edge, round(each.y - mark.height / 2) + edge)
        return pixels


_papers: WeightedLruCache[tuple[str, Palette], Pixels] = WeightedLruCache(KEPT, lambda pixels: pixels.nbytes)
_known: WeightedLruCache[tuple[MapView, int], Paper] = WeightedLruCache(64, lambda _: 1)


def paper_of(view: MapView, px: int) -> Paper:
    """Return the paper of a map, independent of the state of a game on it."""
    printed = as_printed(view)
    return _known.get((printed, px), lambda: Paper(printed, px))


def name_boxes(view: MapView) -> tuple[Rectangle, ...]:
    """Return the rectangles of the names on a map, in squares from its north-west corner; cached on disk for each map."""
    printed = as_printed(view)
    return _boxes.get(printed, lambda: _kept_boxes(printed))


_boxes: WeightedLruCache[MapView, tuple[Rectangle, ...]] = WeightedLruCache(64, lambda _: 1)


def _kept_boxes(printed: MapView) -> tuple[Rectangle, ...]:
    name = f"maps/{hashlib.sha256(_painter() + repr(printed).encode()).hexdigest()[:20]}.names"
    kept = process_cache().read(name)
    if kept is None or len(kept) % 16:
        from render.maps.lettering import lettering  # loads a geometry library

        kept_boxes = [each.box for each in lettering(printed, NAMES_PX, round(NAMES_PX * (RIM - 0.04)))]
        kept = (np.array(kept_boxes, dtype=np.float32).reshape(-1, 4) / NAMES_PX).tobytes()
        process_cache().write(name, kept)
    boxes = np.frombuffer(kept, dtype=np.float32).reshape(-1, 4).tolist()
    return tuple((west, north, east, south) for west, north, east, south in boxes)


def as_printed(view: MapView) -> MapView:
    """Return the map before the first tile, equal for every game on it."""
    return replace(
        view,
        ferries=tuple(replace(ferry, connected=False) if ferry.connected else ferry for ferry in view.ferries),
        cities=tuple(replace(city, connected=False) if city.connected else city for city in view.cities),
        towns=tuple(replace(town, covered=False) if town.covered else town for town in view.towns),
        reach=(),
    )


def land_squares(view: MapView) -> tuple[Square, ...]:
    """Return the squares of the land: those for tiles, and big cities."""
    return tuple((x, y) for y, row in enumerate(view.grid) for x, glyph in enumerate(row) if glyph in HOLDS_TILES + "B")


def connected_links(view: MapView) -> frozenset[int]:
    """Return the numbers of the links connected so far."""
    connected = [*(ferry.connected for ferry in view.ferries), *(city.connected for city in view.cities)]
    return frozenset(number for number, state in enumerate(connected) if state)


@cache
def _painter() -> bytes:
    """Return the source code of the painter, which is part of the cache key."""
    return b"\0".join(source.name.encode() + source.read_bytes() for source in sorted(Path(__file__).parent.glob("*.py")))


def _ferry(view: MapView, number: int, px: int) -> DrawnLink:
    from render.maps.links import ferry_line
    from render.maps.routes import route

    ferry = view.ferries[number]
    way = route(view, ferry)
    idle, (west, north) = ferry_line(way, ferry.shields, px, lit=False)
    bright, _ = ferry_line(way, ferry.shields, px, lit=True)
    columns = range(west // px, (west + idle.size[0] - 1) // px + 1)
    rows = range(north // px, (north + idle.size[1] - 1) // px + 1)
    return DrawnLink(LinkRecipe(idle), LinkRecipe(bright), west, north, tuple((x, y) for y in rows for x in columns))


def _cities(view: MapView, px: int) -> list[DrawnLink]:
    from render.maps.links import big_city

    cities = []
    for city in view.cities:
        idle, bright = (big_city(replace(city, connected=state), px) for state in (False, True))
        cities.append(DrawnLink(LinkRecipe(idle), LinkRecipe(bright), city.x * px, city.y * px, ((city.x, city.y),)))
    return cities
