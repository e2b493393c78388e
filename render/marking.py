"""Highlights on a board: last moves, offers, previews, numbered places, tints and the views of owners, meadows and squares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageDraw
from shapely import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from games.carcassonne import catalog
from games.carcassonne.view import BoardView, FeatureView, TileView
from render.art.figures import COLOURS
from render.art.shapes import tile_shapes
from render.canvas import figures_by_square
from render.highlights import Ghost, LastMove, Spot
from render.layout import Layout
from render.palette import Colour
from render.pieces import put_piece
from render.sheet import Sheet
from render.stamps import FINE, Badge, DashedFrame, DoubleFrame, Text, shrunk
from render.style import BLACK, HOUSE, MEADOW_COLOURS, MEADOW_VEIL, OFFER, WHITE, mixed


@dataclass(frozen=True)
class Hatch:
    """A segment of a tile under a veil with the marks of its owners, or under a plain veil."""

    tile: str
    turn: int
    part: str
    px: int
    colours: tuple[Colour, ...]
    marks: tuple[str, ...] = ()
    opacity: float = 0.45
    outline: bool = True

    def draw(self) -> Image.Image:
        """Stripes of the owners' colours, one mark in each; a rim of the first owner's colour."""
        size = self.px * FINE
        area = tile_shapes(catalog.tile(self.tile), self.turn).area(self.part)
        mask = Image.new("L", (size, size), 0)
        pen = ImageDraw.Draw(mask)
        for polygon in polygons(area):
            pen.polygon([(x * size, y * size) for x, y in polygon.exterior.coords], 255)
            for hole in polygon.interiors:
                pen.polygon([(x * size, y * size) for x, y in hole.coords], 0)
        veil = self._veil(size)
        if self.part.startswith("c"):  # stripes of cities lean the other way, or a city would melt into its owner's meadow
            veil = veil.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        veil.putalpha(ImageChops.multiply(veil.getchannel("A"), mask))
        return shrunk(veil)

    def _veil(self, size: int) -> Image.Image:
        """A flat veil, or slanting stripes of the owners' colours in turn, each with its owner's mark again and again."""
        veil = Image.new("RGBA", (size, size), (*self.colours[0], round(255 * self.opacity)))
        if not self.marks:
            return veil
        pen = ImageDraw.Draw(veil)
        pitch, wide, motif = size / 4, size / 7, size / 11
        for number in range(-4, 8):
            owner = number % len(self.colours)
            west = number * pitch
            pen.polygon([(west, size), (west + wide, size), (west + size + wide, 0), (west + size, 0)], (*self.colours[owner], 235))
            for step in range(4):
                along = (step + (0.25 if number % 2 else 0.75)) / 4
                middle = (west + wide / 2 + along * size, size * (1 - along))
                draw_mark(pen, self.marks[owner], middle, motif, ink_on(self.colours[owner]))
        return veil


def draw_mark(pen: ImageDraw.ImageDraw, mark: str, middle: tuple[float, float], size: float, ink: Colour) -> None:
    """The mark of a player's colour, about `size` pixels wide; `ValueError` for a mark that there is not."""
    x, y, half, line = *middle, size / 2, max(1, round(size / 4))
    if mark == "dot":
        pen.ellipse((x - half * 0.7, y - half * 0.7, x + half * 0.7, y + half * 0.7), ink)
    elif mark == "bar":
        pen.rectangle((x - half, y - half * 0.35, x + half, y + half * 0.35), ink)
    elif mark == "cross":
        pen.rectangle((x - half, y - half * 0.3, x + half, y + half * 0.3), ink)
        pen.rectangle((x - half * 0.3, y - half, x + half * 0.3, y + half), ink)
    elif mark == "ring":
        pen.ellipse((x - half, y - half, x + half, y + half), None, ink, line)
    elif mark == "chevron":
        pen.line([(x - half, y + half * 0.5), (x, y - half * 0.6), (x + half, y + half * 0.5)], ink, line, joint="curve")
    elif mark == "square":
        pen.rectangle((x - half * 0.8, y - half * 0.8, x + half * 0.8, y + half * 0.8), None, ink, line)
    else:
        raise ValueError(f"no mark is called {mark}")


def polygons(area: BaseGeometry) -> list[Polygon]:
    """The polygons that an area consists of."""
    if isinstance(area, Polygon):
        return [area]
    return list(area.geoms) if isinstance(area, MultiPolygon) else []


def draw_last(sheet: Sheet, place: Layout, moves: Sequence[LastMove]) -> None:
    """A double outline around each square, and its number on a badge in the north-west corner."""
    for move in moves:
        if not place.shows(move.x, move.y):
            continue
        x, y = place.corner(move.x, move.y)
        colour = HOUSE if move.seat is None else COLOURS[move.seat].rgb
        sheet.put(DoubleFrame(place.px, colour, BLACK, WHITE), x, y)
        if move.label:
            height = badge_height(place, 0.27)
            sheet.put(Badge(move.label, height, colour, ink_on(colour), WHITE), x + height * 0.12, y + height * 0.12, by=(0.5, 0.5))


def draw_ghosts(sheet: Sheet, place: Layout, ghosts: Sequence[Ghost], preview: Mapping[Ghost, object], light: Colour) -> None:
    """Offered squares, dashed and numbered; the number of a preview goes to the corner, off its picture."""
    for ghost in ghosts:
        x, y = place.corner(ghost.x, ghost.y)
        if ghost in preview:
            sheet.put(DoubleFrame(place.px, OFFER, BLACK, WHITE), x, y)
            if ghost.label:
                height = badge_height(place, 0.27)
                sheet.put(Badge(ghost.label, height, OFFER, BLACK, BLACK), x + height * 0.12, y + height * 0.12, by=(0.5, 0.5))
        else:
            sheet.put(DashedFrame(place.px, mixed(OFFER, BLACK, 0.3), light, 0.5), x, y)
            badge = Badge(ghost.label, badge_height(place, 0.46), OFFER, BLACK, BLACK)
            sheet.put(badge, x + place.px / 2, y + place.px / 2, by=(0.5, 0.5))


def draw_spots(sheet: Sheet, place: Layout, tiles: Iterable[TileView], spots: Sequence[Spot]) -> None:
    """Numbered places for a figure, each on the spot where the figure would stand."""
    by_square = {(tile.x, tile.y): tile for tile in tiles}
    for x, y, part, label in spots:
        tile = by_square[x, y]
        at = tile_shapes(catalog.tile(tile.tile), tile.turn).anchor(part) if part else MIDDLE
        west, north = place.corner(x, y)
        badge = Badge(label, badge_height(place, 0.27), OFFER, BLACK, BLACK)
        sheet.put(badge, west + at[0] * place.px, north + at[1] * place.px, by=(0.5, 0.5))


MIDDLE = (0.5, 0.5)
"""Where the number of a whole tile stands."""


def draw_tints(
    sheet: Sheet, place: Layout, tiles: Iterable[TileView], parts: Iterable[tuple[int, int, str]], colour: Colour
) -> None:
    """Segments under a veil of one colour."""
    by_square = {(tile.x, tile.y): tile for tile in tiles}
    for x, y, part in parts:
        if place.shows(x, y) and (x, y) in by_square:
            tile = by_square[x, y]
            sheet.put(Hatch(tile.tile, tile.turn, part, place.px, (colour,), opacity=0.55), *place.corner(x, y))


def draw_owners(sheet: Sheet, place: Layout, view: BoardView) -> None:
    """Every feature with owners under a hatch of their colours, and their marks on it."""
    by_square = {(tile.x, tile.y): tile for tile in view.tiles}
    for feature in view.features:
        if not feature.owners:
            continue
        colours = tuple(COLOURS[seat].rgb for seat in feature.owners)
        marks = tuple(COLOURS[seat].mark for seat in feature.owners)
        for x, y, part in feature.segments:
            if place.shows(x, y):
                tile = by_square[x, y]
                sheet.put(Hatch(tile.tile, tile.turn, part, place.px, colours, marks, 0.30), *place.corner(x, y))


def draw_figures(sheet: Sheet, place: Layout, view: BoardView) -> None:
    """All figures once more, on top of veils and hatches."""
    edge = place.margin
    inside = sheet.pixels[edge : place.height - edge, edge : place.width - edge]
    for (x, y), figures in figures_by_square(view, place.px).items():
        west, north = place.corner(x, y)
        for figure in figures:
            if place.shows(x, y) and 0 <= figure.x < place.px and 0 <= figure.y < place.px:
                put_piece(inside, sheet.palette, figure.piece, west - edge + figure.x, north - edge + figure.y)


def draw_meadows(sheet: Sheet, place: Layout, view: BoardView) -> None:
    """Every meadow in a colour that differs from its neighbours' colours."""
    by_square = {(tile.x, tile.y): tile for tile in view.tiles}
    meadows = [feature for feature in view.features if feature.kind == "meadow"]
    for feature, colour in zip(meadows, meadow_colours(meadows), strict=True):
        for x, y, part in feature.segments:
            if place.shows(x, y):
                tile = by_square[x, y]
                sheet.put(Hatch(tile.tile, tile.turn, part, place.px, (colour,), opacity=MEADOW_VEIL), *place.corner(x, y))


def meadow_colours(meadows: Sequence[FeatureView]) -> list[Colour]:
    """A colour for each meadow, different from those of meadows that share or neighbour one of its squares."""
    near: list[set[tuple[int, int]]] = []
    chosen: list[int] = []
    for feature in meadows:
        squares = {(x + dx, y + dy) for x, y, _ in feature.segments for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        own = {(x, y) for x, y, _ in feature.segments}
        taken = [colour for colour, other in zip(chosen, near, strict=True) if other & own]
        chosen.append(min(range(len(MEADOW_COLOURS)), key=lambda colour: (taken.count(colour), colour)))
        near.append(squares)
    return [MEADOW_COLOURS[colour] for colour in chosen]


def draw_names(sheet: Sheet, place: Layout, view: BoardView, ink: Colour, halo: Colour) -> None:
    """The name of every square on the picture, in its south-east corner, so that figures stay free."""
    capital = max(5, round(place.px * 0.15))
    for y in range(place.window.north, place.window.south):
        for x in range(place.window.west, place.window.east):
            west, north = place.corner(x, y)
            writing = Text(view.squares.name(x, y), capital, ink, halo=halo)
            sheet.put(writing, west + place.px * 0.97, north + place.px * 0.97, by=(1.0, 1.0))


def badge_height(place: Layout, share: float) -> int:
    """Height of a badge: a share of the square, and where squares are small at least what can be read at 550 pixels."""
    return round(min(max(place.px * share, place.unit * 15), place.px * 0.72))


def ink_on(colour: Colour) -> Colour:
    """Black or white, whichever is read better on a colour."""
    red, green, blue = colour
    return BLACK if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else WHITE
