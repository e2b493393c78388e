"""What is asked of a computer player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from games.core.game import AnyGame, Seat

Choose = Callable[[int], int]
"""A number from 0 to below n: the only chance a computer player has; the same position always gives the same numbers."""


class Player(Protocol):
    """One level of computer player; plays any game through the protocol alone. Plain data: it travels between processes."""

    def turn(self, game: AnyGame, state: Any, seat: Seat, choose: Choose) -> Sequence[Any]:
        """What `seat` does now: one of `game.legal(state, seat)`, and what it does after that if nobody else is asked before.

        `state` is what `game.imagine` gave for this seat: everything hidden from the seat is dealt anew, so nothing secret
        can be read from it. It may be changed freely. Runs in a process of its own; what it may cost is a number of positions,
        never a time, or the same position would not always give the same turn.
        """
