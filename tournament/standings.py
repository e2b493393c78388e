"""Standings as a pure function of the results, recomputed at each use and never stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournament import result_points
from tournament.first_player import lot
from tournament.result_points import ResultSide
from tournament.results import DRAW, PLAYED, WIN, Entrant, EntrantId, InvalidTournamentError, Result


def points_above_average(results: Iterable[Result]) -> Mapping[tuple[int, EntrantId], float]:
    """Return by (round, entrant) the points above the average of the same seat at all tables of the same size.

    Only games played to their end count, and only if the round has another such table.
    """
    seats: dict[tuple[int, int, int], list[tuple[EntrantId, int]]] = defaultdict(list)
    for result in results:
        if result.how == PLAYED and result.score is not None:
            for seat, (who, points) in enumerate(zip(result.seats, result.score, strict=True)):
                seats[result.round, len(result.seats), seat].append((who, points))
    differences: dict[tuple[int, EntrantId], float] = {}
    for (round_, _, _), there in seats.items():
        average = sum(points for _, points in there) / len(there)
        differences |= {(round_, who): points - average for who, points in there if len(there) > 1}
    return differences


class StageResults:
    """All results of a stage, and the figures that tie-breaks need."""

    def __init__(
        self, entrants: Sequence[Entrant], results: Iterable[Result], *, seed: str = "", rounds: int | None = None
    ) -> None:
        """Index the results.

        `seed` is for lots; `rounds`: number of rounds played, by default up to the last one with a result.
        """
        self.entrants = tuple(entrants)
        self.results = tuple(results)
        self.lines = result_points.result_sides(entrants, self.results)
        self.seed = seed
        self.halves = result_points.half_points(self.lines)
        last = max((line.round for own in self.lines.values() for line in own), default=0)
        self.rounds = last if rounds is None else rounds

    @cached_property
    def strength(self) -> Mapping[EntrantId, int]:
        """Points of each entrant as an opponent, in halves; each round after withdrawing counts as a draw."""
        return {entrant.id: self.halves[entrant.id] + DRAW * self._count_missed(entrant) for entrant in self.entrants}

    @cached_property
    def comparisons(self) -> Mapping[EntrantId, float]:
        """Sum of `points_above_average` over all rounds, by entrant."""
        totals: dict[EntrantId, float] = defaultdict(float)
        for (_, who), lead in points_above_average(self.results).items():
            totals[who] += lead
        return totals

    def _count_missed(self, entrant: Entrant) -> int:
        return 0 if entrant.withdrawn_after is None else max(self.rounds - entrant.withdrawn_after, 0)

    def met_strength(self, who: EntrantId, line: ResultSide) -> int:
        """Return the strength of the opponent in a result, in halves.

        If no game was played, a virtual opponent with the entrant's own points is assumed.
        """
        if line.opponent is None or not line.met:
            return self.halves[who]
        return self.strength[line.opponent]


TieBreak = Callable[[StageResults, EntrantId, Sequence[EntrantId]], float]
"""(table, entrant, those who are still level with them, themselves included): the greater, the better."""


def points(table: StageResults, who: EntrantId, _: Sequence[EntrantId]) -> float:
    """Return the entrant's points: 1 for a win, a half for a draw.

    Byes and walkovers count as wins, half-point byes as draws.
    """
    return table.halves[who] / 2


def wins(table: StageResults, who: EntrantId, _: Sequence[EntrantId]) -> float:
    """Return the number of pairings won, byes and walkovers included."""
    return sum(line.halves == WIN for line in table.lines[who])


def buchholz(table: StageResults, who: EntrantId, _: Sequence[EntrantId]) -> float:
    """Return the sum of the opponents' points (Solkoff).

    See `StageResults.strength` for withdrawn opponents and `met_strength` for byes.
    """
    return sum(_opponents_met(table, who)) / 2


def buchholz_cut_1(table: StageResults, who: EntrantId, _: Sequence[EntrantId]) -> float:
    """Return the sum of the opponents' points without the weakest opponent."""
    met = _opponents_met(table, who)
    return (sum(met) - min(met, default=0)) / 2


def _opponents_met(table: StageResults, who: EntrantId) -> list[int]:
    return [table.met_strength(who, line) for line in table.lines[who]]


def sonneborn_berger(table: StageResults, who: EntrantId, _: Sequence[EntrantId]) -> float:
    """Return the points of the opponents whom the entrant beat, and half of those with whom they drew."""
    return sum(line.halves * table.met_strength(who, line) for line in table.lines[who]) / 4


def difference(table: StageResults, who: EntrantId, _: Sequence[EntrantId]) -> float:
    """Return points scored less points against in all games, capped at 50 per game; 0 for byes and walkovers."""
    return sum(line.difference for line in table.lines[who])


def comparison(table: StageResults, who: EntrantId, _: Sequence[EntrantId]) -> float:
    """Return the entrant's points above or below the average of the same seat with the same bag, over all rounds."""
    return round(table.comparisons.get(who, 0), 2)


def points_for(table: StageResults, who: EntrantId, _: Sequence[EntrantId]) -> float:
    """Return the points scored in all games."""
    return sum(line.points_for for line in table.lines[who])


def games_won(table: StageResults, who: EntrantId, _: Sequence[EntrantId]) -> float:
    """Return the number of games won within pairings; a draw counts a half."""
    return sum(line.games_won for line in table.lines[who]) / 2


def head_to_head(table: StageResults, who: EntrantId, level: Sequence[EntrantId]) -> float:
    """Return the points won against the entrants in `level`; 0 for all of them unless each has met each."""
    if not all(_has_met(table, entrant, other) for entrant in level for other in level if entrant != other):
        return 0
    return sum(line.halves for line in table.lines[who] if line.opponent in level) / 2


def _has_met(table: StageResults, entrant: EntrantId, other: EntrantId) -> bool:
    return any(line.opponent == other and line.met for line in table.lines[entrant])


def by_lot(table: StageResults, who: EntrantId, _: Sequence[EntrantId]) -> float:
    """Return the entrant's lot, drawn from the sealed seed."""
    return lot(table.seed, "standings", who)


TIE_BREAKS: Mapping[str, TieBreak] = {
    "points": points,
    "wins": wins,
    "buchholz": buchholz,
    "buchholz-cut-1": buchholz_cut_1,
    "sonneborn-berger": sonneborn_berger,
    "difference": difference,
    "comparison": comparison,
    "points-for": points_for,
    "games-won": games_won,
    "head-to-head": head_to_head,
    "lot": by_lot,
}
"""Every tie-break by its name; `points` is the first of every list."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One entrant's line of the standings: rank and tie-break values."""

    id: EntrantId
    rank: int
    """From 1; those who are equal after every tie-break share it."""
    values: Mapping[str, float]
    """Every tie-break of the list by name, whether it was needed or not."""


def standings(table: StageResults, order: Sequence[str]) -> tuple[Standing, ...]:
    """Return the standings by an ordered list of tie-breaks. Raises `InvalidTournamentError("unknown-tie-break")`."""
    for name in order:
        if name not in TIE_BREAKS:
            raise InvalidTournamentError("unknown-tie-break", value=name, choices=tuple(TIE_BREAKS))
    everybody = tuple(entrant.id for entrant in table.entrants)
    standings: list[Standing] = []
    values: dict[EntrantId, dict[str, float]] = {who: {} for who in everybody}
    for level in _levels(table, everybody, order, values):
        rank = len(standings) + 1
        standings += [Standing(who, rank, values[who]) for who in sorted(level)]
    return tuple(standings)


def _levels(
    table: StageResults, level: Sequence[EntrantId], order: Sequence[str], values: Mapping[EntrantId, dict[str, float]]
) -> list[Sequence[EntrantId]]:
    """Return the entrants in groups that the tie-breaks can't separate, best group first.

    Also writes each tie-break's value into `values`.
    """
    if not order:
        return [level] if level else []
    name, rest = order[0], order[1:]
    apart: dict[float, list[EntrantId]] = {}
    for who in level:
        value = TIE_BREAKS[name](table, who, level)
        values[who][name] = value
        apart.setdefault(value, []).append(who)
    return [part for value in sorted(apart, reverse=True) for part in _levels(table, apart[value], rest, values)]


def struck(entrants: Sequence[Entrant], results: Sequence[Result], games_each: int) -> tuple[Result, ...]:
    """Return the results of a round-robin that count after withdrawals.

    If a withdrawn entrant has played fewer than half of their games, all of them are struck; otherwise they count (and the
    remaining ones are entered as walkovers).
    """
    gone = {entrant.id for entrant in entrants if entrant.withdrawn_after is not None}
    few = {who for who in gone if 2 * sum(result.has(who) for result in results) < games_each}
    return tuple(result for result in results if result.first not in few and result.second not in few)
