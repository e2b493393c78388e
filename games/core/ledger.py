"""The points ledger of a game: one row for each amount that a seat gained or lost, with its source and turn.

Every game derives it from its events (`Game.ledger`). Results, curves, records, forecasts and explanations read these rows and
count nothing themselves, so they can't disagree with each other or with the score.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple


class LedgerRow(NamedTuple):
    """Amount of points that one seat gained or, if negative, lost."""

    seat: int
    points: int
    source: str
    """Id of what it was for, such as `road`, as declared by the rules that pay it; results and profiles add up by source."""
    turn: int | None
    """Number of the turn or round; None if the events begin in the middle of it."""
    is_final: bool
    """Whether it was counted only because the game was over."""
    entry: Any
    """The game's own event, which says what was counted, in which unit, and which figures stood there."""


class TurnMark(NamedTuple):
    """The beginning of a turn or round."""

    number: int
    seat: int | None
    """The seat whose turn it was; None for a round of all seats."""


class Ledger(NamedTuple):
    """The rows of some events in order, and the turns that began among these events."""

    turns: tuple[TurnMark, ...] = ()
    rows: tuple[LedgerRow, ...] = ()

    def points(self, seats: int) -> tuple[int, ...]:
        """Return the sum of the rows of each seat."""
        return points_by_seat(self.rows, seats)

    def by_source(self, seats: int) -> list[dict[str, int]]:
        """Return the points of each seat by source."""
        sums: list[dict[str, int]] = [{} for _ in range(seats)]
        for row in self.rows:
            sums[row.seat][row.source] = sums[row.seat].get(row.source, 0) + row.points
        return sums


def points_by_seat(rows: Iterable[LedgerRow], seats: int) -> tuple[int, ...]:
    """Return the sum of some rows for each seat."""
    sums = [0] * seats
    for row in rows:
        sums[row.seat] += row.points
    return tuple(sums)


def entries(rows: Sequence[LedgerRow]) -> list[tuple[Any, list[LedgerRow]]]:
    """Return each scored event once, with its rows, in order."""
    entries: list[tuple[Any, list[LedgerRow]]] = []
    for row in rows:
        if entries and entries[-1][0] is row.entry:
            entries[-1][1].append(row)
        else:
            entries.append((row.entry, [row]))
    return entries
