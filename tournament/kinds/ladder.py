"""Ladder stages: an entrant who beats a higher one swaps places with them. There are no rounds and no automatic end.

A challenge is stored as a round with one pairing. Results count in the order in which they came in, each for the places at that
time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from tournament import first_player, result_points
from tournament.history import DrawnRound, TournamentHistory
from tournament.kinds.base import Ids, StageKind, results_between
from tournament.results import WIN, EntrantId, InvalidTournamentError, Result
from tournament.standings import Standing

PASSED = 2
"""So many entrants between two don't count, where they have lost to the upper one more often than the lower one."""

Lost = Counter[tuple[EntrantId, EntrantId]]
"""How often an entrant has lost to another one."""


def places(course: TournamentHistory, stage: int) -> Ids:
    """Return the ladder from the top, with withdrawn entrants at the bottom."""
    ladder = list(course.places[stage])
    numbers = {drawn.number for drawn in course.drawn_in(stage)}
    for (round_, _), result in course.results.items():
        if round_ in numbers and result.second is not None and (winner := _winner(result)) is not None:
            _climb(ladder, winner, next(who for who in (result.first, result.second) if who != winner))
    return tuple(sorted(ladder, key=lambda who: not course.stays(who)))


@lru_cache(4096)
def _winner(result: Result | None) -> EntrantId | None:
    """Return the entrant who has won the match; None for a draw or without a result."""
    if result is None or result.second is None:
        return None
    lines = {who: result_points.result_side(result, who) for who in (result.first, result.second)}
    return next((who for who, line in lines.items() if line.halves == WIN), None)


def _climb(ladder: list[EntrantId], winner: EntrantId, loser: EntrantId) -> None:
    below, above = ladder.index(winner), ladder.index(loser)
    if below > above:
        ladder[above], ladder[below] = winner, loser


def challengeable(course: TournamentHistory, who: EntrantId) -> Ids:
    """Return the entrants whom `who` can challenge, at once or when both are free, the nearest first.

    Those within the stage's number of places above, and a little further: up to `PASSED` entrants in between aren't counted if they
    have lost to the one above more often than `who`. The last opponent is left out if there are others. Empty while `who` plays.
    """
    ladder = _standing_order(course)
    if who not in ladder or who in playing(course):
        return ()
    lost = losses(course)
    above = tuple(_within_reach(ladder, who, course.stages[course.stage].size, lost))
    last = _last_match(course, who)
    others = tuple(rival for rival in above if last is None or rival not in last.seats(1))
    return others or above


def _within_reach(ladder: Sequence[EntrantId], who: EntrantId, size: int, lost: Lost) -> Iterator[EntrantId]:
    """Yield the entrants above `who` who can be challenged, the nearest first.

    Up to `PASSED` of those in between aren't counted if they have lost to the one above more often than `who`.
    """
    at = ladder.index(who)
    for place in range(at - 1, max(at - size - PASSED, 0) - 1, -1):
        rival = ladder[place]
        passed = sum(lost[between, rival] > lost[who, rival] for between in ladder[place + 1 : at])
        if at - place - min(passed, PASSED) <= size:
            yield rival


def losses(course: TournamentHistory) -> Lost:
    """Return how often each entrant has lost to each other one in this ladder, keyed by (loser, winner)."""
    lost: Lost = Counter()
    for drawn in course.drawn_in(course.stage):
        if (winner := _winner(course.results.get((drawn.number, 1)))) is not None:
            lost[next(who for who in drawn.seats(1) if who != winner), winner] += 1
    return lost


def challengeable_now(course: TournamentHistory, who: EntrantId) -> Ids:
    """Return those of `challengeable` who aren't playing, so that a challenge can begin at once."""
    busy = playing(course)
    return tuple(entrant for entrant in challengeable(course, who) if entrant not in busy)


def waits_for_others(course: TournamentHistory, challenger: EntrantId, other: EntrantId) -> bool:
    """Return whether another entrant has precedence over the challenger for a match with `other`.

    That is an entrant who could challenge `other` too, if the challenger was in the last match of `other` or has lost to them more
    often.
    """
    last, ladder, lost = _last_match(course, other), _standing_order(course), losses(course)
    has_just_met = last is not None and last.table_of(challenger) is not None
    size = course.stages[course.stage].size
    below = [
        who for who in ladder[ladder.index(other) + 1 :] if who != challenger and other in _within_reach(ladder, who, size, lost)
    ]
    return any(has_just_met or lost[who, other] < lost[challenger, other] for who in below)


def in_turn(course: TournamentHistory, challengers: Sequence[EntrantId], other: EntrantId) -> list[EntrantId]:
    """Return the entrants who wait to play `other`, in order: fewest losses to `other` first, equals in the given order."""
    lost = losses(course)
    return sorted(challengers, key=lambda who: lost[who, other])


def last_meeting(course: TournamentHistory, who: EntrantId, other: EntrantId) -> DrawnRound | None:
    """Return the last match between two entrants; None if they have not met."""
    return next((drawn for drawn in reversed(course.drawn_in(course.stage)) if {who, other} == set(drawn.seats(1))), None)


def has_repeated_a_win(course: TournamentHistory, who: EntrantId) -> bool:
    """Return whether the entrant won their last match against an opponent whom they had beaten before."""
    last = _last_match(course, who)
    if last is None or _winner(course.results.get((last.number, 1))) != who:
        return False
    return losses(course)[next(other for other in last.seats(1) if other != who), who] > 1


def _standing_order(course: TournamentHistory) -> list[EntrantId]:
    return [other for other in places(course, course.stage) if course.stays(other)]


def playing(course: TournamentHistory) -> set[EntrantId]:
    """Return the entrants who are in a challenge now."""
    return {player for drawn in course.drawn_in(course.stage) if _is_open(course, drawn) for player in drawn.seats(1)}


def _last_match(course: TournamentHistory, who: EntrantId) -> DrawnRound | None:
    return next((drawn for drawn in reversed(course.drawn_in(course.stage)) if drawn.table_of(who)), None)


def _is_open(course: TournamentHistory, drawn: DrawnRound) -> bool:
    return (drawn.number, 1) not in course.results


def challenge_pairing(course: TournamentHistory, challenger: EntrantId, other: EntrantId) -> DrawnRound:
    """Return the pairing of a challenge.

    Raises `InvalidTournamentError("out-of-reach")` (reach) unless `other` is `challengeable_now`.
    """
    stage = course.stages[course.stage]
    if other not in challengeable_now(course, challenger):
        raise InvalidTournamentError("out-of-reach", reach=stage.size)
    lines = result_points.result_sides(course.entrants, course.results_in(course.stage))
    history = {who: first_player.history(lines[who]) for who in (challenger, other)}
    pairing = first_player.beginner(challenger, other, history, course.seed, course.coming)
    return DrawnRound(course.coming, course.stage, ((pairing.first, pairing.second),), stage.best_of)


def standings(course: TournamentHistory, stage: int, among: Sequence[EntrantId]) -> tuple[Standing, ...]:
    """Return the places of these entrants in the ladder, with their number of matches won as `points`."""
    lines = result_points.result_sides(course.entrants, results_between(course, stage, among))
    won = {who: sum(line.halves == WIN for line in lines[who]) for who in among}
    ladder = [who for who in places(course, stage) if who in won]
    return tuple(Standing(who, place, {"points": won[who]}) for place, who in enumerate(ladder, 1))


KIND = StageKind(None, places, standings)
