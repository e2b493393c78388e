"""Repository of statistics and ratings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from storage.backends.database import Database
from storage.queries import stats, stats_reading, told_stats
from storage.repositories.repository_base import Repository, read
from storage.rows import MatchId, UserId
from storage.stats import BackfillProgress, MatchCounting, MatchTally, ServerRecord
from tournament.ratings import Rating


class StatsStore(Repository):
    """People's statistics in each server. `Store.commit` counts a match in the transaction that ends it."""

    def __init__(self, db: Database) -> None:
        super().__init__(db)
        self.tallying: MatchCounting | None = None
        """How to count matches; None: don't count."""

    player = read(stats_reading.player)
    against = read(stats_reading.against)
    curves = read(stats_reading.curves)
    results = read(stats_reading.results)
    played_in = read(stats_reading.servers_played_in)
    changes = read(stats_reading.changes)
    kinds = read(stats_reading.kinds)
    seasons = read(stats_reading.seasons)
    titles = read(stats_reading.titles)
    by_rating = read(stats_reading.leaders_by_rating)
    by_wins = read(stats_reading.leaders_by_wins)

    async def records(self, guild_id: int) -> Mapping[str, ServerRecord]:
        """Return all records of a server, by `ServerRecord.what`."""
        return await self._db.read(lambda con: stats.records(con, guild_id))

    records_of = read(stats_reading.records_of)
    kept_records = read(stats_reading.kept_records)

    async def ratings(self, guild_id: int, kind: str, users: Sequence[UserId]) -> Mapping[int, Rating]:
        """Return ratings of these people in one kind of game, by user id; without those who have none."""
        return await self._db.read(lambda con: stats.ratings_of(con, guild_id, kind, users))

    turns = read(stats_reading.turns)

    circles = read(told_stats.circles)
    plays_in = read(told_stats.plays_in)
    is_last = read(told_stats.is_last)
    forgotten = read(told_stats.count_forgotten)
    counted_games = read(told_stats.counted_games)
    told_results = read(told_stats.told_results)
    told_turns = read(told_stats.told_turns)

    async def progress(self, guild_id: int) -> BackfillProgress | None:
        """Return how far the matches of a server are counted; None if counting hasn't begun."""
        return await self._db.read(lambda con: stats.progress(con, guild_id))

    async def unfinished(self, after: int, limit: int) -> tuple[int, ...]:
        """Return up to `limit` server ids above `after`, ascending, whose matches this version has not all counted."""
        version = self._tallying.version
        return await self._db.read(lambda con: stats.unfinished_servers(con, version, after, limit))

    async def fill(self, guild_id: int, limit: int) -> bool:
        """Count up to `limit` more matches of a server, oldest first. True if there may be more."""
        tallying = self._tallying
        return await self._db.write(lambda con: stats.fill(con, guild_id, limit, tallying))

    async def to_check(self, before: datetime, limit: int) -> tuple[int, ...]:
        """Return up to `limit` completely counted servers that were last checked before this time, or never."""
        version = self._tallying.version
        return await self._db.read(lambda con: stats_reading.servers_to_check(con, version, before, limit))

    async def recount(self, guild_id: int, first: int, limit: int) -> tuple[MatchTally | None, ...]:
        """Return new tallies of up to `limit` counted matches of a server, from number `first` on; None where there is none now."""
        tallying = self._tallying
        return await self._db.read(lambda con: stats_reading.recount(con, guild_id, first, limit, tallying))

    async def missing(self, guild_id: int, after: MatchId, limit: int) -> tuple[MatchId | None, bool]:
        """Check up to `limit` matches of a server above id `after` for finished ones that should have been counted.

        Returns the last id checked (None at the end), and whether one was missed.
        """
        tallying = self._tallying
        return await self._db.read(lambda con: stats_reading.missing_matches(con, guild_id, after, limit, tallying))

    unproved = read(stats.unproved_matches)

    async def renew(self, accounts: Mapping[MatchId, Mapping[str, Any]], keys: Collection[str], upto: MatchId | None) -> int:
        """Replace the values under `keys` in match results by recomputed `accounts` of points; return how many differed.

        Records `upto` as the last match done. Restarts the statistics of each server in which a result differed.
        """
        tallying = self._tallying
        return await self._db.write(lambda con: stats.renew(con, accounts, keys, upto, tallying))

    kept = read(stats_reading.stored_statistics)

    async def checked(self, guild_id: int, at: datetime, *, is_sound: bool) -> None:
        """Record that a server was checked at this time. Unless it's sound, it will be counted again from the start."""

        def work(con: Connection) -> None:
            had = stats.progress(con, guild_id, lock=True) or BackfillProgress(guild_id)
            stats.put_progress(con, replace(had, checked_at=at) if is_sound else BackfillProgress(guild_id, checked_at=at))

        await self._db.write(work)

    @property
    def _tallying(self) -> MatchCounting:
        assert self.tallying is not None, "only programs that know how matches are judged count them"
        return self.tallying
