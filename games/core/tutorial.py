"""Interface of tutorials: a computer opponent that leaves the learner chances, and advice for each turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol


class TeachingAdvice(NamedTuple):
    """Advice for one turn of the learner, who may still play every legal turn."""

    number: int
    """Which turn of the learner it is, from 1."""
    is_main: bool
    """Whether the advised turns do what this turn is there to teach; else they do the next best thing."""
    turns: tuple[tuple[Any, ...], ...]
    """The whole turns, as actions, that do it best; none where nothing that could be taught is possible."""
    example: tuple[Any, ...]
    """A whole turn to show how turns are typed: the first advised one, else the first legal one."""
    midway: tuple[Any, tuple[Any, ...]]
    """The learner's view after the example's first action, and what is legal then."""


class SuggestedMoves(NamedTuple):
    """Advised continuations of a turn that was begun."""

    choices: tuple[Any, ...] = ()
    """The advised ones of what may be chosen now."""
    rotate: bool = False
    """The place is an advised one, and the tile has to be turned first."""


class Teaching(Protocol):
    """Interface of a tutorial, which belongs to a match; see `Game.teaching`."""

    def turn(self, game: Any, state: Any, seat: int, choose: Callable[[int], int]) -> Sequence[Any]:
        """Return the teacher's actions, like `ai.player_protocol.Player.turn`."""

    def advice(self, game: Any, state: Any, seat: int) -> TeachingAdvice:
        """Return advice for the learner, who is at the beginning of a turn."""

    def suggested_moves(self, game: Any, state: Any, seat: int, done: Sequence[Any]) -> SuggestedMoves:
        """Return the advised continuations after the learner tried `done` on `state`, the beginning of the turn."""
