"""The only door from outside, and replay through it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from games.core.errors import IllegalAction
from games.core.game import HOUSE, Event, Game, Seat
from games.core.options import Options

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


class Logged(NamedTuple):
    """One accepted action as the log keeps it."""

    seat: Seat
    text: str


def play(game: Game[S, A, V], state: S, seat: Seat, action: A) -> tuple[S, list[Event]]:
    """The state after `action`, and what happened; `state` itself stays as it was.

    Raises `IllegalAction`: `game-over`, `not-your-turn`, `not-legal`.
    """
    check(game, state, seat, action)
    after = game.clone(state)
    events: list[Event] = []
    game.advance(after, seat, action, events.append)
    return after, events


def check(game: Game[S, A, V], state: S, seat: Seat, action: A) -> None:
    """Raise `IllegalAction` unless `seat` may do `action` now."""
    asked = game.to_act(state)
    if not asked:
        raise IllegalAction("game-over")
    if seat not in asked:
        raise IllegalAction("not-your-turn", asked=tuple(asked))
    open_to = [a for a, _ in game.odds(state)] if seat == HOUSE else game.legal(state, seat)
    if action not in open_to:
        raise IllegalAction("not-legal", action=game.write(action))


def replay(game: Game[S, A, V], options: Options, seats: int, log: Iterable[Logged]) -> tuple[S, list[Event]]:
    """The state and all events after `log`, every action checked; raises as `play` does at the first that does not fit."""
    state = game.start(options, seats)
    events: list[Event] = []
    for seat, text in log:
        action = game.read(text)
        check(game, state, seat, action)
        game.advance(state, seat, action, events.append)
    return state, events
