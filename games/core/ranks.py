"""Who comes in which place at the end of a game: the same for every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def ranked(points: Sequence[Any], below: Sequence[int] = ()) -> list[tuple[int, int]]:
    """(place, seat), best first; `points` by seat are anything that compares, and equals share a place.

    `below`: seats that rank behind all others whatever they have, the last of all first.
    """

    def key(seat: int) -> tuple[int, Any]:
        return (below.index(seat) - len(below) if seat in below else 0, points[seat])

    order = sorted(range(len(points)), key=key, reverse=True)
    return [(1 + sum(key(other) > key(seat) for other in order), seat) for seat in order]
