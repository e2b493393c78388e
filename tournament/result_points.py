"""Conversion of results to points for each entrant: the only place where that is done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.results import (
    ALONE,
    BY_HAND,
    BYE,
    DOUBLE_WALKOVER,
    DRAW,
    DUEL,
    FLAG,
    HALF_BYE,
    LOSS,
    PLAYED,
    RESIGNED,
    TEAM,
    UNPLAYED,
    WALKOVER,
    WIN,
    Entrant,
    EntrantId,
    Result,
)

MOST_DIFFERENCE = 50
"""A game counts for no greater difference."""
LEAST_BY_RESIGNATION = 10
"""A game that was given up, or lost by time, counts for no smaller one."""


@dataclass(frozen=True, slots=True)
class ResultSide:
    """One result from the perspective of one entrant."""

    round: int
    opponent: EntrantId | None
    how: str
    halves: int
    """2 a win, 1 a draw, 0 a loss."""
    difference: int
    """Points of the games for and against, each game capped."""
    points_for: int
    games_won: int
    """In halves."""
    starts: tuple[bool, ...]
    """For each game that was played: whether they began it."""

    @property
    def met(self) -> bool:
        """Whether the game was played."""
        return self.how not in UNPLAYED


def result_sides(entrants: Sequence[Entrant], results: Iterable[Result]) -> dict[EntrantId, tuple[ResultSide, ...]]:
    """Return every entrant's results in the order of rounds, whatever the order of `results`."""
    result_sides: dict[EntrantId, list[ResultSide]] = {entrant.id: [] for entrant in entrants}
    for result in results:
        result_sides[result.first].append(result_side(result, result.first))
        if result.second is not None:
            result_sides[result.second].append(result_side(result, result.second))
    return {who: tuple(sorted(own, key=_order_key)) for who, own in result_sides.items()}


def _order_key(own: ResultSide) -> tuple[int, str]:
    return own.round, own.opponent or ""


def result_side(result: Result, who: EntrantId) -> ResultSide:
    """Return the result from the perspective of `who`."""
    if result.how == PLAYED and result.score is not None and result.winner is None and result.second and not result.others:
        return _side_of_single_game(result, result.score[0], result.score[1], who)
    games = _games(result, who)
    return ResultSide(
        result.round,
        result.other(who) if result.how not in ALONE else None,
        result.how,
        _halves(result, who, games),
        _difference(result, who, games),
        sum(own for own, _ in games),
        sum(WIN if own > other else DRAW if own == other else LOSS for own, other in games),
        _starts_in_duel(result, who, len(games)),
    )


def _side_of_single_game(result: Result, first: int, second: int, who: EntrantId) -> ResultSide:
    """Return one side of the most common result, a single game played to its end.

    A fast path, because standings of a thousand entrants need thousands of these.
    """
    is_first = who == result.first
    own, lead = (first, first - second) if is_first else (second, second - first)
    won = WIN if lead > 0 else LOSS if lead < 0 else DRAW
    capped = lead if -MOST_DIFFERENCE <= lead <= MOST_DIFFERENCE else MOST_DIFFERENCE if lead > 0 else -MOST_DIFFERENCE
    return ResultSide(result.round, result.other(who), PLAYED, won, capped, own, won, (is_first,))


def _games(result: Result, who: EntrantId) -> list[tuple[int, int]]:
    """Return the points of each game of a result, those of `who` first."""
    games = result.games if result.how in (DUEL, TEAM) else ((result.score[0], result.score[1]),) if result.score else ()
    return [game if who == result.first else (game[1], game[0]) for game in games]


def _halves(result: Result, who: EntrantId, games: Sequence[tuple[int, int]]) -> int:
    if result.how == BYE:
        return WIN
    if result.how == HALF_BYE:
        return DRAW
    if result.how == DOUBLE_WALKOVER:
        return LOSS
    if result.winner is not None:
        return WIN if result.winner == who else LOSS
    if result.how in (RESIGNED, FLAG, WALKOVER, *BY_HAND):
        return DRAW
    return _halves_won(games)


def _halves_won(games: Sequence[tuple[int, int]]) -> int:
    """Return the half points for a duel: by games won, or if level by the total difference of points."""
    won = sum((own > other) - (own < other) for own, other in games)
    level = won or sum(own - other for own, other in games)
    return WIN if level > 0 else LOSS if level < 0 else DRAW


def _difference(result: Result, who: EntrantId, games: Sequence[tuple[int, int]]) -> int:
    if result.how in UNPLAYED:
        return 0
    if result.how == TEAM and result.score is not None:
        return result.score[0] if who == result.first else result.score[1]
    if result.how in BY_HAND:  # what nobody here has seen is worth no more than a resignation
        return sum(max(-LEAST_BY_RESIGNATION, min(own - other, LEAST_BY_RESIGNATION)) for own, other in games)
    if result.how in (RESIGNED, FLAG):
        lead = abs(games[0][0] - games[0][1]) if games and _leads(result, who, games) else 0
        margin = min(max(LEAST_BY_RESIGNATION, lead), MOST_DIFFERENCE)
        return margin if result.winner == who else -margin
    return sum(max(-MOST_DIFFERENCE, min(own - other, MOST_DIFFERENCE)) for own, other in games)


def _leads(result: Result, who: EntrantId, games: Sequence[tuple[int, int]]) -> bool:
    """Return whether the winner was ahead when the game ended."""
    own, other = games[0]
    return (own > other) == (result.winner == who)


def _starts_in_duel(result: Result, who: EntrantId, games: int) -> tuple[bool, ...]:
    """Return for each game of a duel whether `who` began it; starts alternate A-B-A-B-A.

    A game that was given up before its points were known counts as begun.
    """
    if result.how in UNPLAYED:
        return ()
    is_first = who == result.first
    if result.how == TEAM:
        return (is_first,)
    return tuple((number % 2 == 0) == is_first for number in range(max(games, 1)))


def half_points(own: Mapping[EntrantId, Sequence[ResultSide]], upto: int | None = None) -> dict[EntrantId, int]:
    """Return each entrant's points in halves, from rounds before `upto` (None: from all)."""
    return {who: sum(line.halves for line in lines if upto is None or line.round < upto) for who, lines in own.items()}
