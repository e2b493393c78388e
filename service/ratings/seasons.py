"""Seasons of a server: the quarters of the year."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

LEAST_WINS = 3
"""With fewer wins nobody is the champion of a season."""


@dataclass(frozen=True, slots=True, order=True)
class Season:
    """A quarter of a year."""

    year: int
    quarter: int
    """From 1."""

    @property
    def key(self) -> str:
        """What is typed for it: `2026-4`."""
        return f"{self.year}-{self.quarter}"

    @property
    def number(self) -> int:
        """Quarters since the year 0."""
        return 4 * self.year + self.quarter - 1


def season_of(moment: datetime) -> Season:
    """The season of a moment, in UTC."""
    return Season(moment.year, (moment.month + 2) // 3)


def numbered(number: int) -> Season:
    """The season with this number."""
    return Season(number // 4, number % 4 + 1)
