"""Expected value of open features, independent of their owners: squares needed, chance of completion, points if completed.

Everything follows from the tiles on the board and in the bag, so it is computed once for a position and shared by all positions
that differ only in figures, as a search tries many figures on the same tiles. The weights for the chance of completion are learned
(`weights`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from math import exp, log1p

from games.carcassonne.city_field_borders import Pasture, Shores, cities_at_fields, cities_at_last_fields
from games.carcassonne.draw_odds import BagOdds, odds_for
from games.carcassonne.features import find
from games.carcassonne.open_squares import Join, Needs, OpenSquares, OpenSquaresDelta, with_last
from games.carcassonne.scoring import appraise
from games.carcassonne.state import Rules, State
from games.carcassonne.tile import SegmentKind, Shape
from games.carcassonne.tile_layout import MARKS_AT


class FeaturePotential:
    """Chance of completion and points of an open feature, from which its owner's expected points follow."""

    __slots__ = ("chance", "complete", "expected", "holes", "tiles", "unfinished")

    def __init__(self, chance: float, holes: int, complete: int, unfinished: int, tiles: int) -> None:
        self.chance = chance
        """That it is completed."""
        self.holes = holes
        """Empty squares that it needs at least."""
        self.complete = complete
        """Points if it were complete as it is."""
        self.unfinished = unfinished
        """Points as it lies, at the end."""
        self.expected = chance * complete + (1.0 - chance) * unfinished
        """Points at the end, completed or not."""
        self.tiles = tiles
        """Those that it covers, as in `State.tiles`."""


Chances = Mapping[str, Sequence[float]]
"""For each kind of feature the weights of `inputs`, in their order."""

Figures = tuple[tuple[int, int], ...]
"""`State.figures` in their order."""

Measured = list[list[float]]
"""For each seat a number for each measure: see `appraisal`."""

Owned = tuple[Measured, set[int]]
"""What figures make of the features on which they stand, and the roots of these."""

INPUTS = ("always", "holes", "fitting", "left", "tiles")
"""What the chance of completion depends on: a constant, empty squares needed, the sum over these of the logarithm of the chance
that a tile that fits comes, tiles left (logarithm), tiles that the feature covers."""


class CompletionOdds:
    """Completion odds of the open features of one position.

    `state.completion_odds` keeps the object for clones of the state, and as the base for positions with one tile more.
    """

    __slots__ = (
        "_bag",
        "_before",
        "_by_root",
        "_fringe",
        "_grown",
        "_holes",
        "_late",
        "_pastures",
        "_promises",
        "_shores",
        "_touched",
        "_worths",
        "held",
        "joins",
        "laid",
        "left",
        "owned",
        "stakes",
        "standing",
        "weighing",
    )

    def __init__(self, state: State, weighing: Chances, before: CompletionOdds | None) -> None:
        """Compute the odds of `state`, by difference where possible.

        `before` is the object of the position without the last tile and with the same tiles left, most of which is still valid;
        None computes everything.
        """
        self.laid = len(state.placed)
        self.left = state.left
        self.held = state.held
        self.weighing = weighing
        self._holes: dict[int, Needs] = {}
        self._promises: dict[int, FeaturePotential] = {}
        self._pastures: dict[tuple[int, int], Pasture] = {}
        self._by_root: dict[int, list[Join]] | None = None
        self.owned: dict[Figures, Owned] = {}
        self.stakes: dict[tuple[int, int, int], float] = {}
        """By segment, figure and votes: see `stakes`."""
        grown = with_last(state, before._bag, before._fringe) if before and before._fringe else None
        self._grown: OpenSquaresDelta | None = grown
        self._touched: Collection[int] = grown.touched if grown else ()
        if before and grown:
            self._before: CompletionOdds | None = before
            self._fringe: OpenSquares | None = None
            self._bag: BagOdds = before._bag
            self._late: float = before._late
            self._worths: dict[tuple[SegmentKind, int, int], tuple[int, int]] = before._worths
            self.standing: dict[int, tuple[int, SegmentKind]] = before.standing
            """By the segments of figures the root and kind of what they stood on, when this or what it was found from was found."""
            self._shores: Shores = cities_at_last_fields(state, before._shores, grown.grazed)
            self.joins: Sequence[Join] = grown.joins
            """The features that could still become one, where somebody stands on either side."""
        else:
            self._before = None
            self._bag = odds_for(state.rules, tuple(state.to_come()))
            self._late = log1p(state.turns_to_come())
            self._worths = _worths(state.rules)
            self._fringe = OpenSquares(state, self._bag)
            self._shores = cities_at_fields(state)
            self.joins = self._fringe.joins
            self.standing = {segment: (find(state.parent, segment), kind_under(state, segment)) for segment in state.figures}

    def promise(self, state: State, root: int, kind: SegmentKind) -> FeaturePotential:
        """Return the completion chance and points of the road, city, cloister or similar feature with root `root`."""
        known = self._promises.get(root)
        if known is not None:
            return known
        before, tiles = self._before, state.tiles[root]
        if before is None or root in self._touched or kind in state.rules.positional:
            known = self._promises[root] = self._feature_potential(state, root, kind)
            return known
        known = before._promises.get(root)
        if known is None or known.tiles != tiles:
            known = self._promises[root] = self._feature_potential(state, root, kind)
            if not tiles >> before.laid:  # without the last tile it is the same for all that come from `before`
                before._promises[root] = known
        return known

    def _feature_potential(self, state: State, root: int, kind: SegmentKind) -> FeaturePotential:
        tiles = state.tiles[root]
        complete, unfinished = self._points(state, root, kind)
        if not state.open[root]:
            return FeaturePotential(1.0, 0, complete, complete, tiles)
        return FeaturePotential(self.chance(state, root, kind), self.holes(state, root)[0], complete, unfinished, tiles)

    def _points(self, state: State, root: int, kind: SegmentKind) -> tuple[int, int]:
        """Return the feature's points if completed, and its points as now."""
        if kind in state.rules.positional:
            return _complete_and_present_points(state, root, kind)
        key = (kind, state.tiles[root].bit_count(), state.load[root] >> MARKS_AT)
        known = self._worths.get(key)
        if known is None:
            known = self._worths[key] = _complete_and_present_points(state, root, kind)
        return known

    def chance(self, state: State, root: int, kind: SegmentKind) -> float:
        """Return how likely an open feature is completed before the game ends."""
        number, fitting = self.holes(state, root)
        if fitting < -50.0 or not self._late:
            return 0.0
        always, by_holes, by_fitting, by_left, by_tiles = self.weighing[kind]
        z = always + by_holes * number + by_fitting * fitting + by_left * self._late + by_tiles * state.tiles[root].bit_count()
        return 1.0 / (1.0 + exp(-z)) if z > -50.0 else 0.0

    def inputs(self, state: State, root: int) -> tuple[float, ...]:
        """Return the inputs of the chance model for an open feature, in the order of `INPUTS`."""
        number, fitting = self.holes(state, root)
        return 1.0, float(number), fitting, self._late, float(state.tiles[root].bit_count())

    def holes(self, state: State, root: int) -> Needs:
        """Return how many empty squares an open feature needs, and the sum of their log chances, as `Needs`."""
        known = self._holes.get(root)
        if known is None:
            around = self._fringe or self._grown
            number, loss = around.needs(root) if around else (0, 0.0)
            if not number:
                losses, frontier = self._bag.losses, state.frontier
                empty = [losses[frontier.get(cell, 0)] for cell, cloisters in state.waiting.items() if root in cloisters]
                number, loss = len(empty), sum(empty)
            known = self._holes[root] = (number, loss) if number else _UNSEEN
        return known

    def joins_at(self, root: int) -> Sequence[Join]:
        """Return the joins of `joins` that have the feature with root `root` on one side; empty if there are none."""
        if self._by_root is None:
            self._by_root = {}
            for join in self.joins:
                self._by_root.setdefault(join[0], []).append(join)
                self._by_root.setdefault(join[1], []).append(join)
        return self._by_root.get(root, ())

    def pasture(self, state: State, farm_field: int) -> Pasture:
        """Return the cities that the field with root `farm_field` touches, as `Pasture`."""
        known = self._pastures.get((farm_field, farm_field))
        return known or self._common_pasture(state, farm_field, farm_field)

    def both(self, state: State, one: int, other: int) -> Pasture:
        """Return the cities that two fields would touch together if a tile joined them, as `Pasture`."""
        known = self._pastures.get((one, other))
        return known or self._common_pasture(state, one, other)

    def _common_pasture(self, state: State, one: int, other: int) -> Pasture:
        """Return the cities that two fields touch together; pass the same root twice for a single field."""
        before, shores, touched = self._before, self._shores, self._touched
        is_new = before is None or one in shores or other in shores
        known = before._pastures.get((one, other)) if before and not is_new else None
        if known is None or not known[2].isdisjoint(touched):
            known = self._pasture(state, one) if one == other else self._joint(state, one, other)
            if before and not is_new and known[2].isdisjoint(touched):
                before._pastures[one, other] = known
        self._pastures[one, other] = known
        return known

    def _joint(self, state: State, one: int, other: int) -> Pasture:
        done, hoped, cities = self.pasture(state, one)
        done_there, hoped_there, cities_there = self.pasture(state, other)
        if cities.isdisjoint(cities_there):
            return done + done_there, hoped + hoped_there, cities | cities_there
        return self._completed_pasture(state, cities | cities_there)

    def _pasture(self, state: State, farm_field: int) -> Pasture:
        shores = self._shores if self._before is None or farm_field in self._shores else self._before._shores
        return self._completed_pasture(state, frozenset([find(state.parent, city) for city in shores.get(farm_field, ())]))

    def _completed_pasture(self, state: State, cities: frozenset[int]) -> Pasture:
        done = sum([not state.open[city] for city in cities])
        hoped = sum([self.promise(state, city, SegmentKind.CITY).chance for city in sorted(cities) if state.open[city]])
        return done, hoped, cities


_UNSEEN = (1, -1.0)
"""For a feature that needs squares which are out of reach yet (a printed board)."""


def kind_under(state: State, segment: int) -> SegmentKind:
    """Return the kind of the segment `segment`, which holds a figure."""
    layout, base, _ = state.board[state.placed[state.figures[segment] >> 8][0]]
    return layout.segments[segment - base].kind


def _complete_and_present_points(state: State, root: int, kind: SegmentKind) -> tuple[int, int]:
    """Return the feature's points for one owner if completed, and as now."""
    return appraise(state, root, kind, 0, complete=True).points, appraise(state, root, kind, 0, complete=False).points


@lru_cache(maxsize=64)
def _worths(_rules: Rules) -> dict[tuple[SegmentKind, int, int], tuple[int, int]]:
    """Return the cache of a rulebook for points (if completed, now).

    The key is the feature's kind, its number of tiles, and its counted marks.
    """
    return {}


def odds_at(state: State, weighing: Chances) -> CompletionOdds:
    """Return the completion odds of a position, cached in `state.completion_odds`."""
    known: CompletionOdds | None = state.completion_odds
    laid = len(state.placed)
    is_same_bag = known is not None and (known.left, known.held) == (state.left, state.held)
    if known is None or known.weighing is not weighing or not is_same_bag or not laid - 1 <= known.laid <= laid:
        known = state.completion_odds = CompletionOdds(state, weighing, None)
    elif known.laid != laid:
        known = state.completion_odds = CompletionOdds(state, weighing, known)
    return known


COMPLETABLE = (Shape.SIDES, Shape.AROUND)
"""Shapes of features that a tile can complete."""
