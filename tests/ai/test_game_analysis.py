"""Finished games judged: the same game always in the same way, by what its players could know, and mistakes where they are."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from itertools import groupby

import pytest

from ai import game_analysis
from ai.game_analysis import AnalysedDecision, AnalysedRow, FinishedGame, GameAnalysis, analyse_game, luck_and_loss_match_result
from ai.greedy import GreedyPlayer
from ai.turn_search import margin
from editions.registry import GAMES
from games.core.game import CHANCE, Seat, ignore_event

LEAVES = 3_000
"""Enough for a game on the smallest map."""

SMALL = {"map": "tutorial"}


@cache
def past(game_id: str, seats: int = 2, careless: int | None = None, seed: int = 3, fortunate: int | None = None) -> FinishedGame:
    """Return a whole game of planning players; the `careless` one plays anything, the `fortunate` is dealt good cards."""
    game, chance = GAMES[game_id], random.Random(seed)
    options: Mapping[str, str] = SMALL if game_id == "carcassonne" else {}
    state, rows = game.start(game.options(options), seats), list[AnalysedRow]()
    while seats_to_act := game.to_act(state):
        seat = seats_to_act[0]
        if seat == CHANCE:
            action = game.deal(state, chance.randrange)
            if getattr(action, "seat", None) == fortunate is not None and action.verb == "deal":
                action = max((odds for odds, _ in game.odds(state)), key=lambda each: (each.card[0] == "J", each.card[-1] == "3"))
        elif seat == careless:
            action = chance.choice(game.legal(state, seat))
        else:
            action = GreedyPlayer(50).turn(game, game.imagine(state, seat, chance.randrange), seat, chance.randrange)[0]
        rows.append(AnalysedRow(2 * len(rows), seat, game.write(action)))  # numbers have gaps where something was taken back
        game.advance(state, seat, action, ignore_event)
    return FinishedGame(game, options, seats, tuple(rows), tuple(game.scores(state)))


@cache
def judgement(game_id: str, seats: int = 2, careless: int | None = None) -> GameAnalysis:
    return analyse_game(past(game_id, seats, careless), LEAVES if game_id == "carcassonne" else LEAVES // 3)


def test_the_same_game_gets_the_same_judgement() -> None:
    assert analyse_game(past("carcassonne"), LEAVES) == judgement("carcassonne")


@pytest.mark.parametrize("game_id", ["carcassonne", "cardcassonne"])
def test_the_course_ends_with_the_points_of_the_game(game_id: str) -> None:
    game_analysis, game = judgement(game_id), past(game_id)

    assert game_analysis.course[-1][1] == tuple(map(float, game.scores))
    assert [upto for upto, _ in game_analysis.course] == sorted({upto for upto, _ in game_analysis.course})


def test_decisions_say_where_they_stand_in_the_log() -> None:
    """Each is a run of rows of one seat, and what would have been better is something else."""
    game, game_analysis = past("carcassonne", careless=1), judgement("carcassonne", careless=1)
    rows = {row.seq: row for row in game.rows}

    assert len(game_analysis.decisions) > 10
    for decision in game_analysis.decisions:
        run = [rows[seq] for seq in range(decision.since, decision.upto) if seq in rows]
        assert {row.seat for row in run} == {decision.seat}
        assert tuple(row.text for row in run) == decision.played
        assert (decision.best != decision.played) == (decision.loss > 0)


@pytest.mark.parametrize("game_id", ["carcassonne", pytest.param("cardcassonne", marks=pytest.mark.soak)])
def test_who_plays_anything_loses_more_to_mistakes(game_id: str) -> None:
    game_analysis = judgement(game_id, careless=1)

    assert _loss_of(game_analysis, lambda one: one.seat == 1) > 2 * _loss_of(game_analysis, lambda one: one.seat == 0)


def test_luck_is_told_of_draws_that_everybody_sees() -> None:
    luck = judgement("carcassonne").luck

    assert luck is not None and any(luck)


def test_in_rich_games_draws_are_compared_at_a_glance_and_it_is_said_how_well() -> None:
    """With fewer positions the guess is worse, not missing; with next to none nothing is guessed."""
    game = past("carcassonne")
    ways = game_analysis._count_first_actions_after_draws(game)

    well, glanced, none = (game_analysis._luck(game, leaves, ways) for leaves in (6 * ways, 3 * ways, ways))

    assert none == (None, 0.0)
    assert well[0] is not None and glanced[0] is not None and all(glanced[0])
    assert 0 < well[1] < glanced[1]
    better, worse = (margin(told, 0) for told in (well[0], glanced[0]))
    assert abs(better - worse) < 3 * (well[1] + glanced[1])


def test_who_is_dealt_better_hands_is_luckier() -> None:
    """One seat gets jokers and threes as long as there are any, the other whatever comes."""
    first, second = (analyse_game(past("cardcassonne", fortunate=seat), LEAVES // 3).luck for seat in (0, 1))

    assert first is not None and second is not None
    assert first[0] > 0 > first[1]
    assert second[1] > 0 > second[0]


def test_no_hand_of_the_others_is_looked_at() -> None:
    """Every decision is judged in a state that its player could imagine."""
    game, seen, imagined = past("cardcassonne"), GAMES["cardcassonne"], list[int]()

    class Watched(type(seen)):  # type: ignore[misc]  # the class of the game, which has no name here
        def imagine(self, state: object, viewer: int, choose: Callable[[int], int]) -> object:
            imagined.append(viewer)
            return super().imagine(state, viewer, choose)

    game_analysis = analyse_game(game._replace(game=Watched()), LEAVES // 3)

    assert {each.seat for each in game_analysis.decisions} == {0, 1}
    looks = [seat for seat, _ in groupby(row.seat for row in game.rows) if seat != CHANCE]
    assert imagined[: len(looks)] == looks


def _loss_of(analysis: GameAnalysis, of: Callable[[AnalysedDecision], bool]) -> float:
    return sum(decision.loss for decision in analysis.decisions if of(decision))


def test_luck_is_shown_only_where_it_adds_up_with_what_was_lost() -> None:
    """The winner by 20 was lucky by 8 and lost 2; the other was unlucky by 6 and lost 6: 20 in all."""
    decisions = (_decision(Seat(0), 2.0), _decision(Seat(1), 6.0))
    game_analysis = GameAnalysis(((90, (80.0, 60.0)),), decisions, (8.0, -8.0))

    assert luck_and_loss_match_result(game_analysis)
    assert luck_and_loss_match_result(game_analysis._replace(luck=(0.0, -4.0)))
    assert not luck_and_loss_match_result(game_analysis._replace(luck=(-6.0, 6.0)))
    assert luck_and_loss_match_result(game_analysis._replace(luck=(-6.0, 6.0), give_or_take=16.0)), "as far as anybody can tell"
    assert not luck_and_loss_match_result(game_analysis._replace(luck=None))


def _decision(seat: Seat, points: float) -> AnalysedDecision:
    return AnalysedDecision(seat, 0, 1, ("a",), ("b",), points, 0.0)
