"""Pictures of a board: the land, its highlights, the bands around it and the panel below."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from games.carcassonne.view import BoardView, TileView
from render import layout as layouts
from render import movement_overlay, square_marks
from render.canvas import CanvasStyle, Figures, SquareRect, compose, figures_by_square
from render.coordinate_bands import draw_bands
from render.highlights import FigureSpot, LastMove, PreviewTile
from render.layout import Layout
from render.maps.paper import RIM, name_boxes
from render.movement_overlay import PathStep, ReturnArrow
from render.palette import Colour
from render.palette_image import PaletteImage
from render.panel import draw_panel, panel_for
from render.png import PngPicture
from render.sprites import Sprites
from render.style import OFFER, Style
from render.unfillable_squares import draw_dead_holes

Crop = Literal["whole", "turn"]
Overlay = Literal["owners", "meadows", "coordinates"]

LARGEST_FILE = 1_500_000
"""Bytes that no picture exceeds."""


class BottomStrip(Protocol):
    """Interface of a strip below a board that replaces the panel."""

    def height(self, place: Layout, /) -> int:
        """Return the height of the strip in pixels."""

    def draw(self, sheet: PaletteImage, place: Layout, style: Style, /) -> None:
        """Paint the strip on `sheet`, from `place.height` down."""


@dataclass(frozen=True)
class BoardRequest:
    """Contents of a board picture: the view with all highlights and settings."""

    view: BoardView
    crop: Crop = "whole"
    ghosts: Sequence[PreviewTile] = ()
    last: Sequence[LastMove] = ()
    overlay: Overlay | None = None
    tint: Sequence[tuple[int, int, str]] = ()
    tint_colour: Colour = OFFER
    spots: Sequence[FigureSpot] = ()
    theme: str = "summer"
    key: Hashable | None = None
    focus: Sequence[tuple[int, int]] = field(default=())
    """Further squares that a crop must show."""
    near: Sequence[tuple[int, int]] = ()
    """Where there are any, the only squares that a crop is about."""
    way: Sequence[PathStep] = ()
    homes: Sequence[ReturnArrow] = ()
    panel: bool = True

    def focused(self) -> list[tuple[int, int]]:
        """Return the squares that the picture must show."""
        if self.near:
            return list(self.near)
        squares = [(each[0], each[1]) for group in (self.ghosts, self.last, self.tint, self.spots) for each in group]
        return [*squares, *self.focus, *([self.view.current] if self.view.current else [])]

    def window(self) -> SquareRect:
        """Return the part of the board to show."""
        if self.crop == "turn":
            window = layouts.cropped_window(self.view, self.focused())
            return layouts.widened_window(window, RIM, name_boxes(self.view.printed)) if self.view.printed else window
        return layouts.whole_window(self.view, [(ghost.x, ghost.y) for ghost in self.ghosts])

    def rim(self) -> float:
        """Return how much of a square is visible around the window, as a share.

        On a map this shows the print beyond the last column.
        """
        return RIM if self.view.printed else layouts.RIM

    def tiles(self) -> list[TileView]:
        """Return the tiles on the board, previews included."""
        previews = [TileView(g.x, g.y, g.tile, g.turn, -1, 0, None) for g in self.ghosts if g.tile]
        return [*self.view.tiles, *previews]


def paint_board(wanted: BoardRequest, sprites: Sprites, style: Style, below: BottomStrip | None = None) -> PngPicture:
    """Return the picture at the largest tile size at which its file stays within the size limit."""
    window = wanted.window()
    px = layouts.largest_size(window)
    while True:
        picture = paint_board_at(wanted, sprites, style, layouts.layout(window, px, wanted.rim()), below).picture()
        if len(picture.png) <= LARGEST_FILE or px <= 8:
            return picture
        px = layouts.next_smaller_px(px)


def paint_board_at(
    wanted: BoardRequest, sprites: Sprites, style: Style, place: Layout, below: BottomStrip | None = None
) -> PaletteImage:
    """Return the picture at one tile size, whatever its file size; `below` replaces the panel."""
    view = wanted.view
    look = CanvasStyle(sprites, wanted.theme, place.px, style)
    panel = panel_for(view, place) if wanted.panel else None
    more = panel.height if panel else below.height(place) if below else 0
    sheet = PaletteImage(place.width, place.height + more, look.palette)
    edge = place.margin
    land = sheet.pixels[edge : place.height - edge, edge : place.width - edge]
    figures = figures_by_square(view, place.px)
    compose(look, view, figures, place.window, place.rim, wanted.key, land)
    draw_bands(sheet, place, view.squares, style)
    _point_out(sheet, place, wanted, figures, sprites, style)
    if panel:
        draw_panel(sheet, place, panel, view, sprites, wanted.theme, style)
    elif below:
        below.draw(sheet, place, style)
    return sheet


def _point_out(sheet: PaletteImage, place: Layout, wanted: BoardRequest, figures: Figures, sprites: Sprites, style: Style) -> None:
    view = wanted.view
    draw_dead_holes(sheet, place, view.dead, style.faint)
    previews = {ghost: ghost.tile for ghost in wanted.ghosts if ghost.tile}
    for ghost, tile in previews.items():
        sheet.paste(sprites.tile(wanted.theme, place.px, tile, ghost.turn, 0), *place.corner(ghost.x, ghost.y))
    if wanted.overlay in ("owners", "meadows") or wanted.tint:
        _veil(sheet, place, wanted)
        square_marks.draw_figures(sheet, place, figures, on=None)
    if wanted.overlay == "meadows":
        square_marks.draw_field_names(sheet, place, view, style.ink, style.card)
    square_marks.draw_last(sheet, place, wanted.last)
    square_marks.draw_figures(sheet, place, figures, on={(move.x, move.y) for move in wanted.last})
    movement_overlay.draw_homes(sheet, place, view.tiles, wanted.homes)
    movement_overlay.draw_steps(sheet, place, wanted.way)
    square_marks.draw_ghosts(sheet, place, wanted.ghosts, previews, style.card)
    taken = {(piece.x, piece.y, piece.part) for piece in view.pieces}
    square_marks.draw_spots(sheet, place, wanted.tiles(), wanted.spots, taken)
    if wanted.overlay == "coordinates":
        square_marks.draw_names(sheet, place, view.squares, figures, style.ink, style.card)


def _veil(sheet: PaletteImage, place: Layout, wanted: BoardRequest) -> None:
    from render import ownership_overlay  # loads a geometry library: turn pictures have no need of it

    if wanted.overlay == "owners":
        ownership_overlay.draw_owners(sheet, place, wanted.view)
    elif wanted.overlay == "meadows":
        ownership_overlay.draw_fields(sheet, place, wanted.view)
    ownership_overlay.draw_tints(sheet, place, wanted.tiles(), wanted.tint, wanted.tint_colour)
