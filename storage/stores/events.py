"""Tournaments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import Connection

from storage.backends.database import Database
from storage.changes import Revised
from storage.event_records import EntrantRow, EventEntry, EventId, EventMatch, EventRow
from storage.parts import WHOLE, Part
from storage.queries import events, subject_revisions
from storage.records import MatchId, MatchRow, NewMatch, NewPost, NewTimer, UserId


class SqlEvents:
    """`EventStore`."""

    def __init__(self, db: Database, timers_set: Callable[[datetime], None]) -> None:
        self._db = db
        self._timers_set = timers_set

    async def open(
        self, row: EventRow, posts: Sequence[NewPost] = (), timers: Sequence[NewTimer] = (), *, revised: Revised | None = None
    ) -> EventRow:
        def work(con: Connection) -> EventRow:
            subject_revisions.advance(con, () if revised is None else (revised,))
            return events.open_event(con, row, posts, timers)

        kept = await self._db.write(work)
        if timers:
            self._timers_set(min(timer.due_at for timer in timers))
        return kept

    async def load(self, event_id: EventId) -> tuple[EventRow, tuple[EntrantRow, ...], tuple[EventEntry, ...]] | None:
        return await self._db.read(lambda con: events.load(con, event_id))

    async def row(self, event_id: EventId) -> EventRow | None:
        return await self._db.read(lambda con: events.event_by_id(con, event_id))

    async def of_guild(self, guild_id: int, statuses: Sequence[str], limit: int = 25) -> tuple[EventRow, ...]:
        return await self._db.read(lambda con: events.events_of_guild(con, guild_id, statuses, limit))

    async def under_way(self, part: Part = WHOLE) -> tuple[EventId, ...]:
        return await self._db.read(lambda con: events.under_way(con, part))

    async def of_user(self, user_id: UserId) -> tuple[EventId, ...]:
        return await self._db.read(lambda con: events.events_of_user(con, user_id))

    async def event_of(self, match_id: MatchId) -> EventId | None:
        return await self._db.read(lambda con: events.event_of(con, match_id))

    async def open_match(self, event_id: EventId, round_: int, table: int, game: int, new: NewMatch) -> MatchRow:
        kept = await self._db.write(lambda con: events.open_match(con, event_id, round_, table, game, new))
        if new.timers:
            self._timers_set(min(timer.due_at for timer in new.timers))
        return kept

    async def matches(self, event_id: EventId, round_: int | None = None) -> tuple[EventMatch, ...]:
        return await self._db.read(lambda con: events.matches_of(con, event_id, round_))
