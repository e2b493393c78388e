"""What has happened since the reader's last turn, move by move, as plain data for pictures."""

from __future__ import annotations

from typing import NamedTuple

from render.highlights import LastMove


class Since(NamedTuple):
    """One tile laid, and the points that came with it."""

    move: LastMove
    gains: tuple[tuple[int, int], ...] = ()
    """Seat and points of everybody whose points changed."""
