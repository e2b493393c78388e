"""The player that plans whole turns, used for all levels that users can choose; settings make a level stronger or weaker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ai.player_protocol import Choose
from ai.turn_search import WIDE, SearchWidth, TurnPlan, search_plans, search_plans_unseen
from games.core.game import AnyGame, Seat

FINE = 1 << 16
"""Into so many parts a misjudgement is divided."""


@dataclass(frozen=True)
class PlanningPlayer:
    """Player of one level.

    Its budget is a number of positions, never seconds, so that the same position always gives the same turn.
    """

    leaves: int
    """Positions that it judges for a turn, or so; where something is hidden, for each state that it imagines."""
    breadth: SearchWidth = WIDE
    slip: float = 0.0
    """By how many points it misjudges what can be done first, as a standard deviation. What follows is judged rightly: who puts a
    tile in the wrong place still does not move about for nothing."""
    blind: tuple[str, ...] = ()
    """Shares of a game's estimate (`Game.features`) that it does not think of, where there are any of that name."""
    imagined: int = 1
    """States that it imagines where something is hidden."""
    guessing: SearchWidth = WIDE
    """How widely it looks in each of them."""
    guessing_slip: float = 0.0
    """What `slip` is there: more points are at stake in a hand than in a tile."""
    whim: float = 0.05
    """Turns that begin otherwise and are no more than so many points worse than the best are as good to it: its openings vary.
    What follows is as good as can be, and of equals what is offered first: nothing is moved about for nothing."""

    def turn(self, game: AnyGame, state: Any, seat: Seat, choose: Choose) -> Sequence[Any]:
        """Return the actions of the plan with the highest value to this level."""
        legal = game.legal(state, seat)
        if len(legal) == 1:
            return legal
        slip = self.guessing_slip if game.has_secrets else self.slip
        plans = _add_mistakes(self._plans(game, state, seat, choose), slip, choose)
        best = sorted(plans, key=lambda plan: -plan.worth)
        equals: dict[Any, TurnPlan] = {}
        for plan in best:
            if plan.worth >= best[0].worth - self.whim:
                equals.setdefault(plan.actions[0], plan)
        return list(equals.values())[choose(len(equals))].actions

    def _plans(self, game: AnyGame, state: Any, seat: Seat, choose: Choose) -> Sequence[TurnPlan]:
        """Return the plans with their values; in a game with secrets, averaged over several states that the seat can imagine."""
        search = partial(search_plans, breadth=self.breadth)
        if game.has_secrets:
            search = partial(search_plans_unseen, breadth=self.guessing, imagined=self.imagined)
        return search(game, state, seat, leaves=self.leaves, choose=choose, blind=self.blind)


def _add_mistakes(plans: Sequence[TurnPlan], slip: float, choose: Choose) -> Sequence[TurnPlan]:
    if not slip:
        return plans
    errors = {plan.actions[0]: 0.0 for plan in plans}
    for action in errors:
        errors[action] = slip * _bell(choose)
    return [plan._replace(worth=plan.worth + errors[plan.actions[0]]) for plan in plans]


def _bell(choose: Choose) -> float:
    """Return a number that is normally distributed, or nearly: mean 0, standard deviation 1."""
    return 3**0.5 * (sum(choose(FINE) for _ in range(4)) / FINE - 2.0)
