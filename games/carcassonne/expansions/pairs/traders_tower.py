"""Traders & Builders with The Tower: an option to forbid tower pieces in the second part of a turn (TB 9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.carcassonne.actions import Action
from games.carcassonne.expansion import Expansion
from games.carcassonne.state import State
from games.core.options import Option, Options


def no_second_piece(state: State, _seat: int, out: list[Action]) -> None:
    """Remove tower pieces from the choices in the second part of a turn, if `tower_piece_in_part_2` is off."""
    if state.part == 2:
        out[:] = [action for action in out if action.verb != "raise"]


def _adapt(options: Options) -> Mapping[str, Any]:
    return {} if options["tower_piece_in_part_2"] else {"limits": (("deploy", no_second_piece),)}


EXPANSION = Expansion(
    id="traders+tower",
    needs=("traders", "tower"),
    options=(Option("tower_piece_in_part_2", "flag", True, needs=("expansions", "tower"), rule="TB 9"),),
    adapt=_adapt,
)
