"""Meadows at the end of the game: the three farmer rules (base 6.2; first edition 4 and 8)."""

from __future__ import annotations

from collections.abc import Callable

from games.carcassonne.events import Gain, Scored
from games.carcassonne.features import find, members
from games.carcassonne.geometry import xy
from games.carcassonne.scoring import Tally, appraise, foothold, majority, pay, votes
from games.carcassonne.state import State
from games.carcassonne.tile import Kind
from games.core.game import Emit

CITY = "cities"
"""The line of a meadow's tally that counts complete cities."""


def cities_by_meadow(state: State) -> dict[int, list[int]]:
    """For each meadow with farmers the roots of the complete cities that border it, both in the order of placement."""
    farmed: dict[int, list[int]] = {}
    with_votes = state.rules.votes_of(state.seats)
    parent, load = state.parent, state.load
    for layout, base, _ in state.board.values():
        for place, touches in layout.pastures:
            root = base + place
            while parent[root] >= 0:
                root = parent[root]
            if load[root] & with_votes:
                cities = farmed.setdefault(root, [])
                for city in touches:
                    city_root = find(parent, base + city)
                    if not state.open[city_root] and city_root not in cities:
                        cities.append(city_root)
    return farmed


def meadow(state: State, root: int, _seat: int, tally: Tally) -> None:
    """3 points for each complete city at the meadow; a city counts once for each meadow (base 6.2)."""
    tally.add(CITY, len(cities_by_meadow(state)[root]), 3)


def by_meadow(state: State, emit: Emit) -> None:
    """Farm rule 3: each meadow on its own pays its owners for every complete city."""
    for root, cities in cities_by_meadow(state).items():
        weights = votes(state, root)
        gains = tuple(pay(state, root, seat, _valued(state, root, seat, len(cities), 3)) for seat in majority(weights))
        emit(Scored(Kind.MEADOW.value, False, gains, weights, squares(state, root)))
        for told in state.rules.scored:
            told(state, root, Kind.MEADOW, emit)


def _valued(state: State, root: int, seat: int, cities: int, each: int) -> Tally:
    tally = Tally(complete=False)
    tally.add(CITY, cities, each)
    for rule in state.rules.score[Kind.MEADOW]:
        rule(state, root, seat, tally)
    return tally


def by_city_and_owner(state: State, emit: Emit) -> None:
    """Farm rule 2: an owner of several meadows at one city is paid for it only once, 3 points."""
    paid: set[tuple[int, int]] = set()
    for root, cities in cities_by_meadow(state).items():
        weights = votes(state, root)
        gains = []
        for seat in majority(weights):
            fresh = [city for city in cities if (city, seat) not in paid]
            paid.update((city, seat) for city in fresh)
            gains.append(pay(state, root, seat, _valued(state, root, seat, len(fresh), 3)))
        emit(Scored(Kind.MEADOW.value, False, tuple(gains), weights, squares(state, root)))
        for told in state.rules.scored:
            told(state, root, Kind.MEADOW, emit)


def by_city(state: State, emit: Emit) -> None:
    """Farm rule 1: for each complete city the most farmers in all meadows around it get 4 points (first edition 4)."""
    farmed = cities_by_meadow(state)
    around: dict[int, list[int]] = {}
    for root, cities in farmed.items():
        for city in cities:
            around.setdefault(city, []).append(root)
    for city, meadows in around.items():
        totals: dict[int, int] = {}
        for root in meadows:
            for seat, weight in votes(state, root):
                totals[seat] = totals.get(seat, 0) + weight
        weights = tuple(sorted(totals.items()))
        gains = tuple(_pay_city(state, meadows, seat) for seat in majority(weights))
        emit(Scored(Kind.MEADOW.value, False, gains, weights, squares(state, city)))
    for root in farmed:
        for told in state.rules.scored:
            told(state, root, Kind.MEADOW, emit)


def _pay_city(state: State, meadows: list[int], seat: int) -> Gain:
    standing = next(root for root in meadows if any(s == seat for s, _ in votes(state, root)))
    return pay(state, standing, seat, _valued(state, standing, seat, 1, 4))


def squares(state: State, root: int) -> tuple[tuple[int, int], ...]:
    """The squares of any feature by walking the board."""
    return tuple(dict.fromkeys(xy(cell) for cell, _ in members(state, root)))


FARM_RULES: dict[str, Callable[[State, Emit], None]] = {"1": by_city, "2": by_city_and_owner, "3": by_meadow}

__all__ = ["FARM_RULES", "appraise", "cities_by_meadow", "foothold", "squares"]
