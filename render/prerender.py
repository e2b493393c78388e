"""Drawing in advance of the stamps that most turn pictures share: strips of all widths, frames and numbers.

The pictures painted here are thrown away; only the drawn stamps stay cached.
"""

from __future__ import annotations

from games.carcassonne.view import BoardView, SeatView, TileView
from render.art.figures import COLOURS
from render.canvas import CanvasStyle, SquareRect
from render.frame import SIMPLE, WIDTHS
from render.highlights import LastMove, PreviewTile, RecentMove
from render.layout import Layout
from render.palette_image import PaletteImage
from render.sprites import SIZES, Sprites
from render.square_marks import draw_last
from render.strips import TOP, draw_scores, draw_top, scores_height
from render.style import style
from render.turn_picture import draw_offers

SEATS = (2, 4)
"""Numbers of players whose strips are drawn."""

OFFERS = 16
"""Numbers of offered squares."""

DIGITS = 10
"""Points and meeples that are written beforehand: each from 0."""


def draw_beforehand(sprites: Sprites, theme: str) -> None:
    """Draw the shared stamps for boards of one theme."""
    look = CanvasStyle(sprites, theme, SIZES[0], style(theme, dark=False))
    for width in WIDTHS:
        for seats in SEATS:
            for points in range(DIGITS):
                _strips(look, width, seats, points)
        _land(look, width)
    for px in (size for size in SIZES[1:] if size >= SIMPLE):
        _land(CanvasStyle(sprites, theme, px, look.style), WIDTHS[-1])


def _strips(look: CanvasStyle, width: int, seats: int, points: int) -> None:
    """Draw both strips of a turn picture, the upper one with and without recent moves."""
    sides = tuple(SeatView(seat, points, (("small", points),), name="A", meeples=points) for seat in range(seats))
    tile = TileView(0, 0, "base/D", 0, 0, 0, None)
    view = BoardView((tile,), (), sides, (), (0,), "place", "base/D", None, 1, 71, 71, (), over=False, theme=look.theme)
    unit, palette = width / 1000, look.palette
    moves = [RecentMove(LastMove(0, 0, str(seat + 1), seat), ((seat, points),)) for seat in range(seats)]
    for since in ((), moves):
        draw_top(PaletteImage(width, round(TOP * unit), palette, look.style.margin), look, view, since, None, unit)
    below = PaletteImage(width, round(scores_height(seats) * unit), palette, look.style.margin)
    draw_scores(below, look, sides, (0,), unit)


def _land(look: CanvasStyle, width: int) -> None:
    """Draw frames of moves and numbered offers on an empty table."""
    place = Layout(SquareRect(0, 0, width // look.px, 3), look.px, 0, 0, width / 550)
    sheet = PaletteImage(place.width, place.height, look.palette, look.style.table)
    draw_offers(sheet, [PreviewTile(0, 0, str(number)) for number in range(1, OFFERS + 1)], place, look.style, width / 1000)
    draw_last(sheet, place, [LastMove(1, 0, "", seat) for seat in range(len(COLOURS))])
