"""Table stages: tables of three to five entrants, drawn again in each round, with points by rank."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tournament import multiplayer_tables, round_robins
from tournament.history import Couple, DrawnRound, TournamentHistory
from tournament.kinds.base import Ids, StageKind, results_between, table_order
from tournament.results import EntrantId
from tournament.stages import Stage
from tournament.standings import Standing


def _round(course: TournamentHistory, stage: Stage, done: Sequence[DrawnRound]) -> DrawnRound:
    """Return the next round's tables, with as few repeated meetings as possible.

    The first round after another stage keeps the best entrants apart.
    """
    number, here = course.coming, course.present()
    if not done and course.stage > 0:
        drawn = round_robins.snake(here, len(multiplayer_tables.sizes(len(here), stage.seats)))
    else:
        met = [couple for before in done for _, pairing in before.tables() for couple in combinations(pairing.seats, 2)]
        drawn = multiplayer_tables.draw_tables(here, met, number=number, seed=course.seed, wished=stage.seats)
    couples: tuple[Couple, ...] = tuple((table[0], table[1]) for table in drawn)
    return DrawnRound(number, course.stage, couples, others=tuple(tuple(table[2:]) for table in drawn))


def standings(course: TournamentHistory, stage: int, among: Sequence[EntrantId]) -> tuple[Standing, ...]:
    """Return the standings by table points, then shares of all points at their tables, then points."""
    return multiplayer_tables.standings(among, results_between(course, stage, among))


def _places(course: TournamentHistory, stage: int) -> Ids:
    return table_order(course, stage, standings(course, stage, course.places[stage]))


KIND = StageKind(_round, _places, standings, closes_early=False, least=multiplayer_tables.SMALLEST)
