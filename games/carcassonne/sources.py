"""What brought whom his points: roads, cities, and whatever expansions pay for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.carcassonne.events import Paid, Scored


def by_source(events: Sequence[Any], seats: int) -> list[dict[str, int]]:
    """By seat the points from each source: `goods` for `goods-wine`, the first word of what was scored or of a reason."""
    sums: list[dict[str, int]] = [{} for _ in range(seats)]

    def count(seat: int, kind: str, points: int) -> None:
        source = kind.partition("-")[0]
        sums[seat][source] = sums[seat].get(source, 0) + points

    for event in events:
        if isinstance(event, Scored):
            for gain in event.gains:
                count(gain.seat, event.kind, gain.points)
        elif isinstance(event, Paid):
            count(event.seat, event.reason, event.points)
            if event.to is not None:
                count(event.to, event.reason, -event.points)
    return sums
