"""The account of points keeps its laws in random games of every edition, with every option."""

from __future__ import annotations

import random

import pytest

from editions.registry import EDITIONS
from tests.contract.laws import drawn_options
from tests.contract.points import walk
from tests.everything import ALL as ALL_INSTALLED

CASES: list[tuple[str, dict[str, str], int]] = [
    ("carcassonne", {}, 1),
    ("carcassonne", {"expansions": ALL_INSTALLED}, 2),
    ("carcassonne", {"expansions": "tower,inns", "capture": "forced"}, 3),
    ("carcassonne", {"expansions": "abbot,river", "in_hand": "on"}, 4),
    ("carcassonne", {"map": "benelux", "towns": "a,b,c"}, 5),
    ("carcassonne", {"in_hand": "on", "map": "tutorial"}, 2),
    ("carcassonne", {"edition": "first", "expansions": "traders,dragon", "fairy_placement": "tile"}, 6),
    ("cardcassonne", {}, 7),
]


@pytest.mark.parametrize(("game", "given", "seed"), CASES, ids=str)
def test_points_add_up_and_promises_are_kept(game: str, given: dict[str, str], seed: int) -> None:
    walk(EDITIONS[game], given, 2 + seed % 3, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2000))
def test_points_add_up_and_promises_are_kept_with_any_options(seed: int) -> None:
    chance = random.Random(seed)
    edition = EDITIONS["cardcassonne" if seed % 10 == 9 else "carcassonne"]
    given = drawn_options(edition.game, chance)
    walk(edition, given, chance.choice(list(edition.game.seats(edition.game.options(given)))), seed)
