"""Search for whole turns of one seat with their values, used by computer players and by analyses of past games.

A plan is the sequence of actions that the seat takes until another seat must decide, chance included. Its value is the expected
final margin: the seat's points minus those of the others (mostly the best of them), by the game's own estimate, after the next
player's best reply, over draws that are the same for all plans. In a game with secrets, pass a state that was imagined for the
seat.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ai.player_protocol import Choose
from games.core.game import CHANCE, AnyGame, Seat, ignore_event

GRAIN = 1 << 20
"""Into so many parts chance is divided, to draw alike for all plans."""


class TurnPlan(NamedTuple):
    """A whole turn of one seat, or its remaining part, with its expected value."""

    actions: tuple[Any, ...]
    """What the seat does in a row, at least one action; each is legal once those before it are carried out."""
    worth: float
    """The expected final margin in points."""


class EvaluatedPlan(NamedTuple):
    """A plan and the position to which it leads."""

    plan: TurnPlan
    after: Any


@dataclass(frozen=True)
class SearchWidth:
    """Limits of a search: how many actions and replies are followed, and how far."""

    beam: int = 40
    """Of many first actions only so many, the best at first sight, are followed to the end of the turn."""
    further: int = 8
    """The same of the actions that follow these."""
    depth: int = 6
    """Own decisions in a row that are followed: tile, figure, and what follows from them."""
    answered: int = 5
    """So many plans, the best by themselves, are judged by what comes next; 0: none."""
    within: float = 8.0
    """Those that are so many points worse than the best are not."""
    draws: int = 6
    """Draws over which is looked at what comes next."""
    answers: int = 1
    """So many turns that come next are carried out, each as is best for its player."""


WIDE = SearchWidth()
REPLY = SearchWidth(beam=2, further=3, depth=4, answered=0)
"""How the player asked next looks. Three times as wide costs a third more and wins nothing (30 games)."""


def search_plans(
    game: AnyGame,
    state: Any,
    seat: Seat,
    *,
    leaves: int,
    choose: Choose,
    breadth: SearchWidth = WIDE,
    besides: Sequence[tuple[Any, ...]] = (),
    blind: Sequence[str] = (),
) -> Sequence[TurnPlan]:
    """Return the plans of `seat`, which must have a decision to make, best first; every legal action begins at least one of them.

    `besides` are turns that are always included and searched as closely as the best, however bad they look.

    About `leaves` positions are evaluated: a number and never a time, so that the same call has the same result. `choose` is the
    only source of chance; `blind` names terms of the evaluation to ignore. Plans that are too bad to be searched further have the
    value of their own evaluation, less what the opponents' replies cost the better plans, and never more than any of those.
    """
    left = EvaluationBudget(leaves, blind)
    left.judged(game, state, seat)  # a game that finds what has changed wants to have seen what there was
    wanted = [_evaluate_actions(game, state, seat, actions, left) for actions in besides]
    evaluated_plans = [turn for turn in plans_from(game, state, seat, breadth, left) if turn.plan.actions not in besides]
    turns = sorted((*wanted, *evaluated_plans), key=lambda turn: -turn.plan.worth)
    best = [turn for turn in turns[: breadth.answered] if turn.plan.worth > turns[0].plan.worth - breadth.within]
    known = {turn.plan.actions for turn in best}
    best += [turn for turn in wanted if breadth.answered and turn.plan.actions not in known]
    known.update(besides)
    answered = (
        _plans_after_answers(game, best, seat, breadth, _stratified_draws(breadth.draws, choose), left) if len(best) > 1 else []
    )
    if not answered:
        return [turn.plan for turn in turns]
    cost = statistics.fmean(turn.plan.worth - plan.worth for turn, plan in zip(best, answered, strict=True))
    least = min(plan.worth for plan in answered)
    others = [plan._replace(worth=min(plan.worth - cost, least)) for plan, _ in turns if plan.actions not in known]
    return sorted(answered, key=lambda plan: -plan.worth) + others


def search_plans_unseen(
    game: AnyGame,
    state: Any,
    seat: Seat,
    *,
    imagined: int,
    leaves: int,
    choose: Choose,
    breadth: SearchWidth = WIDE,
    besides: Sequence[tuple[Any, ...]] = (),
    blind: Sequence[str] = (),
) -> Sequence[TurnPlan]:
    """Return the plans of a seat that does not see everything, best first.

    Each value is the mean over `imagined` states in which the seat could be, `state` among them, with `leaves` positions each.
    Plans that are not legal in every state are left out.
    """
    worths: dict[tuple[Any, ...], list[float]] = {}
    for number in range(imagined):
        seen = game.imagine(state, seat, choose) if number else state
        for actions, worth in search_plans(
            game, seen, seat, leaves=leaves, choose=choose, breadth=breadth, besides=besides, blind=blind
        ):
            worths.setdefault(actions, []).append(worth)
    turn_plans = [TurnPlan(actions, statistics.fmean(each)) for actions, each in worths.items() if len(each) == imagined]
    return sorted(turn_plans, key=lambda plan: -plan.worth)


def margin(points: Sequence[float], seat: int) -> float:
    """Return the lead of `seat` in points: mostly over the best opponent, partly over the average of all opponents."""
    others = [p for number, p in enumerate(points) if number != seat]
    return points[seat] - 0.6 * max(others) - 0.4 * sum(others) / len(others)


class EvaluationBudget:
    """Remaining number of positions to evaluate. A search that has begun is finished; `blind` names ignored terms."""

    def __init__(self, number: int, blind: Sequence[str]) -> None:
        self.number = number
        self._blind = blind

    def judged(self, game: AnyGame, state: Any, seat: Seat) -> float:
        """Return the expected margin of `seat` by the game's estimate, without the `blind` terms; counts as one position."""
        self.number -= 1
        seen = [share for name, share in game.features(state).items() if name not in self._blind] if self._blind else []
        if not seen:
            return margin(game.estimate(state), seat)
        return margin([sum(by_seat) for by_seat in zip(*seen, strict=True)], seat)


def plans_from(
    game: AnyGame, state: Any, seat: Seat, breadth: SearchWidth, left: EvaluationBudget, before: tuple[Any, ...] = ()
) -> list[EvaluatedPlan]:
    """Return the turns that continue from `state`, to which the actions `before` led.

    Every legal action begins a turn; only the best ones are followed further.
    """
    sights: list[EvaluatedPlan] = []
    for action in game.legal(state, seat):
        after = game.clone(state)
        game.advance(after, seat, action, ignore_event)
        sights.append(EvaluatedPlan(TurnPlan((*before, action), left.judged(game, after, seat)), after))
    sights.sort(key=lambda turn: -turn.plan.worth)
    evaluated_plans: list[EvaluatedPlan] = []
    beam = breadth.further if before else breadth.beam
    for place, turn in enumerate(sights):
        goes_on = seat in game.to_act(turn.after)
        if goes_on and place < beam and len(turn.plan.actions) < breadth.depth and left.number > 0:
            evaluated_plans += plans_from(game, turn.after, seat, breadth, left, turn.plan.actions)
        else:
            evaluated_plans.append(turn)
    return evaluated_plans


def _evaluate_actions(game: AnyGame, state: Any, seat: Seat, actions: tuple[Any, ...], left: EvaluationBudget) -> EvaluatedPlan:
    """Return a plan of these actions with the resulting position and its value."""
    after = game.clone(state)
    for action in actions:
        game.advance(after, seat, action, ignore_event)
    return EvaluatedPlan(TurnPlan(actions, left.judged(game, after, seat)), after)


def _stratified_draws(number: int, choose: Choose) -> list[int]:
    """Return `number` values below `GRAIN`, one random value in each of as many equal parts."""
    return [(GRAIN * part + choose(GRAIN)) // number for part in range(number)]


def _plans_after_answers(
    game: AnyGame, turns: Sequence[EvaluatedPlan], seat: Seat, breadth: SearchWidth, draws: Sequence[int], left: EvaluationBudget
) -> list[TurnPlan]:
    """Return the plans of `turns` with their values after the next replies; empty if the budget is too small for one draw."""
    begun = [_Met(turn.after) for turn in turns]
    worths: list[list[float]] = []
    for draw in draws:
        if left.number <= 0:
            break
        worths.append([_margin_after_answers(game, met, seat, breadth.answers, draw, left) for met in begun])
    if not worths:
        return []
    return [turn.plan._replace(worth=statistics.fmean(by_turn)) for turn, *by_turn in zip(turns, *worths, strict=True)]


class _Met:
    """Position with its value, and the positions after the best replies by draw, cached because searches revisit positions."""

    __slots__ = ("answered", "state", "worth")

    def __init__(self, state: Any) -> None:
        self.state = state
        self.worth: float | None = None
        self.answered: dict[tuple[Any, ...], tuple[_Met, int]] = {}
        """With the number of positions that were judged for it."""


def _margin_after_answers(game: AnyGame, met: _Met, seat: Seat, answers: int, draw: int, left: EvaluationBudget) -> float:
    """Return the margin of `seat` after `answers` rounds of replies, each a draw and the next player's best turn."""
    for _ in range(answers):
        state, drawn = game.clone(met.state), []
        while CHANCE in game.to_act(state):
            drawn.append(game.deal(state, draw_chooser(draw)))
            game.advance(state, CHANCE, drawn[-1], ignore_event)
            draw = draw * 7919 % GRAIN  # what is drawn in place of a tile that fits nowhere
        met = _answer(game, met, state, tuple(drawn), left)
        if not game.to_act(state):
            break
    if met.worth is None:
        met.worth = left.judged(game, met.state, seat)
    else:
        left.number -= 1
    return met.worth


def _answer(game: AnyGame, met: _Met, state: Any, drawn: tuple[Any, ...], left: EvaluationBudget) -> _Met:
    """Return the position after the active player's best turn in `state`, to which this draw led.

    A known answer costs as many leaves as when it was searched, so that results do not depend on the cache.
    """
    known, cost = met.answered.get(drawn, (None, 0))
    if known is not None and left.number > cost:
        left.number -= cost
        return known
    seats_to_act, before = game.to_act(state), left.number
    if seats_to_act:
        left.judged(game, state, seats_to_act[0])
        state = max(plans_from(game, state, seats_to_act[0], REPLY, left), key=lambda turn: turn.plan.worth).after
    met_state = _Met(state)
    met.answered[drawn] = met_state, before - left.number
    return met_state


def draw_chooser(draw: int) -> Callable[[int], int]:
    """Return a chooser that maps `draw`, one of `GRAIN` parts, to a number below its argument."""
    return lambda below: draw * below // GRAIN
