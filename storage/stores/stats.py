"""How people have played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from storage.backends.database import Database
from storage.queries import stats, stats_reading
from storage.records import MatchId, UserId
from storage.stats import MatchTally, Progress, ServerRecord, Tallying
from storage.stores.hops import Hops, read
from tournament.ratings import Rating


class StatsStore(Hops):
    """How people have played in each server. Finished matches are counted by `Store.commit`, in the transaction that ends them."""

    def __init__(self, db: Database) -> None:
        super().__init__(db)
        self.tallying: Tallying | None = None
        """How matches are judged; None where nothing is counted."""

    player = read(stats_reading.player)
    against = read(stats_reading.against)
    curves = read(stats_reading.curves)
    results = read(stats_reading.results)
    played_in = read(stats_reading.played_in)
    changes = read(stats_reading.changes)
    kinds = read(stats_reading.kinds)
    seasons = read(stats_reading.seasons)
    titles = read(stats_reading.titles)
    by_rating = read(stats_reading.by_rating)
    by_wins = read(stats_reading.by_wins)

    async def records(self, guild_id: int) -> Mapping[str, ServerRecord]:
        """All records of a server, by what they are about."""
        return await self._db.read(lambda con: stats.records(con, guild_id))

    records_of = read(stats_reading.records_of)
    kept_records = read(stats_reading.kept_records)

    async def ratings(self, guild_id: int, kind: str, users: Sequence[UserId]) -> Mapping[int, Rating]:
        """The ratings of some people in one kind of game; those who have none are missing."""
        return await self._db.read(lambda con: stats.ratings_of(con, guild_id, kind, users))

    turns = read(stats_reading.turns)

    async def progress(self, guild_id: int) -> Progress | None:
        """How far the matches of a server are counted."""
        return await self._db.read(lambda con: stats.progress(con, guild_id))

    async def unfinished(self, after: int, limit: int) -> tuple[int, ...]:
        """Servers whose matches are not all counted as they are judged now, with numbers above `after`, in order."""
        version = self._tallying.version
        return await self._db.read(lambda con: stats.unfinished(con, version, after, limit))

    async def fill(self, guild_id: int, limit: int) -> bool:
        """Count up to so many further matches of a server, oldest first; whether there may be more."""
        tallying = self._tallying
        return await self._db.write(lambda con: stats.fill(con, guild_id, limit, tallying))

    async def to_check(self, before: datetime, limit: int) -> tuple[int, ...]:
        """Completely counted servers that were not checked since."""
        version = self._tallying.version
        return await self._db.read(lambda con: stats_reading.to_check(con, version, before, limit))

    async def recount(self, guild_id: int, first: int, limit: int) -> tuple[MatchTally | None, ...]:
        """What counted matches say as they are judged now, from this number on, in order; None where one says nothing."""
        tallying = self._tallying
        return await self._db.read(lambda con: stats_reading.recount(con, guild_id, first, limit, tallying))

    async def missing(self, guild_id: int, after: MatchId, limit: int) -> tuple[MatchId | None, bool]:
        """Go through so many finished matches of a server: the last one looked at, None at the end; and whether one of them counts
        that was not counted.
        """
        tallying = self._tallying
        return await self._db.read(lambda con: stats_reading.missing(con, guild_id, after, limit, tallying))

    kept = read(stats_reading.kept)

    async def checked(self, guild_id: int, at: datetime, *, is_sound: bool) -> None:
        """Note that a server was checked; unless it was sound, it is counted again."""

        def work(con: Connection) -> None:
            had = stats.progress(con, guild_id, lock=True) or Progress(guild_id)
            stats.put_progress(con, replace(had, checked_at=at) if is_sound else Progress(guild_id, checked_at=at))

        await self._db.write(work)

    @property
    def _tallying(self) -> Tallying:
        assert self.tallying is not None, "only programs that know how matches are judged count them"
        return self.tallying
