"""Everything that makes one seat's clock stand still: its player's nights and vacations, pauses, outages, late deliveries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from heapq import merge

from clocks.nights import Chosen, nights
from clocks.spans import Span, union


@dataclass(frozen=True)
class Stops:
    """What counts for one seat. The order of the spans does not matter, and what overlaps counts once."""

    spans: tuple[Span, ...] = ()
    """Vacations, pauses, outages, waits for delivery; one without an end lasts until further notice."""
    sleep: tuple[Chosen, ...] = ()
    """The sleep hours that the player chose, oldest first; empty where the terms know none."""

    def after(self, begin: datetime) -> Iterator[Span]:
        """The time that stands still from `begin` on, in order; endless where somebody sleeps every night."""
        apart = sorted((s for s in self.spans if s.end is None or s.end > begin), key=lambda s: s.begin)
        return union(merge(apart, nights(self.sleep, begin), key=lambda s: s.begin))

    def holds(self, at: datetime) -> bool:
        """Whether the clock stands still at this moment."""
        span = next(self.after(at), None)
        return span is not None and span.begin <= at


FREE = Stops()
"""Nothing stops this clock."""
