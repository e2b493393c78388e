"""The one list of expansions; pairs come after what they pair."""

from __future__ import annotations

from games.carcassonne.expansion import Expansion
from games.carcassonne.expansions import base

ALL: tuple[Expansion, ...] = (base.EXPANSION,)
