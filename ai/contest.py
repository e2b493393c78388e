"""One game between computers, as plain data in and out, so that many can be played in many processes.

The draws follow from a seed and their number alone: two games with the same seed draw the same tiles as far as the rules let
them, whoever plays.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ai.player import Player
from games.core.game import HOUSE, AnyGame, unheard


@dataclass(frozen=True)
class Contest:
    """Who plays what."""

    game: AnyGame
    options: Mapping[str, str]
    players: Sequence[Player]
    """By seat."""
    seed: int


class Result(NamedTuple):
    """How it ended."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    cpu_s: tuple[tuple[float, ...], ...]
    """By seat: processor seconds of each turn, that is of everything that the seat decided in a row."""
    done: tuple[Mapping[str, int], ...] = ()
    """By seat: how often it did what, by the first word of the action's text."""


def contested(contest: Contest) -> Result:
    """Play it to the end. The same contest always ends the same way."""
    game, seats = contest.game, len(contest.players)
    state, draws, before = game.start(game.options(contest.options), seats), 0, HOUSE
    chances = [random.Random(f"{contest.seed} seat {seat}") for seat in range(seats)]  # noqa: S311  # a seeded game, no secret
    turns: list[list[float]] = [[] for _ in range(seats)]
    done = [Counter[str]() for _ in range(seats)]
    planned: list[Any] = []
    while asked := game.to_act(state):
        seat = asked[0]
        if seat == HOUSE:
            draws += 1
            action = game.deal(state, random.Random(f"{contest.seed} draw {draws}").randrange)  # noqa: S311  # as above
        else:
            if not planned:
                start = time.process_time()
                imagined = game.imagine(state, seat, chances[seat].randrange)
                planned = list(contest.players[seat].turn(game, imagined, seat, chances[seat].randrange))
                _spent(turns[seat], time.process_time() - start, new=seat != before)
            action = planned.pop(0)
            done[seat][game.write(action).split()[0]] += 1
        game.advance(state, seat, action, unheard)
        if game.to_act(state) != (seat,):
            planned = []
        before = seat
    outcome = game.outcome(state)
    assert outcome is not None
    return Result(tuple(outcome.scores), tuple(outcome.winners), tuple(map(tuple, turns)), tuple(map(dict, done)))


def _spent(turns: list[float], seconds: float, *, new: bool) -> None:
    if new:
        turns.append(seconds)
    else:
        turns[-1] += seconds
