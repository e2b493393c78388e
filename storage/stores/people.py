"""What is known of people and servers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from storage.backends.database import Database
from storage.queries import forgetting, maps, notes, people, puzzles, tidings, wishes
from storage.queries.shares import Share
from storage.queries.tidings import FORGOTTEN, MAP, Tiding
from storage.records import MapRow, MatchId, PersonRow, PuzzleAnswer, PuzzleDay, PuzzleRow, ServerRow, UploadRow, UserId, WishRow


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


class SqlServers:
    """`ServerStore`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def all(self) -> tuple[ServerRow, ...]:
        return await self._db.read(people.servers)

    async def get(self, guild_id: int) -> ServerRow | None:
        return await self._db.read(lambda con: people.server_by_id(con, guild_id))

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


class SqlPuzzles:
    """`PuzzleStore`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def get(self, puzzle_id: int) -> PuzzleRow | None:
        return await self._db.read(lambda con: puzzles.get(con, puzzle_id))

    async def behind(self, puzzle_id: int) -> tuple[int, ...]:
        return await self._db.read(lambda con: puzzles.behind(con, puzzle_id))

    async def furthest(self, guild_id: int | None = None) -> int:
        return await self._db.read(lambda con: puzzles.furthest(con, guild_id))

    async def own(self, guild_id: int) -> tuple[int, ...]:
        return await self._db.read(lambda con: puzzles.own(con, guild_id))

    async def sources(self, guild_id: int) -> frozenset[MatchId]:
        return await self._db.read(lambda con: puzzles.sources(con, guild_id))

    async def days(self, guild_id: int, limit: int) -> tuple[PuzzleDay, ...]:
        return await self._db.read(lambda con: puzzles.days(con, guild_id, limit))

    async def answers(self, guild_id: int, since: int) -> tuple[PuzzleAnswer, ...]:
        return await self._db.read(lambda con: puzzles.answers(con, guild_id, since))


class SqlNotes:
    """`NoteStore`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def read(self, key: str) -> str:
        return await self._db.read(lambda con: notes.read(con, key))

    async def keep(self, key: str, value: str) -> None:
        await self._db.write(lambda con: notes.keep(con, key, value))
