"""The small cities of a map under variants a, b and c, and the end of a map that is full (maps 6, 7).

Start squares that nothing covers are small cities like the others; those covered in the opening trigger nothing.
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
    """Variant a: anyone who placed on a small city draws and places once more; the second tile never gives a third."""
    if state.part == 1 and state.left and state.here in printed_board_of(state.rules).towns:
        state.part = 2
        state.step = state.rules.step_of["draw"]
        emit(TurnBegan(state.seat, state.number + 1, 2))


def toll(state: State, emit: Emit) -> None:
    """Take 2 points for placing on a small city before anything is scored (variant b); no score falls below 0."""
    if state.here in printed_board_of(state.rules).towns:
        price = min(TOLL, state.scores[state.seat])
        if price:
            state.scores[state.seat] -= price
            emit(PointsPaid(state.seat, -price, "toll"))


def road_bonus(state: State, root: int, _seat: int, tally: OwnerScore) -> None:
    """Variant c: a completed road brings 2 points for each small city without a tile right beside one of its tiles."""
    if tally.complete:
        tally.add("towns", len(visible_towns(state, root)), BONUS)


def visible_towns(state: State, root: int) -> set[int]:
    """Return cells of uncovered small cities orthogonally beside a laid tile of a road; each once."""
    towns, tiles = printed_board_of(state.rules).towns, state.tiles[root]
    laid = [cell for number, (cell, seat) in enumerate(state.placed) if tiles >> number & 1 and seat != PRINTED]
    return {cell + step for cell in laid for step in STEP if cell + step in towns and cell + step not in state.board}
