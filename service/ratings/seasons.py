"""Seasons of a server, by quarters of the year: who has won most in each, for ever, computed from the games that have ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from service.ratings.counting import winners
from storage.records import EndedMatch, UserId

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


def season_of(moment: datetime) -> Season:
    """The season of a moment, in UTC."""
    return Season(moment.year, (moment.month + 2) // 3)


def played(games: Sequence[EndedMatch]) -> tuple[Season, ...]:
    """The seasons in which anything was played, the newest first."""
    return tuple(sorted({season_of(game.ended_at) for game in games}, reverse=True))


def champions(games: Sequence[EndedMatch], season: Season) -> tuple[UserId, ...]:
    """Who won most of the games of a season; those who have won as often share it, nobody below `LEAST_WINS`."""
    wins: dict[UserId, int] = {}
    for game in games:
        if season_of(game.ended_at) == season:
            for user in winners(game):
                wins[user] = wins.get(user, 0) + 1
    most = max(wins.values(), default=0)
    return tuple(sorted(user for user, number in wins.items() if number == most >= LEAST_WINS))
