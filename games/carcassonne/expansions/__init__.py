"""The one list of expansions, by the names of their modules; pairs come after what they pair.

What they share is in `expansion`, which also finds them: nothing else in the program names one.
"""

from __future__ import annotations

INSTALLED: tuple[str, ...] = (
    *("base", "winter", "inns", "traders", "dragon", "tower", "river", "abbot"),
    *("pairs.traders_tower", "pairs.river_abbot", "maps"),
)
