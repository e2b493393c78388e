"""The events of the dragon and the fairy, as plain data."""

from __future__ import annotations

from typing import NamedTuple


class TileSetAside(NamedTuple):
    """A dragon tile drawn before the first volcano waits beside the board (BB-R2)."""

    tile: str


class DragonMoved(NamedTuple):
    """The dragon is on another tile: a volcano called it (`seat` None), or a player made it step (PD-R1, PD-R6)."""

    seat: int | None
    x: int
    y: int


class FairyMoved(NamedTuple):
    """The fairy stands beside a follower, or with an empty `part` on a tile (PD-R10, BB-O2)."""

    seat: int
    x: int
    y: int
    part: str
