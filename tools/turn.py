"""Prints the turn of every set of expansions, step by step with the rule it comes from: `python -m tools.turn`.

`tests/golden/turns.txt` is this output; it changes only with a commit that says which rule changed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import combinations

from editions.offered import GAMES
from games.carcassonne.game import rulebook

GAME = GAMES["carcassonne"]


def choices() -> Iterator[dict[str, str]]:
    """Every set of expansions, and then the options that change the order of a turn."""
    names = next(option for option in GAME.schema() if option.key == "expansions").choices
    for size in range(len(names) + 1):
        for chosen in combinations(names, size):
            yield {"expansions": ",".join(chosen)} if chosen else {}
    yield {"expansions": ",".join(names), "dragon_timing": "after_scoring"}
    yield {"expansions": ",".join(names), "builder_second_part": "ask"}
    yield {"map": "tutorial"}
    yield {"map": "tutorial", "towns": "a,b,c"}


def lines() -> Iterator[str]:
    """The turns as text."""
    for given in choices():
        yield " ".join(f"{key}={value}" for key, value in given.items()) or "base"
        for step in rulebook(GAME.options(given), GAME.rules_version).turn:
            yield f"    {step.name:14}{step.rule}"


if __name__ == "__main__":
    sys.stdout.writelines(line + "\n" for line in lines())
