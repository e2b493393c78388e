"""Hint task for a worker process: the best whole turn of a player, judged only by what their seat can know."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from ai.turn_search import SearchWidth, search_plans, search_plans_unseen
from games.core.game import AnyGame, Seat
from workers.move_task import UploadedContent, numbers, remember

LEAVES = 6_000
"""Positions that are judged: less than a second, while somebody looks at the screen."""

BREADTH = SearchWidth(answered=6, draws=8)

ALONE, GUESSES = SearchWidth(answered=0), 24
"""Where something is hidden: by the own turn alone, in so many states in which the seat could be."""


@dataclass(frozen=True)
class HintTask:
    """A request for the best turn of `seat`, in a state that the seat could imagine."""

    game: AnyGame
    state: Any
    """What `game.dump` made of a state that was imagined for the seat."""
    seat: Seat
    seed: bytes
    """What is drawn to compare with follows from it."""
    added: UploadedContent | None = None


class HintResult(NamedTuple):
    """The best turn found for a hint."""

    texts: tuple[str, ...]
    """What the seat does in a row."""
    edge: float
    """By how many points of margin it is expected to be better than the best of all that begins otherwise."""


def advise(question: HintTask) -> HintResult:
    """Return the best turn for the task. Deterministic: the same task always has the same result."""
    remember(question.added)
    game = question.game
    state, chance = game.load(question.state), numbers(question.seed)
    if game.has_secrets:
        sought = partial(search_plans_unseen, imagined=GUESSES, leaves=LEAVES // GUESSES, breadth=ALONE)
    else:
        sought = partial(search_plans, leaves=LEAVES, breadth=BREADTH)
    plans = sought(game, state, question.seat, choose=chance)
    best = plans[0]
    others = [plan.worth for plan in plans if plan.actions[0] != best.actions[0]]
    edge = best.worth - max(others) if others else 0.0
    return HintResult(tuple(game.write(action) for action in best.actions), round(edge, 1))
