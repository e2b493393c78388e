"""The player that does not think: any legal action, all equally likely."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.game import AnyGame, Seat


class Randomly:
    """Level `random`."""

    def choose(self, game: AnyGame, state: Any, seat: Seat, choose: Callable[[int], int]) -> Any:
        """One of the legal actions, by one number of `choose`."""
        legal = game.legal(state, seat)
        return legal[choose(len(legal))]
