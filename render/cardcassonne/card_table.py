"""The picture of the card table: progress, the four rows with their claims, cards being won, the viewer's hand, the players."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from PIL import Image

from games.cardcassonne.view import CardView, RowCard, RowView, SeatGain
from render.art.figures import COLOURS
from render.cardcassonne import player_areas, score_track
from render.cardcassonne.colours import THEME, palette, row_ground, row_rim
from render.cardcassonne.face import TALL, CardBack, CardFace, CardSymbol
from render.cardcassonne.inks import FRESH, OUTLINE, SUITS
from render.cardcassonne.layout import BOARD, CARD, HIGH, MEEPLE, PAD, START, WIDTH, RowLine, card_spacing, lines
from render.cardcassonne.player_areas import Meeple
from render.palette_image import PaletteImage
from render.png import PngPicture
from render.share_card import GameResult, compose_card
from render.spot_numbers import NumberPlate
from render.stamps import BoxStamp, TextStamp
from render.style import BLACK, OFFER, Style, mix_colours, style

TOP = 62
"""Height of the strip with rounds and deck."""
LINE = HIGH + 34
"""Height of one line of a row."""
GAP = 8
HELD = 132
"""Width of a card of the own hand."""
SMALL = 64
"""Width of a card that is being won, or comes out of a chest."""
MOMENT = 165
"""Pixels for the points at the east end of a moment; a third of that for its number at the west end."""


@dataclass(frozen=True)
class NewCards:
    """Changes since the reader's last turn, by row: indices of new cards, and seats whose meeples were placed."""

    cards: Mapping[str, Collection[int]] = field(default_factory=dict)
    meeples: Collection[int] = ()


@dataclass(frozen=True)
class _Strip:
    """Row of cards in front of a player: won cards, or the chest at the end."""

    seat: int
    cards: tuple[str, ...]
    row: str = ""
    """The row that they come from; empty for a chest."""
    marked: tuple[str, ...] = ()


def paint_table(
    view: CardView, *, fresh: NewCards | None = None, numbers: Mapping[str, int] | None = None, dark: bool = False
) -> PngPicture:
    """Return the table as the viewer sees it, with `fresh` changes highlighted.

    `numbers` label the cards in the viewer's hand that may be played.
    """
    return draw_table(view, fresh=fresh or NewCards(), numbers=numbers or {}, dark=dark).picture()


def draw_table(view: CardView, *, fresh: NewCards, numbers: Mapping[str, int], dark: bool) -> PaletteImage:
    """Return the same picture as `paint_table`, not yet encoded as a file."""
    look = style(THEME, dark=dark)
    strips = _strips(view)
    rows = [(row, lines(row)) for row in view.rows]
    heights = [max(1, len(row_lines)) * LINE for _, row_lines in rows]
    hand = _hand_height(view)
    below = TOP + sum(heights) + GAP * len(rows)
    height = below + len(strips) * (round(SMALL * TALL) + 22) + hand + player_areas.height(view) + PAD
    sheet = PaletteImage(WIDTH, height, palette(), look.table)
    boards = _draw_rows(sheet, rows, heights, fresh, look, dark=dark)
    _draw_top(sheet, view, look)
    score_track.draw_figures(sheet, view.seats, boards, (PAD + 54, TOP - 18))
    for strip in strips:
        _draw_strip(sheet, strip, below, look)
        below += round(SMALL * TALL) + 22
    if hand:
        draw_hand(sheet, view, below, numbers, look)
    player_areas.draw_seats(sheet, view, below + hand, look)
    return sheet


def hand(view: CardView, *, numbers: Mapping[str, int] | None = None, dark: bool = False) -> PngPicture:
    """Return a large picture of only the viewer's hand; raises `ValueError` for a spectator."""
    if view.viewer is None:
        raise ValueError("a spectator has no hand")
    look = style(THEME, dark=dark)
    sheet = PaletteImage(WIDTH, _hand_height(view) or 80, palette(), look.table)
    draw_hand(sheet, view, 0, numbers or {}, look)
    return sheet.picture()


def moments(gains: Sequence[SeatGain], *, dark: bool) -> PngPicture:
    """Return a picture of gains, one line each: its number, the cards that brought it, and the points."""
    return _moments(gains, style(THEME, dark=dark)).picture()


def share_card(gains: Sequence[SeatGain], result: GameResult, *, dark: bool) -> PngPicture:
    """Return a finished game as one square picture to share, with its best moments."""
    look = style(THEME, dark=dark)

    def draw(sheet: PaletteImage) -> None:
        drawn = _moments(gains, look)
        full = Image.fromarray(drawn.pixels)
        full.putpalette(drawn.palette.colours.tobytes())
        size = (sheet.width, round(drawn.height * sheet.width / drawn.width))
        drawn.given_back()
        small = full.convert("RGB").resize(size, Image.Resampling.LANCZOS).convert("RGBA")
        sheet.paste(palette().places_of(np.asarray(small)), 0, (sheet.height - size[1]) // 2)

    return compose_card(palette(), look, result, draw)


def _moments(gains: Sequence[SeatGain], look: Style) -> PaletteImage:
    pitch = round(SMALL * TALL) + 22
    sheet = PaletteImage(WIDTH, pitch * len(gains) + PAD, palette(), look.table)
    for number, each in enumerate(gains, 1):
        top = PAD + pitch * (number - 1)
        _draw_strip(sheet, _Strip(each.gain.seat, each.cards, each.row), top, look, MOMENT)
        sheet.put(NumberPlate(str(number), 58, 58, player_areas.CAPITAL, look.ink, look.card), PAD, top)
        points = TextStamp(f"+{each.gain.points}", player_areas.CAPITAL, look.ink)
        sheet.put(points, WIDTH - PAD - 90, top + 8 + round(SMALL * TALL) / 2, by=(1, 0.5))
    return sheet


def _hand_height(view: CardView) -> int:
    if view.viewer is None or not (view.hand or (view.seat(view.viewer).has_meeple and view.round)) or view.over:
        return 0
    return round(HELD * TALL) + 34


def draw_hand(sheet: PaletteImage, view: CardView, top: int, numbers: Mapping[str, int], look: Style) -> None:
    """Draw the cards in the order of the hand, and the large meeple while it is still to be placed."""
    assert view.viewer is not None
    height = round(HELD * TALL) + 34
    sheet.put(BoxStamp(WIDTH - 2 * PAD, height - 8, 14, look.margin, look.line, 2.0), PAD, top)
    pitch = card_spacing(len(view.hand), HELD, WIDTH - 2 * PAD - 150)
    for number, card in enumerate(view.hand):
        x = PAD + 16 + number * pitch
        sheet.put(CardFace(card, HELD), x, top + 12)
        if card in numbers:
            plate = NumberPlate(str(numbers[card]), 62, 62, player_areas.CAPITAL, OFFER, BLACK)
            sheet.put(plate, x + HELD - 6, top + 14 + round(HELD * TALL), by=(1, 1))
    if view.seat(view.viewer).has_meeple and view.round:
        sheet.put(Meeple("big", view.viewer, 128), WIDTH - PAD - 76, top + height / 2 - 4, by=(0.5, 0.5))


def _strips(view: CardView) -> list[_Strip]:
    if view.over:
        return [_Strip(seat.seat, seat.buildings) for seat in view.seats]
    return [_Strip(s.seat, s.haul.cards, s.haul.row, s.haul.undecided) for s in view.seats if s.haul is not None]


def _draw_strip(sheet: PaletteImage, strip: _Strip, top: int, look: Style, taken: int = 0) -> None:
    """Draw a player's won cards or chest, with frames around those still to be decided.

    The last `taken` pixels at the east end stay free.
    """
    high = round(SMALL * TALL)
    sheet.put(BoxStamp(WIDTH - 2 * PAD, high + 16, 10, look.margin, look.line, 2.0), PAD, top)
    sheet.put(Meeple("big", strip.seat, 78), PAD + 44 + taken // 3, top + 8 + high / 2, by=(0.5, 0.5))
    if strip.row:
        ink = SUITS[strip.row].strong
        sheet.put(CardSymbol(SUITS[strip.row].symbol, 46, ink), WIDTH - PAD - 40, top + 8 + high / 2, by=(0.5, 0.5))
    else:
        sheet.put(CardSymbol("chest", 58, OUTLINE), WIDTH - PAD - 44, top + 8 + high / 2, by=(0.5, 0.5))
    undecided = list(strip.marked)
    pitch = card_spacing(len(strip.cards), SMALL, WIDTH - 2 * PAD - 190 - taken - taken // 3)
    for number, card in enumerate(strip.cards):
        x = PAD + 92 + taken // 3 + number * pitch
        sheet.put(CardFace(card, SMALL), x, top + 8)
        if card in undecided:
            undecided.remove(card)
            sheet.put(BoxStamp(SMALL + 6, high + 6, 9, None, FRESH, 5.0), x - 3, top + 5)


def _draw_top(sheet: PaletteImage, view: CardView, look: Style) -> None:
    """Draw the rounds as numbered discs, the present one highlighted, and the deck with the number of cards left."""
    y = TOP // 2
    sheet.put(BoxStamp(BOARD, TOP - 14, 10, look.card, look.line, 2.0), PAD, 7)
    sheet.put(TextStamp("0", player_areas.CAPITAL, look.faint), PAD + 18, y, by=(0.5, 0.5))
    x = START + 10
    for number in range(1, view.rounds + 1):
        done = number < view.round or view.over
        now = number == view.round and not view.over
        fill, ink = (look.ink, look.card) if done else (OFFER, BLACK) if now else (look.card, look.faint)
        sheet.put(BoxStamp(60, 60, 30, fill, look.ink if now or done else look.line, 6 if now else 3), x + 20, y, by=(0.5, 0.5))
        sheet.put(TextStamp(str(number), player_areas.CAPITAL, ink), x + 20, y, by=(0.5, 0.5))
        x += 64
    left = TextStamp(str(view.left), player_areas.CAPITAL, look.ink)
    sheet.put(left, WIDTH - PAD - 10, y, by=(1, 0.5))
    right = WIDTH - PAD - 20 - sheet.size(left)[0]
    for step in (8, 4, 0):
        sheet.put(CardBack(None, 32), right - step, y - step / 2, by=(1, 0.5))


def _draw_rows(
    sheet: PaletteImage,
    rows: list[tuple[RowView, tuple[RowLine, ...]]],
    heights: list[int],
    fresh: NewCards,
    look: Style,
    *,
    dark: bool,
) -> list[tuple[int, int]]:
    """Draw all rows, and return the pixel positions of their score track boards."""
    boards, top = [], TOP
    for number, ((row, row_lines), height) in enumerate(zip(rows, heights, strict=True)):
        ground, rim = row_ground(row.colour, dark=dark), row_rim(row.colour, dark=dark)
        sheet.put(BoxStamp(WIDTH - 2 * PAD, height, 12, ground, rim, 2.5), PAD, top)
        board = (PAD + 4, top + (LINE - BOARD) // 2)
        score_track.draw_board(sheet, row.colour, number, board)
        boards.append(board)
        if max((card.x for card in row_lines[-1].cards), default=0) + CARD < WIDTH - PAD - 84 and _has_free_end(row_lines[-1]):
            ink = mix_colours(rim, look.ink, 0.35) if dark else rim
            sheet.put(CardSymbol(SUITS[row.colour].symbol, 58, ink), WIDTH - PAD - 40, top + height - LINE / 2, by=(0.5, 0.5))
        for place, line in enumerate(row_lines):
            _draw_line(sheet, row, line, top + place * LINE, fresh, look)
        top += height + GAP
    return boards


def _has_free_end(line: RowLine) -> bool:
    """Return whether no meeple stands at the far end of a line, where the symbol of the row is."""
    return all(meeple.x + MEEPLE < WIDTH - PAD - 84 for meeple in line.meeples)


def _draw_line(sheet: PaletteImage, row: RowView, line: RowLine, top: int, fresh: NewCards, look: Style) -> None:
    """Draw the cards and meeples of one line, with an underline below the cards of each claim."""
    y = top + 9
    for seat, first, last in [(m.seat, m.first, m.x + MEEPLE - 8) for m in line.meeples] + (
        [line.open_claim] if line.open_claim else []
    ):
        sheet.put(BoxStamp(max(last - first, 20), 13, 6, COLOURS[seat].rgb, OUTLINE, 2.5), first, y + HIGH + 5)
    news = fresh.cards.get(row.colour, ())
    for card in line.cards:
        sheet.put(_recipe(row.cards[card.place]), card.x, y)
        if card.place in news:
            sheet.put(BoxStamp(CARD + 4, HIGH + 4, 10, None, FRESH, 5.0), card.x - 2, y - 2)
    for meeple in line.meeples:
        if meeple.seat in fresh.meeples:
            sheet.put(BoxStamp(MEEPLE - 4, HIGH, 12, look.chosen, FRESH, 5.0), meeple.x - 2, y)
        sheet.put(Meeple("big", meeple.seat, 92), meeple.x + MEEPLE / 2 - 4, y + HIGH / 2, by=(0.5, 0.5))


def _recipe(card: RowCard) -> CardFace | CardBack:
    if card.seat is None:
        assert card.card is not None
        return CardFace(card.card, CARD)
    return CardBack(card.seat, CARD, card.card or "")
