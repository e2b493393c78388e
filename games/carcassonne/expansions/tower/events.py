"""The events of towers and prisoners, as plain data."""

from __future__ import annotations

from typing import NamedTuple


class TowerRaised(NamedTuple):
    """A tower piece was put on; `height` counts it (TW-R2)."""

    seat: int
    x: int
    y: int
    height: int


class FigureCaptured(NamedTuple):
    """A follower of another seat became a prisoner of `seat` (TW-R4, TW-R5)."""

    seat: int
    owner: int
    piece: str
    x: int
    y: int
    part: str


class PrisonersExchanged(NamedTuple):
    """Two seats held followers of each other: each gets one back (TW-R7)."""

    seat: int
    piece: str
    """What `seat` gets back."""
    other: int
    other_piece: str


class PrisonerRansomed(NamedTuple):
    """A seat bought back one of its followers; the points are told by `PointsPaid` (TW-R8)."""

    seat: int
    holder: int
    piece: str
