"""Early closing of rounds: a round may close with games still open if none of them can change what follows.

A round, with another one of its stage to come: with at most `MOST_OPEN` games open, every possible result (a win for either, a
draw) is tried, and the round closes if all of them lead to the same pairings. A difference by itself keeps no round open: every
game that is tried ends by the same difference, and pairings that look at differences are made with the known ones.

A stage, with another one to come: the entrants who go on, and their order, must be the same whatever is open of the stage in any
round. Differences count here. With at most `MOST_OPEN_AT_END` games open every outcome is tried by the least and by the greatest
difference, and as a walkover: places depend on each difference monotonically, so values in between change nothing either.

The tournament ends when its last game has ended, because every game changes a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TypeVar

from tournament.result_points import MOST_DIFFERENCE
from tournament.results import DOUBLE_WALKOVER, PLAYED, RULING, WALKOVER, Pairing, Result

T = TypeVar("T")

MOST_OPEN = 4
"""3 to the power of 4 pairings are tried at most."""
MOST_OPEN_AT_END = 2
"""8 to the power of 2 rankings are tried at most."""


def outcomes(open_: Sequence[Pairing], round_: int) -> Iterator[tuple[Result, ...]]:
    """Return everything that open games can bring, as results without a difference."""
    choices = [
        [Result(round_, pairing.first, pairing.second, RULING, winner) for winner in (pairing.first, pairing.second, None)]
        for pairing in open_
    ]
    return product(*choices)


def may_close(results: Sequence[Result], open_: Sequence[Pairing], round_: int, follows: Callable[[Sequence[Result]], T]) -> bool:
    """Return whether `follows` (the next round's couples, or the places that matter) is the same whatever the open games bring."""
    if len(open_) > MOST_OPEN:
        return False
    outcomes_follow = (follows((*results, *more)) for more in outcomes(open_, round_))
    first = next(outcomes_follow)
    return all(other == first for other in outcomes_follow)


def endings(pairing: Pairing, round_: int) -> tuple[Result, ...]:
    """Return everything that one open game can bring, as results by the least and by the greatest difference."""
    first, second, most = pairing.first, pairing.second, MOST_DIFFERENCE
    scores = ((most, 0), (1, 0), (0, 0), (0, 1), (0, most))
    return (
        *(Result(round_, first, second, PLAYED, score=score) for score in scores),
        *(pairing.result(round_, WALKOVER, winner) for winner in (first, second)),
        pairing.result(round_, DOUBLE_WALKOVER),
    )
