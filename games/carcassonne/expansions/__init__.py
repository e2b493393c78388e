"""The one list of expansion modules; a pair of expansions comes after both of them.

Shared types are in `expansion`, which also loads the modules: no other part of the program names an expansion.
"""

from __future__ import annotations

INSTALLED: tuple[str, ...] = (
    *("base", "winter", "inns", "traders", "dragon", "tower", "river", "abbot"),
    *("pairs.traders_tower", "pairs.river_abbot", "maps"),
)
