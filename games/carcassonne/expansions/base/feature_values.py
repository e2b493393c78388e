"""The values of roads, cities and cloisters (base 5 and 6.1), and of fields at the end of the game.

There are three farmer rules (base 6.2; first edition 4 and 8).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.carcassonne.events import AT_END, FeatureScored, SeatPoints
from games.carcassonne.features import find
from games.carcassonne.geometry import xy
from games.carcassonne.scoring import count_of, figures, figures_by_root, majority, pay, score_feature, votes
from games.carcassonne.state import OwnerScore, State
from games.carcassonne.tile import SegmentKind
from games.core.game import Emit, ignore_event


def road(state: State, root: int, _seat: int, tally: OwnerScore) -> None:
    """Add 1 point per tile of a road, complete or not."""
    tally.add("tiles", state.tiles[root].bit_count(), 1)


def city(state: State, root: int, _seat: int, tally: OwnerScore) -> None:
    """Add 2 points per tile and shield of a complete city, or 1 per tile and shield of an unfinished one."""
    each = 2 if tally.complete else 1
    tally.add("tiles", state.tiles[root].bit_count(), each)
    tally.add("shields", count_of(state, root, "shield"), each)


def small_city(state: State, root: int, _seat: int, tally: OwnerScore) -> None:
    """Value a complete city of two tiles at 1 point per tile and shield (first edition 3, BB-O8)."""
    if tally.complete and state.tiles[root].bit_count() == 2:
        tally.revalue(1, because="small-city")


def cloister(state: State, root: int, _seat: int, tally: OwnerScore) -> None:
    """Add 1 point for the cloister and each of the tiles around it; 9 when complete."""
    tally.add("tiles", state.tiles[root].bit_count(), 1)


def score_unfinished(state: State, emit: Emit) -> None:
    """Score incomplete roads, cities, cloisters and the like with figures on them: the first part of final scoring (base 6.1)."""
    order = [kind for kind, rules in state.rules.score.items() if rules and kind is not SegmentKind.FIELD]
    roots: list[tuple[int, int, int, list[int]]] = []
    for root, standing in figures_by_root(state).items():
        layout, base, _ = state.board[state.placed[state.figures[standing[0]] >> 8][0]]
        kind = layout.segments[standing[0] - base].kind
        if kind in order:
            roots.append((order.index(kind), state.tiles[root] & -state.tiles[root], root, standing))
    roots.sort()
    for place, _, root, standing in roots:
        score_feature(state, root, order[place], standing, emit, complete=False, occasion=AT_END)


CITIES = "cities"
"""The line of a meadow's tally that counts complete cities."""

ELSEWHERE = "paid-elsewhere"
"""Why a meadow with finished cities brings a seat nothing: it is paid for them in another meadow of its own."""


class FieldScoring(NamedTuple):
    """Field with farmers, as needed for final scoring."""

    cells: list[int]
    """The cells that it covers, in the order of placement."""
    cities: list[int]
    """The roots of the complete cities that border it, each once."""


def farmed_fields(state: State) -> dict[int, FieldScoring]:
    """Return every field with farmers by its root; takes one pass over the board."""
    farmed: dict[int, FieldScoring] = {}
    parent, load, voters = state.parent, state.load, state.voters
    for cell, (layout, base, _) in state.board.items():
        for place, touches in layout.pastures:
            root = base + place
            while parent[root] >= 0:
                root = parent[root]
            if load[root] & voters:
                if root not in farmed:
                    farmed[root] = FieldScoring([], [])
                cells, cities = farmed[root]
                cells.append(cell)
                for city in touches:
                    city_root = find(parent, base + city)
                    if not state.open[city_root] and city_root not in cities:
                        cities.append(city_root)
    return farmed


def score_fields_singly(state: State, emit: Emit) -> None:
    """Score each field on its own: its owners are paid for every complete city that it touches (farm rule 3)."""
    standing_on = figures_by_root(state)
    for root, farm_field in farmed_fields(state).items():
        weights, standing = votes(state, root), standing_on[root]
        worth = [(seat, _field_score(state, root, seat, len(farm_field.cities), 3)) for seat in majority(weights)]
        if emit is ignore_event:
            for seat, tally in worth:
                state.scores[seat] += tally.points
            gains: tuple[SeatPoints, ...] = ()
        else:
            gains = tuple([pay(state, standing, seat, tally) for seat, tally in worth])
        _emit_gains(state, root, gains, weights, farm_field.cells, standing, emit)


def score_fields_by_city_and_owner(state: State, emit: Emit) -> None:
    """Score fields so that each owner is paid 3 points only once per city, in the field worth most to that owner (farm rule 2).

    A pig makes a field worth more; among equal fields the one begun first counts.
    """
    standing_on = figures_by_root(state)
    farmed = farmed_fields(state)
    worth_most: dict[tuple[int, int], tuple[int, int]] = {}
    for root, farm_field in farmed.items():
        for seat in majority(votes(state, root)):
            each = _field_score(state, root, seat, 1, 3).points
            for city in farm_field.cities:
                if (city, seat) not in worth_most or each > worth_most[city, seat][0]:
                    worth_most[city, seat] = each, root
    for root, farm_field in farmed.items():
        weights, standing = votes(state, root), standing_on[root]
        gains = []
        for seat in majority(weights):
            cities = sum(worth_most[city, seat][1] == root for city in farm_field.cities)
            gains.append(pay(state, standing, seat, _cities_paid_elsewhere(state, root, seat, cities, farm_field)))
        _emit_gains(state, root, tuple(gains), weights, farm_field.cells, standing, emit)


def score_fields_by_first_field(state: State, emit: Emit) -> None:
    """Score fields so that each owner is paid for a city only in the owned field begun first, whatever others are worth.

    This is farm rule 2 as rules 1 read it.
    """
    paid: set[tuple[int, int]] = set()
    standing_on = figures_by_root(state)
    for root, farm_field in farmed_fields(state).items():
        weights, standing = votes(state, root), standing_on[root]
        gains = []
        for seat in majority(weights):
            fresh = [city for city in farm_field.cities if (city, seat) not in paid]
            paid.update((city, seat) for city in fresh)
            gains.append(pay(state, standing, seat, _cities_paid_elsewhere(state, root, seat, len(fresh), farm_field)))
        _emit_gains(state, root, tuple(gains), weights, farm_field.cells, standing, emit)


def _cities_paid_elsewhere(state: State, root: int, seat: int, cities: int, farm_field: FieldScoring) -> OwnerScore:
    """Return the seat's points for the cities of a field that no other field pays to that seat.

    If all of its cities are paid elsewhere, the points are 0 with that as the reason.
    """
    tally = _field_score(state, root, seat, cities, 3)
    if farm_field.cities and not cities:
        tally.zero(ELSEWHERE)
    return tally


def score_cities_by_farmers(state: State, emit: Emit) -> None:
    """Pay 4 points per complete city to the seats with the most farmers in all fields around it (farm rule 1, first edition 4)."""
    farmed = farmed_fields(state)
    around: dict[int, list[int]] = {}
    for root, farm_field in farmed.items():
        for city in farm_field.cities:
            around.setdefault(city, []).append(root)
    standing_on = figures_by_root(state)
    for farm_fields in around.values():
        totals: dict[int, int] = {}
        for root in farm_fields:
            for seat, weight in votes(state, root):
                totals[seat] = totals.get(seat, 0) + weight
        weights = tuple(sorted(totals.items()))
        gains = tuple(_pay_for_city(state, farm_fields, seat) for seat in majority(weights))
        cells = list(dict.fromkeys(cell for root in farm_fields for cell in farmed[root].cells))
        standing = [segment for root in farm_fields for segment in standing_on[root]]
        squares = tuple(xy(cell) for cell in cells)
        emit(FeatureScored(SegmentKind.FIELD.value, False, gains, weights, squares, AT_END, figures(state, standing)))
    for root in farmed:
        for told in state.rules.scored:
            told(state, root, SegmentKind.FIELD, emit)


def _pay_for_city(state: State, farm_fields: list[int], seat: int) -> SeatPoints:
    """Pay a seat for a city in that of its fields where the city is worth most to it (a pig counts), else the first."""
    own = [root for root in farm_fields if any(s == seat for s, _ in votes(state, root))]
    best = max(own, key=lambda root: _field_score(state, root, seat, 1, 4).points)
    return pay(state, figures_by_root(state)[best], seat, _field_score(state, best, seat, 1, 4))


def _field_score(state: State, root: int, seat: int, cities: int, each: int) -> OwnerScore:
    tally = OwnerScore(complete=False)
    tally.add(CITIES, cities, each)
    for rule in state.rules.score[SegmentKind.FIELD]:
        rule(state, root, seat, tally)
    return tally


def _emit_gains(
    state: State,
    root: int,
    gains: tuple[SeatPoints, ...],
    weights: tuple[tuple[int, int], ...],
    cells: list[int],
    standing: list[int],
    emit: Emit,
) -> None:
    if emit is not ignore_event:
        squares = tuple(dict.fromkeys([xy(cell) for cell in cells]))
        emit(FeatureScored(SegmentKind.FIELD.value, False, gains, weights, squares, AT_END, figures(state, standing)))
    for told in state.rules.scored:
        told(state, root, SegmentKind.FIELD, emit)


FARM_RULES: dict[str, Callable[[State, Emit], None]] = {
    "1": score_cities_by_farmers,
    "2": score_fields_by_city_and_owner,
    "3": score_fields_singly,
}
