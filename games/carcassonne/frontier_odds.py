"""Odds of the empty squares in reach: the chance of being filled, the features that need them, and those a tile could join."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from games.carcassonne.draw_odds import MIDDLE, BagOdds, Way
from games.carcassonne.features import CLOSED
from games.carcassonne.geometry import STRIDE
from games.carcassonne.state import State
from games.carcassonne.tile import SegmentKind
from games.carcassonne.tile_layout import TileLayout

Meeting = tuple[
    float, tuple[tuple[int, int], ...], tuple[tuple[int, int], ...], tuple[tuple[int, int, int, int, SegmentKind, float], ...]
]
"""What meets at an empty square, the same for every square with the same demand and tiles beside it: the logarithm of the chance
that it is filled, each open feature that needs it, the meadows here, and which two of all these a tile may join, with their kind
and the chance that it does. Each is written as the side from which it comes and its place on the tile there.
"""

Rim = tuple[Meeting, tuple[int, int, int, int]]
"""One empty square: what meets there, and for each side the number of the first segment of the tile there. A plain tuple, as so
many are made.
"""

Rims = dict[int, Rim]
"""By the cell."""


def all_square_odds(state: State, bag: BagOdds) -> Rims:
    """Return the odds of all empty squares in reach, by cell."""
    return {cell: square_odds(state, cell, bag) for cell in state.frontier}


def square_odds(state: State, cell: int, bag: BagOdds) -> Rim:
    """Return the odds of one empty square in reach."""
    get = state.board.get
    north, east, south, west = get(cell - STRIDE), get(cell + 1), get(cell + STRIDE), get(cell - 1)
    demand = state.frontier[cell]
    bases = (north[1] if north else 0, east[1] if east else 0, south[1] if south else 0, west[1] if west else 0)
    if state.rim:
        printed = [state.rim.get(cell << 2 | side, CLOSED)[0] for side in range(4)]
        if max(printed) >= 0:
            return _add_printed(_meeting((north, east, south, west), demand, bag), bases, printed), (0, 0, 0, 0)
    key = (demand, north and north[0], east and east[0], south and south[0], west and west[0])
    meeting: Meeting | None = bag.meetings.get(key)
    if meeting is None:
        meeting = bag.meetings[key] = _meeting((north, east, south, west), demand, bag)
    return meeting, bases


def _meeting(near: Sequence[tuple[TileLayout, int, int] | None], demand: int, bag: BagOdds) -> Meeting:
    segments, farm_fields = [], []
    met: list[tuple[Way, int, SegmentKind]] = []
    for side, beside in enumerate(near):
        if beside is not None:
            layout = beside[0]
            place, halves = layout.facing[side]
            if place >= 0:
                segments.append((side, place))
                met.append(((side, MIDDLE), place, layout.segments[place].kind))
            for half, farm_field in enumerate(halves):
                farm_fields.append((side, farm_field))
                met.append(((side, half), farm_field, layout.segments[farm_field].kind))
    return bag.losses[demand], tuple(segments), tuple(farm_fields), tuple(_pairs(met, demand, bag))


def _pairs(
    met: Sequence[tuple[Way, int, SegmentKind]], demand: int, bag: BagOdds
) -> Iterator[tuple[int, int, int, int, SegmentKind, float]]:
    """Yield the pairs of segments at a square that a tile may join there.

    Each is (side, segment, side, segment, kind, chance), with the segment's index on its tile.
    """
    for (way, first, kind), (beyond, other, other_kind) in combinations(met, 2):
        if kind is other_kind and (chance := bag.joining[demand, way, beyond]):
            yield way[0], first, beyond[0], other, kind, chance


def _add_printed(meeting: Meeting, bases: Sequence[int], printed: Sequence[int]) -> Meeting:
    """Return the odds of a square with the printed segments on its sides added.

    Segments are given by their numbers; a tile can join no two printed ones here.
    """
    loss, segments, farm_fields, pairs = meeting
    segments_of_sides = [(side, bases[side] + place) for side, place in segments]
    segments_of_sides += [(side, number) for side, number in enumerate(printed) if number >= 0]
    return (
        loss,
        tuple(sorted(segments_of_sides)),
        tuple([(side, bases[side] + place) for side, place in farm_fields]),
        tuple(
            [(side, bases[side] + first, far, bases[far] + other, kind, chance) for side, first, far, other, kind, chance in pairs]
        ),
    )
