"""Learned estimate of the final points of a position, for players that look ahead: named measures times learned weights.

A measure is a number of points for each seat that follows from the rules: points expected from features and fields, figures at hand
and expected back; expansions add their own (`Expansion.prospects`). Nothing here is a rule. A measure without a learned weight has
weight 1, as measures are in points.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import mul

from games.carcassonne import possible_merges
from games.carcassonne.completion_odds import COMPLETABLE, Chances, CompletionOdds, Figures, Measured, Owned, kind_under, odds_at
from games.carcassonne.features import find
from games.carcassonne.ownership import owners_of, remaining_turns
from games.carcassonne.state import Measure, Rules, State
from games.carcassonne.tile import SegmentKind, Shape
from games.carcassonne.tile_layout import TileLayout
from games.carcassonne.weights import Weights, learned_sets, nearest

DEPLOY = "deploy"
"""The decision before which a follower may still be put."""

CHOICE = "choice"
"""The share of that."""

FEATURE = ("completed", "unfinished", "growth")
"""For each kind of feature: (chance) x (points when complete), (rest) x (points as it lies), (chance) x (squares still to come)."""

FIELD = ("meadow", "meadow hopes", "meadow growth")
"""For completed cities, for the chances of the others, and for the turns in which more may come."""

BACK = ("back soon", "back")
"""Chances of the figures on the board to come home, times what a figure is good for by then: see `Times`."""

HAND = tuple(f"{word} figure{when}" for word in ("first", "second", "third", "further") for when in (" soon", ""))
"""Followers at hand, the first, the second, the third and all others, times the same."""


_ALIKE = {Shape.SIDES: SegmentKind.ROAD, Shape.AROUND: SegmentKind.CLOISTER}
"""What a kind of feature is taken for while nothing was learned of it."""


class Evaluator:
    """Estimator of positions for one choice of rules and number of seats: all measures with their weights."""

    def __init__(self, rules: Rules, seats: int, weights: Weights) -> None:
        kinds = [kind for kind in rules.kinds if kind.shape in COMPLETABLE and kind.role]
        self.chances: Chances = {kind: weights.chances.get(kind) or weights.chances[_ALIKE[kind.shape]] for kind in kinds}
        self._column = {kind: place * len(FEATURE) for place, kind in enumerate(kinds)}
        names = [f"{kind} {what}" for kind in kinds for what in FEATURE]
        self._farm_field = len(names)
        names += FIELD
        self._back = len(names)
        names += BACK
        self._hand = len(names)
        names += HAND
        self._join = len(names)
        names += possible_merges.NAMES
        self._prospects: list[tuple[Measure, int]] = []
        for prospect in rules.prospects:
            self._prospects.append((prospect.measure, len(names)))
            names += prospect.names
        self.names = tuple(names)
        """Of all measures."""
        self.weights = [weights.worth.get(name, 1.0) for name in names]
        self._none = [0.0] * len(names)
        self._joining = self.weights[self._join : self._join + len(possible_merges.NAMES)]
        self._followers = [(seat, [seat * len(rules.pieces) + piece for piece in rules.usual]) for seat in range(seats)]
        self._farmed = 4.0 if rules.options["farm_rule"] == "1" or rules.options["edition"] == "first" else 3.0

    def estimate(self, state: State) -> list[float]:
        """Return the expected final points by seat."""
        if state.over:
            return [float(score) for score in state.scores]
        weights = self.weights
        points = [score + sum(map(mul, weights, row)) for score, row in zip(state.scores, self.measured(state), strict=True)]
        if state.decision == DEPLOY and state.asked:
            points[state.asked[0]] += self._follower_gain(state, state.asked[0])
        return points

    def shares(self, state: State) -> dict[str, list[float]]:
        """Return the terms of the estimate by name, each with one value per seat.

        The terms are the scored points, the pending choice of a figure, and each weighted measure.
        """
        measured = [self._none] * state.seats if state.over else self.measured(state)
        shares = {"points": [float(score) for score in state.scores], CHOICE: [0.0] * state.seats}
        if not state.over and state.decision == DEPLOY and state.asked:
            shares[CHOICE][state.asked[0]] = self._follower_gain(state, state.asked[0])
        for place, (name, weight) in enumerate(zip(self.names, self.weights, strict=True)):
            shares[name] = [weight * row[place] for row in measured]
        return shares

    def measured(self, state: State) -> Measured:
        """Return the unweighted measures: one row per seat, with columns in the order of `names`."""
        seen = odds_at(state, self.chances)
        into = [row[:] for row in self._features(state, seen)]
        self._measure_supply(state, into)
        for measure, at in self._prospects:
            measure(state, seen, into, at)
        return into

    def _features(self, state: State, seen: CompletionOdds) -> Measured:
        """Return the measures of all figures on features and fields, one row per seat.

        Cached by the set of figures, because most positions of a search have the same tiles, and the same figures or one more.
        """
        figures = tuple(state.figures.items())
        known = seen.owned.get(figures)
        if known is None:
            known = seen.owned[figures] = self._owned_after_last(state, seen, figures) or self._owned_from_scratch(
                state, seen, figures
            )
        return known[0]

    def _owned_from_scratch(self, state: State, seen: CompletionOdds, figures: Figures) -> Owned:
        rows: Measured = [self._none[:] for _ in range(state.seats)]
        met: set[int] = set()
        self._add_features(state, seen, figures, rows, met)
        possible_merges.measure(state, seen, rows, self._join, self._farmed)
        return rows, met

    def _owned_after_last(self, state: State, seen: CompletionOdds, figures: Figures) -> Owned | None:
        """Return the measures of all figures by adding the last figure to the cached measures of the others.

        None if those are not cached, or if other figures are on the same feature.
        """
        before = seen.owned.get(figures[:-1])
        if before is None or not figures or (root := find(state.parent, figures[-1][0])) in before[1]:
            return None
        rows, met = [row[:] for row in before[0]], {*before[1]}
        self._add_features(state, seen, figures[-1:], rows, met)
        if seen.joins_at(root):
            for row in rows:
                row[self._join : self._join + len(possible_merges.NAMES)] = self._none[: len(possible_merges.NAMES)]
            possible_merges.measure(state, seen, rows, self._join, self._farmed)
        return rows, met

    def _add_features(
        self, state: State, seen: CompletionOdds, figures: Sequence[tuple[int, int]], into: Measured, met: set[int]
    ) -> None:
        """Add the measures of these figures to the rows `into`.

        `met` are the roots of features already counted; new ones are added to it.
        """
        parent, load, seats, pieces, standing = state.parent, state.load, state.seats, len(state.rules.pieces), seen.standing
        voters, columns, back, farm_field = state.voters, self._column, self._back, self._farm_field
        soon, long = remaining_turns(state)
        for segment, figure in figures:
            root, kind = standing.get(segment) or (segment, kind_under(state, segment))
            while parent[root] >= 0:
                root = parent[root]
            column = columns.get(kind, -1)
            if column >= 0:
                promise = seen.promise(state, root, kind)
                chance, row = promise.chance, into[(figure & 255) // pieces]
                row[back] += chance * soon
                row[back + 1] += chance * long
                if root not in met:
                    met.add(root)
                    for seat in owners_of(load[root] & voters, seats):
                        row = into[seat]
                        row[column] += chance * promise.complete
                        row[column + 1] += (1.0 - chance) * promise.unfinished
                        row[column + 2] += chance * promise.holes
            elif root not in met and kind.shape is not Shape.SPOT:
                met.add(root)
                done, hoped, _ = seen.pasture(state, root)
                for seat in owners_of(load[root] & voters, seats):
                    row = into[seat]
                    row[farm_field] += self._farmed * done
                    row[farm_field + 1] += self._farmed * hoped
                    row[farm_field + 2] += self._farmed * long

    def _follower_gain(self, state: State, seat: int) -> float:
        """Return the gain in expected points from the best follower placement on the new tile, for a seat that must still decide.

        0 if keeping the follower is better.
        """
        rules, supply, first = state.rules, state.supply, seat * len(state.rules.pieces)
        number = sum([supply[first + piece] for piece in rules.usual])
        if not number and not any(supply[first + piece] for piece in rules.bound):
            return 0.0
        seen, (soon, long) = odds_at(state, self.chances), remaining_turns(state)
        weights, parent, load, voters, farm_field = self.weights, state.parent, state.load, state.voters, self._farm_field
        home = weights[self._back] * soon, weights[self._back + 1] * long
        layout, base, _ = state.board[state.here]
        most = 0.0
        for place in self._open_to(state, seat, layout):
            root = base + place
            while parent[root] >= 0:
                root = parent[root]
            if load[root] & voters:
                continue
            kind = layout.segments[place].kind
            column = self._column.get(kind, -1)
            if column >= 0:
                promise = seen.promise(state, root, kind)
                chance = promise.chance
                gain = weights[column] * chance * promise.complete + weights[column + 1] * (1.0 - chance) * promise.unfinished
                gain += chance * (weights[column + 2] * promise.holes + home[0] + home[1])
            else:
                done, hoped, _ = seen.pasture(state, root)
                gain = weights[farm_field] * done + weights[farm_field + 1] * hoped + weights[farm_field + 2] * long
                gain *= self._farmed
            joined = possible_merges.gain(state, seen, root, seat, self._farmed)
            if joined:
                gain += sum(map(mul, self._joining, joined))
            most = max(most, gain)
        last = self._hand + 2 * min(max(number - 1, 0), 3)
        return max(0.0, most - weights[last] * soon - weights[last + 1] * long)

    @staticmethod
    def _open_to(state: State, seat: int, layout: TileLayout) -> Sequence[int]:
        """Return the segments of the new tile on which a follower at hand may be placed, whether occupied or not."""
        rules = state.rules
        if not rules.bound:
            return layout.layout_rules
        first = seat * len(rules.pieces)
        ready = [piece for piece in (*rules.usual, *rules.bound) if state.supply[first + piece]]
        return tuple({place for piece in ready for place in layout.posts[piece]})

    def _measure_supply(self, state: State, into: Measured) -> None:
        soon, long = remaining_turns(state)
        hand, supply = self._hand, state.supply
        for seat, followers in self._followers:
            into[seat][hand : hand + len(HAND)] = _hand_measures(sum([supply[place] for place in followers]), soon, long)


@lru_cache(maxsize=4096)
def _hand_measures(number: int, soon: float, long: float) -> Sequence[float]:
    """Return the measures `HAND` for `number` followers at hand."""
    counts = [1.0] * min(number, 3) + [0.0] * max(0, 3 - number) + [float(max(0, number - 3))]
    return [count * time for count in counts for time in (soon, long)]


@lru_cache(maxsize=64)
def evaluator_for(rules: Rules, seats: int, known: tuple[Weights, ...] | None) -> Evaluator:
    """Return the compiled evaluator for these rules, with the nearest of the `known` weights.

    None for `known` takes the weights of the package.
    """
    return Evaluator(rules, seats, nearest(weights_key(rules), seats, known or learned_sets()))


def weights_key(rules: Rules) -> frozenset[str]:
    """Return the key by which learned weights are stored: the expansions in play and the edition."""
    return frozenset((*rules.expansions, str(rules.options["edition"])))
