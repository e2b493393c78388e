"""The empty squares that each feature needs, and the pairs of features that one tile could join.

Computed once for a position, and updated for positions with one tile more, because a search tries the same tile in many squares.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.carcassonne.draw_odds import BagOdds
from games.carcassonne.features import find
from games.carcassonne.frontier_odds import Rims, all_square_odds, square_odds
from games.carcassonne.geometry import STEP
from games.carcassonne.state import State
from games.carcassonne.tile import SegmentKind

Join = tuple[int, int, SegmentKind, float]
"""Two features of one kind, roads and meadows too, that a single tile could make one: their roots, the kind, and the chance that
one of the tiles that would join them comes to lie between them, wherever that may be. A plain tuple, as so many are made.
"""

Bridge = tuple[int, int, int, int, SegmentKind, float]
"""The same at one square: its number in the order in which they were found, the cell, and what a `Join` holds."""

Needs = tuple[int, float]
"""Of an open feature: (empty squares that it needs, a square that closes two ports of it counted once; sum of their losses)."""


class OpenSquares:
    """Odds of all empty squares in reach of one position, with the features that need them and the possible joins."""

    __slots__ = ("_bridges", "_figures", "_idle", "_needs", "cells", "farm_fields", "joins", "rims", "roots")

    def __init__(self, state: State, bag: BagOdds) -> None:
        self.rims = all_square_odds(state, bag)
        self.roots = {cell: _roots(state.parent, meeting[1], bases) for cell, (meeting, bases) in self.rims.items()}
        """Of the open roads, cities and the like at each square."""
        self.farm_fields = {cell: _roots(state.parent, meeting[2], bases) for cell, (meeting, bases) in self.rims.items()}
        """Of the meadows there."""
        self.cells: dict[int, tuple[int, ...]] = {}
        """For the root of each open road, city or the like the squares that it needs, each once."""
        for cell, roots in self.roots.items():
            for root in roots:
                self.cells[root] = (*self.cells.get(root, ()), cell)
        self._needs: dict[int, Needs] = {}
        self._figures = frozenset(state.figures)
        self._bridges: list[Bridge] = []
        self._idle: dict[int, list[Bridge]] = {}
        for bridge in _bridges(state.parent, self.rims):
            _, _, bridge_end, other, _, _ = bridge
            if (state.load[bridge_end] | state.load[other]) & state.voters:
                self._bridges.append(bridge)
            else:
                self._idle.setdefault(bridge_end, []).append(bridge)
                self._idle.setdefault(other, []).append(bridge)
        self.joins = _joins_of_bridges(self._bridges)
        """All that may become one, where somebody stands on either side."""

    def needs(self, root: int) -> Needs:
        """Return how many empty squares the feature needs, and the sum of their log chances.

        (0, 0) if no square that it needs is in reach.
        """
        known = self._needs.get(root)
        if known is None:
            cells = self.cells.get(root, ())
            known = self._needs[root] = len(cells), sum([self.rims[cell][0][0] for cell in cells])
        return known

    def bridges_beside(self, state: State, roots: Collection[int]) -> list[Bridge]:
        """Return the bridges with a figure on either side, or with a feature of `roots` on either side.

        If figures were placed since, all bridges are returned.
        """
        if not self._figures.issuperset(state.figures):  # somebody moved: look at them all
            roots = self._idle
        idle = {bridge for root in roots for bridge in self._idle.get(root, ())}
        return sorted([*self._bridges, *idle]) if idle else self._bridges


class OpenSquaresDelta:
    """Changes to the open squares of `before` after one more tile, with the same bag."""

    __slots__ = ("_before", "_cells", "_rims", "grazed", "joins", "touched")

    def __init__(self, state: State, before: OpenSquares, fresh: Rims) -> None:
        """Compute the changes; `fresh` holds the odds of the empty squares next to the new tile."""
        self._before = before
        self._rims = fresh
        self._cells, self.touched = _moved_squares(state, before, fresh)
        """The squares of each root that the tile touched, and all roots whose chance it may have changed."""
        self.grazed: Collection[int] = before.farm_fields[state.here]
        """What the roots of the meadows at the tile were."""
        self.joins = self._joins(state)
        """See `OpenSquares.joins`. The figure that is put for a tile (one at most: base 4) stands on one side only: where nobody
        stood on either before, nobody wins anything after.
        """

    def needs(self, root: int) -> Needs:
        cells = self._cells.get(root)
        if cells is None:
            return self._before.needs(root)
        fresh, rims = self._rims, self._before.rims
        return len(cells), sum([(fresh if cell in fresh else rims)[cell][0][0] for cell in cells])

    def _joins(self, state: State) -> Sequence[Join]:
        parent, load, voters, here, fresh = state.parent, state.load, state.voters, state.here, self._rims
        before = self._before
        joins = []
        for bridge in before.bridges_beside(state, (*before.roots[here], *self.grazed)):
            number, cell, root, other, kind, chance = bridge
            if cell == here or cell in fresh:
                continue
            if parent[root] >= 0 or parent[other] >= 0:
                root, other = find(parent, root), find(parent, other)
                if root == other:
                    continue
                bridge = (number, cell, root, other, kind, chance)
            if (load[root] | load[other]) & voters:
                joins.append(bridge)
        for bridge in _bridges(parent, fresh):
            _, _, root, other, _, _ = bridge
            if (load[root] | load[other]) & voters:
                joins.append(bridge)
        return _joins_of_bridges(joins)


def with_last(state: State, bag: BagOdds, before: OpenSquares) -> OpenSquaresDelta | None:
    """Return the open squares after the last tile as changes to `before`.

    None if all squares must be computed again, because printed parts of the board have come within reach.
    """
    frontier, here = state.frontier, state.here
    fresh = {cell: square_odds(state, cell, bag) for cell in [here + step for step in STEP] if cell in frontier}
    known = before.rims
    reached = len(known) - 1 + sum([cell not in known for cell in fresh])
    return OpenSquaresDelta(state, before, fresh) if here in known and reached == len(frontier) else None


def _moved_squares(state: State, before: OpenSquares, fresh: Rims) -> tuple[dict[int, tuple[int, ...]], set[int]]:
    """Return the squares needed by each root that the last tile changed, and all roots whose chance may have changed.

    The latter include the roots merged by the tile and the cloisters nearby.
    """
    parent, here, known = state.parent, state.here, before.cells
    cells: dict[int, tuple[int, ...]] = {}
    touched = set(before.roots[here])
    lost = [root for root in before.roots[here] if parent[root] >= 0]
    for gone in lost if len(lost) < 2 else [root for root in known if root in lost]:
        root = find(parent, gone)
        cells[root] = tuple({*(cells.get(root) or known.get(root, ())), *known[gone]})
        touched.add(root)
    for root in _roots(parent, before.rims[here][0][1], before.rims[here][1]):
        cells[root] = tuple([cell for cell in cells.get(root) or known[root] if cell != here])
        touched.add(root)
    for cell, (meeting, bases) in fresh.items():
        for root in _roots(parent, meeting[1], bases):
            there = cells[root] if root in cells else known.get(root, ())
            cells[root] = there if cell in there else (*there, cell)
            touched.add(root)
        touched.update(state.waiting.get(cell, ()))
    return cells, touched


def _roots(parent: list[int], segments: Sequence[tuple[int, int]], bases: Sequence[int]) -> set[int]:
    roots = set()
    for side, place in segments:
        root = bases[side] + place
        while parent[root] >= 0:
            root = parent[root]
        roots.add(root)
    return roots


def _bridges(parent: list[int], around: Rims) -> list[Bridge]:
    bridges: list[Bridge] = []
    for cell, ((_, _, _, pairs), bases) in around.items():
        for side, here, beyond, there, kind, chance in pairs:
            root, other = bases[side] + here, bases[beyond] + there
            while parent[root] >= 0:
                root = parent[root]
            while parent[other] >= 0:
                other = parent[other]
            if root != other:
                bridges.append((len(bridges), cell, root, other, kind, chance))
    return bridges


def _joins_of_bridges(bridges: Sequence[Bridge]) -> list[Join]:
    missed: dict[tuple[int, int, SegmentKind], float] = {}
    for _, _, first, other, kind, chance in bridges:
        key = (first, other, kind) if first < other else (other, first, kind)
        missed[key] = missed.get(key, 1.0) * (1.0 - chance)
    return [(joined, other, kind, 1.0 - rest) for (joined, other, kind), rest in missed.items()]
