"""Reduction of a failing plan to a short one that breaks the same law, by leaving planned events out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from tools.simulation.plan import PlannedEvent
from tools.simulation.run import RunOutcome, lived

LIMIT_S = 120.0
"""How long we look."""


def shortest(
    seed: int, plan: Sequence[PlannedEvent], outcome: RunOutcome, limit_s: float = LIMIT_S, *, to_the_end: bool = False
) -> tuple[Sequence[PlannedEvent], RunOutcome]:
    """Return a part of the plan that breaks the same law, and its outcome.

    The part is minimal unless `limit_s` seconds run out before.
    """
    assert outcome.broken is not None
    law, best = outcome.broken.law, outcome
    until = monotonic() + limit_s

    def breaks(part: Sequence[PlannedEvent]) -> bool:
        nonlocal best
        run_outcome = lived(seed, part, to_the_end=to_the_end)
        if run_outcome.broken is None or run_outcome.broken.law != law:
            return False
        best = run_outcome
        return True

    kept = [happening for happening in plan if happening.number <= outcome.broken.happening]
    if not breaks(kept):
        kept = list(plan)
    return minimal(kept, breaks, lambda: monotonic() > until), best


def minimal(
    items: Sequence[PlannedEvent], breaks: Callable[[Sequence[PlannedEvent]], bool], is_late: Callable[[], bool]
) -> Sequence[PlannedEvent]:
    """Return a minimal part of the items for which `breaks` is true, unless `is_late` becomes true before.

    Halves are left out first, then smaller and smaller pieces (Zeller's delta debugging).
    """
    kept, size = list(items), max(1, len(items) // 2)
    while not is_late():
        at, shorter = 0, False
        while at < len(kept) and not is_late():
            without = kept[:at] + kept[at + size :]
            if breaks(without):
                kept, shorter = without, True
            else:
                at += size
        if size == 1 and not shorter:
            break
        size = max(1, size // 2)
    return kept
