"""The start of a game on a map: chance picks start squares and first tiles, logged like any draw (maps 2.1)."""

from __future__ import annotations

from collections.abc import Sequence

from games.carcassonne.actions import Action, act
from games.carcassonne.events import TilePlaced
from games.carcassonne.expansions.maps.events import MapLinkReached
from games.carcassonne.expansions.maps.printed_segments import lay_out, printed_board_of
from games.carcassonne.features import lay
from games.carcassonne.geometry import cell_at, xy
from games.carcassonne.rulebook import ask_house
from games.carcassonne.state import State
from games.core.game import Emit

CONNECTED = "connected"
"""Slot: the connected links by their number in `Print.links`, in the order of connecting."""


def connect(state: State, emit: Emit) -> None:
    """Connect the big cities whose open sides the new tile touches, and the ferry that lands on it."""
    printed = printed_board_of(state.rules)
    for number in printed.links_at.get(state.here, ()):
        if number not in state.memory[CONNECTED]:
            state.memory[CONNECTED] = (*state.memory[CONNECTED], number)
            link = printed.links[number]
            emit(MapLinkReached(link.kind, link.names, tuple(xy(cell) for cell in _open_up(state, link.cells))))


def _open_up(state: State, cells: tuple[int, ...]) -> list[int]:
    """Return those of the cells that are empty and newly in reach."""
    fresh = [cell for cell in cells if cell not in state.board and cell not in state.frontier]
    for cell in fresh:
        state.frontier[cell] = state.blank[cell]
    return fresh


STARTS = "start squares"
"""Slot: the cells of the start squares picked so far, in that order."""


def begin(state: State, _emit: Emit) -> None:
    """Lay out the map, give the players their meeples, and wait for chance to pick the first start square."""
    lay_out(state)
    if not state.rules.options.number("meeples"):
        own = [kind.supply(state.rules.options) for kind in state.rules.pieces]
        own[state.rules.usual[0]] = printed_board_of(state.rules).design.meeples
        state.supply = own * state.seats
    ask_house(state, "start")


def start_squares(state: State) -> Sequence[tuple[Action, int]]:
    """Return the start squares not yet picked, with equal weights."""
    starts = [cell_at(*square) for square in printed_board_of(state.rules).design.starts]
    return [(act("start", cell=cell), 1) for cell in starts if cell not in state.memory[STARTS]]


def first_tiles(state: State) -> Sequence[tuple[Action, int]]:
    """Return the tiles in the bag that fit on the start square just picked, weighted by their number."""
    cell = state.memory[STARTS][-1]
    weighted = enumerate(state.bag)
    return [(act("lay", state.rules.tiles[kind].id), n) for kind, n in weighted if n and _turns(state, cell, kind)]


def _turns(state: State, cell: int, kind: int) -> list[int]:
    """Return the turns in which a kind of tile fits on a start square, smallest first."""
    mask = state.rules.fits[kind][state.frontier.get(cell, state.blank[cell])]
    return [turn for turn in range(4) if mask >> turn & 1]


def apply_start(state: State, _seat: int, action: Action, emit: Emit) -> None:
    """Pick the next start square: the start tile goes to the first one that it fits, random tiles to the others."""
    starts = (*state.memory[STARTS], action.cell)
    state.memory[STARTS] = starts
    first = next(kind for kind, tile in enumerate(state.rules.tiles) if tile.start)
    if len(starts) == 1 and _turns(state, action.cell, first):
        _lay_first_tile(state, first, emit)
    else:
        ask_house(state, "lay")


def apply_lay(state: State, _seat: int, action: Action, emit: Emit) -> None:
    """Place a random tile on the start square just picked."""
    _lay_first_tile(state, state.rules.kind_of[action.what], emit)


def _lay_first_tile(state: State, kind: int, emit: Emit) -> None:
    starts = state.memory[STARTS]
    turn = _turns(state, starts[-1], kind)[0]
    state.bag[kind] -= 1
    state.left -= 1
    lay(state, starts[-1], state.rules.layouts[kind][turn], -1)
    emit(TilePlaced(None, state.rules.tiles[kind].id, *xy(starts[-1]), turn))
    connect(state, emit)
    if len(starts) < state.rules.options.number("starts"):
        ask_house(state, "start")
        return
    limit = printed_board_of(state.rules).design.limit
    if limit is not None:
        state.left = min(state.left, limit)
