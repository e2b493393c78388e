"""The dragon: how it enters the game, moves, and eats figures (PD-R1 to PD-R9, section 6)."""

from __future__ import annotations

from games.carcassonne.actions import Action, act
from games.carcassonne.expansions.dragon.events import DragonMoved, TileSetAside
from games.carcassonne.expansions.dragon.fairy import fairy_cell
from games.carcassonne.geometry import STEP, xy
from games.carcassonne.rulebook import ask
from games.carcassonne.scoring import remove
from games.carcassonne.state import State
from games.carcassonne.view import PieceView
from games.core.game import Emit, ignore_event

DRAGON = "dragon"
"""Slot: the cell of the dragon, or None."""

WALK = "walk"
"""Slot: the cells where the dragon stood during this movement, its first one included; empty when it does not walk."""

ASIDE = "aside"
"""Slot: kinds of dragon tiles that wait for the first volcano."""


def wait_for_volcano(state: State, kind: int, emit: Emit) -> bool:
    """Set a drawn dragon tile aside if the dragon is not in play yet, and return whether this was done (BB-R2a).

    It is set aside whether it fits or not (PD-E18).
    """
    if state.memory[DRAGON] is not None or "dragon" not in state.rules.tiles[kind].marks:
        return False
    state.memory[ASIDE] = (*state.memory[ASIDE], kind)
    emit(TileSetAside(state.rules.tiles[kind].id))
    return True


def set_aside_tiles(state: State) -> tuple[int, ...]:
    """Return the kinds of tiles set aside, for the view."""
    aside: tuple[int, ...] = state.memory[ASIDE]
    return aside


def volcano(state: State, emit: Emit) -> None:
    """Move the dragon to a new volcano; the first volcano returns the tiles set aside to the bag (PD-R1, PD-R2)."""
    if "volcano" not in state.board[state.here][0].tile.marks:
        return
    state.memory[DRAGON] = state.here
    emit(DragonMoved(None, *xy(state.here)))
    for kind in state.memory[ASIDE]:
        state.bag[kind] += 1
        state.left += 1
    state.memory[ASIDE] = ()


def holds_dragon(state: State, cell: int) -> bool:
    """Return whether the dragon stands on a cell, where no figure may be placed (PD-R9)."""
    there: bool = state.memory[DRAGON] == cell
    return there


def forbid_wood(state: State, _seat: int, out: list[Action]) -> None:
    """Limit the choices after a volcano to skipping or a ransom (BB-O12 `none`).

    A ransom remains possible because it moves no wood (BB-R5).
    """
    if "volcano" in state.board[state.here][0].tile.marks:
        out[:] = [action for action in out if action.verb in ("skip", "ransom")]


def start_walk(state: State, emit: Emit) -> None:
    """Start the dragon's movement if the new tile shows the dragon symbol (T4, BB-R6)."""
    dragon = state.memory[DRAGON]
    if dragon is None or "dragon" not in state.board[state.here][0].tile.marks:
        return
    state.memory[WALK] = (dragon,)
    _ask_next(state, emit)


def targets(state: State) -> list[int]:
    """Return the cells next to the dragon that it has not visited in this movement, except the fairy's (PD-R6)."""
    visited = state.memory[WALK]
    fairy = fairy_cell(state)
    around = [visited[-1] + step for step in STEP]
    return [cell for cell in around if cell in state.board and cell not in visited and cell != fairy]


def _ask_next(state: State, _emit: Emit) -> None:
    """Wait for the next dragon step, or end the movement if no cell is left.

    Step k belongs to the player k seats after the active one.
    """
    taken = len(state.memory[WALK]) - 1
    if taken < state.rules.options.number("dragon_steps") and targets(state):
        ask(state, "dragon", (state.seat + taken) % state.seats)
    else:
        state.memory[WALK] = ()


def offer_steps(state: State, _seat: int, out: list[Action]) -> None:
    """Offer every legal step of the dragon."""
    out += [act("dragon", cell=cell) for cell in targets(state)]


def apply_step(state: State, seat: int, action: Action, emit: Emit) -> None:
    """Move the dragon onto a tile, where it eats all figures (PD-R7)."""
    state.memory[DRAGON] = action.cell
    state.memory[WALK] = (*state.memory[WALK], action.cell)
    if emit is not ignore_event:
        emit(DragonMoved(seat, *xy(action.cell)))
    layout, base, _ = state.board[action.cell]
    eaten = [segment for segment in range(base, base + layout.size) if segment in state.figures]
    if eaten:
        remove(state, eaten, "dragon", emit)
    _ask_next(state, emit)


def dragon_mark(state: State) -> tuple[PieceView, ...]:
    """Return the dragon, for the view."""
    dragon = state.memory[DRAGON]
    return () if dragon is None else (PieceView(*xy(dragon), "", "dragon", "dragon", None),)
