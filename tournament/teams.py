"""Matches between teams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.records import DRAW, LOSS, WIN


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
