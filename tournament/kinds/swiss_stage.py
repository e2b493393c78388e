"""Swiss stages: entrants with equal points meet, and no two meet twice if that can be avoided."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.first_player import RANDOM
from tournament.history import Couple, DrawnRound, TournamentHistory
from tournament.kinds.base import StageKind
from tournament.results import HALF_BYE, Result
from tournament.stages import Stage


def _round(course: TournamentHistory, stage: Stage, done: Sequence[DrawnRound]) -> DrawnRound:
    from tournament import swiss  # numpy and a library of matchings, which a bot without events has no use for

    number = course.coming
    entrants = [course.entrant(who) for who in course.places[course.stage]]
    skipping = course.skipping(course.stage, number)
    away = [Result(number, who, None, HALF_BYE) for who in skipping]
    playing = [who.id for who in entrants if who.plays_in(number) and who.id not in skipping]
    if len(playing) < 2:  # anyone who is left by the others' skips has a bye
        return DrawnRound(number, course.stage, tuple((who, None) for who in playing), stage.best_of)
    known = (*course.results_in(course.stage), *away)
    order = RANDOM if not done and not any(entrant.rating or entrant.seed for entrant in entrants) else course.order
    drawn = swiss.pair_round(entrants, known, number, order=order, seed=course.seed, tie_breaks=course.tie_breaks)
    bye: tuple[Couple, ...] = ((drawn.bye, None),) if drawn.bye is not None else ()
    couples: tuple[Couple, ...] = (*((pairing.first, pairing.second) for pairing in drawn.pairings), *bye)
    return DrawnRound(number, course.stage, couples, stage.best_of, drawn.broken)


KIND = StageKind(_round, takes_substitutes=True)
