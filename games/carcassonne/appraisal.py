"""What a position is worth in expected final points, for players that look ahead: measures with names, times learned weights.

A measure is a number of points for each seat that follows from the rules: what features promise to their owners, meadows, figures
at hand and expected back; expansions bring their own (`Expansion.prospects`). Nothing here is a rule, and no weight is set by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import mul
from typing import NamedTuple

from games.carcassonne.features import find
from games.carcassonne.layout import VOTE_BITS
from games.carcassonne.outlook import COMPLETABLE, Outlook, outlook
from games.carcassonne.state import Measure, Rules, State
from games.carcassonne.tile import Shape
from games.carcassonne.weights import Weights, learned, nearest

DEPLOY = "deploy"
"""The decision before which a follower may still be put."""

CHOICE = "choice"
"""The share of that."""

_VOTES = (1 << VOTE_BITS) - 1

FEATURE = ("completed", "unfinished", "growth")
"""For each kind of feature: (chance) x (points when complete), (rest) x (points as it lies), (chance) x (squares still to come)."""

MEADOW = ("meadow", "meadow hopes", "meadow growth")
"""For completed cities, for the chances of the others, and for the turns in which more may come."""

BACK = ("back soon", "back")
"""Chances of the figures on the board to come home, times what a figure is good for by then: see `Times`."""

HAND = tuple(f"{word} figure{when}" for word in ("first", "second", "third", "further") for when in (" soon", ""))
"""Followers at hand, the first, the second, the third and all others, times the same."""


JOIN = ("joining",)
"""What owners would win or lose if features of theirs became one with those of others, times the chance."""


class Times(NamedTuple):
    """How much of the game is left for a figure to earn something."""

    soon: float
    """1 until the last four turns of each seat, then falling to 0."""
    long: float
    """Turns of each seat still to come, of 36; no more than 1, however many tiles there are."""


def times(state: State) -> Times:
    """See `Times`."""
    return _times(state.left, state.seats)


@lru_cache(maxsize=1024)
def _times(left: int, seats: int) -> Times:
    turns = left / seats
    return Times(min(1.0, turns / 4), min(1.0, turns / 36))


Measured = list[list[float]]
"""For each seat a number for each measure."""


class Appraiser:
    """The measures of one game with their weights."""

    def __init__(self, rules: Rules, seats: int, weights: Weights) -> None:
        kinds = [kind for kind in rules.kinds if kind.shape in COMPLETABLE]
        self.chances = weights.chances
        self._column = {kind: place * len(FEATURE) for place, kind in enumerate(kinds)}
        names = [f"{kind} {what}" for kind in kinds for what in FEATURE]
        self._meadow = len(names)
        names += MEADOW
        self._back = len(names)
        names += BACK
        self._hand = len(names)
        names += HAND
        self._join = len(names)
        names += JOIN
        self._prospects: list[tuple[Measure, int]] = []
        for prospect in rules.prospects:
            self._prospects.append((prospect.measure, len(names)))
            names += prospect.names
        self.names = tuple(names)
        """Of all measures."""
        self.weights = [weights.worth.get(name, 1.0) for name in names]
        self._none = [0.0] * len(names)
        self._followers = [(seat, [seat * len(rules.pieces) + piece for piece in rules.followers]) for seat in range(seats)]
        self._farmed = 4.0 if rules.options["farm_rule"] == "1" or rules.options["edition"] == "first" else 3.0

    def estimate(self, state: State) -> list[float]:
        """The expected final points by seat."""
        if state.over:
            return [float(score) for score in state.scores]
        weights = self.weights
        points = [score + sum(map(mul, weights, row)) for score, row in zip(state.scores, self.measured(state), strict=True)]
        if state.decision == DEPLOY and state.asked:
            points[state.asked[0]] += self._chosen(state, state.asked[0])
        return points

    def shares(self, state: State) -> dict[str, list[float]]:
        """What the estimate is made of, by the names of the measures."""
        measured = [self._none] * state.seats if state.over else self.measured(state)
        shares = {"points": [float(score) for score in state.scores], CHOICE: [0.0] * state.seats}
        if not state.over and state.decision == DEPLOY and state.asked:
            shares[CHOICE][state.asked[0]] = self._chosen(state, state.asked[0])
        for place, (name, weight) in enumerate(zip(self.names, self.weights, strict=True)):
            shares[name] = [weight * row[place] for row in measured]
        return shares

    def measured(self, state: State) -> Measured:
        """The measures by seat, in the order of `names`."""
        into = [self._none[:] for _ in range(state.seats)]
        seen = outlook(state, self.chances)
        self._measure_features(state, seen, into)
        self._measure_supply(state, into)
        self._measure_joins(state, seen, into)
        for measure, at in self._prospects:
            measure(state, seen, into, at)
        return into

    def _measure_features(self, state: State, seen: Outlook, into: Measured) -> None:
        parent, load, seats, pieces = state.parent, state.load, state.seats, len(state.rules.pieces)
        board, placed, voters, columns, back = state.board, state.placed, state.voters, self._column, self._back
        soon, long = times(state)
        met: set[int] = set()
        for segment, figure in state.figures.items():
            root = segment
            while parent[root] >= 0:
                root = parent[root]
            layout, base, _ = board[placed[figure >> 8][0]]
            kind = layout.segments[segment - base].kind
            column = columns.get(kind, -1)
            if column >= 0:
                chance, holes, complete, unfinished = seen.promise(state, root, kind)
                row = into[(figure & 255) // pieces]
                row[back] += chance * soon
                row[back + 1] += chance * long
            if root in met or kind.shape is Shape.SPOT:
                continue
            met.add(root)
            owners = owners_of(load[root] & voters, seats)
            if column >= 0:
                for seat in owners:
                    row = into[seat]
                    row[column] += chance * complete
                    row[column + 1] += (1.0 - chance) * unfinished
                    row[column + 2] += chance * holes
            else:
                done, hoped = seen.pasture(state, root)
                for seat in owners:
                    row = into[seat]
                    row[self._meadow] += self._farmed * done
                    row[self._meadow + 1] += self._farmed * hoped
                    row[self._meadow + 2] += self._farmed * long

    def _chosen(self, state: State, seat: int) -> float:
        """What the best place for a follower on the new tile adds, for a seat that is still to decide."""
        pieces = len(state.rules.pieces)
        number = sum([state.supply[seat * pieces + piece] for piece in state.rules.followers])
        if not number:
            return 0.0
        seen, (soon, long) = outlook(state, self.chances), times(state)
        weights, parent = self.weights, state.parent
        layout, base, _ = state.board[state.here]
        most = 0.0
        for place in layout.stations:
            root = base + place
            while parent[root] >= 0:
                root = parent[root]
            if state.load[root] & state.voters:
                continue
            kind = layout.segments[place].kind
            column = self._column.get(kind, -1)
            if column >= 0:
                chance, holes, complete, unfinished = seen.promise(state, root, kind)
                gain = weights[column] * chance * complete + weights[column + 1] * (1.0 - chance) * unfinished
                gain += chance * (weights[column + 2] * holes + weights[self._back] * soon + weights[self._back + 1] * long)
            else:
                pasture, first = seen.pasture(state, root), self._meadow
                gain = weights[first] * pasture.done + weights[first + 1] * pasture.hoped + weights[first + 2] * long
                gain *= self._farmed
            most = max(most, gain)
        last = self._hand + 2 * min(number - 1, 3)
        return max(0.0, most - weights[last] * soon - weights[last + 1] * long)

    def _measure_joins(self, state: State, seen: Outlook, into: Measured) -> None:
        load, voters, seats, column = state.load, state.voters, state.seats, self._join
        for one, other, kind, chance in seen.joins(state):
            here, there = load[one] & voters, load[other] & voters
            if not here or not there:
                continue
            worth_here = chance * seen.promise(state, one, kind).expected
            worth_there = chance * seen.promise(state, other, kind).expected
            for seat in owners_of(here + there, seats):
                into[seat][column] += worth_here + worth_there
            for seat in owners_of(here, seats):
                into[seat][column] -= worth_here
            for seat in owners_of(there, seats):
                into[seat][column] -= worth_there

    def _measure_supply(self, state: State, into: Measured) -> None:
        soon, long = times(state)
        at, supply = self._hand, state.supply
        for seat, followers in self._followers:
            number = sum([supply[place] for place in followers])
            row = into[seat]
            for place in range(min(number, 3)):
                row[at + 2 * place] = soon
                row[at + 2 * place + 1] = long
            if number > 3:
                row[at + 6] = soon * (number - 3)
                row[at + 7] = long * (number - 3)


def stake(state: State, seen: Outlook, segment: int) -> float:
    """The points that a seat expects because its figure stands on this segment; 0 where it would have as much without."""
    figure = state.figures[segment]
    layout, base, _ = state.board[state.placed[figure >> 8][0]]
    kind, root = layout.segments[segment - base].kind, find(state.parent, segment)
    if kind.shape is Shape.SPOT:
        return 0.0
    seat, piece = divmod(figure & 255, len(state.rules.pieces))
    votes = state.load[root] & state.voters
    if seat not in owners_of(votes, state.seats):
        return 0.0
    without = votes - (state.rules.pieces[piece].votes << VOTE_BITS * seat)
    if seat in owners_of(without, state.seats):
        return 0.0
    if kind.shape in COMPLETABLE:
        return seen.promise(state, root, kind).expected
    done, hoped = seen.pasture(state, root)
    return 3.0 * (done + hoped)


@lru_cache(maxsize=1 << 14)
def owners_of(votes: int, seats: int) -> Sequence[int]:
    """The seats with the most of these votes, packed as in a load; none without votes."""
    most, owners = 1, []
    for seat in range(seats):
        own = votes >> VOTE_BITS * seat & _VOTES
        if own > most:
            most, owners = own, [seat]
        elif own == most:
            owners.append(seat)
    return owners


@lru_cache(maxsize=64)
def appraiser(rules: Rules, seats: int, known: tuple[Weights, ...] | None) -> Appraiser:
    """The appraiser for these rules, compiled once, with the nearest of the weights that are known; None: those of the package."""
    return Appraiser(rules, seats, nearest(setting(rules), seats, known or learned()))


def setting(rules: Rules) -> frozenset[str]:
    """What weights are learned for, and found by: the expansions in play, and the edition."""
    return frozenset((*rules.expansions, str(rules.options["edition"])))
