"""Repositories of people and servers, of their maps and puzzles, and of the program's notes."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection

from storage.backends.database import Database
from storage.parts import Share
from storage.queries import erasing, forgetting, maps, people, process_events, puzzles
from storage.queries.forgetting import Forgotten
from storage.queries.process_events import FORGOTTEN, ProcessEvent
from storage.records import MatchId, UserId
from storage.stores.hops import Hops, read, write


class PersonStore(Hops):
    """People's settings, blocks and follows. `Store.commit` changes them."""

    def __init__(self, db: Database, share: Share | None) -> None:
        super().__init__(db)
        self._share = share

    get = read(people.person)
    live_with = read(forgetting.live_with)
    live_naming = read(forgetting.live_naming)
    about = read(forgetting.everything)

    async def forget_some(self, user_id: UserId, former: UserId, now: datetime) -> Forgotten:
        """Replace a person by `former` in one batch of rows; repeat while `Forgotten.more`, then `forget` is quick."""
        return await self._db.write(lambda con: forgetting.forget_some(con, user_id, former, now, forgetting.AT_ONCE))

    async def forget(self, user_id: UserId, former: UserId, now: datetime) -> tuple[MatchId, ...]:
        """Replace a person by `former` in games and events and delete all else about them; the matches that changed."""

        def work(con: Connection) -> tuple[MatchId, ...]:
            if self._share is not None:
                process_events.tell(con, (ProcessEvent(FORGOTTEN, user_id),))
            return forgetting.forget(con, user_id, former, now)

        return await self._db.write(work)

    followers = read(people.followers)
    unblocked = read(people.unblocked)
    follows = read(people.follows)
    blocked_by = read(people.blocked_by)
    blockers_of = read(people.blockers_of)


class ServerStore(Hops):
    """Servers' settings, wishes and champion roles. `Store.commit` changes them."""

    all = read(people.servers)
    get = read(people.server_by_id)
    champions = read(people.champions)
    crowns = read(people.crowns)
    wishes = read(people.of_guild)
    erase_some = write(erasing.erase_some)
    with_rows = read(erasing.with_rows)


class MapStore(Hops):
    """Maps that servers have added. `Store.commit` changes them."""

    of_guild = read(maps.maps_of_guild)
    texts = read(maps.map_texts)
    servers = read(maps.servers)
    text = read(maps.map_text)
    upload = read(maps.upload)


class PuzzleStore(Hops):
    """Puzzles, the days they were posted, and answers. `Store.commit` changes them."""

    get = read(puzzles.get)
    behind = read(puzzles.behind)

    async def furthest(self, guild_id: int | None = None) -> int:
        """Highest id of a common puzzle that this server (None: any server) has had; 0 for none."""
        return await self._db.read(lambda con: puzzles.furthest(con, guild_id))

    own = read(puzzles.own)
    sources = read(puzzles.sources)
    day = read(puzzles.day)
    days = read(puzzles.days)
    of_user = read(puzzles.of_user)
    answer_of = read(puzzles.answer_of)
    solved_by = read(puzzles.solved_by)
    solvers = read(puzzles.solvers)


class NoteStore(Hops):
    """The program's own notes: text by key."""

    read = read(people.read)
    keep = write(people.keep)
