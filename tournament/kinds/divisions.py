"""League stages: round-robins in divisions of similar strength, with promotion and relegation after each season.

A season is a stage; the next season begins in the divisions that result from this one.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournament import round_robins
from tournament.history import TournamentHistory
from tournament.kinds import group_stage
from tournament.kinds.base import Ids, StageKind
from tournament.results import EntrantId
from tournament.stages import LEAGUE, Stage, parts_of


def _drawn_divisions(course: TournamentHistory, stage: int) -> tuple[Ids, ...]:
    there = course.places[stage]
    return round_robins.divisions_by_strength(there, parts_of(course.stages[stage], len(there)))


def _divisions(course: TournamentHistory, stage: int) -> tuple[Ids, ...]:
    return group_stage.group_rankings(course, stage, _drawn_divisions(course, stage))


def _places(course: TournamentHistory, stage: int) -> Ids:
    return tuple(who for division in _divisions(course, stage) for who in division)


def _next_season_entrants(course: TournamentHistory, coming: Stage, stay: Sequence[EntrantId]) -> Ids | None:
    """Return the entrants of the next season by division, or None if they must be divided again.

    Withdrawn entrants make room in their division before promotion.
    """
    if coming.kind != LEAGUE:
        return None
    divisions = [[who for who in division if who in stay] for division in _divisions(course, course.stage)]
    moving = course.stages[course.stage].moving
    if len(divisions) == 1 or min(map(len, divisions)) < 2 * moving:
        return None  # too many are gone: they are divided again, by their places
    return tuple(who for division in round_robins.next_divisions(divisions, moving) for who in division)


KIND = StageKind(
    lambda course, stage, done: group_stage.round_robin(course, stage, done, _drawn_divisions(course, course.stage)),
    _places,
    group_stage.standings,
    _divisions,
    _next_season_entrants,
)
