"""Summary of a game by its points: when it was decided, the points after each part, and its achievements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from games.core.ledger import Ledger


class GamePart(NamedTuple):
    """A turn or a round with the points that each seat gained in it."""

    number: int
    gains: Mapping[int, int]
    """Points by seat; who is not named gained nothing."""
    seat: int | None = None
    """Whose turn it was; None for a part that belongs to all."""


class DecisivePoint(NamedTuple):
    """Turn or round in which the winner took the lead for the last time."""

    seat: int
    number: int | None
    """In which part; None: only by what was counted at the end."""
    points: int
    """What that part, or the end, brought the winner."""
    behind: int
    """By how much the winner was behind before the end; 0 for who was not."""


def decisive_point(parts: Sequence[GamePart], finals: Sequence[int]) -> DecisivePoint | None:
    """Return when the winner took the lead for the last time.

    None if the victory was shared, or if the winner was never behind or level after a part.
    """
    winners = [seat for seat, points in enumerate(finals) if points == max(finals)]
    if len(winners) != 1 or len(finals) < 2 or not parts:
        return None
    (seat,) = winners
    totals = running_scores(parts, len(finals))
    leads = [points[seat] - max(other for point, other in enumerate(points) if point != seat) for points in totals]
    if leads[-1] <= 0:
        return DecisivePoint(seat, None, finals[seat] - totals[-1][seat], -leads[-1])
    last = max((place for place, lead in enumerate(leads) if lead <= 0), default=-1)
    part = parts[last + 1]
    if not part.gains.get(seat):  # the lead came of what others lost
        return None
    return None if last < 0 else DecisivePoint(seat, part.number, part.gains[seat], 0)


def points_by_part(ledger: Ledger) -> list[GamePart]:
    """Return the points of each turn or round by seat; rows of final scoring are left out."""
    parts = {turn.number: GamePart(turn.number, {}, turn.seat) for turn in ledger.turns}
    gains: dict[int, dict[int, int]] = {number: {} for number in parts}
    for row in ledger.rows:
        if row.turn in gains:
            mine = gains[row.turn]
            mine[row.seat] = mine.get(row.seat, 0) + row.points
    return [part._replace(gains=gains[number]) for number, part in parts.items()]


def running_scores(parts: Sequence[GamePart], seats: int) -> list[tuple[int, ...]]:
    """Return the points of every seat after each part."""
    totals, running_scores = [0] * seats, []
    for part in parts:
        for seat, points in part.gains.items():
            totals[seat] += points
        running_scores.append(tuple(totals))
    return running_scores


TURN, COMEBACK = "turn", "comeback"
"""What every game calls the most points in one turn or round, and by how many points the winner was once behind."""


class Achievement(NamedTuple):
    """Record-worthy value of a game, comparable between games, such as the most points in one turn or the longest road."""

    value: int
    seats: tuple[int, ...]
    """Who did it, in seat order."""


def best_achievement(candidates: Iterable[tuple[int, int]]) -> Achievement | None:
    """Return the largest of (seat, value) pairs with all seats that reached it; None if no value is above 0."""
    known = list(candidates)
    most = max((value for _, value in known), default=0)
    return Achievement(most, tuple(sorted({seat for seat, value in known if value == most}))) if most > 0 else None


def comeback(parts: Sequence[GamePart], finals: Sequence[int]) -> Achievement | None:
    """Return the largest deficit, in points, from which the only winner came back; None if there was none."""
    winners = [seat for seat, points in enumerate(finals) if points == max(finals)]
    if len(winners) != 1 or len(finals) < 2:
        return None
    (seat,) = winners
    behind = [
        max(other for point, other in enumerate(points) if point != seat) - points[seat]
        for points in running_scores(parts, len(finals))
    ]
    return best_achievement([(seat, max(behind, default=0))])


def most_in_one_part(parts: Sequence[GamePart]) -> Achievement | None:
    """Return the most points of any seat in one turn or round."""
    return best_achievement((seat, points) for part in parts for seat, points in part.gains.items())


def achievements(**found: Achievement | None) -> dict[str, Achievement]:
    """Return the achievements that are not None, by name."""
    return {name: feat for name, feat in found.items() if feat is not None}
