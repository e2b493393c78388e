"""What is known of people and servers."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection

from storage.backends.database import Database
from storage.queries import erasing, forgetting, maps, people, process_events, puzzles
from storage.queries.forgetting import Forgotten
from storage.queries.process_events import FORGOTTEN, ProcessEvent
from storage.queries.shares import Share
from storage.records import MatchId, UserId
from storage.stores.hops import Hops, read, write


class PersonStore(Hops):
    """What people have chosen for themselves. That changes by `Store.commit`."""

    def __init__(self, db: Database, share: Share | None) -> None:
        super().__init__(db)
        self._share = share

    get = read(people.person)
    """What a person has chosen."""
    live_with = read(forgetting.live_with)
    """Lobbies and running games of any server in which this person plays."""
    live_naming = read(forgetting.live_naming)
    """Matches that may yet change and whose rows name a person, in order."""
    about = read(forgetting.everything)
    """All rows about a person, by what they are about."""

    async def forget_some(self, user_id: UserId, former: UserId, now: datetime) -> Forgotten:
        """Forget some of what names a person under a number; once there is no more, `forget` is quick."""
        return await self._db.write(lambda con: forgetting.forget_some(con, user_id, former, now, forgetting.AT_ONCE))

    async def forget(self, user_id: UserId, former: UserId, now: datetime) -> tuple[MatchId, ...]:
        """Put `former` in the place of a person in games, delete everything else about them; the matches that have changed."""

        def work(con: Connection) -> tuple[MatchId, ...]:
            if self._share is not None:
                process_events.tell(con, (ProcessEvent(FORGOTTEN, user_id),))
            return forgetting.forget(con, user_id, former, now)

        return await self._db.write(work)

    followers = read(people.followers)
    """Who follows a match, or one of some people in a server."""
    follows = read(people.follows)
    """What a person follows."""
    blocked_by = read(people.blocked_by)
    """Whom a person has blocked, the first one first."""
    blockers_of = read(people.blockers_of)
    """Who has blocked a person."""


class ServerStore(Hops):
    """What servers have chosen for themselves. That changes by `Store.commit`."""

    all = read(people.servers)
    """Every server that has chosen anything."""
    get = read(people.server_by_id)
    """What one server has chosen."""
    champions = read(people.champions)
    """To whom the bot has given roles of champions in a server."""
    wishes = read(people.of_guild)
    """Who looks for a game in a server, the oldest wish first."""
    erase_some = write(erasing.erase_some)
    """Delete a part of what belongs to a server and to no match; whether there was any."""


class MapStore(Hops):
    """The maps that servers have added. They change by `Store.commit`."""

    of_guild = read(maps.maps_of_guild)
    """The maps on the list of a server, in the order of adding."""
    texts = read(maps.map_texts)
    """Id and text of every map that was ever added, removed ones too, each once."""
    servers = read(maps.servers)
    """Every server that has ever added a map."""
    text = read(maps.map_text)
    """The text of a map that was ever added, in whichever server."""
    upload = read(maps.upload)
    """What a person uploaded in a server and has not confirmed."""


class PuzzleStore(Hops):
    """Puzzles, which servers have had them, and how they were answered. They change by `Store.commit`."""

    get = read(puzzles.get)
    """One puzzle."""
    behind = read(puzzles.behind)
    """The numbers of all puzzles for everybody that were made after this one, the oldest first."""

    async def furthest(self, guild_id: int | None = None) -> int:
        """The last puzzle for everybody that this server (None: any server) has had; 0 for none."""
        return await self._db.read(lambda con: puzzles.furthest(con, guild_id))

    own = read(puzzles.own)
    """The numbers of the puzzles out of games of this server that it has not had yet, the oldest first."""
    sources = read(puzzles.sources)
    """The games of this server out of which there is a puzzle."""
    days = read(puzzles.days)
    """The puzzles that a server has had, the newest first."""
    of_user = read(puzzles.of_user)
    """The puzzles of one person, the next one due first."""
    answers = read(puzzles.answers)
    """The answers of a server to its puzzles from this number on, in the order of the numbers."""


class NoteStore(Hops):
    """What the program remembers about itself."""

    read = read(people.read)
    """What was kept under this key; empty if nothing was."""
    keep = write(people.keep)
    """In place of what was kept under this key."""
