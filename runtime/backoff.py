"""Waiting times between connection attempts to Discord: seconds after a short outage, at most a minute after a long one.

The waiting times of discord.py itself double up to 17 minutes, so that the bot could stay offline as long again as the outage
lasted.
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
    """Return the seconds to wait before the next attempt, in an outage that has lasted `lasted_s` seconds.

    The result is random, down to half of the full wait, so that clients don't all retry at once.
    """
    return min(max(SHORTEST_S, lasted_s * SHARE), LONGEST_S) * random.uniform(0.5, 1.0)  # noqa: S311


class Backoff(ExponentialBackoff[bool]):
    """The waiting times of one connection's attempts."""

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
    """Make all Discord clients of this process use these waiting times; discord.py has no setting for them."""
    for module in (discord.client, discord.shard):
        vars(module)["ExponentialBackoff"] = Backoff  # the name that connections look up
