"""Repositories of users and servers, of their maps and puzzles, of the program's notes, and of browser pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from storage.backends.database import Database
from storage.operator_rows import BarRow, OperationRow, ReportRow
from storage.queries import cluster_events, deletion, maps, operators, puzzles, user_data, users_and_guilds, web
from storage.queries.cluster_events import FORGOTTEN, PAGES, ProcessEvent
from storage.queries.user_data import Forgotten
from storage.repositories.drafts import DraftStore
from storage.repositories.repository_base import Repository, read, write
from storage.rows import MatchId, Subject, UserId
from storage.sharding import ProcessShare


class PersonStore(Repository):
    """Users' settings, blocks and follows. `Store.commit` changes them."""

    def __init__(self, db: Database, share: ProcessShare | None, drafts: DraftStore) -> None:
        super().__init__(db)
        self._share = share
        self._drafts = drafts

    get = read(users_and_guilds.person)
    live_with = read(user_data.live_with)
    live_naming = read(user_data.live_naming)

    async def about(self, user_id: UserId) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """Return all data stored about a user, as rows by topic."""
        await self._drafts.write_all()
        if self._db.deferred is not None:
            await self._db.deferred.written()
        return await self._db.read(lambda con: user_data.everything(con, user_id))

    async def forget_some(self, user_id: UserId, former: UserId, now: datetime) -> Forgotten:
        """Replace a user by `former` in one batch of rows.

        Repeat it while `Forgotten.more` is true, then call `forget`, which is quick.
        """
        return await self._db.write(lambda con: user_data.forget_some(con, user_id, former, now, user_data.AT_ONCE))

    async def forget(self, user_id: UserId, former: UserId, now: datetime) -> tuple[MatchId, ...]:
        """Replace a user by `former` in games and events and delete all other data about them.

        Returns the ids of the matches that changed.
        """

        def work(con: Connection) -> tuple[MatchId, ...]:
            if self._share is not None:
                cluster_events.notify_processes(con, (ProcessEvent(FORGOTTEN, user_id),))
            return user_data.forget(con, user_id, former, now)

        self._drafts.forget_person(user_id)
        try:
            return await self._db.write(work)
        finally:
            self._drafts.forget_person(user_id)

    followers = read(users_and_guilds.followers)
    unblocked = read(users_and_guilds.people_who_have_not_blocked)
    follows = read(users_and_guilds.follows)
    blocked_by = read(users_and_guilds.people_blocked_by)
    blockers_of = read(users_and_guilds.blockers_of)


class ServerStore(Repository):
    """Servers' settings, requests for games and champion roles. `Store.commit` changes them."""

    all = read(users_and_guilds.servers)
    get = read(users_and_guilds.server_by_id)
    champions = read(users_and_guilds.champions)
    crowns = read(users_and_guilds.crowns)
    wishes = read(users_and_guilds.seeks_of_guild)
    erase_some = write(deletion.erase_some)
    with_rows = read(deletion.with_rows)


class MapStore(Repository):
    """Maps that servers have added. `Store.commit` changes them."""

    of_guild = read(maps.maps_of_guild)
    texts = read(maps.map_texts)
    servers = read(maps.servers)
    text = read(maps.map_text)
    upload = read(maps.upload)


class PuzzleStore(Repository):
    """Puzzles, the days they were posted, and answers. `Store.commit` changes them."""

    get = read(puzzles.get)
    behind = read(puzzles.ids_after)

    async def furthest(self, guild_id: int | None = None) -> int:
        """Return the highest id of a common puzzle that this server (None: any server) has had; 0 if none."""
        return await self._db.read(lambda con: puzzles.furthest(con, guild_id))

    own = read(puzzles.own_puzzle_ids)
    sources = read(puzzles.sources)
    day = read(puzzles.day)
    days = read(puzzles.days)
    of_user = read(puzzles.puzzles_of_user)
    answer_of = read(puzzles.answer_of)
    solved_by = read(puzzles.solvers_of)
    solvers = read(puzzles.solvers)


class NoteStore(Repository):
    """The program's own notes: text by key."""

    read = read(users_and_guilds.read)
    keep = write(users_and_guilds.put_note)
    keep_first = write(users_and_guilds.keep_first)


class WebStore(Repository):
    """Pages in the browser, and public links. Closing one notifies the other processes at once."""

    def __init__(self, db: Database, share: ProcessShare | None) -> None:
        super().__init__(db)
        self._shared = share is not None

    open_page = write(web.open_page)
    is_page_open = read(web.is_page_open)
    note_launch = write(web.note_launch)
    launched = read(web.launched_match)
    shared = read(web.public_link_secret)
    share = write(web.share)

    async def close_pages(self, user_id: UserId) -> None:
        """Close all pages of a user."""

        def work(con: Connection) -> None:
            web.close_pages(con, user_id)
            self._notify_processes(con)

        await self._db.write(work)

    async def unshare(self, subject: Subject) -> None:
        """Close the public link to a subject permanently."""

        def work(con: Connection) -> None:
            web.unshare(con, subject)
            self._notify_processes(con)

        await self._db.write(work)

    def _notify_processes(self, con: Connection) -> None:
        if self._shared:
            cluster_events.notify_processes(con, (ProcessEvent(PAGES),))


class OperatorStore(Repository):
    """Bans, reports, and the log of what operators did."""

    def __init__(self, db: Database, share: ProcessShare | None, written: Callable[[], None]) -> None:
        """Prepare the repository. `written` is called after a transaction that queues a post."""
        super().__init__(db)
        self._shared = share is not None
        self._flush = written

    bars = read(operators.bars)
    reports = read(operators.reports)
    report = read(operators.report_by_id)
    operations = read(operators.operations)
    wishing_in = read(operators.wishing_in)
    close_report = write(operators.close_report)

    async def add_report(self, row: ReportRow, channel_id: int | None) -> int | None:
        """Store a report and queue it for the operators' channel; return its id.

        None if this user has already reported this message.
        """
        number = await self._db.write(lambda con: operators.add_report(con, row, channel_id))
        self._flush()
        return number

    async def send_letter(self, letter: int, text: str, user_id: UserId, now: datetime) -> bool:
        """Queue an operators' letter to a user; return False if any process has done so before."""
        is_new = await self._db.write(lambda con: operators.send_letter(con, letter, text, user_id, now))
        if is_new:
            self._flush()
        return is_new

    async def bar(self, row: BarRow, note: OperationRow) -> None:
        """Ban a user or a server, and notify the other processes."""
        await self._db.write(lambda con: operators.put_bar(con, row, note, self._shared))

    async def lift(self, number: int, note: OperationRow) -> bool:
        """Lift a ban and notify the other processes; return False if there is none."""
        return await self._db.write(lambda con: operators.drop_bar(con, number, note, self._shared))

    async def add(self, note: OperationRow) -> int:
        """Add an entry to the operators' log, notify the other processes, and return its id."""
        return await self._db.write(lambda con: operators.note(con, note, self._shared))
