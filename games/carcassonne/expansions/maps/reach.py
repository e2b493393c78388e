"""What a tile brings within reach beyond its neighbours: big cities and ferries, once connected, for good (maps 3)."""

from __future__ import annotations

from games.carcassonne.expansions.maps.events import Connected
from games.carcassonne.expansions.maps.printing import print_of
from games.carcassonne.geometry import xy
from games.carcassonne.state import State
from games.core.game import Emit

CONNECTED = "connected"
"""Slot: the connected links by their number in `Print.links`, in the order of connecting."""


def connect(state: State, emit: Emit) -> None:
    """The tile just laid connects the big cities whose open sides it touches, and the ferry that lands on it."""
    printed = print_of(state.rules)
    for number in printed.links_at.get(state.here, ()):
        if number not in state.memory[CONNECTED]:
            state.memory[CONNECTED] = (*state.memory[CONNECTED], number)
            link = printed.links[number]
            emit(Connected(link.kind, link.names, tuple(xy(cell) for cell in _open_up(state, link.cells))))


def _open_up(state: State, cells: tuple[int, ...]) -> list[int]:
    """Those of the cells that are empty and only now come within reach."""
    fresh = [cell for cell in cells if cell not in state.board and cell not in state.frontier]
    for cell in fresh:
        state.frontier[cell] = state.blank[cell]
    return fresh
