"""Computer players: they see the one protocol of every game, and of a state only what their seat may see."""

from __future__ import annotations

from collections.abc import Mapping

from ai.greedy import Greedy
from ai.randomly import Randomly

PLAYERS: Mapping[str, Randomly | Greedy] = {"random": Randomly(), "greedy": Greedy()}
"""The levels by name, weakest first."""
