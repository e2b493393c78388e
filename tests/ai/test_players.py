"""Computer players keep to the rules, know what they do, and see only what their seat may see."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ai import FORMER, PLAYERS, YARDSTICK, YARDSTICKS
from ai.arena_game import ArenaGame, play_arena_game
from ai.greedy import GreedyPlayer
from ai.planning_player import PlanningPlayer
from ai.turn_search import SearchWidth
from editions.registry import GAMES
from games.carcassonne.game import Carcassonne
from games.core.game import CHANCE, AnyGame, Seat, ignore_event
from tests.ai.test_turn_search import reached as somewhere
from tests.rules.table import Table
from tools import yardstick

SHORT = {"tiles": "twelve"}
OPTIONS = [
    ("carcassonne", {}),
    ("carcassonne", {"edition": "winter", "expansions": "inns,traders"}),
    ("carcassonne", {"expansions": "dragon,tower"}),
]

LEVELS = {**FORMER, **PLAYERS}


def contest(game: AnyGame, given: dict[str, str], levels: list[str], seed: int) -> tuple[int, ...]:
    """Return the final points of a game among these levels."""
    rng = random.Random(seed)
    state = game.start(game.options(given), len(levels))
    while seats_to_act := game.to_act(state):
        seat = seats_to_act[0]
        if seat == CHANCE:
            actions, weights = zip(*game.odds(state), strict=True)
            action = rng.choices(actions, weights)[0]
        else:
            imagined = game.imagine(state, seat, rng.randrange)
            action = LEVELS[levels[seat]].turn(game, imagined, seat, rng.randrange)[0]
            assert action in game.legal(state, seat)
        game.advance(state, seat, action, ignore_event)
    return tuple(game.scores(state))


@pytest.mark.parametrize(
    ("level", "game_id", "given"),
    [
        ("citizen", *OPTIONS[0]),
        pytest.param("citizen", *OPTIONS[2], marks=pytest.mark.soak),
        ("apprentice", "carcassonne", SHORT),
        ("apprentice", "cardcassonne", {}),
        ("random", *OPTIONS[2]),
        pytest.param("greedy", *OPTIONS[1], marks=pytest.mark.soak),
    ],
)
def test_a_level_plays_a_whole_game_by_the_rules(game_id: str, given: dict[str, str], level: str) -> None:
    """Every action of a whole game among two of the same level is legal."""
    points = contest(GAMES[game_id], given, [level, level], seed=5)

    assert len(points) == 2


def test_a_master_plays_a_short_game_by_the_rules_and_wins_it() -> None:
    """Twelve tiles: it thinks for long."""
    master, careless = contest(GAMES["carcassonne"], {"tiles": "twelve"}, ["master", "random"], seed=5)

    assert master > careless


def test_greedy_beats_random_clearly() -> None:
    """A newcomer's opponent must know that points are good: three times the points of chance, in each of three games."""
    for seed in range(3):
        clever, careless = contest(GAMES["carcassonne"], {}, ["greedy", "random"], seed)

        assert clever > 2 * careless


def test_the_same_numbers_give_the_same_move() -> None:
    """A vacant seat is played deterministically: level, position and numbers decide."""
    first = contest(GAMES["carcassonne"], SHORT, ["greedy", "greedy"], seed=11)
    second = contest(GAMES["carcassonne"], SHORT, ["greedy", "greedy"], seed=11)

    assert first == second


def test_the_estimate_at_the_end_is_the_score() -> None:
    """Nothing is in prospect any more once a game is over."""
    game = GAMES["carcassonne"]
    rng = random.Random(3)
    state = game.start(game.options({}), 2)
    while seats_to_act := game.to_act(state):
        legal = [a for a, _ in game.odds(state)] if seats_to_act[0] == CHANCE else game.legal(state, seats_to_act[0])
        game.advance(state, seats_to_act[0], rng.choice(list(legal)), ignore_event)

    assert [round(points) for points in game.estimate(state)] == list(game.scores(state))


@pytest.mark.parametrize(("player", "positions"), [("greedy-2026", 100), ("master-2026", 8)])
def test_the_yardsticks_play_what_they_always_played(player: str, positions: int) -> None:
    """`python -m tools.write yardsticks` writes the positions. New players are measured against these: they never change."""
    kept = (Path(__file__).parents[1] / "golden" / f"{player}.txt").read_text(encoding="utf-8")

    assert list(yardstick.lines(player)) == kept.splitlines()
    assert len(kept.splitlines()) == positions


def test_a_budget_counts_positions_and_ends_the_looking_ahead() -> None:
    """Without a leaf to spare every action is judged at first sight alone; what has been begun is finished."""
    game = Counted()
    state = reached(game)
    legal = len(game.legal(state, game.to_act(state)[0]))

    judged = {leaves: game.judged(state, leaves) for leaves in (0, legal, legal + 1, 10_000)}

    assert judged[0] == judged[legal] == legal < judged[legal + 1] < judged[10_000]
    assert judged[legal + 1] <= 2 * legal + 20


class Counted(Carcassonne):
    """Knows how often it was asked for a guess."""

    asked = 0

    def guess(self, state: Any) -> Sequence[float]:
        self.asked += 1
        return super().guess(state)

    def judged(self, state: Any, leaves: int) -> int:
        """Positions that a greedy player with this budget judges."""
        before = self.asked
        GreedyPlayer(leaves).turn(self, state, self.to_act(state)[0], lambda n: 0)
        return self.asked - before


def reached(game: AnyGame) -> Any:
    """Return a position with a tile to place, after some play."""
    rng = random.Random(2)
    state = game.start(game.options({}), 2)
    for _ in range(37):
        seat = game.to_act(state)[0]
        action = game.deal(state, rng.randrange) if seat == CHANCE else rng.choice(game.legal(state, seat))
        game.advance(state, seat, action, ignore_event)
    assert state.decision == "place"
    return state


def test_a_master_imagines_several_hands_and_knows_none() -> None:
    """The same table with other hidden cards is the same question: what cannot be seen changes nothing."""
    game, chance = GAMES["cardcassonne"], random.Random(6)
    state = game.start(game.options({}), 2)
    while state.phase != "turn":
        seat = game.to_act(state)[0]
        action = game.deal(state, chance.randrange) if seat == CHANCE else game.legal(state, seat)[0]
        game.advance(state, seat, action, ignore_event)
    seat = game.to_act(state)[0]
    other = game.imagine(state, seat, random.Random(9).randrange)
    assert game.dump(other) != game.dump(state)

    turns = [
        PLAYERS["master"].turn(game, game.imagine(before, seat, numbers.randrange), seat, numbers.randrange)
        for before, numbers in ((state, random.Random(3)), (other, random.Random(3)))
    ]

    assert turns[0] == turns[1]


@pytest.mark.soak
def test_what_a_master_sees_in_its_own_turn_beats_the_yardstick() -> None:
    """Three pairs of the arena, without looking at answers, which take long: anyone who spoils the appraisal loses them."""
    one_turn, yardstick_player = PlanningPlayer(3_000, SearchWidth(answered=0)), YARDSTICKS[YARDSTICK]
    margins = []
    for pair in range(3):
        for seat in range(2):
            players = [one_turn if number == seat else yardstick_player for number in range(2)]
            scores = play_arena_game(ArenaGame(Carcassonne(), {}, players, pair)).scores
            margins.append(scores[seat] - scores[1 - seat])

    assert sum(margin > 0 for margin in margins) >= 5
    assert sum(margins) / len(margins) > 10


def test_nobody_moves_the_fairy_about_for_nothing() -> None:
    """Next to either of two figures on one road the fairy brings the same: whatever chance chooses, it stays where it is."""
    table = Table.laid("(0,0) D r0 red:r1; (1,0) U r0 red:r1", expansions="dragon").pile().fairy(0, 0, "r1").draw("U")
    table.state.supply = [0] * len(table.state.supply)

    for chosen in (lambda n: 0, lambda n: n - 1):
        turn = PlanningPlayer(3_000, SearchWidth(answered=0)).turn(Carcassonne(), table.state, Seat(0), chosen)

        assert [action.verb for action in turn] == ["place", "skip"]


@pytest.mark.parametrize(("game_id", "is_misjudged"), [("carcassonne", False), ("cardcassonne", True)])
def test_cards_of_a_hand_are_misjudged_by_a_measure_of_their_own(game_id: str, is_misjudged: bool) -> None:
    """Without a slip in the open, the same turns with the same numbers; where hands are hidden, others."""
    alone = SearchWidth(beam=12, answered=0)
    sharp, careless = (PlanningPlayer(500, alone, guessing=alone, guessing_slip=slip) for slip in (0.0, 100.0))
    game = GAMES[game_id]
    state, seat = somewhere(game, {}, 40)

    turns = [
        [tuple(planning_player.turn(game, state, seat, random.Random(n).randrange)) for n in range(6)]
        for planning_player in (sharp, careless)
    ]

    assert (turns[0] != turns[1]) is is_misjudged


def test_a_search_never_asks_for_the_account_of_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """It costs a turn that is told, and nothing else."""
    game, numbers = GAMES["carcassonne"], random.Random(5)
    state = game.start(game.options({}), 2)
    game.advance(state, CHANCE, game.odds(state)[0][0], ignore_event)
    (seat,) = game.to_act(state)

    def asked(_game: object, _events: object) -> None:
        raise AssertionError("a search has asked for the account")

    monkeypatch.setattr(type(game), "ledger", asked)
    assert PLAYERS["master"].turn(game, game.imagine(state, seat, numbers.randrange), seat, numbers.randrange)
