"""Cached computations about positions, shared by all messages, drafts and pages that show the same position."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from games.core.choice_values import ChoiceValue, value_choices
from games.core.game import AnyGame, Seat, ignore_event

KEPT = 32
"""Answers of each kind in memory. A move is shown in all these places within a second or two."""

Lines = tuple[tuple[Any, ...], ...]


class _Question:
    """The key of a cached computation: a function's name, a position and arguments.

    Positions are immutable, so that object identity is enough.
    """

    __slots__ = ("game", "more", "state")

    def __init__(self, game: AnyGame, state: Any, *more: Any) -> None:
        self.game, self.state, self.more = game, state, more

    def __hash__(self) -> int:
        return hash((id(self.state), self.more))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Question) and self.state is other.state and self.more == other.more


def view_of(game: AnyGame, state: Any, viewer: Seat | None) -> Any:
    """Return a position as `viewer` may see it; in games without hidden information one view is shared by all."""
    return _view(_Question(game, state, viewer if game.has_secrets else None))


def closing_choices(game: AnyGame, state: Any, seat: Seat) -> tuple[Any, ...]:
    """Return the legal choices after which the seat has no further choice this turn."""
    return _closing_moves(_Question(game, state, seat))


def values_of(game: AnyGame, state: Any, seat: Seat, lines: Lines) -> tuple[ChoiceValue, ...]:
    """Return the value of each line as `value_choices` computes it, with a fixed random source so that results repeat."""
    return _values(_Question(game, state, seat, lines))


@lru_cache(maxsize=KEPT)
def _view(asked: _Question) -> Any:
    return asked.game.view(asked.state, *asked.more)


@lru_cache(maxsize=KEPT)
def _closing_moves(asked: _Question) -> tuple[Any, ...]:
    game, (seat,) = asked.game, asked.more
    choices = []
    for action in game.legal(asked.state, seat):
        after = game.clone(asked.state)
        game.advance(after, seat, action, ignore_event)
        if seat not in game.to_act(after):
            choices.append(action)
    return tuple(choices)


@lru_cache(maxsize=KEPT)
def _values(asked: _Question) -> tuple[ChoiceValue, ...]:
    seat, lines = asked.more
    return value_choices(asked.game, asked.state, seat, lines, Random(0).randrange)  # noqa: S311  # no secret
