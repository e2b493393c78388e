"""Positions of random games to draw and to measure: the same for the same arguments."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple

from editions.offered import GAMES
from games.carcassonne.view import BoardView
from games.core.game import HOUSE, AnyGame, unheard


class Position(NamedTuple):
    """A game under way, or over."""

    game: AnyGame
    state: Any
    view: BoardView


def reached(given: Mapping[str, str], seats: int, tiles: int, *, seed: int = 5) -> Position:
    """A random game in which so many tiles lie and somebody is to place the next one; the finished game if it ends before.

    Players keep about half of their followers back, as people do.
    """
    game, chance = GAMES["carcassonne"], random.Random(seed)
    state = game.start(game.options(given), seats)
    while asked := game.to_act(state):
        seat = asked[0]
        if seat == HOUSE:
            choices = [game.deal(state, chance.randrange)]
        else:
            if state.number >= tiles - 1 and state.decision == "place":
                view = game.view(state, None)
                if len(view.tiles) >= tiles:
                    return Position(game, state, view)
            choices = list(game.legal(state, seat))
            passing = [action for action in choices if game.write(action) == "skip"]
            if passing and chance.random() < 0.55:
                choices = passing
        game.advance(state, seat, chance.choice(choices), unheard)
    return Position(game, state, game.view(state, None))
