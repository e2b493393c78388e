"""The arena is fair, says how sure it is, and gives the same result again."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ai import FORMER
from ai.arena_game import ArenaGame, ArenaGameResult, play_arena_game
from editions.registry import GAMES
from games.carcassonne.game import Carcassonne
from games.carcassonne.weights import as_file_entry, learned_sets
from tools import arena, match_figures
from tools.match_figures import FigureQuery
from tools.sequential import PlayedPairs
from tools.tuning import weighing


class Remembering(Carcassonne):
    """Keeps what its house has drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn: list[str] = []

    def deal(self, state: Any, choose: Callable[[int], int]) -> Any:
        action = super().deal(state, choose)
        self.drawn.append(self.write(action))
        return action


def drawn(levels: tuple[str, ...], seed: int) -> list[str]:
    game = Remembering()
    play_arena_game(ArenaGame(game, {}, [FORMER[level] for level in levels], seed))
    return game.drawn


def test_all_games_of_a_pair_have_the_same_draws_for_any_players() -> None:
    """And another pair has others."""
    first = drawn(("greedy", "random"), seed=3)

    assert first == drawn(("random", "greedy"), seed=3) == drawn(("random", "random"), seed=3)
    assert first != drawn(("random", "random"), seed=4)


def test_the_same_contest_ends_the_same_way() -> None:
    ends = [play_arena_game(ArenaGame(Carcassonne(), {}, [FORMER["greedy"], FORMER["random"]], 5))[:2] for _ in range(2)]

    assert ends[0] == ends[1]


def test_each_pair_has_a_game_for_every_seat() -> None:
    games = arena.contests(FigureQuery("greedy", "random", "carcassonne", {}, seats=3, pairs=2, seed=10))

    assert [(seat, contest.seed) for seat, contest in games] == [(0, 10), (1, 10), (2, 10), (0, 11), (1, 11), (2, 11)]
    assert [[player is FORMER["greedy"] for player in contest.players].index(True) for _, contest in games] == [0, 1, 2] * 2


def test_a_turn_is_all_that_a_seat_decides_in_a_row() -> None:
    result = play_arena_game(ArenaGame(Carcassonne(), {}, [FORMER["random"], FORMER["random"]], 2))

    assert [len(turns) for turns in result.cpu_s] == [36, 35], "71 tiles are drawn, in turn"


def test_the_figures_are_those_of_the_games() -> None:
    """Seat 0 and 1 in turn; a shared victory counts half; the margin is that over the best other."""
    cpu = ((0.001, 0.003), (0.002,))
    done = ({"place": 2, "fairy": 1}, {"place": 2})
    ends = [((60, 50), (0,)), ((55, 55), (0, 1)), ((70, 50), (0,)), ((40, 44), (1,))]
    results = [ArenaGameResult(scores, winners, cpu, done) for scores, winners in ends]

    met = match_figures.judged(2, [0, 1, 0, 1], results)

    assert met.games == 4
    assert met.wins.value == (1 + 0.5 + 1 + 1) / 4
    assert met.margin.value == (10 + 0 + 20 + 4) / 4
    assert met.margin.high - met.margin.value == pytest.approx(1.96 * 4.95 / math.sqrt(2), rel=0.01), "of the pairs' means 5 and 12"
    assert (met.points_a, met.points_b) == ((60 + 55 + 70 + 44) / 4, (50 + 55 + 50 + 40) / 4)
    assert met.cpu_ms_a == (2.0, 3.0)
    assert met.done_a == {"fairy": 2 / 6, "place": 8 / 6}, "in the six turns of games as seat 0, 1, 0 and 1"


def test_intervals_hold_at_the_ends_too() -> None:
    """Wilson's published example values: 90 of 100 and 10 of 10."""
    assert match_figures.wilson(90, 100) == pytest.approx((0.9, 0.826, 0.945), abs=0.001)
    assert match_figures.wilson(10, 10) == pytest.approx((1.0, 0.722, 1.0), abs=0.001)
    assert match_figures.spread([3.0]) == (3.0, -math.inf, math.inf)


def test_a_level_against_itself_is_even(capsys: pytest.CaptureFixture[str]) -> None:
    """Played in processes; and what one pair cannot say is null."""
    asked = ["--a", "greedy", "--b", "greedy-2026", "--pairs", "1", "--game", "cardcassonne", "--json", "--processes", "1"]
    assert arena.main(asked) == 0

    figures = json.loads(capsys.readouterr().out)

    assert (figures["games"], figures["a"], figures["b"]) == (2, "greedy", "greedy-2026")
    assert figures["points_a"] + figures["points_b"] > 0
    assert figures["margin"] == {"value": figures["margin"]["value"], "low": None, "high": None}


def test_the_arena_says_what_it_found_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    arena.main(["--a", "greedy", "--b", "random", "--pairs", "2", "--option", "map=tutorial", "--processes", "1"])

    lines = capsys.readouterr().out.splitlines()

    assert lines[0] == "greedy against random: carcassonne map=tutorial, 2 seats, 2 pairs, 4 games"
    assert [line.split()[0] for line in lines[1:]] == ["wins", "margin", "points", "a", "CPU"]


@pytest.mark.parametrize(
    "wrong",
    [
        ["--pairs", "0"],
        ["--option", "edition"],
        ["--option", "edition=gold"],
        ["--seats", "9"],
        ["--a", "nobody"],
        ["--a", "weights:none.json"],
    ],
    ids=" ".join,
)
def test_what_cannot_be_played_is_refused_in_a_sentence(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        arena.read(["--a", "greedy", "--b", "random", *wrong])

    assert "error:" in capsys.readouterr().err


def test_a_file_of_weights_is_a_player_of_its_own(tmp_path: Path) -> None:
    """As `tools.train` prints them; they say nothing about the card game."""
    (file := tmp_path / "weights.json").write_text(json.dumps(as_file_entry(learned_sets()[0])))
    wanted, _ = arena.read(["--a", f"weights:{file}", "--b", "greedy", "--pairs", "1"])

    assert arena.contests(wanted[0])[0][1].players[0] == weighing(learned_sets()[0])
    with pytest.raises(SystemExit):
        arena.read(["--a", f"weights:{file}", "--b", "greedy", "--game", "cardcassonne"])


def test_the_table_asks_for_games_that_there_are() -> None:
    """Every match of it can begin, and the same number of pairs is played of each."""
    matches, _ = arena.read(["--table", "--pairs", "3"])

    assert len(matches) == len(arena.TABLE)
    for wanted in matches:
        assert len(arena.contests(wanted)) == 3 * wanted.seats
        game = GAMES[wanted.game]
        assert game.to_act(game.start(game.options(wanted.options), wanted.seats))


def test_a_folder_of_kept_pairs_is_shown_without_playing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By whatever estimates and seeds they were played; also a match of which no pair is over yet."""
    match = {
        "a": "master",
        "b": "greedy",
        "game": "carcassonne",
        "options": {"expansions": "inns"},
        "seats": 2,
        "seed": 7,
        "estimates": 3,
    }
    begun = PlayedPairs(tmp_path / "begun.jsonl", match)
    for won in (30, 50):
        begun.add(
            [ArenaGameResult(scores, (seat,), ((0.1,), (0.1,)), ({}, {})) for seat, scores in ((0, (won, 20)), (1, (20, won)))]
        )
    PlayedPairs(tmp_path / "empty.jsonl", {**match, "options": {}})

    assert arena.main(["--table", "--keep", str(tmp_path), "--pairs", "0"]) == 0

    assert capsys.readouterr().out.splitlines() == [
        "| master against greedy: carcassonne expansions=inns, 2 seats | 2 | 4 | 100.0 % (51.0 to 100.0) | +20.0 (+0.4 to +39.6) |",
        "| master against greedy: carcassonne, 2 seats | 0 | 0 | | |",
    ]
    with pytest.raises(SystemExit):
        arena.read(["--a", "master", "--b", "greedy", "--pairs", "0"])
