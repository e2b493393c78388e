"""The weights learned from games of computers against themselves (`python -m tools.train`).

There is one set in `weights.json` for each trained choice of expansions and number of seats; other choices take the nearest.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from games.carcassonne.completion_odds import Chances


@dataclass(frozen=True, eq=False)
class Weights:
    """The learned weights of one choice of expansions."""

    expansions: frozenset[str]
    """Ids of those that were in play when it was learned, and of the edition."""
    seats: int
    chances: Chances
    """How completion is foretold (`outlook`)."""
    worth: Mapping[str, float]
    """For each name of a measure its weight; one that is missing weighs 1: measures are given in points."""


@cache
def learned_sets() -> tuple[Weights, ...]:
    """Return all sets of the package."""
    text = files("games.carcassonne").joinpath("weights.json").read_text(encoding="utf-8")
    return tuple(read(entry) for entry in json.loads(text)["sets"])


@cache
def version() -> int:
    """Return the number of this collection: raised whenever computers may play otherwise."""
    text = files("games.carcassonne").joinpath("weights.json").read_text(encoding="utf-8")
    return int(json.loads(text)["version"])


def read(entry: Mapping[str, Any]) -> Weights:
    """Return one set as the file holds it."""
    return Weights(frozenset(entry["expansions"]), entry["seats"], entry["chances"], entry["worth"])


def as_file_entry(weights: Weights) -> dict[str, Any]:
    """Return one set for the file."""
    return {
        "expansions": sorted(weights.expansions),
        "seats": weights.seats,
        "chances": {kind: [round(w, 4) for w in row] for kind, row in weights.chances.items()},
        "worth": {name: round(w, 4) for name, w in weights.worth.items()},
    }


def nearest(expansions: Collection[str], seats: int, known: Sequence[Weights]) -> Weights:
    """Return the set that was learned in the most similar game: expansions count before seats, the first of several.

    What that game did not have is taken from the next one that did: no expansion is left without what was learned of it.
    """
    played = frozenset(expansions)
    first, *others = sorted(known, key=lambda weights: (len(weights.expansions ^ played), abs(weights.seats - seats)))
    chances, worth = dict(first.chances), dict(first.worth)
    for weights in others:
        chances = {**weights.chances, **chances}
        worth = {**weights.worth, **worth}
    return Weights(first.expansions, first.seats, chances, worth)
