"""The values of the estimate: enough for a greedy player to play sensibly; differences of drawn positions are compared."""

from __future__ import annotations

import random

import pytest

from ai.greedy import GreedyPlayer
from ai.player_protocol import RandomPlayer
from games.cardcassonne.actions import Action
from games.cardcassonne.state import CardState
from games.core.game import CHANCE, Seat
from tests.games.cardcassonne.drawn import GAME, Table
from tests.games.cardcassonne.randomly import walk


def test_a_longer_claim_is_worth_more() -> None:
    short = Table.drawn(to_move=1, hands=("", "yP1"), green="gP3 @0", red="rP1 (rH)1")
    long = Table.drawn(to_move=1, hands=("", "yP1"), green="gP3 gP2 @0", red="rP1 (rH)1")

    assert GAME.estimate(long.state)[0] - GAME.estimate(short.state)[0] == 10 - 3


def test_a_full_hand_makes_a_meeple_worth_keeping() -> None:
    table = Table.drawn(to_move=0, hands=("yP1 yP1 yP1 gA gA gA", "rP1 rP1 rP2 bA bA bA"), green="gP1")

    greedy, *_ = GreedyPlayer().turn(GAME, table.state, Seat(0), random.Random(1).randrange)

    assert greedy.verb == "hide"


def test_the_last_meeple_takes_the_row_that_brings_most() -> None:
    table = Table.drawn(to_move=0, yellow="yP1 yP1", red="(gP1)1 rP2", green="gP3 gP3 gP2", blue="bP1 @1")

    greedy, *_ = GreedyPlayer().turn(GAME, table.state, Seat(0), random.Random(1).randrange)

    assert greedy.row == "green"


@pytest.mark.parametrize("seats", [2, 5])
def test_a_greedy_player_beats_random_ones_seeing_only_imagined_states(seats: int) -> None:
    chance = random.Random(seats)
    won = 0
    for number in range(6):
        state = GAME.start(GAME.options({}), seats)
        greedy = Seat(number % seats)
        while seats_to_act := GAME.to_act(state):
            seat = seats_to_act[0]
            if seat == CHANCE:
                actions, weights = zip(*GAME.odds(state), strict=True)
                action = chance.choices(actions, weights)[0]
            else:
                player = GreedyPlayer() if seat == greedy else RandomPlayer()
                action, *_ = player.turn(GAME, GAME.imagine(state, seat, chance.randrange), seat, chance.randrange)
            GAME.advance(state, seat, action, lambda event: None)
        outcome = GAME.outcome(state)
        assert outcome is not None
        won += greedy in outcome.winners

    assert won >= 5


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_shuffling_what_a_computer_player_cannot_see_does_not_change_its_move(seats: int) -> None:
    def move(state: CardState, seat: Seat, luck: int) -> Action:
        chance = random.Random(luck)
        action, *_ = GreedyPlayer().turn(GAME, GAME.imagine(state, seat, chance.randrange), seat, chance.randrange)
        assert isinstance(action, Action)
        return action

    for number, moment in enumerate(walk(seats, seats)):
        if moment.seat != CHANCE:
            shuffled = GAME.imagine(moment.state, moment.seat, random.Random(-number).randrange)
            assert move(shuffled, moment.seat, number) is move(moment.state, moment.seat, number)
