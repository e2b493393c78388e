"""Positions of random card games for tests of words and pictures."""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

from games.cardcassonne.actions import Action
from games.cardcassonne.game import Cardcassonne
from games.cardcassonne.state import CardState
from games.cardcassonne.view import CardView
from games.core.game import CHANCE, Event, Seat

GAME = Cardcassonne()
NAMES = ("Anna", "Ben", "Chi", "Dee", "Eve")


class Position(NamedTuple):
    """A position in which a player must act, with all earlier events."""

    state: CardState
    seat: Seat
    view: CardView
    legal: tuple[Action, ...]
    events: tuple[Event, ...]


class Played(NamedTuple):
    """A whole random game: its positions, its end and all events."""

    positions: tuple[Position, ...]
    final: CardView
    events: tuple[Event, ...]


@cache
def played(seed: int, seats: int = 3) -> Played:
    """Return a random game."""
    chance = random.Random(seed)
    state, events, positions = GAME.start(GAME.options({}), seats), list[Event](), []
    while seats_to_act := GAME.to_act(state):
        seat = seats_to_act[0]
        if seat == CHANCE:
            actions, weights = zip(*GAME.odds(state), strict=True)
            action = chance.choices(actions, weights)[0]
        else:
            legal = tuple(GAME.legal(state, seat))
            positions.append(Position(GAME.clone(state), seat, GAME.view(state, seat), legal, tuple(events)))
            action = chance.choice(legal)
        GAME.advance(state, seat, action, events.append)
    return Played(tuple(positions), GAME.view(state, None), tuple(events))


def of_kind(decision: str, *, seats: int = 3) -> Position:
    """Return the first position in some random games with this decision."""
    return next(p for seed in range(20) for p in played(seed, seats).positions if p.view.decision == decision)


def after(position: Position, action: Action) -> tuple[CardState, list[Event]]:
    """Return the state after an action, and its events."""
    state, events = GAME.clone(position.state), list[Event]()
    GAME.advance(state, position.seat, action, events.append)
    return state, events
