"""An event under way as pure arithmetic: its stages, the rounds that were drawn, what came of them, and what follows.

What was drawn stays as it was drawn, whatever is corrected later; standings and what follows are always computed from the results.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournament import groups, knockout, tallies
from tournament.closing import may_close
from tournament.knockout import Tie
from tournament.orders import RANDOM, seeding
from tournament.records import (
    BYE,
    DOUBLE_WALKOVER,
    HALF_BYE,
    WALKOVER,
    BadEvent,
    Broken,
    Entrant,
    EntrantId,
    Pairing,
    Result,
)
from tournament.stages import GROUPS, KNOCK_OUT, SWISS, Stage, rounds_of
from tournament.standings import Standing, Table, standings, struck

Couple = tuple[EntrantId, EntrantId | None]
"""Who begins and whom he meets; None: nobody, he has a bye."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round as it was drawn. Its tables are numbered from 1, in this order."""

    number: int
    """Of the whole event, from 1."""
    stage: int
    """Which of the stages, from 0."""
    couples: tuple[Couple, ...]
    best_of: int = 1
    broken: tuple[Broken, ...] = ()
    """Rules that could not be kept, with the reason."""

    def tables(self) -> Iterator[tuple[int, Pairing]]:
        """What is to be played: each table's number and its pairing."""
        for number, (first, second) in enumerate(self.couples, 1):
            if second is not None:
                yield number, Pairing(first, second)

    def pairing(self, table: int) -> Pairing:
        """Who meets at a table."""
        first, second = self.couples[table - 1]
        assert second is not None, table
        return Pairing(first, second)

    def table_of(self, who: EntrantId) -> int | None:
        """The table at which somebody sits; None for who has a bye or rests."""
        return next((number for number, pairing in self.tables() if who in (pairing.first, pairing.second)), None)


@dataclass(frozen=True, slots=True)
class Begins:
    """The next stage begins, with these in it, the best first."""

    places: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing follows: the event has its final places, the best first; those who share one stand in the order of the seeding."""

    places: tuple[EntrantId, ...]


Follows = Drawn | Begins | Over


@dataclass(frozen=True)
class Course:
    """Everything that the arithmetic of an event knows."""

    stages: tuple[Stage, ...]
    order: str
    """How a Swiss pairs: one of `orders.ORDERS`."""
    tie_breaks: tuple[str, ...]
    seed: str
    entrants: tuple[Entrant, ...]
    places: tuple[tuple[EntrantId, ...], ...] = ()
    """Who is in each stage that has begun, the best first."""
    rounds: tuple[Drawn, ...] = ()
    results: Mapping[tuple[int, int], Result] = field(default_factory=dict)
    """By round and table."""
    skips: frozenset[tuple[int, EntrantId]] = frozenset()
    """Rounds that somebody skips for half a point, or came too late for."""

    @property
    def stage(self) -> int:
        """The stage that is played, from 0; -1 before the first has begun."""
        return len(self.places) - 1

    def entrant(self, who: EntrantId) -> Entrant:
        """One of the entrants."""
        return next(entrant for entrant in self.entrants if entrant.id == who)

    def drawn_in(self, stage: int) -> tuple[Drawn, ...]:
        """The rounds of a stage so far."""
        return tuple(drawn for drawn in self.rounds if drawn.stage == stage)

    def open_tables(self) -> tuple[tuple[int, Pairing], ...]:
        """The tables of the last round that have no result."""
        if not self.rounds:
            return ()
        last = self.rounds[-1]
        return tuple(table for table in last.tables() if (last.number, table[0]) not in self.results)


def seeded(entrants: Sequence[Entrant], seed: str) -> tuple[EntrantId, ...]:
    """Who is in the first stage, in the order frozen at the start."""
    return seeding(entrants, seed)


def follows(course: Course) -> Follows:
    """What comes when the last round is over: a round, the next stage, or the end. Every table of it must have a result.

    Raises `BadEvent("nobody-to-pair")` where too few are left for the stage.
    """
    if course.stage < 0:
        return Begins(seeded(course.entrants, course.seed))
    stage, done = course.stages[course.stage], course.drawn_in(course.stage)
    if len(done) < _length(course) and (stage.kind == KNOCK_OUT or len(_present(course)) > 1):
        return _ROUNDS[stage.kind](course, stage, done)
    if course.stage + 1 < len(course.stages):
        return _next_stage(course)
    return Over(ranking(course))


def _length(course: Course) -> int:
    return rounds_of(course.stages[course.stage], len(course.places[course.stage]))


def _present(course: Course) -> list[EntrantId]:
    """Those of the stage who have not withdrawn."""
    return [who for who in course.places[course.stage] if course.entrant(who).withdrawn_after is None]


def _number(course: Course) -> int:
    return len(course.rounds) + 1


# --- rounds ------------------------------------------------------------------------------------------------------------


def _swiss_round(course: Course, stage: Stage, done: Sequence[Drawn]) -> Drawn:
    from tournament import swiss  # numpy and a library of matchings, which a bot without events has no use for

    number = _number(course)
    entrants = [course.entrant(who) for who in course.places[course.stage]]
    away = [Result(number, who, None, HALF_BYE) for round_, who in sorted(course.skips) if round_ == number]
    playing = [who.id for who in entrants if who.plays_in(number) and (number, who.id) not in course.skips]
    if len(playing) < 2:  # whoever is left by the others' skips has a bye
        return Drawn(number, course.stage, tuple((who, None) for who in playing), stage.best_of)
    known = (*stage_results(course, course.stage), *away)
    order = RANDOM if not done and not any(entrant.rating for entrant in entrants) else course.order
    drawn = swiss.pair(entrants, known, number, order=order, seed=course.seed, tie_breaks=course.tie_breaks)
    bye: tuple[Couple, ...] = ((drawn.bye, None),) if drawn.bye is not None else ()
    couples: tuple[Couple, ...] = (*((pairing.first, pairing.second) for pairing in drawn.pairings), *bye)
    return Drawn(number, course.stage, couples, stage.best_of, drawn.broken)


def _knock_out_round(course: Course, stage: Stage, done: Sequence[Drawn]) -> Drawn:
    places = course.places[course.stage]
    ties = knockout.next_round(winners(course, done[-1]), places) if done else knockout.first_round(places, stage.shape)
    is_final = len(ties) == 1
    best_of = stage.final if is_final and stage.final else stage.best_of
    return Drawn(_number(course), course.stage, tuple((tie.high, tie.low) for tie in ties), best_of)


def _group_round(course: Course, stage: Stage, done: Sequence[Drawn]) -> Drawn:
    couples: list[Couple] = []
    for group in groups.snake(course.places[course.stage], stage.size):
        rounds = groups.rounds(group, twice=stage.twice)
        if len(done) < len(rounds):
            couples += [(pairing.first, pairing.second) for pairing in rounds[len(done)] if _both_stay(course, pairing)]
    return Drawn(_number(course), course.stage, tuple(couples), stage.best_of)


def _both_stay(course: Course, pairing: Pairing) -> bool:
    return all(course.entrant(who).withdrawn_after is None for who in (pairing.first, pairing.second))


_ROUNDS = {SWISS: _swiss_round, KNOCK_OUT: _knock_out_round, GROUPS: _group_round}


def winners(course: Course, drawn: Drawn) -> tuple[EntrantId, ...]:
    """Who goes on from a round of a knock-out, in the order of the bracket."""
    return tuple(_goes_on(course, drawn, table) for table in range(1, len(drawn.couples) + 1))


def _goes_on(course: Course, drawn: Drawn, table: int) -> EntrantId:
    high, low = drawn.couples[table - 1]
    found = course.results.get((drawn.number, table))
    if low is None or found is None:
        return high
    if found.how == DOUBLE_WALKOVER:  # nobody came: whoever is still in the event, the higher placed before the other
        return low if course.entrant(high).withdrawn_after is not None and course.entrant(low).withdrawn_after is None else high
    return knockout.goes_on(Tie(high, low), tallies.line(found, high).halves)


# --- places ------------------------------------------------------------------------------------------------------------


def stage_results(course: Course, stage: int) -> tuple[Result, ...]:
    """What counts in the standings of a stage: results, byes, and rounds that were skipped, in the order of rounds and tables."""
    found: list[Result] = []
    for drawn in course.drawn_in(stage):
        for table, (first, second) in enumerate(drawn.couples, 1):
            if second is None:
                found.append(Result(drawn.number, first, None, BYE))
            elif (result := course.results.get((drawn.number, table))) is not None:
                found.append(result)
        found += [Result(drawn.number, who, None, HALF_BYE) for round_, who in sorted(course.skips) if round_ == drawn.number]
    return tuple(found)


def table_of(course: Course, stage: int, among: Sequence[EntrantId] | None = None) -> tuple[Standing, ...]:
    """The standings of a stage, by the tie-breaks of the event; `among`: of a group alone."""
    ids = course.places[stage] if among is None else among
    entrants = [course.entrant(who) for who in ids]
    results = [r for r in stage_results(course, stage) if r.first in ids and (r.second is None or r.second in ids)]
    if course.stages[stage].kind == GROUPS:
        each = (len(ids) - 1) * (2 if course.stages[stage].twice else 1)
        results = list(struck(entrants, results, each))
    done = [drawn.number for drawn in course.drawn_in(stage)]
    first = min(done, default=1)
    shifted = [replace(entrant, withdrawn_after=_within(entrant, first)) for entrant in entrants]
    moved = [replace(result, round=result.round - first + 1) for result in results]
    return standings(Table(shifted, moved, seed=course.seed, rounds=len(done)), course.tie_breaks)


def _within(entrant: Entrant, first: int) -> int | None:
    return None if entrant.withdrawn_after is None else max(entrant.withdrawn_after - first + 1, 0)


def groups_of(course: Course, stage: int) -> tuple[tuple[EntrantId, ...], ...]:
    """The groups of a stage of groups, each in the order of its table."""
    return tuple(_placed(course, stage, group) for group in groups.snake(course.places[stage], course.stages[stage].size))


def _placed(course: Course, stage: int, among: Sequence[EntrantId] | None = None) -> tuple[EntrantId, ...]:
    """The order of a table; those who share a rank in the order in which the stage began."""
    seeds = {who: place for place, who in enumerate(course.places[stage])}
    table = table_of(course, stage, among)
    return tuple(line.id for line in sorted(table, key=lambda line: (line.rank, seeds[line.id])))


def ranking(course: Course, stage: int | None = None) -> tuple[EntrantId, ...]:
    """Everybody's place after a stage (the last one that has begun), the best first: those of the stage, then who missed it."""
    last = course.stage if stage is None else stage
    if last < 0:
        return seeded(course.entrants, course.seed)
    before = ranking(course, last - 1)
    kind = course.stages[last].kind
    inside = _bracket_places(course, last) if kind == KNOCK_OUT else _group_places(course, last) if kind == GROUPS else ()
    inside = inside or _placed(course, last)
    return (*inside, *(who for who in before if who not in inside))


def _bracket_places(course: Course, stage: int) -> tuple[EntrantId, ...]:
    """By how far everybody came, then as the stage began."""
    reached = dict.fromkeys(course.places[stage], 0)
    for depth, drawn in enumerate(course.drawn_in(stage), 1):
        for who in winners(course, drawn) if _is_over(course, drawn) else ():
            reached[who] = depth
    seeds = {who: place for place, who in enumerate(course.places[stage])}
    return tuple(sorted(reached, key=lambda who: (-reached[who], seeds[who])))


def _is_over(course: Course, drawn: Drawn) -> bool:
    return all((drawn.number, table) in course.results for table, _ in drawn.tables())


def _group_places(course: Course, stage: int) -> tuple[EntrantId, ...]:
    """All first ones, then all second ones, as the groups are numbered."""
    tables = groups_of(course, stage)
    longest = max(len(table) for table in tables)
    return tuple(table[rank] for rank in range(longest) for table in tables if rank < len(table))


def _next_stage(course: Course) -> Begins | Over:
    """Those who go on; whoever has withdrawn makes room for the next."""
    stage, coming = course.stages[course.stage], course.stages[course.stage + 1]
    stay = [who for who in ranking(course) if who in _present(course)]
    number = min(coming.size, len(stay)) if coming.kind == KNOCK_OUT else len(stay)
    if number < 2:
        return Over(ranking(course))
    if stage.kind == GROUPS and coming.kind == KNOCK_OUT and stage.size > 1 and number % stage.size == 0:
        tables = [[who for who in table if who in stay] for table in groups_of(course, course.stage)]
        each = number // stage.size
        if all(len(table) >= each for table in tables):
            return Begins(knockout.halves_apart([table[:each] for table in tables]))
    return Begins(tuple(stay[:number]))


# --- closing -----------------------------------------------------------------------------------------------------------


def closes(course: Course) -> bool:
    """Whether the last round is over, or nothing that its open tables can bring changes what follows; see `closing`."""
    open_ = course.open_tables()
    if not open_:
        return True
    drawn = course.rounds[-1]
    if course.stages[drawn.stage].kind == KNOCK_OUT:
        return False
    numbers = [number for number, _ in open_]

    def then(results: Sequence[Result]) -> object:
        known = {**course.results, **{(drawn.number, n): r for n, r in zip(numbers, results, strict=True)}}
        found = follows(replace(course, results=known))
        return found.couples if isinstance(found, Drawn) else found.places

    return may_close((), [pairing for _, pairing in open_], drawn.number, then)


def walkover(round_: int, pairing: Pairing, winner: EntrantId | None) -> Result:
    """The result where one of the two, or neither, was there."""
    if winner is None:
        return Result(round_, pairing.first, pairing.second, DOUBLE_WALKOVER)
    return Result(round_, pairing.first, pairing.second, WALKOVER, winner)


def swapped(drawn: Drawn, one: EntrantId, other: EntrantId) -> Drawn:
    """The round with two who have changed places, by hand. Raises `BadEvent`: `not-paired` (who), `same-table`."""
    for who in (one, other):
        if all(who not in couple for couple in drawn.couples):
            raise BadEvent("not-paired", who=who)
    if any(one in couple and other in couple for couple in drawn.couples):
        raise BadEvent("same-table")
    turned = {one: other, other: one}
    couples = tuple((turned.get(a, a), b if b is None else turned.get(b, b)) for a, b in drawn.couples)
    return replace(drawn, couples=couples, broken=(*drawn.broken, Broken("changed", (one, other), "by-hand")))
