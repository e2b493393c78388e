"""Positions of random games for tests of words."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from editions.registry import GAMES
from games.carcassonne.actions import Action
from games.carcassonne.view import BoardView
from games.core.game import CHANCE, Event, Seat

GAME: Any = GAMES["carcassonne"]
NAMES = ("Anna", "Ben", "Chi", "Dee", "Eve", "Fay")


class Position(NamedTuple):
    """A position in which a player must act, with all earlier events."""

    state: Any
    seat: Seat
    view: BoardView
    legal: Sequence[Action]
    events: tuple[Event, ...]


class Played(NamedTuple):
    """A whole random game: its positions, its end and all events."""

    positions: tuple[Position, ...]
    final: BoardView
    events: tuple[Event, ...]


@cache
def played(seed: int, seats: int = 3, **options: str) -> Played:
    """Return a random game that prefers eventful moves."""
    chance = random.Random(seed)
    state, events = GAME.opening(GAME.options(options), seats)
    positions = []
    while seats_to_act := GAME.to_act(state):
        seat = seats_to_act[0]
        if seat == CHANCE:
            odds = GAME.odds(state)
            action = chance.choices([a for a, _ in odds], [n for _, n in odds])[0]
        else:
            legal = tuple(GAME.legal(state, seat))
            positions.append(Position(GAME.clone(state), seat, GAME.view(state, seat), legal, tuple(events)))
            action = max(chance.sample(legal, min(4, len(legal))), key=lambda a: len(after(state, seat, a)))
        GAME.advance(state, seat, action, events.append)
    return Played(tuple(positions), GAME.view(state, None), tuple(events))


def after(state: Any, seat: Seat, action: Action) -> list[Event]:
    """Return the events that an action would cause."""
    copy, events = GAME.clone(state), []  # type: ignore[var-annotated]  # a list of events
    GAME.advance(copy, seat, action, events.append)
    return events


def stepped(position: Position, action: Action) -> Position:
    """Return the position after a choice, for the same player or the next."""
    state, events = GAME.clone(position.state), list(position.events)
    GAME.advance(state, position.seat, action, events.append)
    seat = position.seat
    return Position(state, seat, GAME.view(state, seat), tuple(GAME.legal(state, seat)), tuple(events))
