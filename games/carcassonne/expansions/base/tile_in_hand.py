"""The house rule *tile in hand*: each player holds the tile of their next turn, visible to all (docs/tile-in-hand.md, TH).

A part of a turn ends with a draw, and that tile is played when the seat's next part begins: at once in the second part of a turn,
otherwise a round later. Whether it fits is only checked when it is played.
"""

from __future__ import annotations

from games.carcassonne.actions import Action
from games.carcassonne.events import TileHeld
from games.carcassonne.expansions.base import turn
from games.carcassonne.rulebook import ask_house
from games.carcassonne.state import State
from games.core.errors import IllegalActionError
from games.core.game import Emit, ignore_event
from games.core.options import Options

NOTHING = -1
"""In `State.held`: this seat has no tile in hand."""


def begin(state: State, _emit: Emit) -> None:
    """Set all hands empty before the first draw."""
    state.held = (NOTHING,) * state.seats


def deal(state: State, _emit: Emit) -> None:
    """Let each player draw one tile before the first turn, in seat order (TH-R1).

    With a river, hands stay empty at first (TH-R7).
    """
    if state.number == 0 and NOTHING in state.held and _may_draw(state):
        ask_house(state)


def take(state: State, emit: Emit) -> None:
    """Play the tile in hand (TH-R2).

    A seat without a fitting one draws (TH-R3); if no tile is left, the rest of the turn is skipped (TH-R5).
    """
    kind = state.held[state.seat]
    if kind != NOTHING:
        state.held = _stock_with(state, state.seat, NOTHING)
        if turn.offer_tile(state, kind, emit):
            return
    if state.left:
        ask_house(state)
    else:
        state.step = state.rules.step_of["refill"]


def refill(state: State, _emit: Emit) -> None:
    """Draw the tile of the seat's next turn at the end of its turn (TH-R1)."""
    if state.held[state.seat] == NOTHING and _may_draw(state):
        ask_house(state)


def apply_draw(state: State, seat: int, action: Action, emit: Emit) -> None:
    """Take a tile out of the bag: into a hand, or to be played at once."""
    asked_by = state.step - 1
    if asked_by == state.rules.step_of["draw"]:
        turn.apply_draw(state, seat, action, emit)
        return
    is_deal = asked_by == state.rules.step_of["deal"]
    holder = state.held.index(NOTHING) if is_deal else state.seat
    kind = turn.take_out(state, action)
    if not any(handled(state, kind, emit) for handled in state.rules.drawn):
        state.held = _stock_with(state, holder, kind)
        if emit is not ignore_event:
            emit(TileHeld(holder, action.what))
    state.step = asked_by


def next_turn(state: State, emit: Emit) -> None:
    """Give the turn to the next seat with a tile to play (TH-R5), or end the game if bag and hands are empty (TH-R4)."""
    if not state.left and all(kind == NOTHING for kind in state.held):
        turn.end(state, emit)
        return
    state.seat = (state.seat + 1) % state.seats
    while not state.left and state.held[state.seat] == NOTHING:
        state.seat = (state.seat + 1) % state.seats
    state.part = 1
    state.step = 0


def forbid(options: Options) -> None:
    """Raise `IllegalActionError("option-clash")` if tile in hand is chosen for the practice game (TH-R8).

    The practice game has a fixed order of draws.
    """
    if options["in_hand"] and options["tiles"] == "practice":
        raise IllegalActionError("option-clash", key="in_hand", value="on", other="tiles", other_value="practice")


def _may_draw(state: State) -> bool:
    """Return whether a tile can be drawn into a hand.

    Tiles of a stack that comes before all others are drawn one at a time instead (TH-R7).
    """
    return bool(state.left) and not any(state.bag[kind] for stack in state.rules.stacks for kind in stack)


def _stock_with(state: State, seat: int, kind: int) -> tuple[int, ...]:
    return (*state.held[:seat], kind, *state.held[seat + 1 :])
