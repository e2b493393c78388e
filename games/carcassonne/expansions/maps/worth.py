"""What printed things are worth: they count as tiles by themselves, and shields count on roads too (maps 5, 6)."""

from __future__ import annotations

from games.carcassonne.scoring import count_of
from games.carcassonne.state import State
from games.carcassonne.tally import Tally


def road_shields(state: State, root: int, _seat: int, tally: Tally) -> None:
    """2 points a shield on a completed road, 1 on an unfinished one."""
    tally.add("shields", count_of(state, root, "shield"), 2 if tally.complete else 1)
