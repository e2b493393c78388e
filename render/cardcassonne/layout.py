"""The geometry of a picture of the card table, in pixels: rows are fanned out, and broken into lines if too long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.cardcassonne.view import RowView
from render.cardcassonne.face import BAND, TALL

WIDTH = 1100
"""Twice what a chat shows."""
PAD = 14
FIELD = 29
"""One field of the score track; each row begins with a board of five by five."""
CARD = 86
"""Width of a card in a row."""
HIGH = round(CARD * TALL)
FREE = 92
"""Distance of cards that need not overlap."""
TIGHT = round(CARD * BAND) + 8
"""Least distance: the band that tells a card stays free."""
MEEPLE = 66
"""Room for a meeple in a row."""
BOARD = 5 * FIELD
START = PAD + BOARD + 16
"""Where the cards of a row begin."""
ROOM = WIDTH - PAD - 8 - START


class CardAt(NamedTuple):
    """Position of a card in a line of a row."""

    place: int
    """In the row, counted from the track."""
    x: int


class MeepleAt(NamedTuple):
    """Position of a meeple in a line, and the position where its claim begins there."""

    seat: int
    x: int
    first: int
    """Where the line under the claimed cards begins; equal to `x` if it claims none."""


@dataclass(frozen=True)
class RowLine:
    """One line of a row with its cards and meeples."""

    cards: tuple[CardAt, ...]
    meeples: tuple[MeepleAt, ...]
    open_claim: tuple[int, int, int] | None = None
    """(seat, from, to) of a claim whose meeple stands in the next line."""


def lines(row: RowView) -> tuple[RowLine, ...]:
    """Return the lines of a row: one, unless even tightly overlapping cards are too long for it."""
    items = _items(row)
    pitch = max((p for p in range(TIGHT, FREE + 1) if _length(items, p) <= ROOM), default=0)
    if pitch:
        return (_place_line(items, pitch),)
    parts: list[list[_Item]] = [[]]
    for item in items:
        if _length([*parts[-1], item], TIGHT) > ROOM:
            parts.append([])
        parts[-1].append(item)
    return _underline_open_claims([_place_line(part, TIGHT) for part in parts])


def card_spacing(number: int, width: int, room: int) -> int:
    """Return the distance between the left edges of `number` cards; side by side if there is room."""
    return min(width + 8, (room - width) // max(1, number - 1))


class _Item(NamedTuple):
    place: int
    """Of a card in the row; -1 for a meeple."""
    seat: int = -1


def _items(row: RowView) -> list[_Item]:
    items: list[_Item] = []
    for claim in row.claims:
        items += [_Item(place) for place in range(claim.first, claim.end)]
        items.append(_Item(-1, claim.seat))
    done = row.claims[-1].end if row.claims else 0
    return items + [_Item(place) for place in range(done, len(row.cards))]


def _length(items: Sequence[_Item], pitch: int) -> int:
    """Return the distance from the left edge of the first item to the right edge of the last."""
    total = 0
    for number, item in enumerate(items):
        is_last = number + 1 == len(items) or items[number + 1].place < 0
        total += MEEPLE if item.place < 0 else max(pitch, CARD + 4) if is_last else pitch
    return total


def _place_line(items: Sequence[_Item], pitch: int) -> RowLine:
    cards, meeples = list[CardAt](), list[MeepleAt]()
    x = first = START
    for number, item in enumerate(items):
        if item.place < 0:
            meeples.append(MeepleAt(item.seat, x, first))
            x += MEEPLE
            first = x
        else:
            cards.append(CardAt(item.place, x))
            is_last = number + 1 == len(items) or items[number + 1].place < 0
            x += max(pitch, CARD + 4) if is_last else pitch
    return RowLine(tuple(cards), tuple(meeples))


def _underline_open_claims(placed: Sequence[RowLine]) -> tuple[RowLine, ...]:
    """Return the lines with underlines added for claims whose meeple is on a later line."""
    with_open_claims = []
    for number, line in enumerate(placed):
        owner = next((later.meeples[0].seat for later in placed[number + 1 :] if later.meeples), None)
        since = line.meeples[-1].x + MEEPLE if line.meeples else START
        tail = [card.x for card in line.cards if card.x >= since]
        if owner is None or not tail:
            with_open_claims.append(line)
        else:
            with_open_claims.append(RowLine(line.cards, line.meeples, (owner, tail[0], tail[-1] + CARD)))
    return tuple(with_open_claims)
