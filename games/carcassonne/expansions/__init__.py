"""The one list of expansions; pairs come after what they pair."""

from __future__ import annotations

from games.carcassonne.expansion import Expansion
from games.carcassonne.expansions import base, dragon, inns, maps, tower, traders, winter
from games.carcassonne.expansions.pairs import traders_tower

ALL: tuple[Expansion, ...] = (
    base.EXPANSION,
    winter.EXPANSION,
    inns.EXPANSION,
    traders.EXPANSION,
    dragon.EXPANSION,
    tower.EXPANSION,
    traders_tower.EXPANSION,
    *maps.EXPANSIONS,
)
