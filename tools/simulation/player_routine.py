"""Daily routines of simulated players who play for weeks: time zone, sleep and absences."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from zoneinfo import ZoneInfo

ZONES = ("Europe/Amsterdam", "America/New_York", "America/Los_Angeles", "Asia/Tokyo", "Asia/Kolkata", "Australia/Sydney", "UTC")
BEDTIMES = (20 * 60, 22 * 60, 23 * 60, 0, 90)
"""Minutes after midnight."""
SLEEP = (6 * 60, 7 * 60, 8 * 60, 9 * 60)
"""Minutes."""


@dataclass(frozen=True)
class PlayerRoutine:
    """The real routine of one player, whatever the player has told the program."""

    zone: str
    bed: int
    """When they go to bed, in minutes after midnight on their wall."""
    minutes: int
    """How long they sleep."""
    gone_until_s: float = 0.0
    """Until then they do not play at all."""

    def is_awake(self, at: datetime) -> bool:
        """Return whether the player is awake at a moment, by local time."""
        wall = at.astimezone(ZoneInfo(self.zone))
        return (wall.hour * 60 + wall.minute - self.bed) % 1440 >= self.minutes

    def hours(self) -> tuple[str, str, str]:
        """Return the player's time zone and the begin and end of their nights, as they would type them."""
        end = (self.bed + self.minutes) % 1440
        return self.zone, _clock(self.bed), _clock(end)

    def elsewhere(self, chance: Random) -> PlayerRoutine:
        """Return the same routine in another, random time zone."""
        return replace(self, zone=chance.choice([zone for zone in ZONES if zone != self.zone]))


def born(chance: Random) -> PlayerRoutine:
    """Return a random routine."""
    return PlayerRoutine(chance.choice(ZONES), chance.choice(BEDTIMES), chance.choice(SLEEP))


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"
