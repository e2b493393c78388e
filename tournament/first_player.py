"""Choice of the first player of a pairing. Only games that were played count, each game of a duel separately."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence

from tournament.result_points import ResultSide
from tournament.results import Entrant, EntrantId, Pairing


def lot(seed: str, *about: object) -> int:
    """Return a pseudorandom number from the seed and the arguments; the greater lot wins.

    The same seed and arguments always give the same lot, and no person can choose it.
    """
    text = "\n".join(str(word) for word in about)
    return int.from_bytes(hmac.new(seed.encode(), text.encode(), hashlib.sha256).digest()[:8], "big")


def commitment(seed: str) -> str:
    """Return the SHA-256 of the seed in hex, which is published before the draw."""
    return hashlib.sha256(seed.encode()).hexdigest()


NEIGHBOURS, SLIDE, FOLD, RANDOM = "neighbours", "slide", "fold", "random"
ORDERS = (NEIGHBOURS, SLIDE, FOLD, RANDOM)


def seeding(entrants: Iterable[Entrant], seed: str) -> tuple[EntrantId, ...]:
    """Return the entrants in the order frozen at the start.

    Entrants seeded by an organiser come first, then by rating, then by lot; those without a rating come last.
    """

    def key(e: Entrant) -> tuple[float, ...]:
        return e.seed is None, e.seed or 0, e.rating is None, -(e.rating or 0), -lot(seed, "seeding", e.id)

    return tuple(e.id for e in sorted(entrants, key=key))


ROW = 2
"""Nobody starts, or waits, more often than this in a row if it can be helped."""


def history(own: Sequence[ResultSide]) -> tuple[bool, ...]:
    """Return for each game that an entrant played, in order, whether the entrant began it."""
    return tuple(began for line in own for began in line.starts)


def streak(starts: Sequence[bool]) -> int:
    """Return how many of the last games in a row the entrant began (positive) or didn't begin (negative); 0 without games."""
    length = 0
    for began in reversed(starts):
        if began != starts[-1]:
            break
        length += 1
    return 0 if not starts else length if starts[-1] else -length


def beginner(one: EntrantId, other: EntrantId, starts: Mapping[EntrantId, Sequence[bool]], seed: str, round_: int) -> Pairing:
    """Return the pairing of two entrants with its first player.

    In order of weight: no entrant should begin, or not begin, three times running; then the entrant with fewer starts less
    non-starts begins; then the one who did not begin last; then by lot.
    """
    ordered = sorted((one, other))
    first = min(ordered, key=lambda who: _claim(who, starts[who], seed, round_, ordered))
    return Pairing(first, other if first == one else one)


def _claim(who: EntrantId, starts: Sequence[bool], seed: str, round_: int, pair: Sequence[EntrantId]) -> tuple[int, int, bool, int]:
    """Return the sort key of an entrant's claim to begin; the entrant with the lower key begins."""
    run = streak(starts)
    must = 1 if run >= ROW else -1 if run <= -ROW else 0
    began = sum(starts)
    return must, began - (len(starts) - began), bool(starts and starts[-1]), -lot(seed, "start", round_, *pair, who)
