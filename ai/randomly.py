"""The player that does not think: any legal action, all equally likely."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ai.player import Choose
from games.core.game import AnyGame, Seat


class Randomly:
    """Level `random`."""

    def turn(self, game: AnyGame, state: Any, seat: Seat, choose: Choose) -> Sequence[Any]:
        """One of the legal actions, by one number of `choose`."""
        legal = game.legal(state, seat)
        return (legal[choose(len(legal))],)
