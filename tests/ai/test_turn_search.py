"""Whole turns with what they are worth: legal from the first action to the last, best first, the same each time."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ai.turn_search import GRAIN, SearchWidth, TurnPlan, margin, search_plans
from editions.registry import GAMES
from games.core.game import CHANCE, AnyGame, Seat, ignore_event
from tests.everything import ALL as ALL_INSTALLED

POSITIONS = [("carcassonne", {}, 40), ("carcassonne", {"expansions": ALL_INSTALLED}, 60), ("cardcassonne", {}, 45)]


def reached(game: AnyGame, given: dict[str, str], actions: int) -> tuple[Any, Seat]:
    """Return a position after some random play in which a seat has a choice, and that seat."""
    chance = random.Random(4)
    state = game.start(game.options(given), 2)
    while True:
        seat = game.to_act(state)[0]
        legal = game.legal(state, seat)
        if actions <= 0 and seat != CHANCE and len(legal) > 3:
            return game.imagine(state, seat, chance.randrange), seat
        game.advance(state, seat, game.deal(state, chance.randrange) if seat == CHANCE else chance.choice(legal), ignore_event)
        actions -= 1


def found(game: AnyGame, state: Any, seat: Seat) -> list[TurnPlan]:
    """Return the plans, with chance from a fixed seed."""
    return list(search_plans(game, state, seat, leaves=400, choose=random.Random(1).randrange))


@pytest.mark.parametrize(("game_id", "given", "actions"), POSITIONS)
def test_plans_are_whole_turns_best_first(game_id: str, given: dict[str, str], actions: int) -> None:
    """Each action is legal after those before it; every legal first action begins a plan; the state stays as it was."""
    game = GAMES[game_id]
    state, seat = reached(game, given, actions)
    before = game.dump(state)

    sought = found(game, state, seat)

    assert {plan.actions[0] for plan in sought} == set(game.legal(state, seat))
    assert [plan.worth for plan in sought] == sorted((plan.worth for plan in sought), reverse=True)
    for plan in sought:
        after = game.clone(state)
        for action in plan.actions:
            assert action in game.legal(after, seat)
            game.advance(after, seat, action, ignore_event)
    assert seat not in game.to_act(play_out(game, state, seat, sought[0])), "the best turn is a whole one"
    assert game.dump(state) == before


def play_out(game: AnyGame, state: Any, seat: Seat, plan: TurnPlan) -> Any:
    """Return the state after a plan."""
    after = game.clone(state)
    for action in plan.actions:
        game.advance(after, seat, action, ignore_event)
    return after


def test_the_same_question_has_the_same_plans() -> None:
    """Position, budget and numbers decide: nothing else may."""
    game = GAMES["carcassonne"]
    state, seat = reached(game, {}, 40)

    assert found(game, state, seat) == found(game, game.load(game.dump(state)), seat)


def test_the_margin_counts_the_best_opponent_most() -> None:
    """Between two it is the difference; among more, anyone who leads weighs more than the rest."""
    assert margin([30, 20], 0) == 10
    assert margin([30, 40, 20], 0) == pytest.approx(30 - 0.6 * 40 - 0.4 * 30)


def test_without_leaves_plans_are_judged_by_themselves() -> None:
    """A budget counts positions: with none to spare nothing is followed, and nobody answers."""
    game = GAMES["carcassonne"]
    state, seat = reached(game, {}, 40)

    at_sight = search_plans(game, state, seat, leaves=0, choose=random.Random(1).randrange)

    assert all(len(plan.actions) == 1 for plan in at_sight)
    for plan in at_sight:
        assert plan.worth == pytest.approx(margin(game.estimate(play_out(game, state, seat, plan)), seat))


def test_answers_to_several_draws_are_those_to_each_of_them() -> None:
    """What is drawn twice is answered once, at the cost of twice: the worth is the mean over the draws all the same."""
    game = GAMES["carcassonne"]
    state, seat = reached(game, {}, 150)
    by_draw = [answered(game, state, seat, draw) for draw in DRAWS]

    together = answered(game, state, seat, *DRAWS)

    assert len(together) > 1 and len({worths[actions] for worths in by_draw for actions in together}) > len(together)
    for actions, worth in together.items():
        assert worth == pytest.approx(sum(worths[actions] for worths in by_draw) / len(DRAWS))


DRAWS = (GRAIN // 16, GRAIN // 8 * 3, GRAIN // 8 * 3 + 64, GRAIN - GRAIN // 16)
"""One in each quarter; those in the middle draw the same tile, more often than not."""


def answered(game: AnyGame, state: Any, seat: Seat, *draws: int) -> dict[tuple[Any, ...], float]:
    """Return the worths of two plans by what comes after these draws."""
    parts = iter([draw * len(draws) - GRAIN * part for part, draw in enumerate(draws)])
    breadth = SearchWidth(beam=3, further=2, answered=2, within=50.0, draws=len(draws), answers=2)
    sought = search_plans(game, state, seat, leaves=9_000, choose=lambda _below: next(parts), breadth=breadth)
    return {plan.actions: plan.worth for plan in sought[:2]}
