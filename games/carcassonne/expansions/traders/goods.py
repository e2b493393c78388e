"""Wine, grain and cloth: goods taken when a city is completed, and compared at the end (TB-R9, TB-R10)."""

from __future__ import annotations

from games.carcassonne.events import AT_END, FeatureScored, ScoringLine, SeatPoints
from games.carcassonne.expansions.traders.events import GoodsTaken
from games.carcassonne.features import squares_of
from games.carcassonne.scoring import count_of
from games.carcassonne.state import State
from games.carcassonne.tile import SegmentKind
from games.core.game import Emit

GOODS = ("wine", "grain", "cloth")
STORE = "goods"
"""Slot: for each seat how many of each of `GOODS`."""


def empty_store(seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the initial token counts: for each seat, 0 of each kind."""
    return ((0,) * len(GOODS),) * seats


def take(state: State, root: int, kind: SegmentKind, emit: Emit) -> None:
    """Give the goods of a completed city to the active player, even if other seats own the city (TB-R9)."""
    if kind is not SegmentKind.CITY or state.open[root]:
        return
    counts = tuple(count_of(state, root, mark) for mark in GOODS)
    if not any(counts):
        return
    store = state.memory[STORE]
    mine = tuple(a + b for a, b in zip(store[state.seat], counts, strict=True))
    state.memory[STORE] = (*store[: state.seat], mine, *store[state.seat + 1 :])
    taken = tuple((mark, number) for mark, number in zip(GOODS, counts, strict=True) if number)
    emit(GoodsTaken(state.seat, taken, squares_of(state, state.tiles[root])))


def majorities(state: State, emit: Emit) -> None:
    """Pay, for each kind of goods, the points to all seats with the most tokens (TB-R10)."""
    store = state.memory[STORE]
    points = state.rules.options.number("goods_points")
    for place, mark in enumerate(GOODS):
        counts = tuple((seat, goods[place]) for seat, goods in enumerate(store) if goods[place])
        most = max((number for _, number in counts), default=0)
        gains = tuple(SeatPoints(seat, points, (ScoringLine("majority", 1, points),), (), None) for seat, n in counts if n == most)
        for gain in gains:
            state.scores[gain.seat] += gain.points
        if gains:
            emit(FeatureScored(f"goods-{mark}", False, gains, counts, (), AT_END, unit=mark))


def goods_counts(state: State, seat: int) -> tuple[tuple[str, int], ...]:
    """Return (kind, number of tokens) of a seat, for the view."""
    return tuple(zip(GOODS, state.memory[STORE][seat], strict=True))


def guess(state: State, estimate: list[float]) -> None:
    """Add to the estimate for each token a share of the points of its majority."""
    store = state.memory[STORE]
    worth = state.rules.options.number("goods_points") / 6
    for seat, goods in enumerate(store):
        estimate[seat] += worth * sum(goods)
