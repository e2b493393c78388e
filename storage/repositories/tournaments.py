"""Repository of events: tournaments and duels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import Connection

from storage.backends.database import Database
from storage.changes import ExpectRevision
from storage.queries import aggregate_revisions, tournaments
from storage.repositories.repository_base import Repository, read
from storage.rows import MatchRow, NewMatch, NewPost, NewTimer
from storage.tournament_rows import EntrantRow, EventEntry, EventId, EventRow


class EventStore(Repository):
    """Events with their entrants, log and matches. `Store.commit` changes them."""

    def __init__(self, db: Database, timers_set: Callable[[datetime], None]) -> None:
        super().__init__(db)
        self._timers_set = timers_set

    async def open(
        self,
        row: EventRow,
        posts: Sequence[NewPost] = (),
        timers: Sequence[NewTimer] = (),
        entries: Sequence[EventEntry] = (),
        entrants: Sequence[EntrantRow] = (),
        *,
        revised: ExpectRevision | None = None,
    ) -> EventRow:
        """Insert an event with its first log entries, entrants, messages and timers; return its row with the new id."""

        def work(con: Connection) -> EventRow:
            aggregate_revisions.advance(con, () if revised is None else (revised,))
            return tournaments.open_event(con, row, posts, timers, entries, entrants)

        kept = await self._db.write(work)
        if timers:
            self._timers_set(min(timer.due_at for timer in timers))
        return kept

    load = read(tournaments.load)
    row = read(tournaments.event_by_id)

    async def of_guild(
        self, guild_id: int, statuses: Sequence[str], limit: int = 25, *, before: EventId | None = None
    ) -> tuple[EventRow, ...]:
        """Return tournaments of a server in these states, newest first; with `before`, only older ones than this id."""
        return await self._db.read(lambda con: tournaments.events_of_guild(con, guild_id, statuses, limit, before))

    under_way = read(tournaments.unfinished_events)
    unseated = read(tournaments.unseated_events)
    of_user = read(tournaments.events_of_user)
    event_of = read(tournaments.event_of)

    async def open_match(self, event_id: EventId, round_: int, table: int, game: int, new: NewMatch, wakes: NewTimer) -> MatchRow:
        """Insert a match of an event, and the event's timer `wakes`, which replaces its timers of that kind unless it names tables.

        `ConflictError` if this game of the pairing exists already, or the channel has a live match.
        """
        kept = await self._db.write(lambda con: tournaments.open_match(con, event_id, round_, table, game, new, wakes))
        self._timers_set(min(timer.due_at for timer in (wakes, *new.timers)))
        return kept

    brought_against = read(tournaments.imported_opponents)
    """Opponents of a person in imported results that ended after a moment, one for each result."""
    matches = read(tournaments.matches_of)
