"""The learning of weights: made-up games of known truth, and a real one whose measures add up."""

from __future__ import annotations

import random

import pytest

from ai.turn_search import SearchWidth
from games.carcassonne.weights import Weights, as_file_entry, learned_sets
from tools.train import chances, worths
from tools.training_games import PATIENCE, GameNotes, LearningGame, changes, played

BEFORE = Weights(frozenset({"base"}), 2, {"road": [0.0, 0.0]}, {"meadow": 1.0, "back": 1.0})


def test_weights_are_those_by_which_the_margin_grew() -> None:
    """Three points for each of the one measure, none for the other."""
    chance = random.Random(1)
    rows = [[chance.uniform(0, 5), chance.uniform(0, 5)] for _ in range(20_000)]
    noted = [GameNotes([], [(row, 3 * row[0] + chance.gauss(0, 5)) for row in rows], (0, 0))]

    worth, explained = worths(noted, ("meadow", "back"), BEFORE)

    assert worth["meadow"] == pytest.approx(3, abs=0.2)
    assert worth["back"] == pytest.approx(0, abs=0.2)
    assert 0.5 < explained < 1
    assert worths(noted, ("meadow", "back"), BEFORE, ["ba"])[0]["meadow"] == 1.0, "only what begins so is learned"


def test_chances_are_those_with_which_features_were_completed() -> None:
    """Certain to the one side, hopeless to the other; a kind that was never seen starts like a road."""
    chance = random.Random(2)
    seen: list[tuple[str, tuple[float, ...], bool]] = []
    for x in (-1.0, 1.0):
        seen += [("road", (1.0, x), chance.random() < (0.9 if x > 0 else 0.1)) for _ in range(2_000)]

    (always, slope) = chances([GameNotes(seen, [], (0, 0))], BEFORE)["road"]

    assert always == pytest.approx(0, abs=0.2)
    assert slope == pytest.approx(2.2, abs=0.2), "the logarithm of nine to one"


def test_what_became_of_a_position_is_told_by_later_ones() -> None:
    """At the last draw by the end alone; before it the estimate at the next draw has its part."""
    before = [([[0.0], [0.0]], (0, 0)), ([[1.0], [0.0]], (5, 2))]

    first, last = changes(before, (10, 4), 0, [2.0])

    assert (first[0], last[0]) == ([0.0], [1.0])
    assert last[1] == 6 - 3, "the lead was 3, and 6 in the end"
    assert first[1] == pytest.approx(PATIENCE * 6 + (1 - PATIENCE) * (3 + 2))
    assert changes(before, (10, 4), 1, [2.0])[1][1] == -3


def test_the_same_lesson_teaches_the_same() -> None:
    """A short game, noted once for each tile that is drawn."""
    lesson = LearningGame({"tiles": "twelve"}, 2, (as_file_entry(learned_sets()[0]),), SearchWidth(beam=4, answered=0), 5)

    noted = played(lesson)

    assert noted == played(lesson)
    assert len(noted.changes) == 12
    assert {kind for kind, _, _ in noted.features} <= {"road", "city", "cloister"}
