"""Knock-out stages: losers are out, except for a game for third place if the stage has one."""

from __future__ import annotations

from collections.abc import Sequence

from tournament import knockout, result_points
from tournament.first_player import lot
from tournament.history import DrawnRound, TournamentHistory, in_order
from tournament.kinds.base import Ids, StageKind
from tournament.knockout import BracketPairing
from tournament.results import DOUBLE_WALKOVER, EntrantId
from tournament.stages import Stage


def _round(course: TournamentHistory, stage: Stage, done: Sequence[DrawnRound]) -> DrawnRound:
    places = course.places[course.stage]
    ties = knockout.next_round(winners(course, done[-1]), places) if done else knockout.first_round(places, stage.shape)
    is_final = len(ties) == 1
    best_of = stage.final if is_final and stage.final else stage.best_of
    if is_final and stage.third and done and len(losers(course, done[-1])) > 1:
        ties = (*ties, knockout.third_place(losers(course, done[-1]), places))
    return DrawnRound(course.coming, course.stage, tuple((tie.high, tie.low) for tie in ties), best_of)


def winners(course: TournamentHistory, drawn: DrawnRound) -> Ids:
    """Return the entrants who advance from a knock-out round, in bracket order."""
    return tuple(goes_on(course, drawn, table) for table in range(1, len(drawn.couples) + 1))


def losers(course: TournamentHistory, drawn: DrawnRound) -> Ids:
    """Return the entrants who don't advance from a knock-out round."""
    on = winners(course, drawn)
    return tuple(who for couple in drawn.couples for who in couple if who is not None and who not in on)


def goes_on(course: TournamentHistory, drawn: DrawnRound, table: int) -> EntrantId:
    """Return the entrant who advances from a table, by winning or by a bye."""
    high, low = drawn.couples[table - 1]
    result = course.results.get((drawn.number, table))
    if low is None or result is None:
        return high
    if result.how == DOUBLE_WALKOVER:  # neither came: anyone who is still in the event, else by lot
        return max(high, low, key=lambda who: (course.outlasts(who, drawn.number), lot(course.seed, "neither", drawn.number, who)))
    halves = result_points.result_side(result, high).halves
    if halves == 1 and course.outlasts(high, drawn.number) != course.outlasts(low, drawn.number):
        return high if course.outlasts(high, drawn.number) else low  # a draw sends on nobody who has left
    return knockout.goes_on(BracketPairing(high, low), halves)


def _places(course: TournamentHistory, stage: int) -> Ids:
    """Return the entrants by the round that they reached, best first; equals in their order at the start of the stage."""
    reached = dict.fromkeys(in_order(course.places[stage], course.places[stage]), 0)
    for depth, drawn in enumerate(course.drawn_in(stage), 1):
        if all((drawn.number, table) in course.results for table, _ in drawn.tables()):
            on = winners(course, drawn)
            reached |= dict.fromkeys(on, 2 * depth)
            if _has_third_place(course, drawn):
                reached[on[1]] = 2 * depth - 3  # before who lost beside them, behind who lost the final
    return tuple(sorted(reached, key=lambda who: -reached[who]))


def _has_third_place(course: TournamentHistory, drawn: DrawnRound) -> bool:
    """Return whether the round consists of the final and a game for third place."""
    before = [drawn_round for drawn_round in course.drawn_in(drawn.stage) if drawn_round.number < drawn.number]
    return bool(before) and len(before[-1].couples) == len(drawn.couples) == 2


KIND = StageKind(_round, _places, least=0, closes_early=False, takes_substitutes=True)
