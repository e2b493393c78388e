"""When a round may close although games of it are still open: as soon as none of them can change what follows.

The bound: with at most `MOST_OPEN` games open, everything that they can bring (a win for either, a draw) is tried, and the round
closes if all of it leads to the same pairings (or, after the last round, to the same places that matter). With more open games it
stays open. A difference alone keeps no round open: every game that is tried ends by the same difference, and pairings that look at
differences are made with what is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TypeVar

from tournament.records import RULING, Pairing, Result

T = TypeVar("T")

MOST_OPEN = 4
"""3 to the power of 4 pairings are tried at most."""


def outcomes(open_: Sequence[Pairing], round_: int) -> Iterator[tuple[Result, ...]]:
    """Everything that open games can bring, as results without a difference."""
    choices = [
        [Result(round_, pairing.first, pairing.second, RULING, winner) for winner in (pairing.first, pairing.second, None)]
        for pairing in open_
    ]
    return product(*choices)


def may_close(results: Sequence[Result], open_: Sequence[Pairing], round_: int, follows: Callable[[Sequence[Result]], T]) -> bool:
    """Whether `follows` (the next round's couples, or the places that matter) is the same whatever the open games bring."""
    if len(open_) > MOST_OPEN:
        return False
    found = (follows((*results, *more)) for more in outcomes(open_, round_))
    first = next(found)
    return all(other == first for other in found)
