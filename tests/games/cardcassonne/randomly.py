"""Random games of the card game from a seed: each action with the state before it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from games.cardcassonne.actions import Action
from games.cardcassonne.game import Cardcassonne
from games.cardcassonne.state import CardState
from games.core.game import CHANCE, Emit, Seat
from games.core.options import Options

GAME = Cardcassonne()


class Moment(NamedTuple):
    state: CardState
    """Before the action; it changes when the walk goes on."""
    seat: Seat
    action: Action
    offered: list[Action]


def walk(seed: int, seats: int, options: Options | None = None, emit: Emit = lambda event: None) -> Iterator[Moment]:
    """Yield the moment before each action of a whole game."""
    chance = random.Random(seed)
    state = GAME.start(options or GAME.options({}), seats)
    while seats_to_act := GAME.to_act(state):
        seat = seats_to_act[0]
        if seat == CHANCE:
            actions, weights = zip(*GAME.odds(state), strict=True)
            action = chance.choices(actions, weights)[0]
        else:
            actions = tuple(GAME.legal(state, seat))
            action = chance.choice(actions)
        yield Moment(state, seat, action, list(actions))
        GAME.advance(state, seat, action, emit)


def ended(seed: int, seats: int, options: Options | None = None, emit: Emit = lambda event: None) -> CardState:
    """Return the state at the end of a random game."""
    for moment in walk(seed, seats, options, emit):
        state = moment.state
    return state
