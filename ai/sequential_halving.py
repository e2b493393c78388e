"""A slow player that evaluates its best turns in rounds, each with the better half of them (sequential halving).

At first it searches two turns ahead over a few draws, the same for all promising turns; then from the better half over more draws,
and so on: most time is spent on deciding between the last two. A reply that was poor after one of its turns is seldom good after
another, so most replies are only searched at the beginning.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ai.planning_player import PlanningPlayer
from ai.player_protocol import Choose
from ai.turn_search import GRAIN, REPLY, EvaluatedPlan, EvaluationBudget, SearchWidth, draw_chooser, plans_from
from games.core.game import CHANCE, AnyGame, Seat, ignore_event

STEPS = (0.7548776662466927, 0.5698402909980532)
"""How far the next draw lies from the last, for the first and the second answer, as shares of all draws: however many there are,
they are spread evenly over both (Roberts' sequence)."""

AGAIN = 389837
"""The same in parts of `GRAIN` for what is drawn in place of a tile that fits nowhere."""

EXHAUSTIVE_SEARCHES = 2
"""After so many turns every answer to a draw is looked at."""

REMEMBERED = 8
"""After further turns only so many, the best until then, and those that were not possible before."""


ENOUGH = 6
"""Draws before a turn is left out for being worse than another."""

CLEAR = 3.0
"""By so many standard errors it must be worse."""


class HalvingRound(NamedTuple):
    """One round of halving: the number of turns still compared, and of draws over which each is judged."""

    turns: int
    draws: int
    """Over which each of them is known in the end, those of the rounds before included."""


@dataclass(frozen=True)
class RolloutPlayer:
    """Player of one level.

    Its budget is a number of positions, never seconds, so that the same position always gives the same turn.
    """

    leaves: int
    """Positions that it judges for a turn, or so: at most half of them in its own turn."""
    breadth: SearchWidth
    """How widely it looks in its own turn, and which turns seem good: those `within` so many points of the best."""
    halving_rounds: Sequence[HalvingRound]
    unseen: PlanningPlayer
    """Plays games in which something is hidden."""

    def turn(self, game: AnyGame, state: Any, seat: Seat, choose: Choose) -> Sequence[Any]:
        """Return the actions of the turn that is best after the opponents' replies."""
        legal = game.legal(state, seat)
        if len(legal) == 1:
            return legal
        if game.has_secrets:
            return self.unseen.turn(game, state, seat, choose)
        own = EvaluationBudget(self.leaves // 2, ())
        own.judged(game, state, seat)  # a game that finds what has changed wants to have seen what there was
        turns = sorted(plans_from(game, state, seat, self.breadth, own), key=lambda turn: -turn.plan.worth)
        good = [turn for turn in turns if turn.plan.worth > turns[0].plan.worth - self.breadth.within][
            : self.halving_rounds[0].turns
        ]
        left = EvaluationBudget(self.leaves - self.leaves // 2 + own.number, ())
        return self._best_after_answers(
            good, _CommonDrawEvaluator(game, seat, self.breadth.answers, choose, left), left
        ).plan.actions

    def _best_after_answers(
        self, turns: Sequence[EvaluatedPlan], trials: _CommonDrawEvaluator, left: EvaluationBudget
    ) -> EvaluatedPlan:
        """Return the turn that is best after the opponents' replies.

        `turns` must be sorted, with the best by its own value first.
        """
        tried: list[tuple[EvaluatedPlan, list[float]]] = [(turn, []) for turn in turns]
        for number, draws in self.halving_rounds:
            tried = tried[:number]
            while len(tried) > 1 and len(tried[0][1]) < draws and left.number > 0:
                for turn, worths in tried:
                    worths.append(trials.worth(turn, len(worths)))
                best = max(tried, key=lambda each: statistics.fmean(each[1]))
                tried = [each for each in tried if not _is_clearly_better(best[1], each[1])]
            if tried[0][1]:
                tried.sort(key=lambda each: -statistics.fmean(each[1]))
        return tried[0][0]


def _is_clearly_better(worths: Sequence[float], others: Sequence[float]) -> bool:
    """Return whether one turn is better than another beyond doubt, by their values over the same draws."""
    above = [worth - other for worth, other in zip(worths, others, strict=True)]
    return len(above) >= ENOUGH and statistics.fmean(above) > CLEAR * statistics.stdev(above) / math.sqrt(len(above))


class _CommonDrawEvaluator:
    """Values of turns after the next replies, over draws that are the same for all turns."""

    def __init__(self, game: AnyGame, seat: Seat, answers: int, choose: Choose, left: EvaluationBudget) -> None:
        self._game = game
        self._seat = seat
        self._left = left
        self._shifts = [choose(GRAIN) for _ in range(answers)]
        self._answers: dict[tuple[int, Sequence[Any]], _Answers] = {}
        self._met: dict[tuple[Any, ...], Any] = {}
        """The positions after answers, by the turn and what was drawn since: few draws differ late."""

    def worth(self, turn: EvaluatedPlan, number: int) -> float:
        """Return the expected final margin over `number` draws."""
        game, state, left, way = self._game, turn.after, self._left, turn.plan.actions
        for place, shift in enumerate(self._shifts):
            state = game.clone(state)
            draw = (shift + int(GRAIN * ((number + 1) * STEPS[place % len(STEPS)] % 1.0))) % GRAIN
            drawn = self._play_chance(state, draw)
            seats_to_act = game.to_act(state)
            if not seats_to_act:
                break
            way = (*way, drawn)
            if way not in self._met:
                left.judged(game, state, self._seat)
                self._met[way] = self._answers.setdefault((place, drawn), _Answers()).best(game, state, seats_to_act[0], left)
            state = self._met[way]
        return left.judged(game, state, self._seat)

    def _play_chance(self, state: Any, draw: int) -> Sequence[Any]:
        """Advance `state` through all actions of chance until a player must decide, and return those actions."""
        game, drawn = self._game, list[Any]()
        while CHANCE in game.to_act(state):
            drawn.append(game.deal(state, draw_chooser((draw + AGAIN * len(drawn)) % GRAIN)))
            game.advance(state, CHANCE, drawn[-1], ignore_event)
        return tuple(drawn)


class _Answers:
    """Possible replies to one draw, shared by all of the seat's own turns."""

    def __init__(self) -> None:
        self._asked = 0
        self._below: dict[Any, float] = {}
        """For each answer by how many points it was worse than the best at first sight, where it was least so."""

    def best(self, game: AnyGame, state: Any, seat: Seat, left: EvaluationBudget) -> Any:
        """Return the position after the best reply of `seat`."""
        sights: list[tuple[float, Any, Any]] = []
        for action in self._promising(game.legal(state, seat)):
            after = game.clone(state)
            game.advance(after, seat, action, ignore_event)
            sights.append((left.judged(game, after, seat), action, after))
        sights.sort(key=lambda sight: -sight[0])
        ends: list[tuple[float, Any]] = []
        for place, (worth, action, after) in enumerate(sights):
            below = sights[0][0] - worth
            self._below[action] = min(below, self._below.get(action, below))
            if place < REPLY.beam and seat in game.to_act(after):
                ends += [(turn.plan.worth, turn.after) for turn in plans_from(game, after, seat, REPLY, left, (action,))]
            else:
                ends.append((worth, after))
        return max(ends, key=lambda end: end[0])[1]

    def _promising(self, legal: Sequence[Any]) -> Sequence[Any]:
        self._asked += 1
        if self._asked <= EXHAUSTIVE_SEARCHES or len(legal) <= REMEMBERED:
            return legal
        known = sorted((action for action in legal if action in self._below), key=self._below.__getitem__)
        return known[:REMEMBERED] + [action for action in legal if action not in self._below]
