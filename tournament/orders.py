"""The orders in which equals are paired, and the order that is frozen when an event starts."""

from __future__ import annotations

from collections.abc import Iterable

from tournament.lot import lot
from tournament.records import Entrant, EntrantId

NEIGHBOURS, SLIDE, FOLD, RANDOM = "neighbours", "slide", "fold", "random"
ORDERS = (NEIGHBOURS, SLIDE, FOLD, RANDOM)


def seeding(entrants: Iterable[Entrant], seed: str) -> tuple[EntrantId, ...]:
    """The order frozen at the start: whom an organiser has seeded, then by rating, then by lot; those without a rating behind."""

    def key(e: Entrant) -> tuple[float, ...]:
        return e.seed is None, e.seed or 0, e.rating is None, -(e.rating or 0), -lot(seed, "seeding", e.id)

    return tuple(e.id for e in sorted(entrants, key=key))
