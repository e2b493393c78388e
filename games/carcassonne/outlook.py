"""What lies open, no matter who stands there: squares that features need, how likely each is completed, and what it is worth then.

All of it follows from the tiles on the board and in the bag alone, so it is found once for a position and shared by all that follow
from it without a further tile: a search tries many figures on the same tiles. Chances and growth are learned (`weights`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import exp, log1p
from typing import NamedTuple

from games.carcassonne.arrivals import lookup
from games.carcassonne.features import find
from games.carcassonne.fringe import Fringe, Join, fringe
from games.carcassonne.scoring import appraise
from games.carcassonne.shores import Shores, shores, shores_with_last
from games.carcassonne.state import State
from games.carcassonne.tile import SegmentKind, Shape


class Promise(NamedTuple):
    """What an open feature promises to anyone who owns it."""

    chance: float
    """That it is completed."""
    holes: int
    """Empty squares that it needs at least."""
    complete: int
    """Points if it were complete as it is."""
    unfinished: int
    """Points as it lies, at the end."""

    @property
    def expected(self) -> float:
        """Points at the end, completed or not."""
        return self.chance * self.complete + (1.0 - self.chance) * self.unfinished


class Pasture(NamedTuple):
    """The cities at a meadow."""

    done: int
    """Completed ones."""
    hoped: float
    """Sum of the chances of the others."""
    cities: frozenset[int]
    """Their roots."""


Chances = Mapping[str, Sequence[float]]
"""For each kind of feature the weights of `inputs`, in their order."""

INPUTS = ("always", "holes", "fitting", "left", "tiles")
"""What the chance of completion depends on: a constant, empty squares needed, the sum over these of the logarithm of the chance
that a tile that fits comes, tiles left (logarithm), tiles that the feature covers."""


class Outlook:
    """The open features of one position. `state.outlook` keeps it for the clones, and for those with one tile more."""

    __slots__ = (
        "_before",
        "_fringe",
        "_holes",
        "_late",
        "_losses",
        "_pastures",
        "_promises",
        "_shores",
        "held",
        "joins",
        "laid",
        "left",
        "weighing",
    )

    def __init__(self, state: State, weighing: Chances, before: Outlook | None) -> None:
        """`before`: of the position without the last tile, with as many left; most of it still holds."""
        self.laid = len(state.placed)
        self.left = state.left
        self.held = state.held
        self.weighing = weighing
        self._late = log1p(state.turns_to_come())
        bag = lookup(state.rules, tuple(state.to_come()))
        self._losses = bag.losses
        self._fringe: Fringe = before._fringe.with_last(state, bag) if before else fringe(state, bag)
        self.joins: Sequence[Join] = self._fringe.joins(state.load, state.voters)
        """The features that could still become one, where somebody stands on either side. The figure that is put for a tile (one at
        most: base 4) stands on one side only: where nobody stood on either before, nobody wins anything after.
        """
        self._holes: dict[int, tuple[int, float]] = {}
        self._before = before._promises if before else {}
        self._promises: dict[int, _Kept] = {}
        self._pastures: dict[int, Pasture] = {}
        self._shores: Shores = shores_with_last(state, before._shores) if before else shores(state)
        if before and self._fringe.touched is not None:
            self._keep(state, before, self._fringe.touched)

    def _keep(self, state: State, before: Outlook, touched: Collection[int]) -> None:
        """What the last tile did not change."""
        for root, kept in before._promises.items():
            if root not in touched and kept.tiles == state.tiles[root]:
                self._promises[root] = kept
        for root, pasture in before._pastures.items():
            if self._shores.get(root) is before._shores.get(root) and pasture.cities.isdisjoint(touched):
                self._pastures[root] = pasture

    def promise(self, state: State, root: int, kind: SegmentKind) -> Promise:
        """What the road, city, cloister or the like at `root` promises."""
        known = self._promises.get(root)
        if known is None:
            tiles, holes = state.tiles[root], self.holes(state, root)
            known = self._before.get(root)
            if known is None or known.tiles != tiles or known.holes != holes:
                known = _Kept(tiles, holes, self._promised(state, root, kind))
            self._promises[root] = known
        return known.promise

    def _promised(self, state: State, root: int, kind: SegmentKind) -> Promise:
        complete = appraise(state, root, kind, 0, complete=True).points
        if not state.open[root]:
            return Promise(1.0, 0, complete, complete)
        unfinished = appraise(state, root, kind, 0, complete=False).points
        return Promise(self.chance(state, root, kind), self.holes(state, root)[0], complete, unfinished)

    def chance(self, state: State, root: int, kind: SegmentKind) -> float:
        """How likely an open feature is completed before the game ends."""
        number, fitting = self.holes(state, root)
        if fitting < -50.0 or not self._late:
            return 0.0
        always, by_holes, by_fitting, by_left, by_tiles = self.weighing[kind]
        z = always + by_holes * number + by_fitting * fitting + by_left * self._late + by_tiles * state.tiles[root].bit_count()
        return 1.0 / (1.0 + exp(-z)) if z > -50.0 else 0.0

    def inputs(self, state: State, root: int) -> tuple[float, ...]:
        """`INPUTS` of an open feature."""
        number, fitting = self.holes(state, root)
        return 1.0, float(number), fitting, self._late, float(state.tiles[root].bit_count())

    def holes(self, state: State, root: int) -> tuple[int, float]:
        """Of an open feature: (empty squares that it needs, a square that closes two ports of it counted once; sum of their
        losses).
        """
        known = self._holes.get(root)
        if known is None:
            number, loss = self._fringe.needs(root)
            if not number:
                losses, frontier = self._losses, state.frontier
                around = [losses[frontier.get(cell, 0)] for cell, cloisters in state.waiting.items() if root in cloisters]
                number, loss = len(around), sum(around)
            known = self._holes[root] = (number, loss) if number else _UNSEEN
        return known

    def pasture(self, state: State, meadow: int) -> Pasture:
        """The cities at the meadow at this root."""
        known = self._pastures.get(meadow)
        if known is None:
            cities = frozenset([find(state.parent, city) for city in self._shores.get(meadow, ())])
            known = self._pastures[meadow] = self._pasture(state, cities)
        return known

    def both(self, state: State, one: int, other: int) -> Pasture:
        """The cities at two meadows once they are one."""
        here, there = self.pasture(state, one), self.pasture(state, other)
        if here.cities.isdisjoint(there.cities):
            return Pasture(here.done + there.done, here.hoped + there.hoped, here.cities | there.cities)
        return self._pasture(state, here.cities | there.cities)

    def _pasture(self, state: State, cities: frozenset[int]) -> Pasture:
        done = sum([not state.open[city] for city in cities])
        hoped = sum([self.promise(state, city, SegmentKind.CITY).chance for city in sorted(cities) if state.open[city]])
        return Pasture(done, hoped, cities)


class _Kept(NamedTuple):
    """A promise, and what it was found from."""

    tiles: int
    holes: tuple[int, float]
    promise: Promise


_UNSEEN = (1, -1.0)
"""For a feature that needs squares which are out of reach yet (a printed board)."""


def outlook(state: State, weighing: Chances) -> Outlook:
    """The outlook of a position, kept at it."""
    known: Outlook | None = state.outlook
    laid = len(state.placed)
    is_same_bag = known is not None and (known.left, known.held) == (state.left, state.held)
    if known is None or known.weighing is not weighing or not is_same_bag or not laid - 1 <= known.laid <= laid:
        known = state.outlook = Outlook(state, weighing, None)
    elif known.laid != laid:
        known = state.outlook = Outlook(state, weighing, known)
    return known


COMPLETABLE = (Shape.SIDES, Shape.AROUND)
"""Shapes of features that a tile can complete."""
