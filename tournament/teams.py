"""Team matches: the pairing at each board, and the result that the boards add up to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from tournament import result_points
from tournament.history import Couple, DrawnRound
from tournament.results import DOUBLE_WALKOVER, DRAW, LOSS, TEAM, WIN, EntrantId, Result

Board = tuple[int, int]
"""Halves of the first team, and the difference of points in its favour."""


def boards(one: Sequence[EntrantId], other: Sequence[EntrantId]) -> tuple[Couple, ...]:
    """Return the pair at each board of a match, the first board first; the first player alternates from board to board.

    If a team has too few members, an entrant without an opponent wins the board.
    """
    boards: list[Couple] = []
    for number, (mine, theirs) in enumerate(zip_longest(one, other)):
        first, second = (mine, theirs) if number % 2 == 0 else (theirs, mine)
        boards.append((second, None) if first is None else (first, second))
    return tuple(boards)


def results(
    drawn: DrawnRound,
    played: DrawnRound,
    board_results: Mapping[tuple[int, int], Result],
    team_of: Mapping[EntrantId, EntrantId],
    *,
    decides: bool,
) -> dict[tuple[int, int], Result]:
    """Return the results of those team matches of a round that are decided, keyed by (round, table) in `drawn`.

    `drawn`: the round of teams; `played`: the round of their boards. `decides`: level matches are decided by `berlin`, as in a
    knock-out.
    """
    matches: dict[tuple[int, int], Result] = {}
    for number, pairing in drawn.tables():
        at = [table for table in range(1, len(played.couples) + 1) if team_of[played.seats(table)[0]] in pairing.seats]
        lines = [_board(played, table, board_results, team_of, pairing.first) for table in at]
        known = [line for line in lines if line is not None]
        if len(known) == len(lines):
            matches[drawn.number, number] = _match(drawn.number, pairing.first, pairing.second, known, decides=decides)
    return matches


def _board(
    played: DrawnRound,
    table: int,
    board_results: Mapping[tuple[int, int], Result],
    team_of: Mapping[EntrantId, EntrantId],
    team: EntrantId,
) -> Board | None:
    """Return the half points and the difference that a board brought to `team`; None while the board is open."""
    seats = played.seats(table)
    if len(seats) == 1:
        return (WIN if team_of[seats[0]] == team else LOSS), 0
    result = board_results.get((played.number, table))
    if result is None:
        return None
    line = result_points.result_side(result, next(who for who in seats if team_of[who] == team))
    return line.halves, line.difference


def _match(round_: int, first: EntrantId, second: EntrantId, lines: Sequence[Board], *, decides: bool) -> Result:
    if not lines:  # nobody is left on either side
        return Result(round_, first, second, DOUBLE_WALKOVER)
    lead = sum(difference for _, difference in lines)
    games = tuple((halves, WIN - halves) for halves, _ in lines)
    through = berlin(lines) if decides else None
    winner = None if through is None else (first, second)[through]
    return Result(round_, first, second, TEAM, winner, (lead, -lead), games)


def berlin(lines: Sequence[Board]) -> int | None:
    """Return 0 if the first team advances, 1 if the second, None if the boards don't separate them.

    Board points decide; then the Berlin count, by which the first of k boards is worth k, the next k-1 ...; then the difference.
    """
    number = len(lines)
    counted = sum((number - index) * (halves - DRAW) for index, (halves, _) in enumerate(lines))
    for lead in (sum(halves - DRAW for halves, _ in lines), counted, sum(difference for _, difference in lines)):
        if lead:
            return 0 if lead > 0 else 1
    return None
