"""What roads, cities and cloisters are worth (base rules 5 and 6.1)."""

from __future__ import annotations

from games.carcassonne.features import find
from games.carcassonne.scoring import Tally, count_of, score_feature
from games.carcassonne.state import State
from games.carcassonne.tile import Kind
from games.core.game import Emit


def road(state: State, root: int, _seat: int, tally: Tally) -> None:
    """1 point a tile, complete or not."""
    tally.add("tiles", state.tiles[root].bit_count(), 1)


def city(state: State, root: int, _seat: int, tally: Tally) -> None:
    """2 points a tile and 2 a shield when complete, otherwise 1 and 1."""
    each = 2 if tally.complete else 1
    tally.add("tiles", state.tiles[root].bit_count(), each)
    tally.add("shields", count_of(state, root, "shield"), each)


def small_city(state: State, root: int, _seat: int, tally: Tally) -> None:
    """First edition 3, BB-O8: a complete city of two tiles is worth 2, a shield in it 1."""
    if tally.complete and state.tiles[root].bit_count() == 2:
        tally.revalue(1, because="small-city")


def cloister(state: State, root: int, _seat: int, tally: Tally) -> None:
    """1 point for itself and for each tile around it; 9 when complete."""
    tally.add("tiles", state.tiles[root].bit_count(), 1)


_ORDER = (Kind.ROAD, Kind.CITY, Kind.CLOISTER)


def unfinished(state: State, emit: Emit) -> None:
    """Final scoring, first part: incomplete roads, cities and cloisters with figures on them (base 6.1)."""
    roots: dict[int, Kind] = {}
    for segment, figure in state.figures.items():
        layout, base, _ = state.board[state.placed[figure >> 8][0]]
        kind = layout.segments[segment - base].kind
        if kind in _ORDER:
            roots.setdefault(find(state.parent, segment), kind)
    for root in sorted(roots, key=lambda r: (_ORDER.index(roots[r]), state.tiles[r] & -state.tiles[r])):
        score_feature(state, root, roots[root], emit, complete=False)
