"""Interfaces that computer players implement."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from games.core.game import AnyGame, Seat

Choose = Callable[[int], int]
"""A number from 0 to below n: the only chance a computer player has; the same position always gives the same numbers."""


class Player(Protocol):
    """Interface of one level of computer player.

    It knows a game only through the game protocol, and is plain data that travels between processes.
    """

    def turn(self, game: AnyGame, state: Any, seat: Seat, choose: Choose) -> Sequence[Any]:
        """Return the actions of `seat`: one of `game.legal(state, seat)`, and those that follow before another seat must decide.

        `state` is what `game.imagine` gave for this seat: everything hidden from the seat is dealt again, so nothing secret can be
        read from it. It may be changed freely. Runs in a separate process. Its budget is a number of positions and never a time, so
        that the same position always gives the same turn.
        """


@runtime_checkable
class ExternalPlayer(Protocol):
    """Interface of a third-party program that gets each action as text and replies in text, for games without secrets."""

    def begin(self, game_id: str, options: Mapping[str, str], seats: int) -> None:
        """Start a game."""

    def answer(self, rows: Sequence[tuple[Seat, str]], legal: Sequence[str]) -> Sequence[str]:
        """Return the actions of the seat to move, the first of them one of `legal`, after all (seat, action) rows so far."""

    def end(self, scores: Sequence[int]) -> None:
        """End the game, with its final scores or because the program gave no reply."""


class RandomPlayer:
    """Player of level `random`, which chooses among legal actions at random."""

    def turn(self, game: AnyGame, state: Any, seat: Seat, choose: Choose) -> Sequence[Any]:
        """Return one of the legal actions, by one number of `choose`."""
        legal = game.legal(state, seat)
        return (legal[choose(len(legal))],)
