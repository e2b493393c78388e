"""Towers: adding pieces, capturing and exchanging followers, placing guards (TW-R1 to TW-R7, TW-R9 to TW-R11)."""

from __future__ import annotations

from functools import cache

from games.carcassonne.actions import Action, act
from games.carcassonne.events import FigureReturned
from games.carcassonne.expansions.base.turn import put
from games.carcassonne.expansions.tower.events import FigureCaptured, PrisonersExchanged, TowerRaised
from games.carcassonne.expansions.tower.prison import held_kinds, hold, release
from games.carcassonne.features import home, segment_at
from games.carcassonne.geometry import STEP, xy
from games.carcassonne.rulebook import ask, is_barred
from games.carcassonne.scoring import lift, place_of
from games.carcassonne.state import State
from games.carcassonne.tile import SegmentKind, Shape
from games.carcassonne.view import MarkView
from games.core.game import Emit, ignore_event

FOUNDATION = SegmentKind("tower", shape=Shape.SPOT, part="t", role="guard", settled=False)
"""What a tile with a foundation has besides: no feature, only a place for a guard."""

TOWERS = "towers"
"""Slot: (cell, height) of every tower with at least one piece, in the order of building."""

FOUNDATIONS = "foundations"
"""Slot: (cell, segment of the tower) of every foundation on the board, in the order of placement."""

STOCK = "stock"
"""Slot: tower pieces at hand, by seat."""

CLOSED = "closed"
"""Slot: cells of towers that stay closed for good (BB-O11 `stays_closed`)."""

RAISED = "raised"
"""Slot: the cell of the tower that was raised last."""

TAKEN = "taken"
"""Slot: (owner, piece) of the follower just captured while its capturer chooses what to get back, or None."""

PIECES_BY_SEATS = {2: 10, 3: 9, 4: 7, 5: 6, 6: 5}
"""TW 2: tower pieces of each player."""


def heights(state: State) -> dict[int, int]:
    """Return the height of every tower by its cell."""
    return dict(state.memory[TOWERS])


def add_foundation(state: State, _emit: Emit) -> None:
    """Record the tower foundation of the new tile, if it has one."""
    layout, base, _ = state.board[state.here]
    place = layout.place_of.get(FOUNDATION.part, -1)
    if place >= 0:
        state.memory[FOUNDATIONS] = (*state.memory[FOUNDATIONS], (state.here, base + place))


def open_foundations(state: State) -> list[tuple[int, int]]:
    """Return those of `FOUNDATIONS` without a guard that may still be built on."""
    closed = state.memory[CLOSED]
    figures = state.figures
    return [pair for pair in state.memory[FOUNDATIONS] if pair[1] not in figures and pair[0] not in closed]


@cache
def raise_tower(cell: int) -> Action:
    """Return the action that adds a tower piece on a cell."""
    return act("raise", cell=cell)


@cache
def crown_tower(piece: str, cell: int) -> Action:
    """Return the action that places a follower as guard on the tower on a cell."""
    return act("guard", piece, cell=cell)


def offer_pieces(state: State, seat: int, out: list[Action]) -> None:
    """Offer to add a tower piece to any foundation or open tower, whatever its height (TW-R2)."""
    if state.memory[STOCK][seat]:
        out += [raise_tower(cell) for cell, _ in open_foundations(state)]


def offer_guards(state: State, seat: int, out: list[Action]) -> None:
    """Offer to place a follower on any open tower of at least one piece, except where the dragon stands (TW-R9)."""
    rules = state.rules
    first = seat * len(rules.pieces)
    ready = [rules.pieces[piece].id for piece in rules.usual if state.supply[first + piece]]
    if not ready:
        return
    closed, figures = state.memory[CLOSED], state.figures
    for cell, _ in state.memory[TOWERS]:
        if _top(state, cell) not in figures and cell not in closed and not is_barred(state, cell):
            out += [crown_tower(piece, cell) for piece in ready]


def _top(state: State, cell: int) -> int:
    """Return the number of the tower's segment on a cell."""
    layout, base, _ = state.board[cell]
    return base + layout.place_of[FOUNDATION.part]


def apply_guard(state: State, seat: int, action: Action, emit: Emit) -> None:
    """Close the tower with a guard, which belongs to no feature (TW-R10)."""
    put(state, seat, state.rules.piece_of[action.what], action.cell, segment_at(state, action.cell, FOUNDATION.part), emit)


def apply_raise(state: State, seat: int, action: Action, emit: Emit) -> None:
    """Add a tower piece; then the seat may capture one follower in reach (TW-R4)."""
    towers = heights(state)
    towers[action.cell] = towers.get(action.cell, 0) + 1
    state.memory[TOWERS] = tuple(towers.items())
    stock = state.memory[STOCK]
    state.memory[STOCK] = (*stock[:seat], stock[seat] - 1, *stock[seat + 1 :])
    if emit is not ignore_event:
        emit(TowerRaised(seat, *xy(action.cell), towers[action.cell]))
    state.memory[RAISED] = action.cell
    if capturable_segments(state, action.cell):
        ask(state, "capture", seat)


def capturable_segments(state: State, cell: int) -> list[int]:
    """Return the segments of followers that the tower on a cell can capture (TW-R3).

    Those are followers on its tile, and in the four directions as many tiles away as the tower is high.
    """
    height = heights(state)[cell]
    reach = {cell, *(cell + step * far for step in STEP for far in range(1, height + 1))}
    kinds = state.rules.pieces
    return [
        segment
        for segment, figure in state.figures.items()
        if kinds[(figure & 255) % len(kinds)].follower and home(state, segment)[0] in reach
    ]


def offer_captures(state: State, _seat: int, out: list[Action]) -> None:
    """Offer to capture any follower in reach, of any player (TW-R4)."""
    for segment in capturable_segments(state, state.memory[RAISED]):
        cell, place = home(state, segment)
        out.append(act("capture", cell=cell, part=state.board[cell][0].names[place]))


def apply_capture(state: State, seat: int, action: Action, emit: Emit) -> None:
    """Capture a follower: another seat's becomes a prisoner, one's own returns to the supply (TW-R5, TW-R6).

    Then builders and pigs left alone return, and prisoners are exchanged.
    """
    segment = segment_at(state, action.cell, action.part)
    where = place_of(state, segment)
    owner, piece = lift(state, segment)
    name = state.rules.pieces[piece].id
    if owner == seat:
        state.supply[seat * len(state.rules.pieces) + piece] += 1
        emit(FigureReturned(seat, name, *where, "tower"))
    else:
        hold(state, seat, owner, piece)
        emit(FigureCaptured(seat, owner, name, *where))
    for rule in state.rules.orphaned:
        rule(state, emit)
    if owner != seat:
        _exchange(state, seat, owner, piece, emit)


def _exchange(state: State, seat: int, owner: int, piece: int, emit: Emit) -> None:
    """Exchange one prisoner each if the owner of the captured follower holds followers of the capturer (TW-R7).

    The capturer chooses only if these are of different kinds (TW-E21).
    """
    mine = held_kinds(state, owner, seat)
    if not mine:
        return
    state.memory[TAKEN] = (owner, piece)
    if len(mine) > 1:
        ask(state, "exchange", seat)
    else:
        swap(state, seat, mine[0], emit)


def offer_exchange(state: State, seat: int, out: list[Action]) -> None:
    """Offer the kinds of the seat's followers that the other seat holds."""
    owner, _ = state.memory[TAKEN]
    out += [act("exchange", state.rules.pieces[piece].id) for piece in held_kinds(state, owner, seat)]


def apply_exchange(state: State, seat: int, action: Action, emit: Emit) -> None:
    """Exchange the captured follower for the chosen prisoner."""
    swap(state, seat, state.rules.piece_of[action.what], emit)


def swap(state: State, seat: int, piece: int, emit: Emit) -> None:
    """Return both followers to their owners' supplies."""
    other, other_piece = state.memory[TAKEN]
    release(state, other, seat, piece)
    release(state, seat, other, other_piece)
    emit(PrisonersExchanged(seat, state.rules.pieces[piece].id, other, state.rules.pieces[other_piece].id))


def close_for_good(state: State, segment: int) -> None:
    """Close a tower permanently once its guard has left (BB-O11 `stays_closed`)."""
    for cell, tower in state.memory[FOUNDATIONS]:
        if tower == segment:
            state.memory[CLOSED] = (*state.memory[CLOSED], cell)


def tower_marks(state: State) -> tuple[MarkView, ...]:
    """Return the towers as marks with their heights, for the view."""
    return tuple(MarkView(*xy(cell), "tower", height) for cell, height in state.memory[TOWERS])


def stock_shown(state: State, seat: int) -> tuple[tuple[str, int], ...]:
    """Return the number of tower pieces of a seat, for the view."""
    return (("tower-pieces", state.memory[STOCK][seat]),)
