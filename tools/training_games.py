"""One game of the planning computer against itself as training data: the measures at every draw, and their outcomes."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import mul
from typing import Any, NamedTuple

from ai.turn_search import SearchWidth, search_plans
from games.carcassonne.completion_odds import COMPLETABLE, odds_at
from games.carcassonne.evaluation import evaluator_for
from games.carcassonne.features import find
from games.carcassonne.game import Carcassonne
from games.carcassonne.state import State
from games.carcassonne.weights import read
from games.core.game import CHANCE, ignore_event

STRAY = 0.08
"""How often a game strays to one of the next best turns, so that there is something to learn from."""

PATIENCE = 0.95
"""How much of what became of a position is told by later ones rather than by the estimate at the next draw: without it the end of
the game alone would teach, and most of that is luck. After a score of draws two thirds of it have been told by estimates.
"""


@dataclass(frozen=True)
class LearningGame:
    """Parameters of one game to be played for training."""

    options: Mapping[str, str]
    seats: int
    weights: tuple[dict[str, Any], ...]
    """As the file holds them."""
    breadth: SearchWidth
    seed: int


class GameNotes(NamedTuple):
    """Training data of one game: features with their completion, changes of the margin, and the points."""

    features: list[tuple[str, tuple[float, ...], bool]]
    """(kind, inputs of its chance, whether it was completed)."""
    changes: list[tuple[list[float], float]]
    """(measures of a seat above the mean of the others, how much its lead over that mean grew: see `PATIENCE`)."""
    points: tuple[int, ...]


def played(lesson: LearningGame) -> GameNotes:
    """Play the game of a lesson to its end and return its training data."""
    game = Carcassonne(weights=tuple(map(read, lesson.weights)))
    state, chance = game.start(game.options(lesson.options), lesson.seats), random.Random(lesson.seed)
    seen: list[tuple[str, tuple[float, ...], int]] = []
    before: list[tuple[list[list[float]], tuple[int, ...]]] = []
    while seats_to_act := game.to_act(state):
        seat = seats_to_act[0]
        if seat == CHANCE:
            seen += _open_features(game, state)
            before.append((game.measured(state), game.scores(state)))
            game.advance(state, CHANCE, game.deal(state, chance.randrange), ignore_event)
            continue
        sought = search_plans(game, state, seat, leaves=20_000, choose=chance.randrange, breadth=lesson.breadth)
        strays = chance.random() < STRAY
        plan = sought[chance.randrange(min(6, len(sought)))] if strays else sought[0]
        for action in plan.actions:
            game.advance(state, seat, action, ignore_event)
    points, weights = game.scores(state), evaluator_for(state.rules, state.seats, game.weights).weights
    features = [(kind, inputs, not state.open[find(state.parent, segment)]) for kind, inputs, segment in seen]
    seats = range(lesson.seats if lesson.seats > 2 else 1)  # between two the second says the same once more
    taught = [change for seat in seats for change in changes(before, points, seat, weights)]
    return GameNotes(features, taught, points)


def _open_features(game: Carcassonne, state: State) -> list[tuple[str, tuple[float, ...], int]]:
    """Return the incomplete features with figures: (kind, inputs of its chance, one segment of it)."""
    view = odds_at(state, evaluator_for(state.rules, state.seats, game.weights).chances)
    open_features = {}
    for segment, figure in state.figures.items():
        layout, base, _ = state.board[state.placed[figure >> 8][0]]
        kind, root = layout.segments[segment - base].kind, find(state.parent, segment)
        if kind.shape in COMPLETABLE and state.open[root] and root not in open_features:
            inputs = view.inputs(state, root)
            if inputs[2] > -50.0:
                open_features[root] = (str(kind), inputs, segment)
    return list(open_features.values())


def changes(
    before: Sequence[tuple[Sequence[Sequence[float]], Sequence[int]]], points: Sequence[int], seat: int, weights: Sequence[float]
) -> list[tuple[list[float], float]]:
    """Return the changes of one seat's lead in the form of `GameNotes.changes`, in playing order.

    `before` holds the measures and scores at every draw, `points` the final scores.
    """
    comes = _lead(points, seat)
    weight_changes = []
    for measured, scores in reversed(before):
        leads = [_lead(by_seat, seat) for by_seat in zip(*measured, strict=True)]
        now = _lead(scores, seat)
        weight_changes.append((leads, comes - now))
        estimate = now + sum(map(mul, weights, leads))
        comes = PATIENCE * comes + (1 - PATIENCE) * estimate
    return weight_changes[::-1]


def _lead(by_seat: Sequence[float], seat: int) -> float:
    """Return a seat's lead over the mean of the others."""
    return by_seat[seat] - (sum(by_seat) - by_seat[seat]) / (len(by_seat) - 1)
