"""Rate limits for a page and an address: buckets that fill again with time."""

from __future__ import annotations

import time
from collections import OrderedDict

REMEMBERED = 20_000
"""Most buckets at a time; the longest unused are forgotten, and begin full again."""


class Buckets:
    """Rate limit by key: so many requests at once, and so many a second in the long run."""

    def __init__(self, most: int, each_second: float) -> None:
        self._most = most
        self._each_second = each_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """By who: how much is left in the bucket, and when that was counted."""

    def take(self, who: str, now: float | None = None) -> bool:
        """Return whether `who` may make one more request now, and count it."""
        now = time.perf_counter() if now is None else now  # not `monotonic`: in a simulated world that stands still
        left, counted_s = self._left.pop(who, (float(self._most), now))
        left = min(self._most, left + (now - counted_s) * self._each_second)
        self._left[who] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > REMEMBERED:
            self._left.popitem(last=False)
        return left >= 1
