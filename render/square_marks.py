"""Marks on squares of a board picture: last moves, offers, previews, numbered places and names."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping, Sequence

from games.carcassonne.geometry import Squares
from games.carcassonne.score_explanations import field_ids
from games.carcassonne.view import BoardView, TileView
from render.anchors import anchors
from render.art.figures import COLOURS
from render.canvas import Figures
from render.figure_placement import PlacedFigure
from render.highlights import FigureSpot, LastMove, PreviewTile
from render.layout import Layout
from render.lru_cache import WeightedLruCache
from render.palette import Colour, Palette
from render.palette_image import PaletteImage, put
from render.pieces import put_piece
from render.png import Pixels
from render.stamps import Badge, DashedFrame, DoubleFrame, TextStamp, nearby
from render.style import BLACK, CHANCE, OFFER, WHITE, ink_on, mix_colours


def draw_last(sheet: PaletteImage, place: Layout, moves: Sequence[LastMove]) -> None:
    """Draw a double outline around each last move's square, and its number on a square plate in the north-west corner.

    Round plates are reserved for choices.
    """
    for move in moves:
        if not place.shows(move.x, move.y):
            continue
        x, y = place.corner(move.x, move.y)
        colour = CHANCE if move.seat is None else COLOURS[move.seat].rgb
        sheet.put(DoubleFrame(place.px, colour, BLACK, WHITE), x, y)
        if move.label:
            height = badge_height(place, 0.27)
            tab = Badge(move.label, height, colour, ink_on(colour), WHITE, square=True)
            sheet.put(tab, x + height * 0.12, y + height * 0.12, by=(0.5, 0.5))


def draw_ghosts(
    sheet: PaletteImage, place: Layout, ghosts: Sequence[PreviewTile], preview: Mapping[PreviewTile, object], light: Colour
) -> None:
    """Draw dashed, numbered frames on offered squares; the number of a preview is in the corner, off its picture."""
    frame = offer_frame(place, light)
    for ghost in ghosts:
        if not place.shows(ghost.x, ghost.y):
            continue
        x, y = place.corner(ghost.x, ghost.y)
        if ghost in preview:
            sheet.put(DoubleFrame(place.px, OFFER, BLACK, WHITE), x, y)
            if ghost.label:
                height = badge_height(place, 0.27)
                sheet.put(Badge(ghost.label, height, OFFER, BLACK, BLACK), x + height * 0.12, y + height * 0.12, by=(0.5, 0.5))
        else:
            square = sheet.pixels[y : y + place.px, x : x + place.px]
            _draw_offer(square, sheet.palette, frame, offer_badge(place, ghost.label))


def _draw_offer(square: Pixels, palette: Palette, frame: DashedFrame, badge: Badge) -> None:
    """Draw the frame and number of an offered square.

    The framed square is cached with the pixels below as part of the key, because most offers are on bare table and stay for several
    turns.
    """

    def made() -> Pixels:
        pixels = square.copy()
        put(pixels, palette, frame, 0, 0)
        return pixels

    square[:] = _offers.get((palette, frame, square.tobytes()), made)
    put(square, palette, badge, square.shape[1] / 2, square.shape[0] / 2, by=(0.5, 0.5))


def offer_frame(place: Layout, light: Colour) -> DashedFrame:
    """Return the frame of an offered square."""
    return DashedFrame(place.px, mix_colours(OFFER, BLACK, 0.3), light, 0.5)


def offer_badge(place: Layout, label: str) -> Badge:
    """Return the number badge of an offered square."""
    return Badge(label, badge_height(place, 0.46), OFFER, BLACK, BLACK)


OFFERS_KEPT = 2 << 20
"""Bytes of offered squares without their numbers that are kept."""

_offers: WeightedLruCache[Hashable, Pixels] = WeightedLruCache(OFFERS_KEPT, lambda pixels: 2 * pixels.nbytes)


def draw_spots(
    sheet: PaletteImage,
    place: Layout,
    tiles: Iterable[TileView],
    spots: Sequence[FigureSpot],
    taken: Container[tuple[int, int, str]],
) -> None:
    """Draw a numbered badge where each figure would stand; beside the figure if the place is `taken`."""
    by_square = {(tile.x, tile.y): tile for tile in tiles}
    for x, y, part, label in spots:
        if not place.shows(x, y):
            continue
        west, north = place.corner(x, y)
        badge = Badge(label, badge_height(place, 0.27), OFFER, BLACK, BLACK)
        if part:
            tile = by_square[x, y]
            at = anchors(tile.tile, tile.turn).anchor(part)
            off = BESIDE if (x, y, part) in taken else 0.0
            sheet.put(badge, west + (at[0] + off) * place.px, north + (at[1] - off) * place.px, by=(0.5, 0.5))
        else:
            sheet.put(DashedFrame(place.px, OFFER, BLACK, 0.0), west, north)
            sheet.put(badge, west + (1 - CORNER) * place.px, north + CORNER * place.px, by=(0.5, 0.5))


BESIDE = 0.22
"""How far to the north-east of a figure its number stands."""
CORNER = 0.16
"""How far from its north-eastern corner the number of a whole tile stands, where it covers no figure."""


def draw_figures(sheet: PaletteImage, place: Layout, figures: Figures, *, on: Container[tuple[int, int]] | None) -> None:
    """Draw all figures again on top of overlays, or only those on some squares on top of their frames."""
    edge = place.margin
    inside = sheet.pixels[edge : place.height - edge, edge : place.width - edge]
    for (x, y), crowd in figures.items():
        if on is not None and (x, y) not in on:
            continue
        west, north = place.corner(x, y)
        for figure in crowd:
            if place.shows(x, y) and 0 <= figure.x < place.px and 0 <= figure.y < place.px:
                put_piece(inside, sheet.palette, figure.piece, west - edge + figure.x, north - edge + figure.y)


def draw_names(sheet: PaletteImage, place: Layout, squares: Squares, figures: Figures, ink: Colour, halo: Colour) -> None:
    """Draw the name of every visible square in a corner without figures, preferably the south-eastern one."""
    capital = max(5, round(place.px * 0.15))
    for y in range(place.window.north, place.window.south):
        for x in range(place.window.west, place.window.east):
            writing = TextStamp(squares.name(x, y), capital, ink, halo=halo)
            corner = _free_corner(sheet.size(writing), place.px, figures.get((x, y), ()))
            west, north = place.corner(x, y)
            point = (west + place.px * (0.03 + 0.94 * corner[0]), north + place.px * (0.03 + 0.94 * corner[1]))
            sheet.put(writing, *point, by=corner)


def _free_corner(size: tuple[int, int], px: int, figures: Sequence[PlacedFigure]) -> tuple[float, float]:
    """Return the corner of a square in which a box covers the least of the figures; the first of the best."""
    boxes = [(f.x - f.piece.hot[0], f.y - f.piece.hot[1], *f.piece.size) for f in figures]

    def covered(corner: tuple[float, float]) -> int:
        west, north = (round(along * (px - length)) for along, length in zip(corner, size, strict=True))
        wide = [min(west + size[0], x + w) - max(west, x) for x, _, w, _ in boxes]
        high = [min(north + size[1], y + h) - max(north, y) for _, y, _, h in boxes]
        return sum(max(0, w) * max(0, h) for w, h in zip(wide, high, strict=True))

    return min(((1.0, 1.0), (0.0, 1.0), (1.0, 0.0), (0.0, 0.0)), key=covered)


def draw_field_names(sheet: PaletteImage, place: Layout, view: BoardView, ink: Colour, halo: Colour) -> None:
    """Draw the name and present value of every field with a farmer, over the figures."""
    by_square = {(tile.x, tile.y): tile for tile in view.tiles}
    for name, farm_field in field_ids(view):
        x, y, part = farm_field.segments[0]
        if not place.shows(x, y):
            continue
        at = anchors(by_square[x, y].tile, by_square[x, y].turn).anchor(part)
        points = max((points for _, points, _ in farm_field.gains), default=None)
        label = name if points is None else f"{name} +{points}"
        west, north = place.corner(x, y)
        colour = COLOURS[farm_field.owners[0]].rgb if len(farm_field.owners) == 1 else halo
        badge = Badge(label, badge_height(place, 0.22), colour, ink_on(colour), ink, square=True)
        sheet.put(badge, west + at[0] * place.px, north + at[1] * place.px, by=(0.5, 0.5))


def badge_height(place: Layout, share: float) -> int:
    """Return the height of a badge in pixels: a share of the square, but at least readable at a width of 550 pixels."""
    return min(nearby(max(place.px * share, place.unit * 15)), round(place.px * 0.72))
