"""Group stages: groups of equal strength, each a round-robin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournament import knockout, round_robins
from tournament.history import Couple, DrawnRound, TournamentHistory, in_order
from tournament.kinds.base import Ids, StageKind, results_between, standings_from, table_order
from tournament.results import EntrantId, Result
from tournament.stages import Stage, parts_of
from tournament.standings import Standing, struck


def round_robin(course: TournamentHistory, stage: Stage, done: Sequence[DrawnRound], parts: Sequence[Ids]) -> DrawnRound:
    """Return the next round of every group, without the games of withdrawn entrants."""
    couples: list[Couple] = []
    for part in parts:
        rounds = round_robins.rounds(part, twice=stage.twice)
        if len(done) < len(rounds):
            couples += [(p.first, p.second) for p in rounds[len(done)] if course.stays(p.first) and course.stays(p.second)]
    return DrawnRound(course.coming, course.stage, tuple(couples), stage.best_of)


def standings(course: TournamentHistory, stage: int, among: Sequence[EntrantId]) -> tuple[Standing, ...]:
    """Return the standings of a group."""
    return standings_from(course, stage, among, _counting_results(course, stage, among))


def _counting_results(course: TournamentHistory, stage: int, among: Sequence[EntrantId]) -> tuple[Result, ...]:
    """Return the results that count in a group.

    Those of a withdrawn entrant with fewer than half of the games played are struck.
    """
    each = (len(among) - 1) * (2 if course.stages[stage].twice else 1)
    return struck([course.entrant(who) for who in among], results_between(course, stage, among), each)


def group_rankings(course: TournamentHistory, stage: int, parts: Sequence[Ids]) -> tuple[Ids, ...]:
    """Return the entrants of each group in the order of its standings."""
    return tuple(table_order(course, stage, standings(course, stage, part)) for part in parts)


def _drawn_groups(course: TournamentHistory, stage: int) -> tuple[Ids, ...]:
    there = course.places[stage]
    return round_robins.snake(there, parts_of(course.stages[stage], len(there)))


def _groups(course: TournamentHistory, stage: int) -> tuple[Ids, ...]:
    return group_rankings(course, stage, _drawn_groups(course, stage))


def _places(course: TournamentHistory, stage: int) -> Ids:
    """Return all group winners, then all second places, and so on.

    Equal ranks of different groups are compared without the games against the last of the larger groups.
    """
    tables = _groups(course, stage)
    by_rank = _rank_across_groups(course, stage, tables)
    longest = max(len(table) for table in tables)
    tiers = ([table[rank] for table in tables if rank < len(table)] for rank in range(longest))
    return tuple(who for tier in tiers for who in sorted(in_order(tier, course.places[stage]), key=lambda who: by_rank[who]))


def _rank_across_groups(course: TournamentHistory, stage: int, tables: Sequence[Ids]) -> Mapping[EntrantId, int]:
    """Return each entrant's rank across all groups, from comparable results only."""
    everybody = tuple(who for table in tables for who in table)
    results = [result for table in tables for result in _counting_results(course, stage, table)]
    comparable = round_robins.comparable_results(tables, dict(enumerate(tables)), results)
    return {line.id: line.rank for line in standings_from(course, stage, everybody, comparable)}


def _enter(course: TournamentHistory, coming: Stage, stay: Sequence[EntrantId]) -> Ids | None:
    """Return the best of each group as places for a bracket, with members of one group in opposite halves.

    None unless a bracket follows that takes the same number from each group.
    """
    tables = [[who for who in table if who in stay] for table in _groups(course, course.stage)]
    number, size = min(coming.size, len(stay)), len(tables)
    if not coming.knocks_out or size < 2 or number % size:
        return None
    each = number // size
    return knockout.halves_apart([table[:each] for table in tables]) if all(len(table) >= each for table in tables) else None


KIND = StageKind(
    lambda course, stage, done: round_robin(course, stage, done, _drawn_groups(course, course.stage)),
    _places,
    standings,
    _groups,
    _enter,
)
