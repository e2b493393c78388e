"""Snapshots: conversion of a state to JSON and back. They only save time; the log is authoritative.

Loading places the tiles again in their order, so features are not stored; only the rest of the state is.
"""

from __future__ import annotations

from typing import Any

from games.carcassonne.features import find, lay, segment_at
from games.carcassonne.geometry import cell_at, xy
from games.carcassonne.rulebook import ask
from games.carcassonne.scoring import place_of
from games.carcassonne.state import PRINTED, Rules, State
from games.carcassonne.tile_layout import VOTE_BITS
from games.core.game import CHANCE, Json, Seat, ignore_event

_PLAIN = ("supply", "scores", "bag", "left", "hand", "number", "seat", "part", "step", "decision", "over")


def dump(state: State) -> Json:
    """Return the state as plain data; the options are the caller's to add."""
    return {
        "seats": state.seats,
        "tiles": [[*xy(cell), *_square_and_kind(state, cell), seat] for cell, seat in state.placed if seat != PRINTED],
        "figures": [[*place_of(state, segment), figure & 255] for segment, figure in state.figures.items()],
        "frontier": [[*xy(cell), demand] for cell, demand in state.frontier.items()],
        "discarded": list(state.discarded),
        "held": list(state.held),
        "asked": list(state.asked),
        "memory": {name: _as_lists(value) for name, value in state.memory.items()},
        **{name: _deep_copy(getattr(state, name)) for name in _PLAIN},
    }


def load(data: Json, rules: Rules) -> State:
    """Return the state of a snapshot made by `dump`, under the same rulebook."""
    state = State(rules, data["seats"])
    state.bag = [tile.count for tile in rules.tiles]
    for begin in rules.begin:
        begin(state, ignore_event)
    for x, y, kind, turn, seat in data["tiles"]:
        if cell_at(x, y) not in state.board:
            lay(state, cell_at(x, y), rules.layouts[kind][turn], seat)
    for name in _PLAIN:
        setattr(state, name, _deep_copy(data[name]))
    for x, y, part, figure in data["figures"]:
        _put(state, cell_at(x, y), part, figure)
    state.frontier = {cell_at(x, y): demand for x, y, demand in data["frontier"]}
    state.discarded = tuple(data["discarded"])
    state.held = tuple(data.get("held", ()))  # which snapshots of before have not
    state.memory = {name: _as_tuples(value) for name, value in data["memory"].items()}
    state.asked = tuple(Seat(seat) for seat in data["asked"])
    if state.asked and CHANCE not in state.asked:
        ask(state, state.decision, state.asked[0])
    return state


def _square_and_kind(state: State, cell: int) -> tuple[int, int]:
    layout = state.board[cell][0]
    return layout.kind, layout.turn


def _put(state: State, cell: int, part: str, figure: int) -> None:
    seat, piece = divmod(figure, len(state.rules.pieces))
    segment = segment_at(state, cell, part)
    state.figures[segment] = state.board[cell][2] << 8 | figure
    state.load[find(state.parent, segment)] += state.rules.pieces[piece].votes << VOTE_BITS * seat


def _deep_copy(value: Any) -> Any:
    """Return a copy that shares no list with `value`, so that either may change independently."""
    return value[:] if isinstance(value, list) else value


def _as_lists(value: Any) -> Json:
    return [_as_lists(v) for v in value] if isinstance(value, tuple) else value


def _as_tuples(value: Json) -> Any:
    return tuple(_as_tuples(v) for v in value) if isinstance(value, list) else value
