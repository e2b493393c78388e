"""The events of the dragon and the fairy, as plain data."""

from __future__ import annotations

from typing import NamedTuple


class TileSetAside(NamedTuple):
    """Setting aside of a dragon tile that was drawn before the first volcano; it waits beside the board (BB-R2)."""

    tile: str


class DragonMoved(NamedTuple):
    """Move of the dragon to another tile, called by a volcano (`seat` None) or made by a player (PD-R1, PD-R6)."""

    seat: int | None
    x: int
    y: int


class FairyMoved(NamedTuple):
    """Move of the fairy next to a follower, or with an empty `part` onto a tile (PD-R10, BB-O2)."""

    seat: int
    x: int
    y: int
    part: str
