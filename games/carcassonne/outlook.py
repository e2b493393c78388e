"""What lies open, whoever stands there: the squares that features need, how likely each is completed, and what it is worth then.

All of it follows from the tiles on the board and in the bag alone, so it is found once for a position and shared by all that follow
from it without a further tile: a search tries many figures on the same tiles. Chances and growth are learned (`weights`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log1p
from typing import NamedTuple

from games.carcassonne.arrivals import lookup
from games.carcassonne.features import find
from games.carcassonne.layout import Layout
from games.carcassonne.rims import Rims, rims, rims_with_last
from games.carcassonne.scoring import appraise
from games.carcassonne.state import State
from games.carcassonne.tile import Kind, Shape


class Promise(NamedTuple):
    """What an open feature promises to whoever owns it."""

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


class Join(NamedTuple):
    """Two features of one kind that a single tile could make one."""

    one: int
    other: int
    """Their roots."""
    kind: Kind
    chance: float
    """That one of the tiles that would join them comes to lie between them."""


class Pasture(NamedTuple):
    """The cities at a meadow."""

    done: int
    """Completed ones."""
    hoped: float
    """Sum of the chances of the others."""


Chances = Mapping[str, Sequence[float]]
"""For each kind of feature the weights of `inputs`, in their order."""

INPUTS = ("always", "holes", "fitting", "left", "tiles")
"""What the chance of completion depends on: a constant, empty squares needed, the sum over these of the logarithm of the chance
that a tile that fits comes, tiles left (logarithm), tiles that the feature covers."""


class Outlook:
    """The open features of one position. `state.outlook` keeps it for the clones, and for those with one tile more."""

    __slots__ = ("_before", "_joins", "_late", "_pastures", "_promises", "_rims", "_shores", "holes", "laid", "left", "weighing")

    def __init__(self, state: State, weighing: Chances, before: Outlook | None) -> None:
        """`before`: of the position without the last tile, with as many left; most of it still holds."""
        self.laid = len(state.placed)
        self.left = state.left
        self.weighing = weighing
        self._late = log1p(state.left)
        bag = lookup(state.rules, tuple(state.bag))
        self._rims: Rims = rims_with_last(state, bag, before._rims) if before else rims(state, bag)
        self._joins: list[Join] | None = None
        self.holes = _holes(state, self._rims, bag.losses)
        """For the root of each open feature: (empty squares that it needs, sum of their `losses`)."""
        self._before = before._promises if before else {}
        self._promises: dict[int, _Kept] = {}
        self._pastures: dict[int, Pasture] = {}
        self._shores: Shores = _with_last(state, before._shores) if before else _shores(state)

    def promise(self, state: State, root: int, kind: Kind) -> Promise:
        """What the road, city, cloister or the like at `root` promises."""
        known = self._promises.get(root)
        if known is None:
            tiles, holes = state.tiles[root], self.holes.get(root, _UNSEEN)
            known = self._before.get(root)
            if known is None or known.tiles != tiles or known.holes != holes:
                known = _Kept(tiles, holes, self._promised(state, root, kind))
            self._promises[root] = known
        return known.promise

    def _promised(self, state: State, root: int, kind: Kind) -> Promise:
        complete = appraise(state, root, kind, 0, complete=True).points
        if not state.open[root]:
            return Promise(1.0, 0, complete, complete)
        unfinished = appraise(state, root, kind, 0, complete=False).points
        return Promise(self.chance(state, root, kind), self.holes.get(root, _UNSEEN)[0], complete, unfinished)

    def chance(self, state: State, root: int, kind: Kind) -> float:
        """How likely an open feature is completed before the game ends."""
        number, fitting = self.holes.get(root, _UNSEEN)
        if fitting < -50.0 or not state.left:
            return 0.0
        always, by_holes, by_fitting, by_left, by_tiles = self.weighing.get(kind) or self.weighing[Kind.ROAD]
        z = always + by_holes * number + by_fitting * fitting + by_left * self._late + by_tiles * state.tiles[root].bit_count()
        return 1.0 / (1.0 + exp(-z)) if z > -50.0 else 0.0

    def inputs(self, state: State, root: int) -> tuple[float, ...]:
        """`INPUTS` of an open feature."""
        number, fitting = self.holes.get(root, _UNSEEN)
        return 1.0, float(number), fitting, self._late, float(state.tiles[root].bit_count())

    def joins(self, state: State) -> Sequence[Join]:
        """The features that could still become one, once for each square between them."""
        if self._joins is None:
            parent = state.parent
            pairs = [pair for _, _, found in self._rims.values() for pair in found]
            joins = [Join(find(parent, one), find(parent, other), kind, chance) for one, other, kind, chance in pairs]
            self._joins = [join for join in joins if join.one != join.other]
        return self._joins

    def pasture(self, state: State, meadow: int) -> Pasture:
        """The cities at the meadow at this root."""
        known = self._pastures.get(meadow)
        if known is None:
            cities = {find(state.parent, city) for city in self._shores.get(meadow, ())}
            done = sum([not state.open[city] for city in cities])
            hoped = sum([self.promise(state, city, Kind.CITY).chance for city in sorted(cities) if state.open[city]])
            known = self._pastures[meadow] = Pasture(done, hoped)
        return known


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
    if known is None or known.weighing is not weighing or known.left != state.left or not laid - 1 <= known.laid <= laid:
        known = state.outlook = Outlook(state, weighing, None)
    elif known.laid != laid:
        known = state.outlook = Outlook(state, weighing, known)
    return known


def _holes(state: State, around: Rims, loss_of: Mapping[int, float]) -> dict[int, tuple[int, float]]:
    """See `Outlook.holes`: the squares that features need, a square that closes two ports of one counted once."""
    found: dict[int, tuple[int, float]] = {}
    parent = state.parent
    for loss, segments, _ in around.values():
        met: tuple[int, ...] = ()
        for root in segments:
            while parent[root] >= 0:
                root = parent[root]
            if root in met:
                continue
            met = (*met, root)
            before = found.get(root)
            found[root] = (1, loss) if before is None else (before[0] + 1, before[1] + loss)
    for cell, cloisters in state.waiting.items():
        loss = loss_of[state.frontier.get(cell, 0)]
        for segment in cloisters:
            number, total = found.get(segment, (0, 0.0))
            found[segment] = number + 1, total + loss
    return found


Shores = dict[int, set[int]]


def _shores(state: State) -> Shores:
    """For every meadow at cities segments of these."""
    found: dict[int, set[int]] = {}
    for layout, base, _ in state.board.values():
        _add_shores(state, layout, base, found)
    return found


def _with_last(state: State, before: Shores) -> Shores:
    """The same after one tile more, from what was found without it."""
    parent = state.parent
    found: dict[int, set[int]] = {}
    for meadow, cities in before.items():
        root = find(parent, meadow)
        found[root] = cities if root not in found else found[root] | cities
    layout, base, _ = state.board[state.here]
    fresh: dict[int, set[int]] = {}
    _add_shores(state, layout, base, fresh)
    for root, cities in fresh.items():
        found[root] = cities if root not in found else found[root] | cities
    return found


def _add_shores(state: State, layout: Layout, base: int, found: dict[int, set[int]]) -> None:
    for place, touches in layout.pastures:
        if touches:
            cities = found.setdefault(find(state.parent, base + place), set())
            for city in touches:
                cities.add(base + city)


COMPLETABLE = (Shape.SIDES, Shape.AROUND)
"""Shapes of features that a tile can complete."""
