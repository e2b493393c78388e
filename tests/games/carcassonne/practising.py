"""Practice games of learners who always, mostly or never follow the advice."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from editions.registry import GAMES
from games.carcassonne.practice import LEARNER, OPTIONS, TEACHER
from games.carcassonne.view import BoardView
from games.core.game import CHANCE, Event
from games.core.tutorial import TeachingAdvice

GAME = GAMES["carcassonne"]
CHOSEN = GAME.options(OPTIONS)


@dataclass
class Asked:
    """One turn of the learner, with the position and the advice."""

    view: BoardView
    legal: tuple[Any, ...]
    since: list[Event]
    """The learner's last turn and all after it."""
    advice: TeachingAdvice


@dataclass
class Played:
    """A whole practice game."""

    state: Any
    turns: list[Asked] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def view(self) -> BoardView:
        """Return the view of the current position."""
        view: BoardView = GAME.view(self.state, None)
        return view


def played(follows: float, chance: random.Random, *, asked: bool = False) -> Played:
    """Play a practice game of a learner who follows this share of the advice, else plays at random; `asked` keeps all turns."""
    teaching, game = GAME.teaching(CHOSEN), Played(GAME.start(CHOSEN, 2))
    assert teaching is not None
    state, told = game.state, 0
    while to_act := GAME.to_act(state):
        actions: tuple[Any, ...]
        if to_act == (CHANCE,):
            ((draw, _),) = GAME.odds(state)
            actions = (draw,)
        elif to_act == (TEACHER,):
            actions = tuple(teaching.turn(GAME, state, TEACHER, chance.randrange))
        else:
            begins, follow = state.decision == "place", chance.random() < follows
            advice = teaching.advice(GAME, state, LEARNER) if begins and (follow or asked) else None
            if asked and advice is not None:
                game.turns.append(Asked(game.view(), tuple(GAME.legal(state, LEARNER)), game.events[told:], advice))
                told = len(game.events)
            advised = advice.turns if follow and advice is not None else ()
            actions = chance.choice(advised) if advised else (chance.choice(GAME.legal(state, LEARNER)),)
        for action in actions:
            GAME.advance(state, to_act[0], action, game.events.append)
    return game
