"""Computer players: they see the one protocol of every game, and of a state only what their seat may see."""

from __future__ import annotations

from collections.abc import Mapping

from ai.greedy import Greedy
from ai.planner import Planner
from ai.planning import Breadth
from ai.player import Player, Randomly

_ALONE = Breadth(beam=10, further=3, answered=0)
"""Looks at its own turn alone."""

_AHEAD = Breadth(beam=16, further=4, answered=5, draws=8)
"""Looks at the answers to its best turns as well. Half as many answers cost half the time and four points (28 games)."""

_MEADOWS = ("meadow", "meadow hopes", "meadow growth", "meadow joining", "meadow joining, long")
"""Anyone who does not think of these never farms, and does not mind who does."""

PLAYERS: Mapping[str, Player] = {
    "apprentice": Planner(1_500, _ALONE, slip=3.2, blind=_MEADOWS, guessing=_ALONE, guessing_slip=9.0),
    "citizen": Planner(3_000, _ALONE, slip=1.75, imagined=2, guessing=_ALONE, guessing_slip=3.0),
    "master": Planner(3_000, _AHEAD, imagined=20, guessing=_ALONE),
}
"""The levels that can be seated, by name, weakest first."""

FORMER: Mapping[str, Player] = {"random": Randomly(), "greedy": Greedy()}
"""Levels of before: matches that began with them go on with them."""

YARDSTICK = "greedy-2026"

YARDSTICKS: Mapping[str, Player] = {YARDSTICK: Greedy()}
"""Players that nobody meets: new ones are measured against them, so they never change (`tests/golden/greedy-2026.txt`)."""
