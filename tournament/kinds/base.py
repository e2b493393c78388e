"""Interface of a kind of stage, and functions that most kinds share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tournament.history import DrawnRound, TournamentHistory, in_order
from tournament.results import Entrant, EntrantId, Result
from tournament.stages import Stage
from tournament.standings import StageResults, Standing, standings

Ids = tuple[EntrantId, ...]


def by_pairings(course: TournamentHistory, stage: int, among: Sequence[EntrantId]) -> tuple[Standing, ...]:
    """Return standings by the event's tie-breaks, with rounds counted from the first of the stage."""
    return standings_from(course, stage, among, results_between(course, stage, among))


def standings_from(
    course: TournamentHistory, stage: int, among: Sequence[EntrantId], results: Sequence[Result]
) -> tuple[Standing, ...]:
    """Return standings by the event's tie-breaks from only these results."""
    done = [drawn.number for drawn in course.drawn_in(stage)]
    first = min(done, default=1)
    entrants = [_entrant_of(course.entrant(who), first) for who in among]
    moved = [replace(result, round=result.round - first + 1) for result in results]
    return standings(StageResults(entrants, moved, seed=course.seed, rounds=len(done)), course.tie_breaks)


def _entrant_of(entrant: Entrant, first: int) -> Entrant:
    gone = entrant.withdrawn_after
    return replace(entrant, withdrawn_after=None if gone is None else max(gone - first + 1, 0))


def results_between(course: TournamentHistory, stage: int, among: Sequence[EntrantId]) -> tuple[Result, ...]:
    """Return the results of a stage among these entrants, byes included."""
    there = frozenset(among)
    return tuple(result for result in course.results_in(stage) if there.issuperset(result.seats))


def table_order(course: TournamentHistory, stage: int, table: Sequence[Standing]) -> Ids:
    """Return the entrants in the order of these standings; equal ranks keep their order from the start of the stage."""
    ranks = {line.id: line.rank for line in table}
    return tuple(sorted(in_order(tuple(ranks), course.places[stage]), key=lambda who: ranks[who]))


def by_table(course: TournamentHistory, stage: int) -> Ids:
    """Return the entrants of a stage in the order of its only standings."""
    return table_order(course, stage, by_pairings(course, stage, course.places[stage]))


@dataclass(frozen=True, slots=True)
class StageKind:
    """One kind of stage, as the functions that draw, rank and finish it."""

    draw: Callable[[TournamentHistory, Stage, Sequence[DrawnRound]], DrawnRound | None] | None
    """The next round, or None where the stage is over before all its rounds; the rounds so far are handed in. Without it nothing
    is drawn: entrants challenge each other until an organiser ends it.
    """
    places: Callable[[TournamentHistory, int], Ids] = by_table
    """The order in which the stage leaves those who were in it."""
    standings: Callable[[TournamentHistory, int, Sequence[EntrantId]], tuple[Standing, ...]] = by_pairings
    """Who stands where among all, or among those of a part."""
    parts: Callable[[TournamentHistory, int], tuple[Ids, ...]] | None = None
    """The groups or divisions, each in the order of its table; None where all are in one."""
    enter: Callable[[TournamentHistory, Stage, Sequence[EntrantId]], Ids | None] = lambda _course, _coming, _stay: None
    """In which order those who stay go on into the stage that comes; None: the first of them, as they were left."""
    least: int = 2
    """With fewer left no round is drawn any more."""
    closes_early: bool = True
    """Whether a round may close as soon as nothing that is open can change what follows."""
    takes_substitutes: bool = False
    """Whether somebody who waits can take the place of who never came to a round."""
