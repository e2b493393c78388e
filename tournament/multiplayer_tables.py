"""Table stages with three to five entrants per table: points by rank, and the seating of each round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby

from tournament.first_player import lot
from tournament.results import DOUBLE_WALKOVER, WALKOVER, EntrantId, InvalidTournamentError, Result
from tournament.standings import Standing

RANK_POINTS = (5, 3, 2, 1, 0)
"""Points by rank. A table of three is counted as if a fourth sat there who is always last."""
SMALLEST, LARGEST = 3, 5
TRIES = 12
"""Drawings of lots from which the seating is made better; the best of them is taken."""


def table_points(scores: Sequence[int]) -> tuple[Fraction, ...]:
    """Return the table points of each seat; seats with equal scores share the points of their ranks."""
    ordered = sorted(scores, reverse=True)
    worth = {score: [RANK_POINTS[rank] for rank, other in enumerate(ordered) if other == score] for score in ordered}
    return tuple(Fraction(sum(worth[score]), len(worth[score])) for score in scores)


def point_share(scores: Sequence[int]) -> tuple[Fraction, ...]:
    """Return each seat's share of all points scored at its table, the tie-break after table points."""
    total = sum(scores)
    return tuple(Fraction(score, total) if total else Fraction(1, len(scores)) for score in scores)


TIE_BREAKS = ("points", "share", "points-for")
"""How tables are ranked, whatever the event says of pairings: table points, parts of the points at each table, points."""


def standings(entrants: Sequence[EntrantId], results: Iterable[Result]) -> tuple[Standing, ...]:
    """Return the standings of a table stage; entrants equal in every tie-break share a rank."""
    values = dict.fromkeys(entrants, _NOTHING)
    for result in results:
        for who, got in _table_points(result).items():
            values[who] = tuple(old + new for old, new in zip(values[who], got, strict=True))
    standings: list[Standing] = []
    for level, those in groupby(sorted(entrants, key=lambda who: (*(-value for value in values[who]), who)), values.__getitem__):
        rank, shown = len(standings) + 1, {name: round(float(value), 2) for name, value in zip(TIE_BREAKS, level, strict=True)}
        standings += [Standing(who, rank, shown) for who in those]
    return tuple(standings)


_NOTHING: tuple[Fraction, ...] = (Fraction(0),) * len(TIE_BREAKS)


def _table_points(result: Result) -> Mapping[EntrantId, tuple[Fraction, ...]]:
    """Return table points, share and points of each present entrant of a table."""
    if result.how == DOUBLE_WALKOVER:
        return {}
    if result.how == WALKOVER and result.winner is not None:
        return {result.winner: (Fraction(RANK_POINTS[0]), *_NOTHING[1:])}
    if result.score is None:  # by ruling: the winner before all others, who are level as all are where nobody is named
        ranked = [int(who == result.winner) for who in result.seats]
        return {who: (worth, *_NOTHING[1:]) for who, worth in zip(result.seats, table_points(ranked), strict=True)}
    # Who gave up stands behind everybody who stayed, and has nothing of the rest.
    stayed = [who not in result.gone for who in result.seats]
    places = [score if here else -1_000_000 for score, here in zip(result.score, stayed, strict=True)]
    own = [max(score, 0) if here else 0 for score, here in zip(result.score, stayed, strict=True)]
    rows = zip(table_points(places), point_share(own), own, strict=True)
    return {who: (worth, 100 * part, Fraction(points)) for who, (worth, part, points) in zip(result.seats, rows, strict=True)}


def sizes(number: int, wished: int = 4) -> tuple[int, ...]:
    """Return the number of seats of each table for `number` entrants, larger tables first.

    The sizes are as near to `wished` as possible. Raises `InvalidTournamentError("no-tables")`.
    """
    for tables in sorted(range(1, number + 1), key=lambda t: (abs(number - wished * t), -t)):
        small, more = divmod(number, tables)
        if small >= SMALLEST and small + (more > 0) <= LARGEST:
            return tuple([small + 1] * more + [small] * (tables - more))
    raise InvalidTournamentError("no-tables", have=number)


def draw_tables(
    entrants: Sequence[EntrantId], met: Iterable[tuple[EntrantId, EntrantId]], *, number: int, seed: str, wished: int = 4
) -> tuple[tuple[EntrantId, ...], ...]:
    """Return the tables of round `number`, with as few repeated meetings as swapping entrants in pairs can find.

    `met`: who has sat together, once for each time. The order at a table, drawn by lot, is the order of play. The same input always
    gives the same tables.
    """
    times: dict[frozenset[EntrantId], int] = {}
    for couple in met:
        times[frozenset(couple)] = times.get(frozenset(couple), 0) + 1
    drafts = [_improve_tables(_random_tables(entrants, number, seed, index, wished), times) for index in range(TRIES)]
    return tuple(tuple(table) for table in min(drafts, key=lambda tables: sum(_repeat_cost(t, times) for t in tables)))


def _random_tables(entrants: Sequence[EntrantId], number: int, seed: str, at: int, wished: int) -> list[list[EntrantId]]:
    order = sorted(entrants, key=lambda who: (lot(seed, "table", number, at, who), who))
    tables: list[list[EntrantId]] = []
    for size in sizes(len(order), wished):
        tables.append(order[:size])
        order = order[size:]
    return tables


def _improve_tables(tables: list[list[EntrantId]], times: dict[frozenset[EntrantId], int]) -> list[list[EntrantId]]:
    """Swap two entrants between tables as long as that lowers the cost, and return the tables."""
    better = True
    while better:
        better = any(_swap_to_reduce_repeats(entrants, other, times) for entrants, other in combinations(tables, 2))
    return tables


def _swap_to_reduce_repeats(one: list[EntrantId], other: list[EntrantId], times: dict[frozenset[EntrantId], int]) -> bool:
    before = _repeat_cost(one, times) + _repeat_cost(other, times)
    if not before:
        return False
    for i in range(len(one)):
        for j in range(len(other)):
            one[i], other[j] = other[j], one[i]
            if _repeat_cost(one, times) + _repeat_cost(other, times) < before:
                return True
            one[i], other[j] = other[j], one[i]
    return False


def _repeat_cost(table: Sequence[EntrantId], times: dict[frozenset[EntrantId], int]) -> int:
    """Return the cost of repeated meetings at a table; a third meeting of two costs more than two second ones."""
    return sum(times.get(frozenset(couple), 0) ** 2 for couple in combinations(table, 2))
