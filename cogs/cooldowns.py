"""Rate limits for public or expensive actions, with a token bucket for each user and action."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from cogs.refusals import InteractionRefused


class TokenBucket(NamedTuple):
    """Size of a token bucket, and the time after which one token returns."""

    goes: int
    every: timedelta


RATES: Mapping[str, TokenBucket] = {
    "new": TokenBucket(5, timedelta(minutes=2)),
    "share": TokenBucket(4, timedelta(seconds=30)),
    "record": TokenBucket(6, timedelta(seconds=20)),
    "replay": TokenBucket(4, timedelta(seconds=30)),
    "hint": TokenBucket(6, timedelta(seconds=20)),
    "analyse": TokenBucket(3, timedelta(minutes=2)),
    "import": TokenBucket(3, timedelta(minutes=2)),
    "report": TokenBucket(5, timedelta(minutes=10)),
    "call": TokenBucket(3, timedelta(minutes=10)),
}
"""Opening games, rematches included; showing something to everybody; exporting and verifying; animations; having
games analysed; bringing in records; reporting messages; letters to others about a tournament."""

REMEMBERED = 5_000
"""Most (person, action) pairs remembered; forgotten ones have all their goes again."""


class Cooldowns:
    """Remaining tokens of all users, in memory only, so that a restart resets them."""

    def __init__(self) -> None:
        self._full_at: dict[tuple[int, str], datetime] = {}
        """When each person will have all their goes back; absent if they have."""

    def spend(self, user_id: int, what: str, now: datetime) -> None:
        """Take one of a user's tokens for the action `what`, a key of `RATES`. Refuses `too-soon` if there is none."""
        rate, key = RATES[what], (user_id, what)
        full_at = max(self._full_at.pop(key, now), now) + rate.every
        if full_at - now > rate.goes * rate.every:
            self._full_at[key] = full_at - rate.every
            raise InteractionRefused("too-soon", again=full_at - rate.goes * rate.every)
        if len(self._full_at) >= REMEMBERED:
            self._full_at = {known: at for known, at in self._full_at.items() if at > now}
            while len(self._full_at) >= REMEMBERED:
                self._full_at.pop(next(iter(self._full_at)))
        self._full_at[key] = full_at
