"""Which empty squares each feature needs, and which features one tile could join: found once for a position, and by difference
for those with one tile more, as a search lays the same tile in many places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from games.carcassonne.arrivals import Bag
from games.carcassonne.features import find
from games.carcassonne.rims import Rim, Rims, rims, rims_with_last
from games.carcassonne.state import State
from games.carcassonne.tile import SegmentKind


class Join(NamedTuple):
    """Two features of one kind, roads and meadows too, that a single tile could make one."""

    one: int
    other: int
    """Their roots."""
    kind: SegmentKind
    chance: float
    """That one of the tiles that would join them comes to lie between them, wherever that may be."""


class Bridge(NamedTuple):
    """The same at one square."""

    cell: int
    one: int
    other: int
    kind: SegmentKind
    chance: float


class Fringe:
    """The empty squares of one position and what meets there."""

    __slots__ = ("_bridges", "_cells", "_rims", "touched")

    def __init__(
        self, rims: Rims, cells: dict[int, tuple[int, ...]], bridges: Sequence[Bridge], touched: Collection[int] | None = None
    ) -> None:
        """`cells`: for the root of each open road, city or the like the squares that it needs, each once."""
        self._rims = rims
        self._cells = cells
        self._bridges = bridges
        self.touched = touched
        """The roots, of now and of before, whose squares are others than before the last tile, or promise something else; None:
        all.
        """

    def needs(self, root: int) -> tuple[int, float]:
        """(Empty squares that a road, city or the like needs, sum of their losses: `rims.Rim`); (0, 0) if none is in reach."""
        rims, cells = self._rims, self._cells.get(root, ())
        return len(cells), sum([rims[cell].loss for cell in cells])

    def joins(self, load: Sequence[int], voters: int) -> Sequence[Join]:
        """All that may become one, where somebody stands on either side (`State.load`, `State.voters`)."""
        missed: dict[tuple[int, int, SegmentKind], float] = {}
        for _, one, other, kind, chance in self._bridges:
            if (load[one] | load[other]) & voters:
                key = (one, other, kind) if one < other else (other, one, kind)
                missed[key] = missed.get(key, 1.0) * (1.0 - chance)
        return [Join(*key, 1.0 - rest) for key, rest in missed.items()]

    def with_last(self, state: State, bag: Bag) -> Fringe:
        """That of a position with one tile more and the same bag."""
        around, fresh = rims_with_last(state, bag, self._rims)
        if around is None:  # what is printed has come within reach
            return fringe(state, bag)
        cells, touched = self._moved(state, around, fresh)
        bridges = [*_resolved(state.parent, self._bridges, (state.here, *fresh)), *_bridges(state.parent, around, fresh)]
        return Fringe(around, cells, bridges, touched)

    def _moved(self, state: State, around: Rims, fresh: Sequence[int]) -> tuple[dict[int, tuple[int, ...]], set[int]]:
        """The squares of each root once a tile more lies, and the roots that it touched; `fresh`: the empty squares beside it."""
        parent, here, cells = state.parent, state.here, self._cells.copy()
        touched = set[int]().union(*state.waiting.values())  # a tile changes most cloisters near it, and they are few
        for lost in [root for root in cells if parent[root] >= 0]:
            root = find(parent, lost)
            cells[root] = tuple({*cells.get(root, ()), *cells.pop(lost)})
            touched |= {lost, root}
        for root in _roots(parent, self._rims[here]):
            cells[root] = tuple([cell for cell in cells[root] if cell != here])
            touched.add(root)
        for cell in fresh:
            for root in _roots(parent, around[cell]):
                there = cells.get(root, ())
                touched.add(root)
                if cell not in there:
                    cells[root] = (*there, cell)
        return cells, touched


def fringe(state: State, bag: Bag) -> Fringe:
    """One look at all empty squares."""
    around = rims(state, bag)
    cells: dict[int, tuple[int, ...]] = {}
    for cell, rim in around.items():
        for root in _roots(state.parent, rim):
            cells[root] = (*cells.get(root, ()), cell)
    return Fringe(around, cells, list(_bridges(state.parent, around, around)))


def _roots(parent: list[int], rim: Rim) -> set[int]:
    """Of the open features at a square."""
    found = set()
    for root in rim.segments:
        while parent[root] >= 0:
            root = parent[root]
        found.add(root)
    return found


def _bridges(parent: list[int], around: Rims, cells: Iterable[int]) -> Iterator[Bridge]:
    for cell in cells:
        for one, other, kind, chance in around[cell].pairs:
            here, there = find(parent, one), find(parent, other)
            if here != there:
                yield Bridge(cell, here, there, kind, chance)


def _resolved(parent: list[int], bridges: Sequence[Bridge], besides: Sequence[int]) -> list[Bridge]:
    """The same with the roots of now, without those at the squares `besides`; what has become one needs no bridge."""
    found = []
    for bridge in bridges:
        cell, one, other, kind, chance = bridge
        if cell in besides:
            continue
        if parent[one] >= 0 or parent[other] >= 0:
            one, other = find(parent, one), find(parent, other)
            if one == other:
                continue
            bridge = Bridge(cell, one, other, kind, chance)
        found.append(bridge)
    return found
