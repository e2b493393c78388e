"""Sequential tests: pairs of games are played until it is known who is better, and what was played is kept for the next run.

A likelihood ratio for each side (SPRT, variance as of the pairs so far) weighs "better by so many points a game" against "equal".
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ai.arena_game import ArenaGameResult

ERROR = 0.05
"""How often "better" or "worse" may be said of equals, and "not known" of players who are that far apart."""

BOUND = math.log((1 - ERROR) / ERROR)

LEAST = 12
"""Pairs before anything is said: the variance of fewer is a guess."""

BETTER, WORSE, UNKNOWN = "better", "worse", "not known"


def verdict(margins: Sequence[float], points: float) -> str:
    """Return a verdict on the margins of pairs in order: BETTER, WORSE, UNKNOWN if `points` are unlikely; empty to go on."""
    if len(margins) < LEAST:
        return ""
    better, worse = (_evidence(margins, towards) for towards in (points, -points))
    if max(better, worse) >= BOUND:
        return BETTER if better > worse else WORSE
    return UNKNOWN if max(better, worse) <= -BOUND else ""


def _evidence(margins: Sequence[float], towards: float) -> float:
    """Logarithm of how much likelier these margins are around `towards` than around 0."""
    variance = max(statistics.variance(margins), 1e-9)
    return len(margins) * towards * (2 * statistics.fmean(margins) - towards) / (2 * variance)


class OtherMatch(Exception):
    """A file of pairs that were played between others, or otherwise."""


class PlayedPairs:
    """The pairs that were played, in a file if there is a path: a line that says who plays what, then a line for each pair."""

    def __init__(self, path: Path | None, wanted: Mapping[str, Any]) -> None:
        self.pairs: list[tuple[ArenaGameResult, ...]] = []
        self._path = path
        if path is None:
            return
        heading = json.dumps(wanted, sort_keys=True)
        if path.exists():
            self._read(path, heading)
        text = "\n".join((heading, *map(_pair_text, self.pairs))) + "\n"
        path.write_text(text, encoding="utf-8")  # without a line that was cut off

    def add(self, pair: Sequence[ArenaGameResult]) -> None:
        """Remember one pair more."""
        self.pairs.append(tuple(pair))
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(_pair_text(pair) + "\n")

    def _read(self, path: Path, heading: str) -> None:
        match, self.pairs = pairs_in(path)
        if (first := json.dumps(match, sort_keys=True)) != heading:
            raise OtherMatch(f"{path} holds another match: {first}")


def pairs_in(path: Path) -> tuple[dict[str, Any], list[tuple[ArenaGameResult, ...]]]:
    """Return the heading and the pairs of a file, without a line that was cut off."""
    heading, *lines = path.read_text(encoding="utf-8").split("\n")
    return json.loads(heading), [tuple(_result(game) for game in json.loads(line)) for line in lines[:-1]]


def _pair_text(pair: Sequence[ArenaGameResult]) -> str:
    return json.dumps([game._asdict() for game in pair])


def _result(game: Mapping[str, Any]) -> ArenaGameResult:
    return ArenaGameResult(tuple(game["scores"]), tuple(game["winners"]), tuple(map(tuple, game["cpu_s"])), tuple(game["done"]))
