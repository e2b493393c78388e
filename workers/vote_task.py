"""Vote task for a worker process: how good each turn is that was voted for or guessed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ai.turn_search import SearchWidth, search_plans
from games.core.game import AnyGame, Seat
from workers.move_task import UploadedContent, numbers, remember

LEAVES = 6_000
"""Positions that are judged: less than a second."""

BREADTH = SearchWidth(answered=6, draws=8)


@dataclass(frozen=True)
class VoteGradingTask:
    """A request to grade some turns of `seat`."""

    game: AnyGame
    state: Any
    """What `game.dump` made of the position: one in which nothing is hidden."""
    seat: Seat
    lines: tuple[tuple[str, ...], ...]
    """Each a whole turn, as actions in a row."""
    seed: bytes
    """What is drawn to compare with follows from it."""
    added: UploadedContent | None = None


class TurnGrades(NamedTuple):
    """The best turn, and by how many tenths of a point each graded turn is worse."""

    best: tuple[str, ...]
    """The best turn found."""
    tenths: tuple[int, ...]
    """By how many tenths of a point each turn is worse than that."""


def judged(question: VoteGradingTask) -> TurnGrades:
    """Return the grade of each turn and the best turn. Deterministic: the same task always has the same result."""
    remember(question.added)
    game, chance = question.game, numbers(question.seed)
    lines = [tuple(game.read(text) for text in line) for line in question.lines]
    state = game.load(question.state)
    plans = search_plans(game, state, question.seat, leaves=LEAVES, choose=chance, breadth=BREADTH, besides=lines)
    worths = {plan.actions: plan.worth for plan in plans}
    tenths = tuple(round(10 * max(0.0, plans[0].worth - worths[line])) for line in lines)
    return TurnGrades(tuple(game.write(action) for action in plans[0].actions), tenths)
