"""Computer players, which know games only through their protocol, and of a state only what their seat may see."""

from __future__ import annotations

from collections.abc import Mapping

from ai.greedy import GreedyPlayer
from ai.planning_player import PlanningPlayer
from ai.player_protocol import Player, RandomPlayer
from ai.sequential_halving import HalvingRound, RolloutPlayer
from ai.turn_search import SearchWidth

_ALONE = SearchWidth(beam=10, further=3, answered=0)
"""Looks at its own turn alone."""

_AHEAD = SearchWidth(beam=16, further=4, answered=5, draws=8)
"""Looks at the answers to its best turns as well. Half as many answers cost half the time and four points (28 games)."""

_FURTHER = SearchWidth(beam=30, further=6, within=10.0, answers=2)
"""Looks wider in every direction, and at the answer to the answer."""

_CLOSER = (HalvingRound(8, 4), HalvingRound(5, 10), HalvingRound(3, 20), HalvingRound(2, 40))
"""As many looks ahead as 16 draws for each of eight turns, which miss the best of the eight by 0.12 points; these by 0.03 (40
positions, judged by 100 draws each)."""

_MEADOWS = ("meadow", "meadow hopes", "meadow growth", "meadow joining", "meadow joining, long")
"""Anyone who does not think of these never farms, and does not mind who does."""

PLAYERS: Mapping[str, Player] = {
    "apprentice": PlanningPlayer(1_500, _ALONE, slip=3.2, blind=_MEADOWS, guessing=_ALONE, guessing_slip=9.0),
    "citizen": PlanningPlayer(3_000, _ALONE, slip=1.75, imagined=2, guessing=_ALONE, guessing_slip=3.0),
    "master": PlanningPlayer(3_000, _AHEAD, imagined=20, guessing=_ALONE),
    "grandmaster": RolloutPlayer(12_000, _FURTHER, _CLOSER, PlanningPlayer(12_000, imagined=60, guessing=_ALONE)),
}
"""The levels that can be seated, by name, weakest first."""

PATIENT = frozenset({"grandmaster"})
"""Levels that think for seconds of processor time, five at most: their turns stand back behind those of others."""

FORMER: Mapping[str, Player] = {"random": RandomPlayer(), "greedy": GreedyPlayer()}
"""Levels of before: matches that began with them go on with them."""

YARDSTICK = "greedy-2026"

YARDSTICKS: Mapping[str, Player] = {YARDSTICK: GreedyPlayer()}
"""Players that nobody meets: new ones are measured against them, so they never change (`tests/golden/greedy-2026.txt`)."""

MASTER_2026 = PlanningPlayer(
    3_000, SearchWidth(beam=16, further=4, depth=6, answered=5, within=8.0, draws=8, answers=1), imagined=20, guessing=_ALONE
)
"""How the master of 2026 searches, written out: with its weights (`tools.yardstick`) it is a yardstick, too."""
