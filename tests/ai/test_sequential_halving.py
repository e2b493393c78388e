"""The player that takes its time: the same draws for all turns, most looks at the best, and no more positions than its budget."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from ai import PLAYERS, sequential_halving
from ai.planning_player import PlanningPlayer
from ai.sequential_halving import HalvingRound, RolloutPlayer
from ai.turn_search import SearchWidth
from editions.registry import GAMES
from games.carcassonne.actions import Action
from games.carcassonne.game import Carcassonne
from games.carcassonne.state import State
from games.core.game import AnyGame, Seat
from tests.ai.test_blunders import CLOSED, MINE, laid
from tests.ai.test_turn_search import reached

ALL_GOOD = SearchWidth(beam=5, further=3, within=1000.0, answers=2)


class Watched(Carcassonne):
    """Knows what was dealt, and how many positions were judged."""

    def __init__(self) -> None:
        super().__init__()
        self.judged = 0
        self.dealt: list[Action] = []

    def estimate(self, state: State) -> Sequence[float]:
        self.judged += 1
        return super().estimate(state)

    def deal(self, state: State, choose: Callable[[int], int]) -> Action:
        self.dealt.append(super().deal(state, choose))
        return self.dealt[-1]


def watched(*halving_rounds: HalvingRound, leaves: int = 100_000, breadth: SearchWidth = ALL_GOOD) -> tuple[Watched, Sequence[Any]]:
    """Return what a player with these sieves did for a turn in the middle of a game, and the turn."""
    game = Watched()
    state, seat = reached(game, {}, 40)
    game.judged, game.dealt = 0, []
    return game, thinking(game, state, seat, *halving_rounds, leaves=leaves, breadth=breadth)


def thinking(
    game: AnyGame, state: Any, seat: Seat, *halving_rounds: HalvingRound, leaves: int = 100_000, breadth: SearchWidth = ALL_GOOD
) -> Any:
    """Return the turn of a player with these sieves, chance from a fixed seed."""
    return RolloutPlayer(leaves, breadth, halving_rounds, PlanningPlayer(100)).turn(game, state, seat, random.Random(1).randrange)


def test_a_turn_is_whole_and_the_same_each_time() -> None:
    game = Carcassonne()
    state, seat = reached(game, {}, 40)

    turns = [thinking(game, game.load(game.dump(state)), seat, HalvingRound(3, 2), HalvingRound(2, 3)) for _ in range(2)]

    assert turns[0] == turns[1]
    for action in turns[0]:
        assert action in game.legal(state, seat)
        game.advance(state, seat, action, lambda event: None)
    assert seat not in game.to_act(state)


def test_all_turns_meet_the_same_draws_and_each_time_others() -> None:
    game, _ = watched(HalvingRound(3, 4))

    by_number = [game.dealt[first : first + 6] for first in range(0, len(game.dealt), 6)]
    assert len(by_number) == 4
    for actions, two, three in ([draws[place : place + 2] for place in (0, 2, 4)] for draws in by_number):
        assert actions == two == three
    assert len({draws[0] for draws in by_number}) == 4


def test_most_looks_go_to_the_best_turns() -> None:
    """Two turns ahead: three draws for each of four turns, then two more for the better two."""
    game, _ = watched(HalvingRound(4, 3), HalvingRound(2, 5))

    assert len(game.dealt) == 2 * (4 * 3 + 2 * 2)


def test_a_turn_that_is_clearly_worse_is_left_out_at_once() -> None:
    """Eight points more now are known after a few draws."""
    table, game = laid(MINE, "E", small=2), Watched()

    played = thinking(game, table.state, table.state.asked[0], HalvingRound(4, 30), HalvingRound(2, 60))

    assert game.write(played[0]) == CLOSED
    assert 2 * 4 * sequential_halving.ENOUGH <= len(game.dealt) < 2 * 4 * 30


def test_a_budget_counts_positions() -> None:
    """Without any every action is judged at first sight alone; half of it is for the own turn; what has been begun is finished."""
    judged = {leaves: watched(HalvingRound(4, 40), leaves=leaves)[0].judged for leaves in (0, 400, 1_200)}

    game = Carcassonne()
    assert judged[0] == 1 + len(game.legal(*reached(game, {}, 40)))
    assert 400 < judged[400] < 400 + 4 * 120
    assert 1_200 < judged[1_200] < 1_200 + 4 * 120


def test_answers_that_were_poor_are_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer positions for the same turn."""
    game, turn = watched(HalvingRound(5, 3))
    monkeypatch.setattr(sequential_halving, "REMEMBERED", 1_000)
    thorough, same = watched(HalvingRound(5, 3))

    assert turn == same
    assert game.judged < 0.8 * thorough.judged


def test_where_hands_are_hidden_it_plays_as_it_is_told_to() -> None:
    game = GAMES["cardcassonne"]
    state, seat = reached(game, {}, 45)
    unseen = PlanningPlayer(200, imagined=2, guessing=SearchWidth(beam=10, further=3, answered=0))

    turns = [
        player.turn(game, state, seat, random.Random(3).randrange) for player in (RolloutPlayer(0, ALL_GOOD, (), unseen), unseen)
    ]

    assert turns[0] == turns[1]


@pytest.mark.soak
def test_a_grandmaster_closes_its_own_city() -> None:
    table = laid(MINE, "E", small=2)

    played = PLAYERS["grandmaster"].turn(Carcassonne(), table.state, table.state.asked[0], random.Random(2).randrange)

    assert Carcassonne().write(played[0]) == CLOSED
