"""Swiss pairings: the exact cheapest perfect matching of a round. The cost of a pair is in `tournament.pairing_costs`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import rustworkx

from tournament import first_player, pairing_costs, result_points
from tournament.first_player import NEIGHBOURS, RANDOM, lot, seeding
from tournament.pairing_costs import Ints, PairingArrays
from tournament.result_points import ResultSide
from tournament.results import BYE, ConstraintViolation, Entrant, EntrantId, InvalidTournamentError, Result, Round
from tournament.standings import StageResults, standings

RULES = {
    pairing_costs.SECOND_BYE: "second-bye",
    pairing_costs.MET_BEFORE: "met-before",
    pairing_costs.TEAM_MATES: "team-mates",
    pairing_costs.FLOATS: "floats-again",
    pairing_costs.THIRD: "three-starts",
}
"""The numbers of a cost that count breaches of a rule."""

Couple = tuple[int, int]
"""Two places on the ground; the second is the number of places for the bye."""


@dataclass(frozen=True)
class PairingField:
    """The entrants to be paired in a round, best first, with all data that the pairing needs."""

    number: int
    places: tuple[EntrantId, ...]
    ground: PairingArrays
    starts: Mapping[EntrantId, tuple[bool, ...]]
    seed: str


def pair_round(
    entrants: Sequence[Entrant],
    results: Sequence[Result],
    number: int,
    *,
    order: str,
    seed: str,
    tie_breaks: Sequence[str] = ("points",),
    apart: bool = True,
) -> Round:
    """Return the pairings of round `number` from the results of earlier rounds.

    Entrants with a half-point bye are left out. `order` is one of `tournament.first_player.ORDERS` (`random`: by lot), `tie_breaks`
    are those that `neighbours` orders by, `apart`: team mates must not meet. The same input always gives the same round. Raises
    `InvalidTournamentError("nobody-to-pair")`.
    """
    there = pairing_field(entrants, results, number, order=order, seed=seed, tie_breaks=tie_breaks, apart=apart)
    if there.ground.number <= 1:
        raise InvalidTournamentError("nobody-to-pair", round=number)
    return build_round(there, cheapest_matching(there.ground))


def build_round(there: PairingField, couples: Sequence[Couple], reason: str = "unavoidable") -> Round:
    """Return the round of these pairs, with first players, cost and violated rules.

    `reason`: why the rules are violated.
    """
    ordered = sorted((min(c), max(c)) for c in couples)
    names = (*there.places, EntrantId(""))
    pairings = tuple(
        first_player.beginner(names[entrant], names[other], there.starts, there.seed, there.number)
        for entrant, other in ordered
        if other < there.ground.number
    )
    bye = next((names[entrant] for entrant, other in ordered if other == there.ground.number), None)
    prices = [pairing_price(there.ground, couple) for couple in ordered]
    broken = tuple(
        ConstraintViolation(rule, tuple(names[place] for place in couple if place < there.ground.number), reason)
        for at, rule in RULES.items()
        for couple, each in zip(ordered, prices, strict=True)
        if each[at]
    )
    return Round(there.number, pairings, bye, _cost_in_points([sum(column) for column in zip(*prices, strict=True)]), broken)


def pairing_price(ground: PairingArrays, couple: Couple) -> tuple[int, ...]:
    """Return the eight numbers of one pair's cost."""
    first, second = np.array([couple[0]]), np.array([couple[1]])
    price = pairing_costs.byes(ground, first) if couple[1] == ground.number else pairing_costs.costs(ground, first, second)
    return tuple(int(number) for number in price[:, 0])


def _cost_in_points(total: Sequence[int]) -> tuple[float, ...]:
    """Return the cost with points instead of half points."""
    whole: list[float] = list(total)
    whole[pairing_costs.BYE_POINTS] /= 2
    whole[pairing_costs.APART] /= 4
    return tuple(int(number) if number == int(number) else number for number in whole)


def pairing_field(
    entrants: Sequence[Entrant],
    results: Sequence[Result],
    number: int,
    *,
    order: str,
    seed: str,
    tie_breaks: Sequence[str] = ("points",),
    apart: bool = True,
) -> PairingField:
    """Return the entrants to be paired in round `number`; used by `pair_round` and when an organiser pairs by hand."""
    before = [result for result in results if result.round < number]
    away = {result.first for result in results if result.round == number}
    own = result_points.result_sides(entrants, before)
    halves = result_points.half_points(own)
    ranked = _rank_by_place(entrants, before, order=order, seed=seed, tie_breaks=tie_breaks, number=number)
    playing = {e.id: e for e in entrants if e.plays_in(number) and e.id not in away}
    places = tuple(sorted(playing, key=lambda who: (-halves[who], ranked[who])))
    teams = [playing[who].team if apart else None for who in places]
    return PairingField(number, places, _pairing_arrays(places, own, halves, teams, number, order), _starts_by_entrant(own), seed)


def _starts_by_entrant(own: Mapping[EntrantId, Sequence[ResultSide]]) -> dict[EntrantId, tuple[bool, ...]]:
    return {who: first_player.history(lines) for who, lines in own.items()}


def _pairing_arrays(
    places: Sequence[EntrantId],
    own: Mapping[EntrantId, Sequence[ResultSide]],
    halves: Mapping[EntrantId, int],
    teams: Sequence[str | None],
    number: int,
    order: str,
) -> PairingArrays:
    codes = {team: code for code, team in enumerate(dict.fromkeys(t for t in teams if t is not None))}
    floated = _floaters(own, number - 1)
    points = np.array([halves[who] for who in places], dtype=np.int64)
    inner, size = _groups(points)
    return PairingArrays(
        points,
        _have_met(places, own),
        np.array([-1 if team is None else codes[team] for team in teams], dtype=np.int64),
        np.array([any(line.how == BYE for line in own[who]) for who in places], dtype=np.bool_),
        np.array([who in floated for who in places], dtype=np.bool_),
        np.array([first_player.streak(first_player.history(own[who])) for who in places], dtype=np.int64),
        inner,
        size,
        order,
    )


def _have_met(places: Sequence[EntrantId], own: Mapping[EntrantId, Sequence[ResultSide]]) -> pairing_costs.Bools:
    at = {who: place for place, who in enumerate(places)}
    met = np.zeros((len(places), len(places)), dtype=np.bool_)
    for who, place in at.items():
        for line in own[who]:
            if line.met and line.opponent in at:
                met[place, at[line.opponent]] = True
    return met


def _groups(points: Ints) -> tuple[Ints, Ints]:
    """Return for each entrant the position in their group of equal points and the size of the group.

    `points` must be sorted.
    """
    _, first, size = np.unique(-points, return_index=True, return_counts=True)
    return np.arange(len(points)) - np.repeat(first, size), np.repeat(size, size)


def _rank_by_place(
    entrants: Sequence[Entrant], before: Sequence[Result], *, order: str, seed: str, tie_breaks: Sequence[str], number: int
) -> Mapping[EntrantId, int]:
    """Return each entrant's rank, by which the requested order sorts entrants with equal points."""
    if order == RANDOM:
        by_lot = sorted(entrants, key=lambda e: -lot(seed, "order", number, e.id))
        return {entrant.id: place for place, entrant in enumerate(by_lot)}
    seeds = {who: place for place, who in enumerate(seeding(entrants, seed))}
    if order != NEIGHBOURS:
        return seeds
    table = standings(StageResults(entrants, before, seed=seed), tie_breaks)
    return {line.id: place for place, line in enumerate(sorted(table, key=lambda line: (line.rank, seeds[line.id])))}


def _floaters(own: Mapping[EntrantId, Sequence[ResultSide]], last: int) -> frozenset[EntrantId]:
    """Return the entrants who floated in round `last`: they had a bye or an opponent with other points."""
    before = result_points.half_points(own, upto=last)
    return frozenset(
        who
        for who, lines in own.items()
        for line in lines
        if line.round == last and (line.how == BYE or (line.opponent and before[line.opponent] != before[who]))
    )


def cheapest_matching(ground: PairingArrays) -> list[Couple]:
    """Return the pairs of the cheapest perfect matching; with an odd number one of them is with the bye."""
    number = ground.number
    first, other = np.triu_indices(number, 1)
    prices = pairing_costs.costs(ground, first, other)
    if number % 2:
        everybody = np.arange(number)
        prices = np.concatenate([prices, pairing_costs.byes(ground, everybody)], axis=1)
        first, other = np.concatenate([first, everybody]), np.concatenate([other, np.full(number, number)])
    weights = pairing_costs.packed_costs(prices, (number + 1) // 2)
    # The algorithm looks for the heaviest matching. Of all that pair everybody (`max_cardinality`) the one of least cost is the
    # heaviest once each cost is taken from the same number, since all of them have the same number of pairs.
    most = max(weights)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * (number + number % 2))
    graph.extend_from_weighted_edge_list(list(zip(first.tolist(), other.tolist(), [most - w for w in weights], strict=True)))
    return [(min(c), max(c)) for c in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)]
