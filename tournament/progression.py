"""The course of an event as pure functions: what follows the last round, the ranking, and what can still be changed.

Standings and next steps are always computed from the results; the kinds of stages are in `tournament.kinds`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from tournament.early_round_close import MOST_OPEN_AT_END, endings, may_close
from tournament.first_player import seeding
from tournament.history import AwaitingChallenges, DrawnRound, Finished, Follows, NextStage, TournamentHistory
from tournament.kinds import KINDS, double_bracket
from tournament.kinds.base import StageKind
from tournament.results import (
    DOUBLE_WALKOVER,
    RULING,
    WALKOVER,
    ConstraintViolation,
    Entrant,
    EntrantId,
    InvalidTournamentError,
    Pairing,
    Result,
)
from tournament.stages import LEAGUE, entrants_into, rounds_of
from tournament.standings import Standing


def seeded(entrants: Sequence[Entrant], seed: str) -> tuple[EntrantId, ...]:
    """Return the entrants of the first stage, in the order frozen at the start."""
    return seeding(entrants, seed)


def draw_next(course: TournamentHistory) -> Follows:
    """Return what follows the last round: a round, the next stage, or the end.

    Every table of the last round must have a result. Raises `InvalidTournamentError("nobody-to-pair")` if too few entrants are left
    for the stage.
    """
    if course.stage < 0:
        return NextStage(seeded(course.entrants, course.seed))
    stage, done = course.stages[course.stage], course.drawn_in(course.stage)
    kind = KINDS[stage.kind]
    if kind.draw is None and len(course.present()) >= kind.least:
        return AwaitingChallenges()
    if (
        kind.draw is not None
        and len(done) < rounds_of(stage, len(course.places[course.stage]))
        and len(course.present()) >= kind.least
        and (drawn := kind.draw(course, stage, done)) is not None
    ):
        return drawn
    if course.stage + 1 < len(course.stages):
        return _next_stage(course)
    return Finished(ranking(course))


def _next_stage(course: TournamentHistory) -> NextStage | Finished:
    """Return the entrants who go on to the next stage; a withdrawn entrant is replaced by the next in order."""
    coming = course.stages[course.stage + 1]
    stay = [who for who in ranking(course) if who in course.present()]
    number = entrants_into(coming, len(stay))
    if number < 2:
        return Finished(ranking(course))
    return NextStage(_kind(course, course.stage).enter(course, coming, stay) or tuple(stay[:number]))


def _kind(course: TournamentHistory, stage: int) -> StageKind:
    return KINDS[course.stages[stage].kind]


# --- places ------------------------------------------------------------------------------------------------------------


def standings_of(course: TournamentHistory, stage: int, among: Sequence[EntrantId] | None = None) -> tuple[Standing, ...]:
    """Return the standings of a stage, or of one group with its entrants in `among`."""
    return _kind(course, stage).standings(course, stage, course.places[stage] if among is None else among)


def parts_of(course: TournamentHistory, stage: int) -> tuple[tuple[EntrantId, ...], ...]:
    """Return the groups or divisions of a stage, each in the order of its standings; empty if the stage isn't divided."""
    parts = _kind(course, stage).parts
    return () if parts is None else parts(course, stage)


def ranking(course: TournamentHistory, stage: int | None = None) -> tuple[EntrantId, ...]:
    """Return all entrants ranked after a stage (by default the current one), best first.

    Entrants of the stage come first, then those who missed it.
    """
    last = course.stage if stage is None else stage
    if last < 0:
        return seeded(course.entrants, course.seed)
    inside = _kind(course, last).places(course, last)
    return (*inside, *(who for who in ranking(course, last - 1) if who not in inside))


def next_seeding(course: TournamentHistory) -> tuple[EntrantId, ...]:
    """Return the remaining entrants in the order that seeds a next season.

    That is the order of their places, or after a league that of its divisions after promotion and relegation.
    """
    stay = [who for who in ranking(course) if course.stays(who)]
    last = max((index for index in range(len(course.places)) if course.stages[index].kind == LEAGUE), default=None)
    if last is None:
        return tuple(stay)
    then = replace(course, places=course.places[: last + 1])
    moved = _kind(then, last).enter(then, course.stages[last], stay) or ranking(then)
    return tuple(dict.fromkeys((*(who for who in moved if who in stay), *stay)))


# --- closing -----------------------------------------------------------------------------------------------------------


def can_close(course: TournamentHistory) -> bool:
    """Return whether the last round can close early, because no result of an open game changes what comes next.

    See `tournament.early_round_close`.
    """
    open_ = course.unfinished()
    if not open_:
        return True
    coming = draw_next(with_open_games_drawn(course))
    if isinstance(coming, DrawnRound):
        return _round_closes(course)
    return isinstance(coming, NextStage) and _stage_closes(course, coming)


def with_open_games_drawn(course: TournamentHistory) -> TournamentHistory:
    """Return the event as if every game without a result had ended in a draw."""
    open_ = ((drawn, table) for drawn, table in course.unfinished() if (drawn.number, table) not in course.results)
    results = {(drawn.number, table): drawn.pairing(table).result(drawn.number, RULING) for drawn, table in open_}
    return replace(course, results={**course.results, **results})


def _round_closes(course: TournamentHistory) -> bool:
    """Return whether the stage's next round is the same for every result of the open tables."""
    open_ = course.open_tables()
    if not open_:
        return True
    drawn = course.rounds[-1]
    if not KINDS[course.stages[drawn.stage].kind].closes_early:
        return False
    numbers = [number for number, _ in open_]

    def then(results: Sequence[Result]) -> object:
        known = {**course.results, **{(drawn.number, n): r for n, r in zip(numbers, results, strict=True)}}
        next_draw = draw_next(replace(course, results=known))
        return next_draw.couples if isinstance(next_draw, DrawnRound) else next_draw

    return may_close((), [pairing for _, pairing in open_], drawn.number, then)


def _stage_closes(course: TournamentHistory, coming: NextStage) -> bool:
    """Return whether the same entrants advance in the same order for every result still open in the stage."""
    stage = course.stages[course.stage]
    open_ = [(drawn, table) for drawn, table in course.unfinished() if drawn.stage == course.stage]
    if not open_:
        return True
    if len(open_) > MOST_OPEN_AT_END or not KINDS[stage.kind].closes_early or stage.boards or any(d.best_of > 1 for d, _ in open_):
        return False
    tried = product(*(endings(drawn.pairing(table), drawn.number) for drawn, table in open_))
    places = [(drawn.number, table) for drawn, table in open_]
    known = ({**course.results, **dict(zip(places, results, strict=True))} for results in tried)
    return all(draw_next(replace(course, results=results)) == coming for results in known)


def walkover(round_: int, pairing: Pairing, winner: EntrantId | None) -> Result:
    """Return the walkover for `winner`, or a double walkover if neither entrant came."""
    return pairing.result(round_, DOUBLE_WALKOVER if winner is None else WALKOVER, winner)


def with_entrants_swapped(course: TournamentHistory, drawn: DrawnRound, entrant: EntrantId, other: EntrantId) -> DrawnRound:
    """Return the round with two entrants swapped by an organiser.

    Raises `InvalidTournamentError`: `not-paired` (who), `same-table`, `other-bracket`.
    """
    tables = {who: table for table in range(1, len(drawn.couples) + 1) for who in drawn.seats(table)}
    for who in (entrant, other):
        if who not in tables:
            raise InvalidTournamentError("not-paired", who=who)
    if tables[entrant] == tables[other]:
        raise InvalidTournamentError("same-table")
    if drawn.slots and len({double_bracket.part_of(course, drawn, tables[who]) for who in (entrant, other)}) > 1:
        raise InvalidTournamentError("other-bracket")
    changed = drawn.turned({entrant: other, other: entrant})
    return replace(changed, broken=(*drawn.broken, ConstraintViolation("changed", (entrant, other), "by-hand")))
