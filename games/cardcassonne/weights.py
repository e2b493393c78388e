"""Weights learned from self-play (`python -m tools.train_cards`): one set for each number of seats, in `weights.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True)
class Weights:
    """Learned weights for one number of seats, in the order of the inputs named in `evaluation`."""

    seats: int
    herd: tuple[float, ...]
    """Of `appraisal.HERD`."""
    chest: tuple[float, ...]
    """Of `appraisal.CHEST`."""
    taken_first: float
    waiting: float
    """What a round in the head is played out with: see `playout.Playout`."""


@cache
def learned_sets() -> tuple[Weights, ...]:
    """Return all sets of the package."""
    return tuple(read(entry) for entry in _kept_weights()["sets"])


@cache
def version() -> int:
    """Return the version of this collection of weights, which is raised whenever computer players may play differently."""
    return int(_kept_weights()["version"])


def _kept_weights() -> dict[str, Any]:
    return dict(json.loads(files("games.cardcassonne").joinpath("weights.json").read_text(encoding="utf-8")))


def read(entry: Mapping[str, Any]) -> Weights:
    """Return one set as the file holds it."""
    return Weights(entry["seats"], tuple(entry["herd"]), tuple(entry["chest"]), entry["taken_first"], entry["waiting"])


def as_file_entry(weights: Weights) -> dict[str, Any]:
    """Return one set for the file."""
    return {
        "seats": weights.seats,
        "herd": [round(w, 4) for w in weights.herd],
        "chest": [round(w, 4) for w in weights.chest],
        "taken_first": weights.taken_first,
        "waiting": weights.waiting,
    }


def nearest(seats: int, known: Sequence[Weights]) -> Weights:
    """Return the set that was learned with the most similar number of seats, the first of several."""
    return min(known, key=lambda weights: abs(weights.seats - seats))
