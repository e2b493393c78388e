"""The events of a printed board, as plain data."""

from __future__ import annotations

from typing import NamedTuple


class MapLinkReached(NamedTuple):
    """Connection of a printed big city or ferry by a tile: from now on all its sides are in reach (maps 3.2)."""

    kind: str
    """city or ferry."""
    names: tuple[str, ...]
    """Its name; several for big cities that are joined to one."""
    squares: tuple[tuple[int, int], ...]
    """The squares that only now can hold a tile."""
