"""The arrangement of the seats' fields in the panel, with as many lines as their icons need.

Everything is measured before it is placed. All seats of a picture share one arrangement, so that columns are aligned.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from render.resource_icons import IconCount, writing_width

PAD = 6
"""Units around and between the fields."""
INSIDE = 7
"""Units between a field's rim and what stands in it."""
FIGURE = 24
"""Units that the seat's figure is high, and wide at most."""
DIGIT = 15
"""Units that a digit of the score is high."""
HEAD = 28
"""Units of the line with figure and points."""
HELD = 25
"""Units that a player's tile in hand is wide, with its rim."""
LINE = 20
"""Units of a line of icons."""
NAME = 14
"""Units of the line with the player's name, where pictures write it."""
GAP = 5
"""Units between one icon's number and the next icon."""
SCALES = (1.5, 1.4, 1.3, 1.2, 1.1, 1.0)
"""How much larger than needed a field's contents are drawn where there is room."""


@dataclass(frozen=True)
class SeatFields:
    """Arrangement of the seats' fields."""

    rows: int
    columns: int
    width: int
    """Pixels of one field."""
    height: int
    unit: float
    """Pixels of a unit inside the fields."""
    across: int
    """Icons in a line."""
    lines: int
    """Lines of icons."""
    pitch: float
    """Units from icon to icon."""
    head: float
    """Units of figure and points together."""
    beside: bool
    """Whether the icons stand beside the points; otherwise below them."""

    def tall(self, pad: int) -> int:
        """Return the height in pixels of all rows of fields, with the space around them."""
        return self.rows * self.height + (self.rows + 1) * pad


@lru_cache(maxsize=256)
def arrange_fields(
    scores: tuple[int, ...],
    had: tuple[tuple[IconCount, ...], ...],
    unit: float,
    room: int,
    least: int,
    above: int = 0,
    *,
    holds: bool = False,
) -> SeatFields:
    """Return the lowest arrangement within `room` pixels of width, enlarged as far as its height, or `least`, permits.

    `above` units are kept free in each field for the name; with `holds` there is a place beside the points for a tile in hand.
    """
    pad = round(PAD * unit)
    needs = _needs(scores, had)
    if holds:
        needs = needs._replace(head=needs.head + GAP + HELD)
    lowest = min(_arrangements(needs, unit, room, pad, above), key=lambda found: (found.tall(pad), found.rows))
    height = max(least, lowest.tall(pad))
    for scale in SCALES:
        larger = _arrangements(needs, unit * scale, room, pad, above)
        fitting = [seat_fields for seat_fields in larger if seat_fields.tall(pad) <= height]
        if fitting:
            lowest = min(fitting, key=lambda found: (found.rows, found.beside, found.lines))
            break
    return replace(lowest, height=(height - (lowest.rows + 1) * pad) // lowest.rows)


class FieldSpace(NamedTuple):
    """Space that the possessions of some seats need, in units."""

    seats: int
    most: int
    """How many kinds of things one of them has."""
    pitch: float
    """From one thing to the next in a line."""
    head: float
    """For figure and points."""


def _needs(scores: Sequence[int], had: Sequence[Sequence[IconCount]]) -> FieldSpace:
    pitch = max((thing.width for each in had for thing in each), default=0.0) + GAP
    head = FIGURE + 3 + max(writing_width(str(score), DIGIT) for score in scores)
    return FieldSpace(len(scores), max((len(each) for each in had), default=0), pitch, head)


def _arrangements(needs: FieldSpace, unit: float, room: int, pad: int, above: int) -> Iterator[SeatFields]:
    """Yield every arrangement in which each icon has enough room; one in a single column always exists."""
    seats, most, pitch, head = needs
    for columns in range(1, seats + 1):
        width = (room - (columns - 1) * pad) // columns
        inner = width / unit - 2 * INSIDE
        for beside in (False, True):
            free = inner + GAP - (head + 2 * GAP if beside else 0)
            fits = int(free // pitch)
            if (inner < head or fits < min(most, 2)) and (columns > 1 or beside):
                continue
            lines = math.ceil(most / max(1, fits))
            across = math.ceil(most / max(1, lines))
            tall = round((above + (max(HEAD, lines * LINE) if beside else HEAD + lines * LINE)) * unit + pad)
            spread = min(free / max(1, across), pitch * 1.3)
            yield SeatFields(math.ceil(seats / columns), columns, width, tall, unit, across, lines, spread, head, beside)
