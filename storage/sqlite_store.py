"""The store in a SQLite file: each method is one hop and one transaction of the functions that know the tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection

from games.core.game import Seat
from storage import drafts, maps, matches, outbox, people, timers
from storage.database import Database
from storage.migrating import SHIPPED
from storage.records import (
    Commit,
    DraftRow,
    Loaded,
    MapRow,
    MatchId,
    MatchRow,
    NewMatch,
    NewPost,
    PersonRow,
    Post,
    PostId,
    SeatRow,
    Secret,
    TimerRow,
    UploadRow,
    UserId,
    Waiting,
    of_match,
)
from storage.sqlite import SqliteDatabase


class SqliteStore:
    """A `Store` in a SQLite file; make one with `open`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    @classmethod
    async def open(cls, path: Path | str, *, busy_timeout_s: float = 5.0, migrations: Path = SHIPPED) -> SqliteStore:
        """Open, creating and migrating the file as needed (`:memory:` for none).

        `migrations` are by default those that are shipped. Raises `CannotOpen`, also as `TooNew`: stop then.
        """
        return cls(await SqliteDatabase.open(path, busy_timeout_s=busy_timeout_s, migrations=migrations))

    async def open_match(self, new: NewMatch) -> MatchRow:
        return await self._db.write(lambda con: _open_match(con, new))

    async def load(self, match_id: MatchId) -> Loaded | None:
        return await self._db.read(lambda con: matches.load(con, match_id))

    async def secret(self, match_id: MatchId) -> Secret:
        return await self._db.read(lambda con: matches.secret(con, match_id))

    async def commit(self, commit: Commit) -> None:
        await self._db.write(lambda con: _commit(con, commit))

    async def match_in(self, channel_id: int) -> MatchRow | None:
        return await self._db.read(lambda con: matches.match_in(con, channel_id))

    async def matches_of_guild(self, guild_id: int, statuses: Sequence[str], limit: int) -> tuple[MatchRow, ...]:
        return await self._db.read(lambda con: matches.matches_of_guild(con, guild_id, statuses, limit))

    async def waiting_for(self, user_id: UserId) -> tuple[Waiting, ...]:
        return await self._db.read(lambda con: matches.waiting_for(con, user_id))

    async def with_computers(self) -> tuple[MatchId, ...]:
        return await self._db.read(matches.with_computers)

    async def seats(self, match_id: MatchId) -> tuple[SeatRow, ...]:
        return await self._db.read(lambda con: matches.seats(con, match_id))

    async def live_of_user(self, user_id: UserId, guild_id: int) -> tuple[MatchId, ...]:
        return await self._db.read(lambda con: matches.live_of_user(con, user_id, guild_id))

    async def drop_snapshots(self, match_id: MatchId | None = None) -> None:
        await self._db.write(lambda con: matches.drop_snapshots(con, match_id))

    async def draft(self, match_id: MatchId, seat: Seat) -> DraftRow | None:
        return await self._db.read(lambda con: _draft(con, match_id, seat))

    async def put_draft(self, match_id: MatchId, draft: DraftRow) -> None:
        await self._db.write(lambda con: _put_draft(con, match_id, draft))

    async def drop_draft(self, match_id: MatchId, seat: Seat) -> None:
        await self._db.write(lambda con: _drop_drafts(con, match_id, (seat,)))

    async def due_posts(self, now: datetime, limit: int) -> tuple[Post, ...]:
        return await self._db.read(lambda con: outbox.due_posts(con, now, limit))

    async def next_post_at(self) -> datetime | None:
        return await self._db.read(outbox.next_post_at)

    async def begin_post(self, post_id: PostId, now: datetime) -> None:
        await self._db.write(lambda con: outbox.begin_post(con, post_id, now))

    async def post_sent(self, post_id: PostId, message_id: int, now: datetime) -> None:
        await self._db.write(lambda con: outbox.post_sent(con, post_id, message_id, now))

    async def post_delayed(self, post_id: PostId, due_at: datetime, error: str) -> None:
        await self._db.write(lambda con: outbox.post_delayed(con, post_id, due_at, error))

    async def post_dead(self, post_id: PostId, now: datetime, error: str) -> None:
        await self._db.write(lambda con: outbox.post_dead(con, post_id, now, error))

    async def note_posted(self, match_id: MatchId, post: NewPost, message_id: int, now: datetime) -> None:
        await self._db.write(lambda con: outbox.add_sent(con, of_match(match_id), post, message_id, now))

    async def last_post(self, match_id: MatchId, kind: str) -> Post | None:
        return await self._db.read(lambda con: outbox.last_post(con, of_match(match_id), kind))

    async def posts(self, match_id: MatchId) -> tuple[Post, ...]:
        return await self._db.read(lambda con: outbox.posts(con, of_match(match_id)))

    async def due_timers(self, now: datetime, kinds: Sequence[str], limit: int) -> tuple[TimerRow, ...]:
        return await self._db.read(lambda con: timers.due_timers(con, now, kinds, limit))

    async def next_timer_at(self, kinds: Sequence[str]) -> datetime | None:
        return await self._db.read(lambda con: timers.next_timer_at(con, kinds))

    async def redate_timers(self, now: datetime) -> int:
        return await self._db.write(lambda con: timers.redate_timers(con, now))

    async def person(self, user_id: UserId) -> PersonRow | None:
        return await self._db.read(lambda con: people.person(con, user_id))

    async def put_person(self, person: PersonRow) -> None:
        await self._db.write(lambda con: people.put_person(con, person))

    async def maps_of_guild(self, guild_id: int) -> tuple[MapRow, ...]:
        return await self._db.read(lambda con: maps.maps_of_guild(con, guild_id))

    async def map_texts(self) -> tuple[tuple[str, str], ...]:
        return await self._db.read(maps.map_texts)

    async def map_text(self, map_id: str) -> str | None:
        return await self._db.read(lambda con: maps.map_text(con, map_id))

    async def add_map(self, row: MapRow) -> None:
        await self._db.write(lambda con: maps.add_map(con, row))

    async def remove_map(self, guild_id: int, map_id: str, at: datetime) -> bool:
        return await self._db.write(lambda con: maps.remove_map(con, guild_id, map_id, at))

    async def map_upload(self, guild_id: int, user_id: UserId) -> UploadRow | None:
        return await self._db.read(lambda con: maps.upload(con, guild_id, user_id))

    async def put_map_upload(self, row: UploadRow) -> None:
        await self._db.write(lambda con: maps.put_upload(con, row))

    async def drop_map_upload(self, guild_id: int, user_id: UserId) -> None:
        await self._db.write(lambda con: maps.drop_upload(con, guild_id, user_id))

    async def close(self) -> None:
        await self._db.close()


def _who(con: Connection, match_id: MatchId, seat: Seat) -> UserId:
    return UserId(next(row.user_id for row in matches.seats(con, match_id) if row.seat == seat and row.user_id is not None))


def _draft(con: Connection, match_id: MatchId, seat: Seat) -> DraftRow | None:
    found = drafts.draft(con, _who(con, match_id, seat), of_match(match_id))
    return found and replace(found, seat=seat)


def _put_draft(con: Connection, match_id: MatchId, draft: DraftRow) -> None:
    drafts.put_draft(con, _who(con, match_id, draft.seat), of_match(match_id), draft)


def _drop_drafts(con: Connection, match_id: MatchId, seats: Sequence[Seat]) -> None:
    users = [UserId(s.user_id) for s in matches.seats(con, match_id) if s.user_id is not None and s.seat in seats]
    drafts.drop_drafts(con, of_match(match_id), users)


def _open_match(con: Connection, new: NewMatch) -> MatchRow:
    match_id = matches.insert_match(con, new.match, new.secret)
    matches.replace_seats(con, match_id, new.seats)
    timers.add_timers(con, of_match(match_id), new.timers, new.match.created_at)
    outbox.add_posts(con, of_match(match_id), new.posts, new.match.created_at)
    return replace(new.match, id=match_id)


def _commit(con: Connection, commit: Commit) -> None:
    match_id = commit.match.id
    if commit.only_advances:
        matches.advance_match(con, match_id, commit.match.version, commit.expected_version)
    else:
        matches.update_match(con, commit.match, commit.expected_version)
    matches.append_actions(con, match_id, commit.actions)
    if commit.all_seats is not None:
        matches.replace_seats(con, match_id, commit.all_seats)
    if commit.changed_seats:
        matches.update_seats(con, match_id, commit.changed_seats)
    if commit.drop_drafts:
        _drop_drafts(con, match_id, commit.drop_drafts)
    if commit.snapshot is not None:
        matches.put_snapshot(con, match_id, commit.snapshot)
    _commit_posts_and_timers(con, commit)


def _commit_posts_and_timers(con: Connection, commit: Commit) -> None:
    topic = of_match(commit.match.id)
    if commit.kill_posts is not None:
        outbox.kill_posts(con, topic, commit.at, commit.kill_posts)
    if commit.revive_posts:
        outbox.revive_posts(con, topic, commit.match.channel_id, commit.at)
    if commit.posts:
        outbox.add_posts(con, topic, commit.posts, commit.at)
    if commit.timers:
        timers.add_timers(con, topic, commit.timers, commit.at)
    if commit.done_timer is not None:
        timers.timer_done(con, commit.done_timer, commit.at)
    if commit.drop_timers is not None:
        timers.drop_timers(con, topic, commit.drop_timers, commit.at)
