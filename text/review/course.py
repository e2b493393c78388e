"""How a game went, by its points: its best part, its closest moment, how often the lead changed. For the words of any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Part(NamedTuple):
    """A turn or a round: who gained what in it."""

    number: int
    gains: Mapping[int, int]
    """Points by seat; who is not named gained nothing."""
    seat: int | None = None
    """Whose turn it was; None for a part that belongs to all."""


class Best(NamedTuple):
    """Most points gained at once."""

    number: int
    seat: int
    points: int


class Closest(NamedTuple):
    """When the two in front were nearest to each other, and what they had."""

    number: int
    seats: tuple[int, int]
    points: tuple[int, int]


def best(parts: Sequence[Part]) -> Best | None:
    """The part that brought somebody most, in his own turn where turns are taken; the first of equal ones. None without points."""
    found = [Best(part.number, seat, points) for part in parts for seat, points in part.gains.items() if part.seat in (None, seat)]
    top = max(found, key=lambda one: (one.points, -one.number), default=None)
    return top if top is not None and top.points > 0 else None


def closest(parts: Sequence[Part], seats: int) -> Closest | None:
    """The latest of the nearest moments, in the second half: at the beginning all are equal. None for one seat, or where
    nobody has points then.
    """
    later = list(zip(parts, after_each(parts, seats), strict=True))[len(parts) // 2 :]
    found: list[tuple[int, Closest]] = []
    for part, totals in later:
        first, *rest = sorted(range(seats), key=lambda seat: -totals[seat])
        if rest and totals[first] > 0:
            second = rest[0]
            found.append((totals[first] - totals[second], Closest(part.number, (first, second), (totals[first], totals[second]))))
    if not found:
        return None
    gap = min(gap for gap, _ in found)
    return next(one for distance, one in reversed(found) if distance == gap)


def lead_changes(parts: Sequence[Part], seats: int) -> int:
    """How often somebody else was alone in front."""
    leader, changes = None, 0
    for totals in after_each(parts, seats):
        first = [seat for seat in range(seats) if totals[seat] == max(totals)]
        if len(first) == 1 and first[0] != leader:
            changes += leader is not None
            leader = first[0]
    return changes


def after_each(parts: Sequence[Part], seats: int) -> list[tuple[int, ...]]:
    """The points of every seat after each part."""
    totals, found = [0] * seats, []
    for part in parts:
        for seat, points in part.gains.items():
            totals[seat] += points
        found.append(tuple(totals))
    return found
