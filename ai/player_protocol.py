"""What is asked of a computer player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from games.core.game import AnyGame, Seat

Choose = Callable[[int], int]
"""A number from 0 to below n: the only chance a computer player has; the same position always gives the same numbers."""


class Player(Protocol):
    """One level of computer player; plays any game through the protocol alone. Plain data: it travels between processes."""

    def turn(self, game: AnyGame, state: Any, seat: Seat, choose: Choose) -> Sequence[Any]:
        """What `seat` does now: one of `game.legal(state, seat)`, and what it does after that if nobody else is asked before.

        `state` is what `game.imagine` gave for this seat: everything hidden from the seat is dealt again, so nothing secret
        can be read from it. It may be changed freely. Runs in a process of its own; what it may cost is a number of positions,
        never a time, or the same position would not always give the same turn.
        """


@runtime_checkable
class ExternalPlayer(Protocol):
    """A player that is told everything as texts and answers in texts: a program of somebody else. For games without secrets."""

    def begin(self, game_id: str, options: Mapping[str, str], seats: int) -> None:
        """A game begins."""

    def answer(self, rows: Sequence[tuple[Seat, str]], legal: Sequence[str]) -> Sequence[str]:
        """What the seat that is asked does, one of `legal` first, after all (seat, action) since the beginning."""

    def end(self, scores: Sequence[int]) -> None:
        """The game is over, with these points or for want of an answer."""


class RandomPlayer:
    """Level `random`."""

    def turn(self, game: AnyGame, state: Any, seat: Seat, choose: Choose) -> Sequence[Any]:
        """One of the legal actions, by one number of `choose`."""
        legal = game.legal(state, seat)
        return (legal[choose(len(legal))],)
