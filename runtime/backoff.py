"""Waiting times before Discord is tried again: seconds after a short outage, at most a minute after a long one.

discord.py's own waiting times double up to 17 minutes, so that after an outage of 20 s it may stay away for as long again.
"""

from __future__ import annotations

import random
import time

import discord.client
import discord.shard
from discord.backoff import ExponentialBackoff

SHORTEST_S = 4.0
LONGEST_S = 60.0
SHARE = 0.1
"""Otherwise so much of the time that the outage has lasted: each try to log in counts towards Discord's thousand a day."""

OVER_S = 180.0
"""Nobody has waited for so long: the next outage is another one."""


def wait_s(lasted_s: float) -> float:
    """Return seconds until the next try in an outage that has lasted `lasted_s`; by chance down to half, as others wait too."""
    return min(max(SHORTEST_S, lasted_s * SHARE), LONGEST_S) * random.uniform(0.5, 1.0)  # noqa: S311


class Backoff(ExponentialBackoff[bool]):
    """The waits of one connection."""

    def __init__(self, base: int = 1, *, integral: bool = False) -> None:
        super().__init__(base, integral=integral)
        self._asked_s = self._since_s = -OVER_S

    def delay(self) -> float:
        """Return seconds until the next attempt."""
        now_s = time.monotonic()
        if now_s - self._asked_s > OVER_S:
            self._since_s = now_s
        self._asked_s = now_s
        return wait_s(now_s - self._since_s)


def bound_backoff() -> None:
    """Make every client of this process wait this long; discord.py has no setting for it."""
    for module in (discord.client, discord.shard):
        vars(module)["ExponentialBackoff"] = Backoff  # the name that connections look up
