"""Computer players: they see the one protocol of every game, and of a state only what their seat may see."""

from __future__ import annotations

from collections.abc import Mapping

from ai.greedy import Greedy
from ai.randomly import Randomly

PLAYERS: Mapping[str, Randomly | Greedy] = {"random": Randomly(), "greedy": Greedy()}
"""The levels by name, weakest first."""

YARDSTICK = "greedy-2026"

YARDSTICKS: Mapping[str, Greedy] = {YARDSTICK: Greedy()}
"""Players that nobody meets: new ones are measured against them, so they never change (`tests/golden/greedy-2026.txt`)."""
