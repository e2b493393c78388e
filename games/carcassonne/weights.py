"""Weights learned from self-play (`python -m tools.train`).

`weights.json` has one set for each trained choice of expansions and number of seats; other choices use the nearest set.
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
    """Learned weights for one choice of expansions and number of seats."""

    expansions: frozenset[str]
    """Ids of those that were in play when it was learned, and of the edition."""
    seats: int
    chances: Chances
    """How completion is foretold (`outlook`)."""
    worth: Mapping[str, float]
    """For each name of a measure its weight; one that is missing weighs 1: measures are given in points."""


@cache
def learned_sets() -> tuple[Weights, ...]:
    """Return all sets of weights in the package."""
    text = files("games.carcassonne").joinpath("weights.json").read_text(encoding="utf-8")
    return tuple(read(entry) for entry in json.loads(text)["sets"])


@cache
def version() -> int:
    """Return the version of this collection of weights, which is raised whenever computer players may play differently."""
    text = files("games.carcassonne").joinpath("weights.json").read_text(encoding="utf-8")
    return int(json.loads(text)["version"])


def read(entry: Mapping[str, Any]) -> Weights:
    """Return one set of weights from its entry in the file."""
    return Weights(frozenset(entry["expansions"]), entry["seats"], entry["chances"], entry["worth"])


def as_file_entry(weights: Weights) -> dict[str, Any]:
    """Return the entry of one set of weights for the file."""
    return {
        "expansions": sorted(weights.expansions),
        "seats": weights.seats,
        "chances": {kind: [round(w, 4) for w in row] for kind, row in weights.chances.items()},
        "worth": {name: round(w, 4) for name, w in weights.worth.items()},
    }


def nearest(expansions: Collection[str], seats: int, known: Sequence[Weights]) -> Weights:
    """Return the weights learned in the most similar game: expansions count before seats, then the first set wins.

    Weights missing from that set are taken from the next similar one that has them.
    """
    played = frozenset(expansions)
    first, *others = sorted(known, key=lambda weights: (len(weights.expansions ^ played), abs(weights.seats - seats)))
    chances, worth = dict(first.chances), dict(first.worth)
    for weights in others:
        chances = {**weights.chances, **chances}
        worth = {**weights.worth, **worth}
    return Weights(first.expansions, first.seats, chances, worth)
