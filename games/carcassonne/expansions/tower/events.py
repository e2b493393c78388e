"""The events of towers and prisoners, as plain data."""

from __future__ import annotations

from typing import NamedTuple


class TowerRaised(NamedTuple):
    """Placement of a tower piece; `height` is the tower's new height (TW-R2)."""

    seat: int
    x: int
    y: int
    height: int


class FigureCaptured(NamedTuple):
    """Capture of another seat's follower, which became a prisoner of `seat` (TW-R4, TW-R5)."""

    seat: int
    owner: int
    piece: str
    x: int
    y: int
    part: str


class PrisonersExchanged(NamedTuple):
    """Automatic exchange of one prisoner each between two seats that held each other's followers (TW-R7)."""

    seat: int
    piece: str
    """What `seat` gets back."""
    other: int
    other_piece: str


class PrisonerRansomed(NamedTuple):
    """Ransom of a captured follower by its owner; the points are in the following `PointsPaid` (TW-R8)."""

    seat: int
    holder: int
    piece: str
