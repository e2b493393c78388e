"""How a game went, by its points: when it was decided, and everybody's points after each part. For the words of any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class CoursePart(NamedTuple):
    """A turn or a round: who gained what in it."""

    number: int
    gains: Mapping[int, int]
    """Points by seat; who is not named gained nothing."""
    seat: int | None = None
    """Whose turn it was; None for a part that belongs to all."""


class Decided(NamedTuple):
    """How the winner came to be in front for good."""

    seat: int
    number: int | None
    """In which part; None: only by what was counted at the end."""
    points: int
    """What that part, or the end, brought the winner."""
    behind: int
    """By how much the winner was behind before the end; 0 for who was not."""


def decided(parts: Sequence[CoursePart], finals: Sequence[int]) -> Decided | None:
    """When the winner took the lead for good; None where nobody won alone, or who won was never behind or level after a part."""
    winners = [seat for seat, points in enumerate(finals) if points == max(finals)]
    if len(winners) != 1 or len(finals) < 2 or not parts:
        return None
    (seat,) = winners
    totals = after_each(parts, len(finals))
    leads = [points[seat] - max(other for one, other in enumerate(points) if one != seat) for points in totals]
    if leads[-1] <= 0:
        return Decided(seat, None, finals[seat] - totals[-1][seat], -leads[-1])
    last = max((place for place, lead in enumerate(leads) if lead <= 0), default=-1)
    part = parts[last + 1]
    if not part.gains.get(seat):  # the lead came of what others lost
        return None
    return None if last < 0 else Decided(seat, part.number, part.gains[seat], 0)


def after_each(parts: Sequence[CoursePart], seats: int) -> list[tuple[int, ...]]:
    """The points of every seat after each part."""
    totals, found = [0] * seats, []
    for part in parts:
        for seat, points in part.gains.items():
            totals[seat] += points
        found.append(tuple(totals))
    return found
