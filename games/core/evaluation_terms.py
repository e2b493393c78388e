"""Terms of the difference between the estimates of two positions, to explain why one is better."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from games.core.game import AnyGame, Seat

BEST, ALL = 0.6, 0.4
"""How much the best of the others counts, and how much all of them together, in what a seat has above them."""


class EvaluationTerm(NamedTuple):
    """Named share, in points, of the difference between two positions."""

    name: str
    """Of a share of `Game.features`; empty for what no estimate of the position shows, such as the best answers to it."""
    own: bool
    """Whether it is about what the seat itself has; else about what the others have."""
    points: float
    """By how much it speaks for the better position."""


def evaluation_difference(game: AnyGame, other: Any, better: Any, seat: Seat) -> tuple[EvaluationTerm, ...]:
    """Return the evaluation terms by which `better` beats `other` for `seat`; zero terms are left out.

    In a game with secrets, pass imagined positions.
    """
    weights = _weights(game.estimate(better), seat)
    before, after = game.features(other), game.features(better)
    listed_terms = []
    for name, shares in after.items():
        changed = [weight * (new - old) for weight, new, old in zip(weights, shares, before[name], strict=True)]
        listed_terms += [EvaluationTerm(name, True, changed[seat]), EvaluationTerm(name, False, sum(changed) - changed[seat])]
    return tuple(term for term in listed_terms if term.points)


def with_remainder(terms: Iterable[EvaluationTerm], total: float) -> tuple[EvaluationTerm, ...]:
    """Return the terms with one more for the remainder to `total`, the difference that a deeper search found."""
    known = tuple(terms)
    return (*known, EvaluationTerm("", True, total - sum(term.points for term in known)))


def _weights(points: Sequence[float], seat: Seat) -> list[float]:
    """Return the weight of each seat's points in the lead of `seat` over the others."""
    others = [first for first in range(len(points)) if first != seat]
    best = max(others, key=lambda each: points[each])
    return [1.0 if first == seat else -ALL / len(others) - (BEST if first == best else 0.0) for first in range(len(points))]
