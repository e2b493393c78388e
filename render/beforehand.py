"""What the pictures of most games share, drawn before somebody waits for it: the panels of all widths, frames and numbers.

Nothing is painted here that is to be seen; what was drawn stays among the stamps.
"""

from __future__ import annotations

from games.carcassonne.view import BoardView, SeatView
from render.art.figures import COLOURS
from render.canvas import Window
from render.layout import CROP_LEAST, layout
from render.marking import offer_badge, offer_frame
from render.palette import Palette
from render.panel import draw_panel, panel_for
from render.sheet import Recipe, Sheet, stamp
from render.sizes import SIZES
from render.sprites import Sprites
from render.stamps import DoubleFrame
from render.style import BLACK, WHITE, style

COLUMNS = range(CROP_LEAST[0], 15)
"""Widths of crops that are drawn with the largest tiles."""

SEATS = (2, 4)
"""Numbers of players whose panels are drawn: writing is larger where fewer share the room."""

OFFERS = 16
"""Numbers of offered squares."""

FIGURES = 7
NAME = "A"
"""A player without one has larger fields than any in a game."""


def draw_beforehand(sprites: Sprites, theme: str) -> None:
    """Draw it, for boards of one theme."""
    palette = sprites.palette(theme)
    for seats in SEATS:
        for columns in COLUMNS:
            _panel(sprites, theme, columns, seats)
    _marks(palette, theme)


def _panel(sprites: Sprites, theme: str, columns: int, seats: int) -> None:
    sides = tuple(SeatView(seat, seat, (("small", FIGURES - seat),), name=NAME) for seat in range(seats))
    view = BoardView((), (), sides, (), (0,), "place", None, None, 1, 71, 71, (), over=False, theme=theme)
    place = layout(Window(0, 0, columns, CROP_LEAST[1]), SIZES[0])
    panel = panel_for(view, place, 0)
    sheet = Sheet(place.width, place.height + panel.height, sprites.palette(theme))
    draw_panel(sheet, place, panel, view, sprites, theme, style(theme, dark=False))


def _marks(palette: Palette, theme: str) -> None:
    place = layout(Window(0, 0, *CROP_LEAST), SIZES[0])
    frames = [DoubleFrame(place.px, colour.rgb, BLACK, WHITE) for colour in COLOURS[: max(SEATS)]]
    numbers = [offer_badge(place, str(number)) for number in range(1, OFFERS + 1)]
    offered: Recipe = offer_frame(place, style(theme, dark=False).card)
    for recipe in (*frames, offered, *numbers):
        stamp(palette, recipe)
