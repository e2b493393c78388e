"""The turn picture: one picture that fits a phone, with the choices, the latest moves, and the scores.

If the choices are close together, the land is drawn as usual; if they are far apart, it is smaller, with larger figures; if even
that does not suffice, they are divided into regions: the picture shows one region and below it a map of all.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass

from games.carcassonne.view import BoardView
from render import movement_overlay, square_marks
from render.art.figures import COLOURS
from render.art.themes import THEMES
from render.canvas import CanvasStyle, compose, figures_by_square
from render.coordinate_bands import draw_bands
from render.frame import FULL, TALLEST, WITH_MAP, BoardSpace, Frame, frame_of
from render.highlights import FigureSpot, LastMove, PreviewTile, RecentMove
from render.layout import Layout
from render.maps.paper import land_squares
from render.movement_overlay import PathStep, ReturnArrow
from render.overview_map import OverviewMap, draw_inset, is_partial
from render.ownership_tints import draw_tints
from render.palette_image import PaletteImage
from render.png import PngPicture
from render.recent_moves import Rectangle, ReservedArea, draw_labels
from render.region_map import Regions, draw_elsewhere, draw_strip, strip_height
from render.spot_numbers import CAPITAL, NumberPlate, draw_numbers, plate_colours
from render.sprites import Sprites
from render.stamps import BoxStamp, nearby
from render.strips import BESIDE, TOP, draw_scores, draw_top, scores_height
from render.style import CHANCE, Style, mix_colours
from render.unfillable_squares import draw_dead_holes

SUITED = 84
"""Squares whose figures are drawn where squares are smaller: 13 pixels high on a phone."""


@dataclass(frozen=True)
class TurnPicture:
    """Contents of a turn picture."""

    view: BoardView
    ghosts: Sequence[PreviewTile] = ()
    """Offered squares; those of one region, where there are some."""
    regions: Regions | None = None
    """The offered squares in parts, where they are too far apart for one picture."""
    spots: Sequence[FigureSpot] = ()
    """Numbered places for a figure."""
    near: Sequence[tuple[int, int]] = ()
    """The squares that matter."""
    since: Sequence[RecentMove] = ()
    framed: Sequence[LastMove] = ()
    """Further squares to be framed."""
    way: Sequence[PathStep] = ()
    homes: Sequence[ReturnArrow] = ()
    key: Hashable | None = None
    lettered: bool = False
    """Whether letters and numbers name the squares at the rim."""
    told: bool = True
    """Whether the strip with the tile in hand and the moves since stands above the board."""

    @property
    def room(self) -> BoardSpace:
        """Space for the land beside the strips."""
        above, below = _strips(self)
        return BoardSpace(above + below, self.lettered, WITH_MAP if self.regions else TALLEST)

    @property
    def scores_above(self) -> bool:
        """Flag for scores drawn beside the tile in hand, used while there is nothing else to show there."""
        return self.told and not self.since and len(self.view.seats) <= BESIDE and self.regions is None

    def frame(self) -> Frame:
        """Return the frame: the part of the board to show, and its tile size."""
        return frame_of(self.view, self.near, self.room)


def paint_turn(wanted: TurnPicture, sprites: Sprites, style: Style) -> PngPicture:
    """Return the turn picture."""
    frame, view = wanted.frame(), wanted.view
    place, unit = frame.place, frame.width / 1000
    above, below = (round(frame.width * each / 1000) for each in _strips(wanted))
    look = CanvasStyle(sprites, view.theme, place.px, style)
    sheet = PaletteImage(frame.width, above + place.height + below, look.palette, style.margin)
    west = (frame.width - place.width) // 2
    land = sheet.part((west, above, west + place.width, above + place.height))
    _paint_land(land, wanted, frame, look)
    if wanted.told:
        partial = wanted.regions is None and is_partial(view, place.window)
        inset = (lambda part, size: _draw_inset(part, size, wanted, place, style)) if partial else None
        draw_top(sheet.part((0, 0, frame.width, above)), look, view, wanted.since, inset, unit)
    strip = sheet.part((0, above + place.height, frame.width, sheet.height))
    if wanted.regions is not None:
        draw_strip(strip, look, view, wanted.regions, wanted.since, unit)
    elif below:
        draw_scores(strip, look, view.seats, view.to_act, unit)
    return sheet.picture()


def _strips(wanted: TurnPicture) -> tuple[int, int]:
    """Return the heights of the upper and lower strip, in thousandths of the width."""
    seats = len(wanted.view.seats)
    below = scores_height(seats, hold=bool(wanted.view.in_hands)) if wanted.regions is None else strip_height(seats)
    return TOP if wanted.told else 0, 0 if wanted.scores_above else below


def _paint_land(sheet: PaletteImage, wanted: TurnPicture, frame: Frame, look: CanvasStyle) -> None:
    view, place, style = wanted.view, frame.place, look.style
    figures = figures_by_square(view, place.px, SUITED if place.px < FULL else 0)
    edge = place.margin
    compose(
        look,
        view,
        figures,
        place.window,
        place.rim,
        wanted.key,
        sheet.pixels[edge : place.height - edge, edge : place.width - edge],
    )
    if view.owned and frame.simple:
        draw_tints(sheet, place, view, look.sprites)
        square_marks.draw_figures(sheet, place, figures, on=None)
    if wanted.lettered:
        draw_bands(sheet, place, view.squares, style, nearby(CAPITAL * frame.width / 1000))
    draw_dead_holes(sheet, place, view.dead, style.faint)
    moves = [*(each.move for each in wanted.since), *wanted.framed]
    square_marks.draw_last(sheet, place, [move._replace(label="") for move in moves])
    square_marks.draw_figures(sheet, place, figures, on={(move.x, move.y) for move in moves})
    movement_overlay.draw_homes(sheet, place, view.tiles, wanted.homes)
    movement_overlay.draw_steps(sheet, place, wanted.way)
    kept = draw_offers(sheet, wanted.ghosts, place, style, frame.width / 1000, view.advised)
    if wanted.regions is not None:
        kept += draw_elsewhere(sheet, wanted.regions, place, frame.width / 1000)
    taken = {(piece.x, piece.y, piece.part) for piece in view.pieces}
    capital = nearby(CAPITAL * frame.width / 1000)
    kept += draw_numbers(sheet, place, view.tiles, wanted.spots, taken, capital, SUITED, view.advised)
    draw_labels(sheet, place, moves, ReservedArea(view.tiles, figures, kept), style, frame.width / 1000)


def draw_offers(
    sheet: PaletteImage,
    ghosts: Sequence[PreviewTile],
    place: Layout,
    style: Style,
    unit: float,
    advised: Collection[tuple[int, int, str]] = (),
) -> list[Rectangle]:
    """Draw a numbered plate on every offered square, and return the boxes of the plates.

    On small squares a plate fills its square; plates of `advised` squares are green.
    """
    capital = nearby(CAPITAL * unit)
    side = min(place.px - 4, round(capital * 1.9))
    plates: list[Rectangle] = []
    for ghost in ghosts:
        if not place.shows(ghost.x, ghost.y):
            continue
        x, y = place.corner(ghost.x, ghost.y)
        if side < place.px * 0.75:
            sheet.put(square_marks.offer_frame(place, style.card), x, y)
        middle = place.px / 2
        fill, ink = plate_colours(advised=(ghost.x, ghost.y, "") in advised)
        sheet.put(NumberPlate(ghost.label, side, side, capital, fill, ink), x + middle, y + middle, by=(0.5, 0.5))
        west, north = x + middle - side / 2, y + middle - side / 2
        plates.append((west, north, west + side, north + side))
    return plates


def _draw_inset(sheet: PaletteImage, size: int, wanted: TurnPicture, place: Layout, style: Style) -> None:
    """Draw the small map of the board with a frame around the picture's part of it."""
    view = wanted.view
    fresh = tuple((m.x, m.y, CHANCE if m.seat is None else COLOURS[m.seat].rgb) for m, _ in wanted.since)
    squares = tuple((tile.x, tile.y) for tile in view.tiles)
    land = mix_colours(THEMES[view.theme].grass, THEMES[view.theme].seam, 0.5)
    if view.printed:
        fresh = (*((x, y, land) for x, y in squares), *fresh)
        squares, land = land_squares(view.printed), mix_colours(style.card, style.line, 0.5)
    sheet.put(BoxStamp(size, size, 8, style.card, style.line, 1.6), 0, 0)
    inner = round(size * 0.9)
    corner = (size - inner) // 2
    draw_inset(sheet, (corner, corner), OverviewMap(inner, squares, fresh, place.window, land, style.ink))
