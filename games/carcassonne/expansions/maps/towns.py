"""The rules for small cities of a map (variants a, b and c), and for the end on a full map (maps 6, 7).

Uncovered start squares are small cities like the others; covering one in the opening has no effect.
"""

from __future__ import annotations

from games.carcassonne.events import PointsPaid, TurnBegan
from games.carcassonne.expansions.base.turn import end
from games.carcassonne.expansions.maps.printed_segments import printed_board_of
from games.carcassonne.geometry import STEP
from games.carcassonne.state import PRINTED, OwnerScore, State
from games.core.game import Emit

TOLL = 2
"""Variant b: points for placing on a small city."""

BONUS = 2
"""Variant c: points for each visible small city at a completed road."""


def stop_when_full(state: State, emit: Emit) -> None:
    """End the game when no empty playable square is left, as when the stack is used up."""
    printed = printed_board_of(state.rules)
    if len(state.board) == len(printed.playable) + len(printed.bigs):
        end(state, emit)


def extra_tile(state: State, emit: Emit) -> None:
    """Give a seat that placed its tile on a small city a second tile in this turn (variant a).

    The second tile never gives a third.
    """
    if state.part == 1 and state.left and state.here in printed_board_of(state.rules).towns:
        state.part = 2
        state.step = state.rules.step_of["draw"]
        emit(TurnBegan(state.seat, state.number + 1, 2))


def toll(state: State, emit: Emit) -> None:
    """Take 2 points from a seat that placed its tile on a small city, before scoring (variant b).

    No score falls below 0.
    """
    if state.here in printed_board_of(state.rules).towns:
        price = min(TOLL, state.scores[state.seat])
        if price:
            state.scores[state.seat] -= price
            emit(PointsPaid(state.seat, -price, "toll"))


def road_bonus(state: State, root: int, _seat: int, tally: OwnerScore) -> None:
    """Add 2 points to a completed road for each uncovered small city next to one of its tiles (variant c)."""
    if tally.complete:
        tally.add("towns", len(visible_towns(state, root)), BONUS)


def visible_towns(state: State, root: int) -> set[int]:
    """Return the cells of uncovered small cities that are orthogonally next to a placed tile of a road, each once."""
    towns, tiles = printed_board_of(state.rules).towns, state.tiles[root]
    laid = [cell for number, (cell, seat) in enumerate(state.placed) if tiles >> number & 1 and seat != PRINTED]
    return {cell + step for cell in laid for step in STEP if cell + step in towns and cell + step not in state.board}
