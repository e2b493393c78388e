"""Three people who help one of them to win gain no more than honest players of the same strength; and the law notices a gain."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.service.conftest import AnyLegal
from tests.service.tiny_game import TinyGame
from tools.simulation import gangs, ladder_model
from tools.simulation.gangs import KINDS, RATINGS, Gain
from tournament import ratings
from tournament.kinds import arena
from tournament.result_points import ResultSide
from tournament.results import WIN

PLAYERS = {"apprentice": AnyLegal(), "citizen": AnyLegal()}
DAILY = ("knock-out",)
"""The other kinds are in `make soak`, and each of them with twenty events there."""


def lived(kind: str, seeds: Sequence[int]) -> list[Gain]:
    return list(gangs.of_kind(kind, seeds, game="tiny", options={"rounds": "1"}, games={"tiny": TinyGame()}, players=PLAYERS))


@pytest.mark.parametrize("kind", [kind if kind in DAILY else pytest.param(kind, marks=pytest.mark.soak) for kind in KINDS])
def test_a_gang_of_three_gains_no_more_than_honest_players(kind: str) -> None:
    gains = lived(kind, range(2))

    assert gains and not [str(gain) for gain in gains if gain.is_gain]


@pytest.mark.soak
def test_the_law_notices_an_arena_in_which_friends_feed_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it once was: every win counts, and twice after two in a row, and it matters neither against whom nor how it was won."""

    def fed(lines: Sequence[ResultSide]) -> tuple[int, int]:
        total, row = 0, 0
        for line in lines:
            row = row + 1 if line.halves == WIN else 0
            total += 0 if not row else 4 if row > 2 else 2
        return total, row

    monkeypatch.setattr(arena, "points", fed)
    monkeypatch.setattr(gangs, "must_have_held", lambda *_: None)

    assert [gain for gain in lived("arena", range(2)) if gain.mean > 0]


def test_the_law_notices_ratings_to_which_every_game_counts_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not gangs.of_ratings(range(20), 40).is_gain
    monkeypatch.setattr(ratings, "weight", lambda _: 1.0)

    assert gangs.of_ratings(range(20), 40).is_gain


def test_friends_do_not_keep_the_top_of_a_ladder() -> None:
    assert not gangs.of_ladders(range(3), ladder_model.BADLY).is_gain


@pytest.mark.soak
@pytest.mark.parametrize("help_", ladder_model.HELPS)
def test_friends_do_not_keep_the_top_of_sixty_ladders(help_: str) -> None:
    assert not gangs.of_ladders(range(60), help_).is_gain


def test_a_gain_is_certain_only_beyond_its_interval(capsys: pytest.CaptureFixture[str]) -> None:
    assert gangs.gain("cup", "titles", [0.4, 0.5, 0.6]).is_gain
    assert not gangs.gain("cup", "titles", [-0.4, 0.5, 0.6]).is_gain and not gangs.gain("cup", "titles", [1.0]).is_gain
    assert gangs.report(range(5), print, kinds=[RATINGS])
    assert "ratings, the leader beyond" in capsys.readouterr().out
