"""What a picture of a board can point out, as plain data: last moves, legal spots, previews, numbered places for a figure."""

from __future__ import annotations

from typing import NamedTuple


class Ghost(NamedTuple):
    """A square that is offered: its number, and in a preview the tile as it would lie."""

    x: int
    y: int
    label: str
    tile: str | None = None
    turn: int = 0


class LastMove(NamedTuple):
    """A square that was played lately: its number in the message, and who played it (None: the house)."""

    x: int
    y: int
    label: str
    seat: int | None = None


class Spot(NamedTuple):
    """A numbered place for a figure: the segment `part` of the tile, or of the preview, on square (x, y); of all of it for ""."""

    x: int
    y: int
    part: str
    label: str
