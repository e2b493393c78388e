"""Cells of a cross-table: opponents and results of each entrant, by round or by opponent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament import multiplayer_tables, result_points
from tournament.history import TournamentHistory
from tournament.result_points import ResultSide
from tournament.results import EntrantId


@dataclass(frozen=True, slots=True)
class Cell:
    """One entrant's side of one pairing."""

    opponent: EntrantId | None
    """None where they met nobody: a bye, or a round that they skipped."""
    line: ResultSide | None
    """What came of it; None: nothing yet."""


def by_rounds(course: TournamentHistory, stage: int) -> Mapping[EntrantId, tuple[Cell | None, ...]]:
    """Return for each entrant of a stage one cell per round so far; None for a round without a game."""
    ids, rounds = course.places[stage], course.drawn_in(stage)
    first = rounds[0].number if rounds else 1
    by_rounds: dict[EntrantId, list[Cell | None]] = {who: [None] * len(rounds) for who in ids}
    for drawn in rounds:
        for other_entrant, other in drawn.couples:
            for who, met in ((other_entrant, other), (other, other_entrant)):
                if who in by_rounds:
                    by_rounds[who][drawn.number - first] = Cell(met, None)
    for who, lines in _lines(course, stage).items():
        for line in lines:
            by_rounds[who][line.round - first] = Cell(line.opponent, line)
    return {who: tuple(cells) for who, cells in by_rounds.items()}


def by_opponents(
    course: TournamentHistory, stage: int, among: Sequence[EntrantId]
) -> Mapping[tuple[EntrantId, EntrantId], tuple[ResultSide, ...]]:
    """Return the results of the finished pairings among these entrants, keyed by (entrant, opponent), from the entrant's side."""
    by_opponents: dict[tuple[EntrantId, EntrantId], tuple[ResultSide, ...]] = {}
    for who, lines in _lines(course, stage).items():
        for line in lines:
            if line.opponent is not None and who in among and line.opponent in among:
                by_opponents[who, line.opponent] = (*by_opponents.get((who, line.opponent), ()), line)
    return by_opponents


@dataclass(frozen=True, slots=True)
class TableResult:
    """One entrant's result at a table of three to five."""

    points: float
    """Table points."""
    rank: int
    """At their table, from 1; those who are level share one."""
    of: int
    """How many sat there."""


def at_tables(course: TournamentHistory, stage: int) -> Mapping[EntrantId, tuple[TableResult | None, ...]]:
    """Return for each entrant of a table stage one result per round so far; None for a round without a result."""
    rounds = course.drawn_in(stage)
    at_tables: dict[EntrantId, list[TableResult | None]] = {who: [None] * len(rounds) for who in course.places[stage]}
    for index, drawn in enumerate(rounds):
        for table, pairing in drawn.tables():
            result = course.results.get((drawn.number, table))
            for line in () if result is None else multiplayer_tables.standings(pairing.seats, [result]):
                if line.id in at_tables:
                    at_tables[line.id][index] = TableResult(line.values["points"], line.rank, len(pairing.seats))
    return {who: tuple(seats) for who, seats in at_tables.items()}


def _lines(course: TournamentHistory, stage: int) -> Mapping[EntrantId, tuple[ResultSide, ...]]:
    """Return the results of each entrant in a stage, also of those who have since withdrawn."""
    ids = frozenset(course.places[stage])
    result_sides = result_points.result_sides(course.entrants, course.results_in(stage))
    return {who: lines for who, lines in result_sides.items() if who in ids}
