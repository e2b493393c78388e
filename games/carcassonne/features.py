"""The feature graph: placing a tile and joining its segments with those of its neighbours.

Used by searches. Union by size without path compression: sets stay shallow, and a clone needs no repair. Neither the value of a
feature nor the meaning of a mark is known here.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.carcassonne.actions import NOWHERE
from games.carcassonne.geometry import AROUND, xy
from games.carcassonne.state import State
from games.carcassonne.tile import SegmentKind
from games.carcassonne.tile_layout import TileLayout

CLOSED = (-1, 0)
"""A printed side beyond which nothing can ever lie: it closes the port that meets it."""


def find(parent: list[int], segment: int) -> int:
    """Return the root of the feature to which a segment belongs."""
    # A root holds the size of its set below zero, so one list is both the links and the sizes, and a clone copies one list.
    while parent[segment] >= 0:
        segment = parent[segment]
    return segment


def lay(state: State, cell: int, layout: TileLayout, seat: int) -> None:
    """Place a tile on an empty cell: join its segments with the neighbours, update the frontier and the cloisters nearby."""
    base = len(state.parent)
    number = len(state.placed)
    state.parent += layout.parents
    state.open += layout.opens
    state.load += layout.loads
    state.tiles += [1 << number] * layout.size
    state.board[cell] = (layout, base, number)
    state.placed.append((cell, seat))
    state.here = cell
    state.finished = []
    _meet(state, cell, layout, base)
    if cell in state.waiting:
        _notify_cloisters(state, cell, number)
    if layout.cloister >= 0:
        _add_cloister(state, cell, base + layout.cloister)


def _meet(state: State, cell: int, layout: TileLayout, base: int) -> None:
    """Join the tile with its neighbour on each side, or add its demand to the empty cell there."""
    board = state.board
    frontier = state.frontier
    rim = state.rim
    frontier.pop(cell, None)
    for side, step, bits, main, farm_fields in layout.borders:
        beyond = cell + step
        if beyond in board:
            other, other_base, _ = board[beyond]
            their_main, their_fields = other.facing[side]
            if main >= 0:
                _join(state, base + main, other_base + their_main)
            for mine, theirs in zip(farm_fields, their_fields):  # noqa: B905 - equal by construction, and this is the hot path
                _join_fields(state, base + mine, other_base + theirs)
        elif rim and (cell << 2 | side) in rim:
            _meet_rim(state, rim[cell << 2 | side][0], base + main if main >= 0 else -1)
        elif beyond in frontier:
            frontier[beyond] |= bits
        else:
            frontier[beyond] = state.blank.get(beyond, 0) | bits


def _meet_rim(state: State, printed: int, mine: int) -> None:
    if printed >= 0:
        _join(state, mine, printed)
    elif mine >= 0:
        root = find(state.parent, mine)
        state.open[root] -= 1
        if not state.open[root]:
            state.finished.append(root)


def _join(state: State, a: int, b: int) -> None:
    """Join two open ends of roads or cities; a feature without open ends is complete from then on."""
    parent = state.parent
    # `find`, written out twice: a call costs more than the one or two steps that it takes here.
    while parent[a] >= 0:
        a = parent[a]
    while parent[b] >= 0:
        b = parent[b]
    is_open = state.open
    if a == b:  # a ring of road, or a city that closes around: the two ports met inside one feature
        is_open[a] -= 2
    else:
        if parent[a] > parent[b]:  # sizes are below zero: the larger set is the lower number, and the smaller hangs below it
            a, b = b, a
        parent[a] += parent[b]
        parent[b] = a
        # What belongs to a feature is kept at its root alone; the entries of other segments are out of date from now on.
        is_open[a] += is_open[b] - 2
        state.tiles[a] |= state.tiles[b]
        state.load[a] += state.load[b]
    if not is_open[a]:
        state.finished.append(a)


def _join_fields(state: State, a: int, b: int) -> None:
    parent = state.parent
    while parent[a] >= 0:
        a = parent[a]
    while parent[b] >= 0:
        b = parent[b]
    if a == b:
        return
    if parent[a] > parent[b]:
        a, b = b, a
    parent[a] += parent[b]
    parent[b] = a
    state.load[a] += state.load[b]


def _notify_cloisters(state: State, cell: int, number: int) -> None:
    """Update the cloisters waiting for this square: their open ports are the squares missing around them (base 5)."""
    for segment in state.waiting.pop(cell):
        state.open[segment] -= 1
        state.tiles[segment] |= 1 << number
        if not state.open[segment]:
            state.finished.append(segment)


def _add_cloister(state: State, cell: int, segment: int) -> None:
    board, playable, waiting = state.board, state.playable, state.waiting
    missing = 0
    for step in AROUND:
        near = board.get(cell + step)
        if near is not None:
            state.tiles[segment] |= 1 << near[2]
        elif playable is None or cell + step in playable:
            missing += 1
            waiting[cell + step] = (*waiting.get(cell + step, ()), segment)
    state.open[segment] = missing
    if not missing:
        state.finished.append(segment)


def members(state: State, root: int) -> Iterator[tuple[int, int]]:
    """Yield (cell, segment index on the tile) for each segment of a feature, in the order of placement.

    Slow: walks the whole board.
    """
    for cell, (layout, base, _) in state.board.items():
        for place in range(layout.size):
            if find(state.parent, base + place) == root:
                yield cell, place


def kind_within(state: State, segment: int) -> SegmentKind:
    """Return the kind of a segment that lies within its tile, and so was never joined to others.

    Its tile is one of the few that count for the feature.
    """
    covered = state.tiles[segment]
    while True:
        lowest = covered & -covered
        layout, base, _ = state.board[state.placed[lowest.bit_length() - 1][0]]
        if base <= segment < base + layout.size:
            return layout.segments[segment - base].kind
        covered ^= lowest


def home(state: State, segment: int) -> tuple[int, int]:
    """Return (cell, segment index on the tile) of a segment on which a figure stands."""
    cell = state.placed[state.figures[segment] >> 8][0]
    return cell, segment - state.board[cell][1]


def segment_at(state: State, cell: int, part: str) -> int:
    """Return the number of the segment named `part` on an occupied cell."""
    layout, base, _ = state.board[cell]
    return base + layout.place_of[part]


def squares_of(state: State, tiles: int) -> tuple[tuple[int, int], ...]:
    """Return the squares of a set of tiles, in the order of placement; print outside the grid has no square."""
    places = []
    while tiles:
        lowest = tiles & -tiles
        places.append(xy(state.placed[lowest.bit_length() - 1][0]))
        tiles ^= lowest
    return tuple(places) if state.playable is None else tuple(square for square in places if square != xy(NOWHERE))
