"""Computer players keep to the rules, know what they do, and see only what their seat may see."""

from __future__ import annotations

import random

import pytest

from ai import PLAYERS
from games.core.game import HOUSE, AnyGame, Event
from games.registry import GAMES

OPTIONS = [
    ("carcassonne", {}),
    ("carcassonne", {"edition": "winter", "expansions": "inns,traders"}),
    ("carcassonne", {"expansions": "dragon,tower"}),
]


def contest(game: AnyGame, given: dict[str, str], levels: list[str], seed: int) -> tuple[int, ...]:
    """Final points of a game among these levels."""
    rng = random.Random(seed)
    state = game.start(game.options(given), len(levels))
    while asked := game.to_act(state):
        seat = asked[0]
        if seat == HOUSE:
            actions, weights = zip(*game.odds(state), strict=True)
            action = rng.choices(actions, weights)[0]
        else:
            imagined = game.imagine(state, seat, rng.randrange)
            action = PLAYERS[levels[seat]].choose(game, imagined, seat, rng.randrange)
            assert action in game.legal(state, seat)
        game.advance(state, seat, action, _unheard)
    return tuple(game.scores(state))


def _unheard(_event: Event) -> None:
    """The contest is silent."""


@pytest.mark.parametrize(("game_id", "given"), OPTIONS)
@pytest.mark.parametrize("level", list(PLAYERS))
def test_a_level_plays_a_whole_game_by_the_rules(game_id: str, given: dict[str, str], level: str) -> None:
    """Every action of a whole game among two of the same level is legal."""
    points = contest(GAMES[game_id], given, [level, level], seed=5)

    assert len(points) == 2


def test_greedy_beats_random_clearly() -> None:
    """A newcomer's opponent must know that points are good: three times the points of chance, in each of three games."""
    for seed in range(3):
        clever, careless = contest(GAMES["carcassonne"], {}, ["greedy", "random"], seed)

        assert clever > 2 * careless


def test_the_same_numbers_give_the_same_move() -> None:
    """A vacant seat is played deterministically: level, position and numbers decide."""
    first = contest(GAMES["carcassonne"], {}, ["greedy", "greedy"], seed=11)
    second = contest(GAMES["carcassonne"], {}, ["greedy", "greedy"], seed=11)

    assert first == second


def test_the_estimate_at_the_end_is_the_score() -> None:
    """Nothing is in prospect any more once a game is over."""
    game = GAMES["carcassonne"]
    rng = random.Random(3)
    state = game.start(game.options({}), 2)
    while asked := game.to_act(state):
        legal = [a for a, _ in game.odds(state)] if asked[0] == HOUSE else game.legal(state, asked[0])
        game.advance(state, asked[0], rng.choice(list(legal)), _unheard)

    assert [round(points) for points in game.estimate(state)] == list(game.scores(state))
