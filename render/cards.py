"""Pictures beside the board: one tile, the score track, the end of a game, a lobby, and the legend of all symbols.

They are composed of the same stamps as the panel; none of them holds a word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.carcassonne import catalog
from games.carcassonne.view import BoardView
from render.art.figures import COLOURS
from render.art.shapes import tile_shapes
from render.palette import Colour
from render.pieces import Icon, Piece, put_piece
from render.png import Picture
from render.sheet import Sheet
from render.sprites import Sprites
from render.stamps import Badge, Box, Laurel, Text
from render.style import BLACK, OFFER, Style

WIDTH = 1100
"""Pixels of every card that stands for itself: twice what a chat shows."""

UNIT = WIDTH / 550

TRACK = 50
"""Spaces of the score track (base 1)."""


class Seated(NamedTuple):
    """A place in a lobby: whose colour it is, and whether somebody took it."""

    seat: int
    taken: bool


def tile_card(sprites: Sprites, theme: str, style: Style, tile_id: str, turn: int, *, parts: Sequence[tuple[str, str]]) -> Picture:
    """One tile, large, with numbered places for a figure: (segment, label)."""
    px, rim = 256, 14
    sheet = Sheet(px + 2 * rim, px + 2 * rim, sprites.palette(theme), style.margin)
    sheet.put(Box(px + 8, px + 8, 8, style.ink), rim - 4, rim - 4)
    sheet.paste(sprites.tile(theme, px, tile_id, turn, 0), rim, rim)
    shapes = tile_shapes(catalog.tile(tile_id), turn)
    for part, label in parts:
        x, y = shapes.anchor(part)
        sheet.put(Badge(label, 52, OFFER, BLACK, BLACK), rim + x * px, rim + y * px, by=(0.5, 0.5))
    return sheet.picture()


def score_card(sprites: Sprites, theme: str, style: Style, view: BoardView) -> Picture:
    """The track of 50 spaces with everybody's figure, laps shown, and the points in order below."""
    columns, rows = 15, 12
    step = round((WIDTH - 40) / columns)
    left = (WIDTH - step * columns) // 2
    top = 24
    track = _track(columns, rows)
    height = top + rows * step + 24
    sheet = Sheet(WIDTH, height, sprites.palette(theme), style.table)
    gap = 4
    for number, (column, row) in enumerate(track):
        fill = style.chosen if number % 10 == 0 else style.card
        x, y = left + column * step, top + row * step
        sheet.put(Box(step - gap, step - gap, 10, fill, style.line, 2), x + gap / 2, y + gap / 2)
        if number % 5 == 0:
            sheet.put(Text(str(number), 18, style.ink), x + step - 7, y + step - 7, by=(1, 1))
    crowds: dict[int, list[int]] = {}
    for seat in sorted(view.seats, key=lambda seat: seat.seat):
        crowds.setdefault(seat.score % TRACK, []).append(seat.seat)
    for number, crowd in crowds.items():
        column, row = track[number]
        _stand(sheet, crowd, left + column * step, top + row * step, step)
    _standings(sheet, style, view, (left + step * 1.5, top + step * 1.5), (step * (columns - 3), step * (rows - 3)))
    return sheet.picture()


def _track(columns: int, rows: int) -> list[tuple[int, int]]:
    """The spaces 0-49 clockwise around a rectangle, 0 in the north-west corner."""
    round_trip = [(column, 0) for column in range(columns)]
    round_trip += [(columns - 1, row) for row in range(1, rows)]
    round_trip += [(column, rows - 1) for column in range(columns - 2, -1, -1)]
    round_trip += [(0, row) for row in range(rows - 2, 0, -1)]
    assert len(round_trip) == TRACK
    return round_trip


def _stand(sheet: Sheet, crowd: Sequence[int], x: float, y: float, step: int) -> None:
    """Up to six figures on one space, none hidden, the space's number free."""
    columns = 1 if len(crowd) == 1 else 2 if len(crowd) <= 4 else 3
    rows = -(-len(crowd) // columns)
    size = round(step * (0.56 if len(crowd) == 1 else 0.40 if rows < 3 else 0.27))
    for place, seat in enumerate(crowd):
        row, column = divmod(place, columns)
        middle = x + step * (0.32 if columns == 1 else (column + 0.5) / columns * 0.84 + 0.04)
        sheet.put(
            Icon("small", "knight", seat, size),
            middle,
            y + step * (row + 0.5) / rows * (0.72 if rows == 1 else 0.84) + step * 0.05,
            by=(0.5, 0.5),
        )


def _standings(sheet: Sheet, style: Style, view: BoardView, at: tuple[float, float], room: tuple[float, float]) -> None:
    """Seats by points: figure, points as a bar and a number, and how many laps are done."""
    ranked = sorted(view.seats, key=lambda seat: (-seat.score, seat.seat))
    best = max(1, ranked[0].score)
    pitch = min(room[1] / len(ranked), 130.0)
    y = at[1] + (room[1] - pitch * len(ranked)) / 2 + pitch / 2
    for seat in ranked:
        colour = COLOURS[seat.seat].rgb
        sheet.put(Icon("small", "knight", seat.seat, round(pitch * 0.62)), at[0] + pitch * 0.4, y, by=(0.5, 0.5))
        longest = room[0] - pitch * 0.9 - 150
        bar = max(round(longest * seat.score / best), 10)
        sheet.put(Box(bar, round(pitch * 0.36), 8, colour, style.ink, 2.5), at[0] + pitch * 0.9, y, by=(0, 0.5))
        number = Text(str(seat.score), round(pitch * 0.30), style.ink)
        x = at[0] + pitch * 0.9 + bar + 14
        sheet.put(number, x, y, by=(0, 0.5))
        for lap in range(seat.score // TRACK):
            sheet.put(
                Badge(str((lap + 1) * TRACK), 34, style.chosen, style.ink, style.ink), at[0] + pitch + 8 + lap * 62, y, by=(0, 0.5)
            )
        y += pitch


SUM_KINDS: Mapping[str, Colour] = {
    "road": (222, 196, 140),
    "city": (190, 108, 66),
    "cloister": (120, 86, 160),
    "meadow": (112, 168, 74),
}
"""Colours of the parts of a final sum; whatever else there is comes last, in the last colour."""
OTHER: Colour = (120, 124, 132)


def end_card(sprites: Sprites, theme: str, style: Style, view: BoardView, sums: Mapping[int, Mapping[str, int]]) -> Picture:
    """Final points in order, winners wreathed, each sum as a bar of its parts: roads, cities, cloisters, meadows, others."""
    ranked = sorted(view.seats, key=lambda seat: (-seat.score, seat.seat))
    pitch, top = 118, 104
    sheet = Sheet(WIDTH, top + pitch * len(ranked) + 20, sprites.palette(theme), style.table)
    kinds = [*SUM_KINDS, "other"]
    _key_row(sheet, sprites, theme, style, top)
    best = max(1, ranked[0].score)
    for place, seat in enumerate(ranked):
        y = top + pitch * place + pitch / 2
        won = seat.score == ranked[0].score
        sheet.put(
            Box(WIDTH - 40, pitch - 12, 16, style.chosen if won else style.card, style.ink if won else style.line, 3 if won else 2),
            20,
            y,
            by=(0, 0.5),
        )
        if won:
            sheet.put(Laurel(100, (92, 128, 52), style.ink), 84, y, by=(0.5, 0.5))
        sheet.put(Icon("small", "knight", seat.seat, 66), 84, y, by=(0.5, 0.5))
        sheet.put(Text(str(seat.score), 44, style.ink), 262, y, by=(1, 0.5))
        parts = sums.get(seat.seat, {})
        _bar(sheet, style, [(kind, _part(parts, kind)) for kind in kinds], (288, y), (WIDTH - 350) / best)
    return sheet.picture()


def _part(parts: Mapping[str, int], kind: str) -> int:
    return parts.get(kind, 0) if kind in SUM_KINDS else sum(points for name, points in parts.items() if name not in SUM_KINDS)


def _bar(sheet: Sheet, style: Style, parts: Sequence[tuple[str, int]], at: tuple[float, float], scale: float) -> None:
    x, y = at
    for kind, points in parts:
        if points <= 0:
            continue
        width = max(8, round(points * scale))
        colour = SUM_KINDS.get(kind, OTHER)
        sheet.put(Box(width, 58, 5, colour, style.ink, 2), x, y, by=(0, 0.5))
        number = Text(str(points), 21, BLACK if sum(colour) > 330 else (255, 255, 255))
        if sheet.size(number)[0] < width - 8:
            sheet.put(number, x + width / 2, y, by=(0.5, 0.5))
        x += width - 1


SAMPLES: Mapping[str, str] = {"road": "base/U", "city": "base/R", "cloister": "base/B", "meadow": "base/E"}


def _key_row(sheet: Sheet, sprites: Sprites, theme: str, style: Style, top: int) -> None:
    """What the colours of the bars stand for: a little tile beside each."""
    size = 64
    for place, (kind, colour) in enumerate(SUM_KINDS.items()):
        x, y = 288 + place * 196, (top - size) // 2
        sheet.put(Box(60, size, 8, colour, style.ink, 2), x, y)
        sheet.put(Box(size + 6, size + 6, 6, style.ink), x + 67, y - 3)
        sheet.paste(sprites.tile(theme, size, SAMPLES[kind], 0, 0), x + 70, y)
        if kind == "meadow":
            shapes = tile_shapes(catalog.tile(SAMPLES[kind]), 0)
            at = shapes.anchor("f1")
            put_piece(
                sheet.pixels,
                sheet.palette,
                Piece("small", "farmer", None, 90),
                x + 70 + round(at[0] * size),
                y + round(at[1] * size),
            )


SET_SAMPLES: Mapping[str, tuple[str, ...]] = {
    "base": ("base/D", "base/M"),
    "winter": ("winter/WT01",),
    "inns": ("inns/EK",),
    "traders": ("traders/tr06",),
    "dragon": ("dragon/dr01",),
    "tower": ("tower/tw01",),
}
"""Tiles that stand for a set in a lobby."""


def lobby_card(sprites: Sprites, theme: str, style: Style, seats: Sequence[Seated], samples: Sequence[str]) -> Picture:
    """A place for every colour, taken ones full, open ones faint; below, sample tiles of what is going to be played."""
    across = max(1, len(seats))
    pitch = min((WIDTH - 40) / across, 260)
    top, tall = 24, 190
    tile, gap = 150, 16
    height = top + tall + (tile + 40 if samples else 24)
    sheet = Sheet(WIDTH, height, sprites.palette(theme), style.table)
    left = (WIDTH - pitch * across) / 2
    for place, seated in enumerate(seats):
        x = left + pitch * (place + 0.5)
        fill = style.card if seated.taken else style.table
        sheet.put(
            Box(round(pitch - 16), tall, 16, fill, style.ink if seated.taken else style.line, 3 if seated.taken else 2),
            x,
            top,
            by=(0.5, 0),
        )
        icon = Icon("small", "knight", seated.seat, 118 if seated.taken else 64)
        sheet.put(icon, x, top + tall / 2, by=(0.5, 0.5))
    fitting = samples[: int((WIDTH - 40) // (tile + gap))]
    x = (WIDTH - len(fitting) * (tile + gap) + gap) / 2
    for place, tile_id in enumerate(fitting):
        west = round(x + place * (tile + gap))
        sheet.put(Box(tile + 6, tile + 6, 6, style.ink), west - 3, top + tall + 17)
        sheet.paste(sprites.tile(theme, tile, tile_id, 0, 0), west, top + tall + 20)
    return sheet.picture()


LEGEND: tuple[tuple[str, str, str], ...] = (
    ("knight", "base/R", "c1"),
    ("highwayman", "base/U", "r1"),
    ("monk", "base/B", "m"),
    ("farmer", "base/E", "f1"),
    ("shield", "base/M", ""),
    ("inn", "inns/", "inn"),
    ("cathedral", "inns/", "cathedral"),
    ("wine", "traders/", "wine"),
    ("grain", "traders/", "grain"),
    ("cloth", "traders/", "cloth"),
    ("volcano", "dragon/", "volcano"),
    ("dragon", "dragon/", "dragon"),
    ("portal", "dragon/", "portal"),
    ("princess", "dragon/", "princess"),
    ("tower", "tower/", "tower"),
)
"""What the numbers of the legend stand for, in order: a name, and a tile that shows it."""

FIGURES = ("big", "builder", "pig", "fairy", "dragon", "tower")
"""Figures that follow the tiles in the legend, numbered on."""


def legend(sprites: Sprites, theme: str, style: Style) -> Picture:
    """Numbered samples of everything that may lie or stand on a board; `legend_names` says what the numbers mean."""
    columns, px = 7, 136
    pitch = WIDTH // columns
    cells = len(LEGEND) + len(FIGURES)
    rows = -(-cells // columns)
    sheet = Sheet(WIDTH, rows * pitch + 12, sprites.palette(theme), style.table)
    for number in range(cells):
        row, column = divmod(number, columns)
        x, y = column * pitch + (pitch - px) // 2, row * pitch + (pitch - px) // 2 + 6
        sheet.put(Box(px + 6, px + 6, 6, style.ink), x - 3, y - 3)
        if number < len(LEGEND):
            _sample(sheet, sprites, theme, LEGEND[number], (x, y), px)
        else:
            kind = FIGURES[number - len(LEGEND)]
            sheet.paste(sprites.tile(theme, px, "base/E", 2, 0), x, y)
            seat = None if kind in ("fairy", "dragon", "tower") else 1
            floors = 2 if kind == "tower" else 0
            sheet.put(Icon(kind, kind, seat, round(px * 0.5), floors), x + px / 2, y + px * 0.42, by=(0.5, 0.5))
        sheet.put(Badge(str(number + 1), 38, OFFER, BLACK, BLACK), x - 4, y + 8, by=(0.0, 0.5))
    return sheet.picture()


def legend_names() -> tuple[str, ...]:
    """What the numbers of the legend stand for, from 1."""
    return (*(name for name, _, _ in LEGEND), *FIGURES)


def _sample(sheet: Sheet, sprites: Sprites, theme: str, entry: tuple[str, str, str], at: tuple[int, int], px: int) -> None:
    name, tile_id, part = entry
    wanted = tile_id if not tile_id.endswith("/") else _showing(tile_id[:-1], part)
    sheet.paste(sprites.tile(theme, px, wanted, 0, 0), *at)
    if name in ("knight", "highwayman", "monk", "farmer"):
        x, y = tile_shapes(catalog.tile(wanted), 0).anchor(part)
        put_piece(sheet.pixels, sheet.palette, Piece("small", name, 1, px), at[0] + round(x * px), at[1] + round(y * px))


def _showing(set_id: str, mark: str) -> str:
    """The first tile of a set with a mark."""
    for tile in catalog.tiles_of(set_id):
        if mark in tile.marks or any(mark in segment.marks or mark == segment.kind for segment in tile.segments):
            return tile.id
    raise KeyError(mark)
