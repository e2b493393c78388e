"""The store in a SQL database: each method is one hop and one transaction of the functions that know the tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from clocks.ledger import Event
from storage import (
    analyses,
    clocks,
    drafts,
    ended,
    events,
    forgetting,
    maps,
    matches,
    notes,
    outbox,
    people,
    puzzles,
    requests,
    thinning,
    tidings,
    timers,
    wishes,
)
from storage.applying import apply_all, next_due, writes_posts
from storage.changes import Change
from storage.database import Database
from storage.event_records import EntrantRow, EventEntry, EventId, EventMatch, EventRow
from storage.migrating import SHIPPED
from storage.parts import WHOLE, Part
from storage.records import (
    DraftRow,
    EndedMatch,
    Head,
    Loaded,
    MapRow,
    MatchId,
    MatchRow,
    NewMatch,
    NewPost,
    NewTimer,
    PersonRow,
    Post,
    PostId,
    PuzzleAnswer,
    PuzzleDay,
    PuzzleRow,
    RequestRow,
    SeatRow,
    Secret,
    ServerRow,
    Subject,
    TimerRow,
    UploadRow,
    UserId,
    Waiting,
    WishRow,
)
from storage.shares import Share, held
from storage.sqlite import SqliteDatabase
from storage.store import LONGEST_WAIT, LeaseStore
from storage.tidings import FORGOTTEN, MAP, Tiding


class SqlStore:
    """A `Store` in a database; make one in a SQLite file with `open_sqlite`."""

    def __init__(self, db: Database, share: Share | None = None, leases: LeaseStore | None = None) -> None:
        """`share` and `leases` only where other processes may work with the database too."""
        self._db = db
        self.outage = db.outage
        self.share = share
        self.leases = leases
        self.after_timers: list[Callable[[datetime], None]] = []
        self.after_posts: list[Callable[[], None]] = []
        self.matches = SqlMatches(db, self._timers_set)
        self.clocks = SqlClocks(db)
        self.analyses = SqlAnalyses(db)
        self.puzzles = SqlPuzzles(db)
        self.drafts = SqlDrafts(db)
        self.requests = SqlRequests(db)
        self.posts = SqlPosts(db, share)
        self.timers = SqlTimers(db, share)
        self.people = SqlPeople(db, share)
        self.servers = SqlServers(db)
        self.maps = SqlMaps(db, share)
        self.events = SqlEvents(db, self._timers_set)
        self.notes = SqlNotes(db)

    async def commit(self, *changes: Change) -> None:
        await self._db.write(lambda con: self._apply(con, changes))
        if (due := next_due(changes)) is not None:
            self._timers_set(due)
        if any(writes_posts(change) for change in changes):
            for told in self.after_posts:
                told()

    def _apply(self, con: Connection, changes: Sequence[Change]) -> None:
        apply_all(con, changes)
        if self.share is not None:
            tidings.tell(con, tidings.of(con, changes, self.share.attended))

    async def close(self) -> None:
        if self.leases is not None:
            await self.leases.close()
        await self._db.close()

    def _timers_set(self, due: datetime) -> None:
        for told in self.after_timers:
            told(due)


async def open_sqlite(path: Path | str, *, busy_timeout_s: float = 5.0, migrations: Path = SHIPPED) -> SqlStore:
    """Open a SQLite file, creating it or bringing it up to date as needed (`:memory:` for none).

    `migrations` are by default those that are shipped. Raises `CannotOpen`, also as `TooNew`: stop then.
    """
    return SqlStore(await SqliteDatabase.open(path, busy_timeout_s=busy_timeout_s, migrations=migrations))


class SqlMatches:
    """`MatchStore`."""

    def __init__(self, db: Database, timers_set: Callable[[datetime], None]) -> None:
        self._db = db
        self._timers_set = timers_set

    async def open(self, new: NewMatch) -> MatchRow:
        kept = await self._db.write(lambda con: matches.open_match(con, new))
        if new.timers:
            self._timers_set(min(timer.due_at for timer in new.timers))
        return kept

    async def load(self, match_id: MatchId) -> Loaded | None:
        return await self._db.read(lambda con: matches.load(con, match_id))

    async def head(self, match_id: MatchId) -> Head | None:
        return await self._db.read(lambda con: matches.head(con, match_id))

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

    async def ended(self, guild_id: int) -> tuple[EndedMatch, ...]:
        return await self._db.read(lambda con: ended.ended(con, guild_id))

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


class SqlPuzzles:
    """`PuzzleStore`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def get(self, puzzle_id: int) -> PuzzleRow | None:
        return await self._db.read(lambda con: puzzles.get(con, puzzle_id))

    async def behind(self, puzzle_id: int) -> tuple[int, ...]:
        return await self._db.read(lambda con: puzzles.behind(con, puzzle_id))

    async def furthest(self) -> int:
        return await self._db.read(puzzles.furthest)

    async def days(self, guild_id: int, limit: int) -> tuple[PuzzleDay, ...]:
        return await self._db.read(lambda con: puzzles.days(con, guild_id, limit))

    async def answers(self, guild_id: int, since: int) -> tuple[PuzzleAnswer, ...]:
        return await self._db.read(lambda con: puzzles.answers(con, guild_id, since))


class SqlDrafts:
    """`DraftStore`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def get(self, user_id: UserId, subject: Subject) -> DraftRow | None:
        return await self._db.read(lambda con: drafts.draft(con, user_id, subject))

    async def put(self, user_id: UserId, subject: Subject, draft: DraftRow) -> None:
        await self._db.write(lambda con: drafts.put_draft(con, user_id, subject, draft))

    async def drop(self, user_id: UserId, subject: Subject) -> None:
        await self._db.write(lambda con: drafts.drop_drafts(con, subject, (user_id,)))


class SqlPosts:
    """`PostStore`."""

    def __init__(self, db: Database, share: Share | None) -> None:
        self._db = db
        self._share = share

    async def due(self, now: datetime, limit: int, longest: timedelta = LONGEST_WAIT) -> tuple[Post, ...]:
        return await self._db.read(lambda con: outbox.due_posts(con, now, longest, limit, held(con, self._share)))

    async def next_at(self) -> datetime | None:
        return await self._db.read(lambda con: outbox.next_post_at(con, held(con, self._share)))

    async def take(
        self, now: datetime, limit: int, *, among: int | None = None, free: Callable[[Post], bool] = lambda _: True
    ) -> tuple[Post, ...]:
        def work(con: Connection) -> tuple[Post, ...]:
            return outbox.take_posts(con, now, LONGEST_WAIT, limit, among or limit, free, held(con, self._share))

        return await self._db.write(work)

    async def sent(self, post_id: PostId, message_id: int, now: datetime) -> None:
        await self._db.write(lambda con: outbox.post_sent(con, post_id, message_id, now))

    async def delayed(self, post_id: PostId, due_at: datetime, error: str) -> None:
        await self._db.write(lambda con: outbox.post_delayed(con, post_id, due_at, error))

    async def hurry(self, now: datetime) -> int:
        return await self._db.write(lambda con: outbox.hurry(con, now, held(con, self._share)))

    async def dead(self, post_id: PostId, now: datetime, error: str) -> None:
        await self._db.write(lambda con: outbox.post_dead(con, post_id, now, error))

    async def note(self, topic: Subject, post: NewPost, message_id: int, now: datetime) -> None:
        await self._db.write(lambda con: outbox.add_sent(con, topic, post, message_id, now))

    async def last(self, topic: Subject, kind: str) -> Post | None:
        return await self._db.read(lambda con: outbox.last_post(con, topic, kind))

    async def of(self, topic: Subject) -> tuple[Post, ...]:
        return await self._db.read(lambda con: outbox.posts(con, topic))


class SqlTimers:
    """`TimerStore`."""

    def __init__(self, db: Database, share: Share | None) -> None:
        self._db = db
        self._share = share

    async def due(self, now: datetime, kinds: Sequence[str], limit: int) -> tuple[TimerRow, ...]:
        if await self._db.read(lambda con: timers.any_ahead(con, now, kinds, held(con, self._share))):
            await self._db.write(lambda con: timers.redate(con, now, kinds, held(con, self._share)))
        return await self._db.read(lambda con: timers.due_timers(con, now, kinds, limit, held(con, self._share)))

    async def next_at(self, kinds: Sequence[str]) -> datetime | None:
        return await self._db.read(lambda con: timers.next_timer_at(con, kinds, held(con, self._share)))

    async def of(self, subject: Subject) -> tuple[TimerRow, ...]:
        return await self._db.read(lambda con: timers.timers_of(con, subject))

    async def subjects(self, kind: str) -> frozenset[Subject]:
        return await self._db.read(lambda con: timers.subjects(con, kind))


class SqlPeople:
    """`PersonStore`."""

    def __init__(self, db: Database, share: Share | None) -> None:
        self._db = db
        self._share = share

    async def get(self, user_id: UserId) -> PersonRow | None:
        return await self._db.read(lambda con: people.person(con, user_id))

    async def live_with(self, user_id: UserId) -> tuple[MatchId, ...]:
        return await self._db.read(lambda con: forgetting.live_with(con, user_id))

    async def live_naming(self, user_id: UserId) -> tuple[MatchId, ...]:
        return await self._db.read(lambda con: forgetting.live_naming(con, user_id))

    async def about(self, user_id: UserId) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        return await self._db.read(lambda con: forgetting.everything(con, user_id))

    async def forget(self, user_id: UserId, former: UserId, now: datetime) -> tuple[MatchId, ...]:
        def work(con: Connection) -> tuple[MatchId, ...]:
            if self._share is not None:
                tidings.tell(con, (Tiding(FORGOTTEN, user_id),))
            return forgetting.forget(con, user_id, former, now)

        return await self._db.write(work)

    async def blocked_by(self, user_id: UserId) -> tuple[UserId, ...]:
        return await self._db.read(lambda con: people.blocked_by(con, user_id))

    async def blockers_of(self, user_id: UserId) -> frozenset[UserId]:
        return await self._db.read(lambda con: people.blockers_of(con, user_id))

    async def block(self, user_id: UserId, blocked_id: UserId, at: datetime) -> None:
        await self._db.write(lambda con: people.put_block(con, user_id, blocked_id, at))

    async def unblock(self, user_id: UserId, blocked_id: UserId) -> bool:
        return await self._db.write(lambda con: people.drop_block(con, user_id, blocked_id))


class SqlServers:
    """`ServerStore`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def all(self) -> tuple[ServerRow, ...]:
        return await self._db.read(people.servers)

    async def wishes(self, guild_id: int) -> tuple[WishRow, ...]:
        return await self._db.read(lambda con: wishes.of_guild(con, guild_id))


class SqlMaps:
    """`MapStore`."""

    def __init__(self, db: Database, share: Share | None) -> None:
        self._db = db
        self._share = share

    async def of_guild(self, guild_id: int) -> tuple[MapRow, ...]:
        return await self._db.read(lambda con: maps.maps_of_guild(con, guild_id))

    async def texts(self) -> tuple[tuple[str, str], ...]:
        return await self._db.read(maps.map_texts)

    async def servers(self) -> frozenset[int]:
        return await self._db.read(maps.servers)

    async def text(self, map_id: str) -> str | None:
        return await self._db.read(lambda con: maps.map_text(con, map_id))

    async def add(self, row: MapRow) -> None:
        def work(con: Connection) -> None:
            maps.add_map(con, row)
            if self._share is not None:
                tidings.tell(con, (Tiding(MAP),))

        await self._db.write(work)

    async def remove(self, guild_id: int, map_id: str, at: datetime) -> bool:
        return await self._db.write(lambda con: maps.remove_map(con, guild_id, map_id, at))

    async def upload(self, guild_id: int, user_id: UserId) -> UploadRow | None:
        return await self._db.read(lambda con: maps.upload(con, guild_id, user_id))

    async def put_upload(self, row: UploadRow) -> None:
        await self._db.write(lambda con: maps.put_upload(con, row))

    async def drop_upload(self, guild_id: int, user_id: UserId) -> None:
        await self._db.write(lambda con: maps.drop_upload(con, guild_id, user_id))


class SqlEvents:
    """`EventStore`."""

    def __init__(self, db: Database, timers_set: Callable[[datetime], None]) -> None:
        self._db = db
        self._timers_set = timers_set

    async def open(self, row: EventRow, posts: Sequence[NewPost] = (), timers: Sequence[NewTimer] = ()) -> EventRow:
        kept = await self._db.write(lambda con: events.open_event(con, row, posts, timers))
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


class SqlNotes:
    """`NoteStore`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def read(self, key: str) -> str:
        return await self._db.read(lambda con: notes.read(con, key))

    async def keep(self, key: str, value: str) -> None:
        await self._db.write(lambda con: notes.keep(con, key, value))
