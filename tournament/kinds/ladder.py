"""A ladder: an entrant who beats a higher one changes places with them. It has no rounds and no end of its own.

A challenge is a round with one pairing. Results count in the order in which they came in, each for the places at that time.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournament import first_player, result_points
from tournament.history import DrawnRound, TournamentHistory
from tournament.kinds.base import Ids, StageKind, between
from tournament.results import WIN, EntrantId, InvalidTournamentError
from tournament.standings import Standing


def places(course: TournamentHistory, stage: int) -> Ids:
    """Return the ladder from the top, with withdrawn entrants at the bottom."""
    ladder = list(course.places[stage])
    numbers = {drawn.number for drawn in course.drawn_in(stage)}
    for (round_, _), result in course.results.items():
        if round_ in numbers and result.second is not None:
            lines = {who: result_points.line(result, who) for who in (result.first, result.second)}
            winner = next((who for who, line in lines.items() if line.halves == WIN), None)
            if winner is not None:
                _climb(ladder, winner, next(who for who in lines if who != winner))
    return tuple(sorted(ladder, key=lambda who: not course.stays(who)))


def _climb(ladder: list[EntrantId], winner: EntrantId, loser: EntrantId) -> None:
    below, above = ladder.index(winner), ladder.index(loser)
    if below > above:
        ladder[above], ladder[below] = winner, loser


def in_reach(course: TournamentHistory, who: EntrantId) -> Ids:
    """Return the entrants whom `who` can challenge, at once or as soon as both are free, the nearest first.

    The last opponent is left out while there are others. Empty while `who` plays.
    """
    ladder = _standing(course)
    if who not in ladder or who in playing(course):
        return ()
    at = ladder.index(who)
    above = ladder[max(0, at - course.stages[course.stage].size) : at][::-1]
    last = _last_match(course, who)
    others = [one for one in above if last is None or one not in last.seats(1)]
    return tuple(others or above)


def within_reach(course: TournamentHistory, who: EntrantId) -> Ids:
    """Return those of `in_reach` who are not playing: a challenge of them begins at once."""
    busy = playing(course)
    return tuple(one for one in in_reach(course, who) if one not in busy)


def waits_for_others(course: TournamentHistory, challenger: EntrantId, other: EntrantId) -> bool:
    """Return whether `other` met the challenger last while a third entrant, who then comes first, could challenge them."""
    last, ladder = _last_match(course, other), _standing(course)
    if last is None or last.table_of(challenger) is None:
        return False
    at = ladder.index(other)
    below = ladder[at + 1 : at + 1 + course.stages[course.stage].size]
    return any(one != challenger for one in below)


def _standing(course: TournamentHistory) -> list[EntrantId]:
    return [one for one in places(course, course.stage) if course.stays(one)]


def playing(course: TournamentHistory) -> set[EntrantId]:
    """Return the entrants who are in a challenge now."""
    return {one for drawn in course.drawn_in(course.stage) if _is_open(course, drawn) for one in drawn.seats(1)}


def _last_match(course: TournamentHistory, who: EntrantId) -> DrawnRound | None:
    return next((drawn for drawn in reversed(course.drawn_in(course.stage)) if drawn.table_of(who)), None)


def _is_open(course: TournamentHistory, drawn: DrawnRound) -> bool:
    return (drawn.number, 1) not in course.results


def challenged(course: TournamentHistory, challenger: EntrantId, other: EntrantId) -> DrawnRound:
    """Return the pairing of a challenge.

    Raises `InvalidTournamentError("out-of-reach")` (reach) unless `other` is `within_reach`.
    """
    stage = course.stages[course.stage]
    if other not in within_reach(course, challenger):
        raise InvalidTournamentError("out-of-reach", reach=stage.size)
    lines = result_points.lines(course.entrants, course.results_in(course.stage))
    history = {who: first_player.history(lines[who]) for who in (challenger, other)}
    pairing = first_player.beginner(challenger, other, history, course.seed, course.coming)
    return DrawnRound(course.coming, course.stage, ((pairing.first, pairing.second),), stage.best_of)


def standings(course: TournamentHistory, stage: int, among: Sequence[EntrantId]) -> tuple[Standing, ...]:
    """Return the places of these entrants, with the number of challenges won as `points`."""
    lines = result_points.lines(course.entrants, between(course, stage, among))
    won = {who: sum(line.halves == WIN for line in lines[who]) for who in among}
    ladder = [who for who in places(course, stage) if who in won]
    return tuple(Standing(who, place, {"points": won[who]}) for place, who in enumerate(ladder, 1))


KIND = StageKind(None, places, standings)
