"""The twelve animal tiles of the winter edition; its rules are those of the base game (winter.md)."""

from __future__ import annotations

from games.carcassonne.expansion import Expansion
from games.core.options import Option

EXPANSION = Expansion(
    id="winter",
    played=lambda options: options["edition"] == "winter" and bool(options["animal_tiles"]),
    tiles="winter",
    options=(Option("animal_tiles", "flag", True, needs=("edition", "winter"), rule="winter 3"),),
)
