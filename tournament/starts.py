"""Who begins. Only games that were played count, each game of a duel by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournament.lot import lot
from tournament.records import EntrantId, Pairing
from tournament.tallies import Line

ROW = 2
"""Nobody starts, or waits, more often than this in a row if it can be helped."""


def history(own: Sequence[Line]) -> tuple[bool, ...]:
    """For each game that he played, in order: whether he began it."""
    return tuple(began for line in own for began in line.starts)


def streak(starts: Sequence[bool]) -> int:
    """How often he has begun (above 0) or waited (below 0) without a break until now."""
    length = 0
    for began in reversed(starts):
        if began != starts[-1]:
            break
        length += 1
    return 0 if not starts else length if starts[-1] else -length


def beginner(one: EntrantId, other: EntrantId, starts: Mapping[EntrantId, Sequence[bool]], seed: str, round_: int) -> Pairing:
    """Who of the two begins.

    First, nobody starts three times running or waits three times running; then the one with the lower number of starts less
    non-starts; then the one who did not begin last; then by lot.
    """
    ordered = sorted((one, other))
    first = min(ordered, key=lambda who: _claim(who, starts[who], seed, round_, ordered))
    return Pairing(first, other if first == one else one)


def _claim(who: EntrantId, starts: Sequence[bool], seed: str, round_: int, pair: Sequence[EntrantId]) -> tuple[int, int, bool, int]:
    """The lower, the sooner he begins."""
    run = streak(starts)
    must = 1 if run >= ROW else -1 if run <= -ROW else 0
    began = sum(starts)
    return must, began - (len(starts) - began), bool(starts and starts[-1]), -lot(seed, "start", round_, *pair, who)
