"""The score track: four boards of 25 spaces, one at the beginning of each row, with every player's small meeple."""

from __future__ import annotations

from collections.abc import Sequence

from games.cardcassonne.view import SeatView
from render.cardcassonne.inks import SUITS
from render.cardcassonne.layout import BOARD, FIELD
from render.cardcassonne.player_areas import Meeple
from render.palette import Colour
from render.palette_image import PaletteImage
from render.stamps import BoxStamp, TextStamp
from render.style import mix_colours

FIELDS = 100
ACROSS = 5
FIGURE = 38


def draw_board(sheet: PaletteImage, colour: str, number: int, corner: tuple[int, int]) -> None:
    """Draw the track board of a row: spaces from `25 * number + 1` on, five in a line, every fifth one numbered."""
    suit = SUITS[colour]
    x, y = corner
    sheet.put(BoxStamp(BOARD, BOARD, 8, suit.strong, mix_colours(suit.strong, (30, 24, 22), 0.5), 2.0), x, y)
    for field in range(ACROSS * ACROSS):
        line, column = divmod(field, ACROSS)
        fill: Colour = mix_colours(suit.pale, suit.strong, 0.22) if column == ACROSS - 1 else suit.pale
        left, top = x + column * FIELD, y + line * FIELD
        sheet.put(BoxStamp(FIELD - 4, FIELD - 4, 4, fill), left + 2, top + 2)
        if column == ACROSS - 1:
            told = str(25 * number + field + 1)
            sheet.put(
                TextStamp(told, 12 if len(told) < 3 else 9, (40, 32, 28), bold=False),
                left + FIELD / 2,
                top + FIELD / 2,
                by=(0.5, 0.5),
            )


def draw_figures(sheet: PaletteImage, seats: Sequence[SeatView], boards: Sequence[tuple[int, int]], start: tuple[int, int]) -> None:
    """Draw every player's marker; players without points stand at the start."""
    crowds: dict[int, list[int]] = {}
    for seat in seats:
        crowds.setdefault((seat.score - 1) % FIELDS + 1 if seat.score > 0 else 0, []).append(seat.seat)
    for field in sorted(crowds):
        x, y = field_centre(field, boards) if field else start
        spread = 22 if field == 0 else 12
        for place, number in enumerate(crowds[field]):
            shift = (place - (len(crowds[field]) - 1) / 2) * spread if field else place * spread
            sheet.put(Meeple("small", number, FIGURE), x + shift, y + 10, by=(0.5, 1.0))


def field_centre(field: int, boards: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the pixel position of the middle of a space from 1 to 100."""
    board, rest = divmod(field - 1, ACROSS * ACROSS)
    line, column = divmod(rest, ACROSS)
    x, y = boards[board]
    return x + column * FIELD + FIELD // 2, y + line * FIELD + FIELD // 2
