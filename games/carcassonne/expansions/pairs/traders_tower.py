"""Traders & Builders with The Tower: may a second part raise a tower (TB 9)?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.carcassonne.actions import Action
from games.carcassonne.expansion import Expansion
from games.carcassonne.state import State
from games.core.options import Option, Options


def no_second_piece(state: State, _seat: int, out: list[Action]) -> None:
    """`tower_piece_in_part_2` off: a tower piece only in the first part of a turn."""
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
