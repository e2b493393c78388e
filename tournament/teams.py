"""Matches between teams, and the ladder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.records import DRAW, LOSS, WIN, BadEvent, EntrantId


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """What a team match brought to its first team; the other has the rest."""

    match_points: int
    """2 a win, 1 a draw, 0 a loss."""
    board_halves: int
    """Points of the boards, in halves."""
    difference: int


def team_match(boards: Sequence[tuple[int, int]]) -> TeamMatch:
    """A match of several boards, each as (halves of the first team, difference), the first board first."""
    halves = sum(board[0] for board in boards)
    level = halves - len(boards)
    points = WIN if level > 0 else LOSS if level < 0 else DRAW
    return TeamMatch(points, halves, sum(board[1] for board in boards))


def knock_out_winner(boards: Sequence[tuple[int, int]]) -> int | None:
    """0 if the first team goes on, 1 if the second, None where nothing parts them.

    Board points; then the Berlin count, by which the first of k boards is worth k, the next k-1 ...; then the difference.
    """
    number = len(boards)
    berlin = sum((number - at) * (halves - DRAW) for at, (halves, _) in enumerate(boards))
    match = team_match(boards)
    for lead in (match.board_halves - number, berlin, match.difference):
        if lead:
            return 0 if lead > 0 else 1
    return None


def challenged(ladder: Sequence[EntrantId], challenger: EntrantId, other: EntrantId, reach: int) -> None:
    """Raise `BadEvent("out-of-reach")` unless `other` stands above the challenger, by at most `reach` places."""
    apart = ladder.index(challenger) - ladder.index(other)
    if not 0 < apart <= reach:
        raise BadEvent("out-of-reach", reach=reach)


def climbed(ladder: Sequence[EntrantId], challenger: EntrantId, other: EntrantId, halves: int) -> tuple[EntrantId, ...]:
    """The ladder after a challenge: who wins from below changes places with the other; else all stays."""
    if halves != WIN:
        return tuple(ladder)
    swap = {challenger: other, other: challenger}
    return tuple(swap.get(who, who) for who in ladder)
