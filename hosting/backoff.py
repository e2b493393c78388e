"""How long discord.py waits before it connects again, bounded: after a long outage it would stay away for up to 17 minutes."""

from __future__ import annotations

import discord.client
import discord.shard
from discord.backoff import ExponentialBackoff

LONGEST_S = 60.0


class Backoff(ExponentialBackoff[bool]):
    """As discord.py's own, up to a minute."""

    def delay(self) -> float:
        """Seconds until the next attempt."""
        return min(float(super().delay()), LONGEST_S)


def bound() -> None:
    """From now on every client of this process waits so; discord.py has no setting for it."""
    for module in (discord.client, discord.shard):
        vars(module)["ExponentialBackoff"] = Backoff  # the name that connections look up
