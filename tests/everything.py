"""Options that put every installed expansion into one game, whichever there are."""

from __future__ import annotations

from editions.registry import GAMES

EXPANSIONS: tuple[str, ...] = next(option for option in GAMES["carcassonne"].schema() if option.key == "expansions").choices
"""Every expansion that hosts can choose."""
ALL = ",".join(EXPANSIONS)
EVERYTHING = {"expansions": ALL}
