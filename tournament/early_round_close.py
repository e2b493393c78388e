"""Early closing of rounds: a round may close with games still open if none of them can change what follows.

If another round of the stage follows and at most `MOST_OPEN` games are open, every possible result (a win for either, a draw) is
tried, and the round closes if all of them lead to the same pairings. Point differences of open games are ignored: pairings that
depend on differences use the known ones. If another stage follows, the advancing entrants and their order must be the same for
every result still open in the stage. Here differences count. At most `MOST_OPEN_AT_END` games may be open, each tried with the
least and the greatest difference and as a walkover: places depend on each difference monotonically, so values in between change
nothing. The tournament itself only ends with its last game, because every game changes a place.
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
    """Yield every combination of results of the open games (each won by either or drawn), without points."""
    choices = [
        [Result(round_, pairing.first, pairing.second, RULING, winner) for winner in (pairing.first, pairing.second, None)]
        for pairing in open_
    ]
    return product(*choices)


def may_close(results: Sequence[Result], open_: Sequence[Pairing], round_: int, follows: Callable[[Sequence[Result]], T]) -> bool:
    """Return whether `follows` returns the same for every outcome of the open games; False if more than `MOST_OPEN` are open.

    `follows` computes what comes next from results: the next round's pairs, or the places that matter.
    """
    if len(open_) > MOST_OPEN:
        return False
    outcomes_follow = (follows((*results, *more)) for more in outcomes(open_, round_))
    first = next(outcomes_follow)
    return all(other == first for other in outcomes_follow)


def endings(pairing: Pairing, round_: int) -> tuple[Result, ...]:
    """Return the possible results of one open game at the extremes: by the least and the greatest difference, and as a walkover."""
    first, second, most = pairing.first, pairing.second, MOST_DIFFERENCE
    scores = ((most, 0), (1, 0), (0, 0), (0, 1), (0, most))
    return (
        *(Result(round_, first, second, PLAYED, score=score) for score in scores),
        *(pairing.result(round_, WALKOVER, winner) for winner in (first, second)),
        pairing.result(round_, DOUBLE_WALKOVER),
    )
