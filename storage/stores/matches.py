"""What belongs to one match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from clocks.ledger import Event
from storage.backends.database import Database
from storage.changes import Revised
from storage.parts import WHOLE, Part
from storage.queries import analyses, clocks, drafts, ended, matches, requests, subject_revisions, thinning
from storage.records import (
    DraftRow,
    EndedMatch,
    Loaded,
    MatchId,
    MatchRow,
    NewMatch,
    RequestRow,
    SeatRow,
    Secret,
    Subject,
    UserId,
    Waiting,
)


class SqlMatches:
    """`MatchStore`."""

    def __init__(self, db: Database, timers_set: Callable[[datetime], None]) -> None:
        self._db = db
        self._timers_set = timers_set

    async def open(self, new: NewMatch, *, revised: Revised | None = None) -> MatchRow:
        def work(con: Connection) -> MatchRow:
            subject_revisions.advance(con, () if revised is None else (revised,))
            return matches.open_match(con, new)

        kept = await self._db.write(work)
        if new.timers:
            self._timers_set(min(timer.due_at for timer in new.timers))
        return kept

    async def load(self, match_id: MatchId) -> Loaded | None:
        return await self._db.read(lambda con: matches.load(con, match_id))

    async def secret(self, match_id: MatchId) -> Secret:
        return await self._db.read(lambda con: matches.secret(con, match_id))

    async def in_channel(self, channel_id: int) -> MatchRow | None:
        return await self._db.read(lambda con: matches.match_in(con, channel_id))

    async def of_guild(self, guild_id: int, statuses: Sequence[str], limit: int) -> tuple[MatchRow, ...]:
        return await self._db.read(lambda con: matches.matches_of_guild(con, guild_id, statuses, limit))

    async def lobbies(self, guild_id: int, *, beside: int | None = None, limit: int = 25) -> tuple[MatchRow, ...]:
        return await self._db.read(lambda con: matches.lobbies(con, guild_id, beside, limit))

    async def waiting_for(self, user_id: UserId) -> tuple[Waiting, ...]:
        return await self._db.read(lambda con: matches.waiting_for(con, user_id))

    async def vacated(self, guild_id: int, limit: int) -> tuple[MatchRow, ...]:
        return await self._db.read(lambda con: matches.vacated(con, guild_id, limit))

    async def waited_for(self, guild_id: int) -> tuple[UserId, ...]:
        return await self._db.read(lambda con: matches.waited_for(con, guild_id))

    async def servers(self, statuses: Sequence[str]) -> frozenset[int]:
        return await self._db.read(lambda con: matches.servers(con, statuses))

    async def running(self, user_id: UserId | None = None, *, part: Part = WHOLE) -> tuple[MatchId, ...]:
        return await self._db.read(lambda con: matches.running(con, user_id, part))

    async def with_computers(self, part: Part = WHOLE) -> tuple[MatchId, ...]:
        return await self._db.read(lambda con: matches.with_computers(con, part))

    async def outdated(self, present: Mapping[str, int], part: Part = WHOLE) -> tuple[MatchId, ...]:
        return await self._db.read(lambda con: matches.outdated(con, present, part))

    async def seats(self, match_id: MatchId) -> tuple[SeatRow, ...]:
        return await self._db.read(lambda con: matches.seats(con, match_id))

    async def live_of_user(self, user_id: UserId, guild_id: int) -> tuple[MatchId, ...]:
        return await self._db.read(lambda con: matches.live_of_user(con, user_id, guild_id))

    async def ended(self, guild_id: int, limit: int) -> tuple[EndedMatch, ...]:
        return await self._db.read(lambda con: ended.ended(con, guild_id, limit))

    async def drop_snapshots(self, match_id: MatchId | None = None) -> None:
        await self._db.write(lambda con: matches.drop_snapshots(con, match_id))

    async def thin(self, limit: int) -> bool:
        return await self._db.write(lambda con: thinning.thin(con, limit))


class SqlClocks:
    """`ClockStore`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def of(self, match_id: MatchId) -> tuple[Event, ...]:
        return await self._db.read(lambda con: clocks.events(con, match_id))


class SqlRequests:
    """`RequestStore`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def of(self, match_id: MatchId) -> tuple[RequestRow, ...]:
        return await self._db.read(lambda con: requests.requests(con, match_id))


class SqlAnalyses:
    """`AnalysisStore`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def get(self, match_id: MatchId) -> Any | None:
        return await self._db.read(lambda con: analyses.get(con, match_id))


class SqlDrafts:
    """`DraftStore`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def get(self, user_id: UserId, subject: Subject) -> DraftRow | None:
        return await self._db.read(lambda con: drafts.draft(con, user_id, subject))
