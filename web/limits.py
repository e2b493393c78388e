"""Rate limits by token bucket, for each page or IP address."""

from __future__ import annotations

import time
from collections import OrderedDict

REMEMBERED = 20_000
"""Most buckets at a time; the longest unused are forgotten, and begin full again."""


class Buckets:
    """A rate limiter with a token bucket for each key: a burst of `most` requests, then `each_second` per second."""

    def __init__(self, most: int, each_second: float) -> None:
        self._most = most
        self._each_second = each_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """By who: how much is left in the bucket, and when that was counted."""

    def take(self, who: str, now: float | None = None) -> bool:
        """Return whether `who` may make a request now, and if so count it."""
        now = time.perf_counter() if now is None else now  # not `monotonic`: in a simulated world that stands still
        left, counted_s = self._left.pop(who, (float(self._most), now))
        left = min(self._most, left + (now - counted_s) * self._each_second)
        self._left[who] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > REMEMBERED:
            self._left.popitem(last=False)
        return left >= 1
