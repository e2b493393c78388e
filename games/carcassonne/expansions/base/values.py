"""What roads, cities and cloisters are worth (base rules 5 and 6.1)."""

from __future__ import annotations

from games.carcassonne.scoring import count_of, score_feature, standing_by_root
from games.carcassonne.state import State
from games.carcassonne.tally import Tally
from games.carcassonne.tile import SegmentKind
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


def unfinished(state: State, emit: Emit) -> None:
    """Final scoring, first part: incomplete roads, cities, cloisters and the like with figures on them (base 6.1)."""
    order = [kind for kind, rules in state.rules.score.items() if rules and kind is not SegmentKind.MEADOW]
    roots: list[tuple[int, int, int, list[int]]] = []
    for root, standing in standing_by_root(state).items():
        layout, base, _ = state.board[state.placed[state.figures[standing[0]] >> 8][0]]
        kind = layout.segments[standing[0] - base].kind
        if kind in order:
            roots.append((order.index(kind), state.tiles[root] & -state.tiles[root], root, standing))
    roots.sort()
    for place, _, root, standing in roots:
        score_feature(state, root, order[place], standing, emit, complete=False)
