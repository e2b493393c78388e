"""The picture of the score track: 50 spaces with every player's figure and laps, and the standings inside."""

from __future__ import annotations

from collections.abc import Sequence

from games.carcassonne.view import BoardView
from render.art.figures import COLOURS
from render.palette_image import PaletteImage
from render.pieces import FigureIcon
from render.png import PngPicture
from render.sprites import Sprites
from render.stamps import Badge, BoxStamp, TextStamp
from render.style import CARD_WIDTH, Style
from render.typefaces import NameGraphic

TRACK = 50
"""Spaces of the score track (base 1)."""


def score_card(sprites: Sprites, theme: str, style: Style, view: BoardView) -> PngPicture:
    """Return a picture of the track of 50 spaces with every player's figure and laps, and the points in order."""
    columns, rows = 15, 12
    step = round((CARD_WIDTH - 40) / columns)
    left = (CARD_WIDTH - step * columns) // 2
    top = 24
    track = _track(columns, rows)
    height = top + rows * step + 24
    sheet = PaletteImage(CARD_WIDTH, height, sprites.palette(theme), style.table)
    gap = 4
    for number, (column, row) in enumerate(track):
        fill = style.chosen if number % 10 == 0 else style.card
        x, y = left + column * step, top + row * step
        sheet.put(BoxStamp(step - gap, step - gap, 10, fill, style.line, 2), x + gap / 2, y + gap / 2)
        if number % 5 == 0:
            sheet.put(TextStamp(str(number), 18, style.ink), x + step - 7, y + step - 7, by=(1, 1))
    crowds: dict[int, list[int]] = {}
    for seat in sorted(view.seats, key=lambda seat: seat.seat):
        crowds.setdefault(seat.score % TRACK, []).append(seat.seat)
    for number, crowd in crowds.items():
        column, row = track[number]
        _stand(sheet, crowd, left + column * step, top + row * step, step)
    _standings(sheet, style, view, (left + step * 1.5, top + step * 1.5), (step * (columns - 3), step * (rows - 3)))
    return sheet.picture()


def _track(columns: int, rows: int) -> list[tuple[int, int]]:
    """Return the positions of spaces 0-49, clockwise around a rectangle from the north-west corner."""
    round_trip = [(column, 0) for column in range(columns)]
    round_trip += [(columns - 1, row) for row in range(1, rows)]
    round_trip += [(column, rows - 1) for column in range(columns - 2, -1, -1)]
    round_trip += [(0, row) for row in range(rows - 2, 0, -1)]
    assert len(round_trip) == TRACK
    return round_trip


def _stand(sheet: PaletteImage, crowd: Sequence[int], x: float, y: float, step: int) -> None:
    """Draw up to six figures on one space; none is hidden, and the space's number stays visible."""
    columns = 1 if len(crowd) == 1 else 2 if len(crowd) <= 4 else 3
    rows = -(-len(crowd) // columns)
    size = round(step * (0.56 if len(crowd) == 1 else 0.40 if rows < 3 else 0.27))
    for place, seat in enumerate(crowd):
        row, column = divmod(place, columns)
        middle = x + step * (0.32 if columns == 1 else (column + 0.5) / columns * 0.84 + 0.04)
        sheet.put(
            FigureIcon("small", "knight", seat, size),
            middle,
            y + step * (row + 0.5) / rows * (0.72 if rows == 1 else 0.84) + step * 0.05,
            by=(0.5, 0.5),
        )


def _standings(sheet: PaletteImage, style: Style, view: BoardView, point: tuple[float, float], room: tuple[float, float]) -> None:
    """Draw the seats in order of points: figure, points as a bar and a number, and laps completed."""
    ranked = sorted(view.seats, key=lambda seat: (-seat.score, seat.seat))
    best = max(1, ranked[0].score)
    pitch = min(room[1] / len(ranked), 130.0)
    y = point[1] + (room[1] - pitch * len(ranked)) / 2 + pitch / 2
    for seat in ranked:
        colour = COLOURS[seat.seat].rgb
        sheet.put(FigureIcon("small", "knight", seat.seat, round(pitch * 0.62)), point[0] + pitch * 0.4, y, by=(0.5, 0.5))
        longest = room[0] - pitch * 0.9 - 150
        if seat.name:
            name = NameGraphic(seat.name, round(pitch * 0.34), round(room[0] - pitch), style.ink)
            sheet.put(name, point[0] + pitch * 0.9, y - pitch * 0.05, by=(0, 1))
            y += pitch * 0.16
        bar = max(round(longest * seat.score / best), 10)
        sheet.put(BoxStamp(bar, round(pitch * 0.36), 8, colour, style.ink, 2.5), point[0] + pitch * 0.9, y, by=(0, 0.5))
        number = TextStamp(str(seat.score), round(pitch * 0.30), style.ink)
        x = point[0] + pitch * 0.9 + bar + 14
        sheet.put(number, x, y, by=(0, 0.5))
        for lap in range(seat.score // TRACK):
            sheet.put(
                Badge(str((lap + 1) * TRACK), 34, style.chosen, style.ink, style.ink),
                point[0] + pitch + 8 + lap * 62,
                y,
                by=(0, 0.5),
            )
        y += pitch * (0.84 if seat.name else 1.0)
