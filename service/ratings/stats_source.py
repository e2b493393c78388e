"""The read interface of statistics: of all counted games of a server, or only those that one reader may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from games.core.game import Seat
from storage.rows import MatchId, UserId
from storage.stats import OpponentStats, PlayerStats, RankedPlayer, RatingChange, TimelinessStats
from tournament.ratings import Rating


class StatsSource(Protocol):
    """The interface of a server's statistics: `Store.stats`, or those of some of its games."""

    async def player(self, guild_id: int, user_id: UserId, /) -> PlayerStats:
        """Return a person's totals, with their ratings."""

    async def against(self, guild_id: int, user_id: UserId, other_id: UserId, /) -> OpponentStats:
        """Return a person's record against another."""

    async def curves(self, guild_id: int, user_id: UserId, /) -> Mapping[str, tuple[Rating, ...]]:
        """Return a person's latest ratings by kind of game, oldest first."""

    async def results(self, guild_id: int, user_id: UserId, most: int, /) -> tuple[tuple[str, Seat, Mapping[str, Any]], ...]:
        """Return a person's latest games, newest first."""

    async def ratings(self, guild_id: int, kind: str, users: Sequence[UserId], /) -> Mapping[int, Rating]:
        """Return ratings of some people in one kind of game."""

    async def changes(self, match_id: MatchId, /) -> tuple[RatingChange, ...]:
        """Return how a game changed ratings, by seat."""

    async def kinds(self, guild_id: int, /) -> tuple[str, ...]:
        """Return rated kinds of games, most played first."""

    async def seasons(self, guild_id: int, limit: int, /) -> tuple[int, ...]:
        """Return seasons with games, newest first."""

    async def titles(self, guild_id: int, user_id: UserId, least_wins: int, /) -> tuple[int, ...]:
        """Return the seasons in which a person had the most wins, newest first."""

    async def by_rating(self, guild_id: int, kind: str, offset: int, limit: int, /) -> tuple[RankedPlayer, ...]:
        """Return a part of the leaderboard of settled ratings."""

    async def by_wins(self, guild_id: int, season: int | None, offset: int, limit: int, /) -> tuple[RankedPlayer, ...]:
        """Return a part of the leaderboard of wins."""

    async def turns(self, guild_id: int, user_id: UserId, games: int, /) -> TimelinessStats:
        """Return totals of a person's turns in their latest games."""
