"""Sequential tests: pairs of games are played until one player is known to be better, and stored for the next run.

For each player a likelihood ratio (SPRT, with the variance of the pairs so far) compares "better by a given number of points a
game" with "equal".
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
    """Return the verdict on the pairs' margins: BETTER, WORSE, UNKNOWN, or an empty string to continue.

    UNKNOWN means that a difference of `points` is unlikely in either direction.
    """
    if len(margins) < LEAST:
        return ""
    better, worse = (_evidence(margins, towards) for towards in (points, -points))
    if max(better, worse) >= BOUND:
        return BETTER if better > worse else WORSE
    return UNKNOWN if max(better, worse) <= -BOUND else ""


def _evidence(margins: Sequence[float], towards: float) -> float:
    """Return the log likelihood ratio of margins with mean `towards` against margins with mean 0."""
    variance = max(statistics.variance(margins), 1e-9)
    return len(margins) * towards * (2 * statistics.fmean(margins) - towards) / (2 * variance)


class OtherMatch(Exception):
    """Raised when a file of pairs belongs to a match between other players or with other parameters."""


class PlayedPairs:
    """The pairs played so far in a match, kept in a file if there is a path.

    The file's first line holds the match's parameters, each further line one pair.
    """

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
        """Append a pair, to the file too."""
        self.pairs.append(tuple(pair))
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(_pair_text(pair) + "\n")

    def _read(self, path: Path, heading: str) -> None:
        match, self.pairs = pairs_in(path)
        if (first := json.dumps(match, sort_keys=True)) != heading:
            raise OtherMatch(f"{path} holds another match: {first}")


def pairs_in(path: Path) -> tuple[dict[str, Any], list[tuple[ArenaGameResult, ...]]]:
    """Return the match's parameters and the pairs of a file; an incomplete last line is ignored."""
    heading, *lines = path.read_text(encoding="utf-8").split("\n")
    return json.loads(heading), [tuple(_result(game) for game in json.loads(line)) for line in lines[:-1]]


def _pair_text(pair: Sequence[ArenaGameResult]) -> str:
    return json.dumps([game._asdict() for game in pair])


def _result(game: Mapping[str, Any]) -> ArenaGameResult:
    return ArenaGameResult(tuple(game["scores"]), tuple(game["winners"]), tuple(map(tuple, game["cpu_s"])), tuple(game["done"]))
