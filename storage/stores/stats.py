"""How people have played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from storage.backends.database import Database
from storage.queries import stats, stats_reading
from storage.records import MatchId, UserId
from storage.stats import Kept, OpponentStats, PlayerStats, Progress, Ranked, RatingChange, Tally, Tallying, TurnsKept
from tournament.ratings import Rating


class SqlStats:
    """`StatsStore`."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.tallying: Tallying | None = None

    async def player(self, guild_id: int, user_id: UserId) -> PlayerStats:
        return await self._db.read(lambda con: stats_reading.player(con, guild_id, user_id))

    async def against(self, guild_id: int, user_id: UserId, other_id: UserId) -> OpponentStats:
        return await self._db.read(lambda con: stats_reading.against(con, guild_id, user_id, other_id))

    async def curves(self, guild_id: int, user_id: UserId) -> Mapping[str, tuple[Rating, ...]]:
        return await self._db.read(lambda con: stats_reading.curves(con, guild_id, user_id))

    async def played_in(self, user_id: UserId, limit: int) -> tuple[int, ...]:
        return await self._db.read(lambda con: stats_reading.played_in(con, user_id, limit))

    async def changes(self, match_id: MatchId) -> tuple[RatingChange, ...]:
        return await self._db.read(lambda con: stats_reading.changes(con, match_id))

    async def kinds(self, guild_id: int) -> tuple[str, ...]:
        return await self._db.read(lambda con: stats_reading.kinds(con, guild_id))

    async def seasons(self, guild_id: int, limit: int) -> tuple[int, ...]:
        return await self._db.read(lambda con: stats_reading.seasons(con, guild_id, limit))

    async def titles(self, guild_id: int, user_id: UserId, least_wins: int) -> tuple[int, ...]:
        return await self._db.read(lambda con: stats_reading.titles(con, guild_id, user_id, least_wins))

    async def by_rating(self, guild_id: int, kind: str, offset: int, limit: int) -> tuple[Ranked, ...]:
        return await self._db.read(lambda con: stats_reading.by_rating(con, guild_id, kind, offset, limit))

    async def by_wins(self, guild_id: int, season: int | None, offset: int, limit: int) -> tuple[Ranked, ...]:
        return await self._db.read(lambda con: stats_reading.by_wins(con, guild_id, season, offset, limit))

    async def ratings(self, guild_id: int, kind: str, users: Sequence[UserId]) -> Mapping[int, Rating]:
        return await self._db.read(lambda con: stats.ratings_of(con, guild_id, kind, users))

    async def turns(self, guild_id: int, user_id: UserId, games: int) -> TurnsKept:
        return await self._db.read(lambda con: stats_reading.turns(con, guild_id, user_id, games))

    async def progress(self, guild_id: int) -> Progress | None:
        return await self._db.read(lambda con: stats.progress(con, guild_id))

    async def unfinished(self, after: int, limit: int) -> tuple[int, ...]:
        version = self._tallying.version
        return await self._db.read(lambda con: stats.unfinished(con, version, after, limit))

    async def fill(self, guild_id: int, limit: int) -> bool:
        tallying = self._tallying
        return await self._db.write(lambda con: stats.fill(con, guild_id, limit, tallying))

    async def to_check(self, before: datetime, limit: int) -> tuple[int, ...]:
        version = self._tallying.version
        return await self._db.read(lambda con: stats_reading.to_check(con, version, before, limit))

    async def recount(self, guild_id: int, first: int, limit: int) -> tuple[Tally | None, ...]:
        tallying = self._tallying
        return await self._db.read(lambda con: stats_reading.recount(con, guild_id, first, limit, tallying))

    async def missing(self, guild_id: int, after: MatchId, limit: int) -> tuple[MatchId | None, bool]:
        tallying = self._tallying
        return await self._db.read(lambda con: stats_reading.missing(con, guild_id, after, limit, tallying))

    async def kept(self, guild_id: int, users: Sequence[UserId]) -> Kept:
        return await self._db.read(lambda con: stats_reading.kept(con, guild_id, users))

    async def checked(self, guild_id: int, at: datetime, *, is_sound: bool) -> None:
        def work(con: Connection) -> None:
            had = stats.progress(con, guild_id, lock=True) or Progress(guild_id)
            stats.put_progress(con, replace(had, checked_at=at) if is_sound else Progress(guild_id, checked_at=at))

        await self._db.write(work)

    @property
    def _tallying(self) -> Tallying:
        assert self.tallying is not None, "only programs that know how matches are judged count them"
        return self.tallying
