"""The events of goods, as plain data."""

from __future__ import annotations

from typing import NamedTuple


class GoodsTaken(NamedTuple):
    """Taking of the goods of a just completed city by the active player (TB-R9)."""

    seat: int
    goods: tuple[tuple[str, int], ...]
    """(wine, grain or cloth; how many), only those that the city has."""
    squares: tuple[tuple[int, int], ...]
