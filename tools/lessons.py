"""One game of the planning computer against itself, to learn from: what was measured at every draw, and what became of it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ai.planning import Breadth, plans
from games.carcassonne.appraisal import appraiser
from games.carcassonne.features import find
from games.carcassonne.game import Carcassonne
from games.carcassonne.outlook import COMPLETABLE, outlook
from games.carcassonne.state import State
from games.carcassonne.weights import read
from games.core.game import HOUSE, unheard

STRAY = 0.08
"""How often a game strays to one of the next best turns, so that there is something to learn from."""


@dataclass(frozen=True)
class Lesson:
    """One game to be played and noted."""

    options: Mapping[str, str]
    seats: int
    weights: tuple[dict[str, Any], ...]
    """As the file holds them."""
    breadth: Breadth
    seed: int


class Noted(NamedTuple):
    """What one game teaches."""

    features: list[tuple[str, tuple[float, ...], bool]]
    """(kind, inputs of its chance, whether it was completed)."""
    changes: list[tuple[list[float], float]]
    """(measures of a seat above the mean of the others, how much its lead over that mean still grew)."""
    points: tuple[int, ...]


def played(lesson: Lesson) -> Noted:
    """Play it to the end and look back."""
    game = Carcassonne(weights=tuple(map(read, lesson.weights)))
    state, chance = game.start(game.options(lesson.options), lesson.seats), random.Random(lesson.seed)
    seen: list[tuple[str, tuple[float, ...], int]] = []
    before: list[tuple[list[list[float]], tuple[int, ...]]] = []
    while asked := game.to_act(state):
        seat = asked[0]
        if seat == HOUSE:
            seen += _open_features(game, state)
            before.append((game.measured(state), game.scores(state)))
            game.advance(state, HOUSE, game.deal(state, chance.randrange), unheard)
            continue
        sought = plans(game, state, seat, leaves=20_000, choose=chance.randrange, breadth=lesson.breadth)
        strays = chance.random() < STRAY
        plan = sought[chance.randrange(min(6, len(sought)))] if strays else sought[0]
        for action in plan.actions:
            game.advance(state, seat, action, unheard)
    points = game.scores(state)
    features = [(kind, inputs, not state.open[find(state.parent, segment)]) for kind, inputs, segment in seen]
    changes = [change for measured, scores in before for change in _changes(measured, scores, points)]
    return Noted(features, changes, points)


def _open_features(game: Carcassonne, state: State) -> list[tuple[str, tuple[float, ...], int]]:
    """The open features with figures: (kind, inputs, a segment of it)."""
    view = outlook(state, appraiser(state.rules, state.seats, game.weights).chances)
    found = {}
    for segment, figure in state.figures.items():
        layout, base, _ = state.board[state.placed[figure >> 8][0]]
        kind, root = layout.segments[segment - base].kind, find(state.parent, segment)
        if kind.shape in COMPLETABLE and state.open[root] and root not in found:
            inputs = view.inputs(state, root)
            if inputs[2] > -50.0:
                found[root] = (str(kind), inputs, segment)
    return list(found.values())


def _changes(measured: Sequence[Sequence[float]], scores: Sequence[int], points: Sequence[int]) -> list[tuple[list[float], float]]:
    gains = [after - before for before, after in zip(scores, points, strict=True)]
    changes = []
    for seat, row in enumerate(measured):
        others = [n for n in range(len(measured)) if n != seat]
        lead = [own - sum(measured[n][place] for n in others) / len(others) for place, own in enumerate(row)]
        changes.append((lead, gains[seat] - sum(gains[n] for n in others) / len(others)))
    return changes if len(measured) > 2 else changes[:1]  # between two the second says the same once more
