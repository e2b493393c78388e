"""Costs of every possible pair of a Swiss round: eight numbers per pair, computed for all pairs at once with numpy.

The numbers, most important first: 1. second byes, 2. pairs that met before, 3. pairs of team mates, 4. points of the entrant with
the bye, 5. squared difference of points in a pair, 6. entrants who float a second time running, 7. pairs in which a third start (or
wait) in a row is unavoidable, 8. distance from the requested order. Points are counted in halves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tournament.first_player import FOLD, NEIGHBOURS, ROW

SECOND_BYE, MET_BEFORE, TEAM_MATES, BYE_POINTS, APART, FLOATS, THIRD, DISTANCE = range(8)
"""The places of the numbers in a cost."""

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class PairingArrays:
    """The entrants to be paired, best first: one array for each property that costs depend on."""

    halves: Ints
    met: Bools
    """Square: whether two sat at a board together."""
    teams: Ints
    """A number for each team; below 0 for those without one."""
    had_bye: Bools
    floated: Bools
    """Who met somebody with other points in the round before, or had its bye."""
    streaks: Ints
    """Starts (above 0) or waits (below 0) in a row."""
    place: Ints
    """Within the group of those with the same points, from 0."""
    size: Ints
    """How many are in that group."""
    order: str

    @property
    def number(self) -> int:
        """Number of entrants; as an index in a pair it means the bye."""
        return len(self.halves)


def costs(ground: PairingArrays, one: Ints, other: Ints) -> Ints:
    """Return the costs of pairing entrant `one[k]` with entrant `other[k]`, for every k.

    `one` and `other` hold indexes into the arrays of `ground`. The result has eight rows, one for each number of a cost
    (`SECOND_BYE` to `DISTANCE`), and one column for each k; byes are left to `byes`.
    """
    apart = ground.halves[one] - ground.halves[other]
    totals = np.zeros((8, len(one)), dtype=np.int64)
    totals[MET_BEFORE] = ground.met[one, other]
    totals[TEAM_MATES] = (ground.teams[one] >= 0) & (ground.teams[one] == ground.teams[other])
    totals[APART] = apart**2
    totals[FLOATS] = np.where(apart != 0, ground.floated[one].astype(np.int64) + ground.floated[other], 0)
    low = np.minimum(ground.streaks[one], ground.streaks[other])
    high = np.maximum(ground.streaks[one], ground.streaks[other])
    totals[THIRD] = (low >= ROW) | (high <= -ROW)
    totals[DISTANCE] = _distances(ground, np.minimum(one, other), np.maximum(one, other))
    return totals


def byes(ground: PairingArrays, who: Ints) -> Ints:
    """Return the costs of giving entrant `who[k]` the bye, for every k, in the same form as `costs`.

    Usually the last of those with the fewest points is cheapest.
    """
    totals = np.zeros((8, len(who)), dtype=np.int64)
    totals[SECOND_BYE] = ground.had_bye[who]
    totals[BYE_POINTS] = ground.halves[who]
    totals[FLOATS] = ground.floated[who]
    totals[DISTANCE] = (ground.number - 1 - who) ** 2
    return totals


def _distances(ground: PairingArrays, above: Ints, below: Ints) -> Ints:
    """Return for each pair the squared distance from the pairing that the order asks for.

    `above` has the better-placed entrants, `below` the others.
    """
    if ground.order == NEIGHBOURS:
        return (below - above - 1) ** 2
    upper, lower, size = ground.place[above], ground.place[below], ground.size[above]
    inside = (upper + lower - (size - 1)) ** 2 if ground.order == FOLD else (lower - upper - size // 2) ** 2
    # Across groups the last of the upper one meets the first of the lower.
    across = (size - 1 - upper) ** 2 + lower**2
    return np.where(ground.halves[above] == ground.halves[below], inside, across)


def packed_costs(prices: Ints, pairs: int) -> list[int]:
    """Return each column of costs as one integer; integers compare as the tuples of numbers would.

    Sums of up to `pairs` of them compare likewise. A round has at most one bye, so bye costs need no room for a sum.
    """
    # The matching adds up the weights of a round's pairs, so each number gets as many bits as its sum over the round can need:
    # then nothing is carried into the next number, and comparing sums of integers compares tuples of sums, in order.
    times = [1 if index in (SECOND_BYE, BYE_POINTS) else pairs for index in range(len(prices))]
    widths = [(int(row.max(initial=0)) * most).bit_length() for row, most in zip(prices, times, strict=True)]
    # All eight together need more than 64 bits: numpy packs what fits into one word, Python's integers join the words.
    packed_costs = [0] * prices.shape[1]
    for start, end in _words(widths):
        joined, bits = _join_columns(prices[start:end], widths[start:end])
        packed_costs = [upper << bits | lower for upper, lower in zip(packed_costs, joined.tolist(), strict=True)]
    return packed_costs


WORD = 62
"""Bits that are packed at once: as many as fit into an integer of numpy."""


def _words(widths: Sequence[int]) -> list[tuple[int, int]]:
    """Return slices of neighbouring rows, in order, each of which fits together into `WORD` bits."""
    words, start = list[tuple[int, int]](), 0
    for end in range(1, len(widths) + 1):
        if end == len(widths) or sum(widths[start : end + 1]) > WORD:
            words.append((start, end))
            start = end
    return words


def _join_columns(rows: Ints, widths: Sequence[int]) -> tuple[Ints, int]:
    """Return the rows packed into one integer per column, and the number of bits used."""
    joined = np.zeros(rows.shape[1], dtype=np.int64)
    for row, width in zip(rows, widths, strict=True):
        joined = (joined << width) | row
    return joined, sum(widths)
