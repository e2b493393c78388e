"""Announcements: what the bot says by itself, which operators can pause, and their letters to all servers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from service.core.post_content import CODE, PostContent, Reaches, posted
from service.errors import Refusal
from service.guilds.weekly_paper import WEEKLY
from service.operators.exclusion import Exclusion
from service.puzzles.daily_puzzle import PUZZLE, SOLUTION
from service.tournaments.rulings import MESSAGE
from service.users.subscriptions import NEWS
from storage.operator_rows import LETTER, OperationRow
from storage.rows import EVENT, PERSON, SERVER, Post, UserId
from storage.store import Store

PAUSE, RESUME, WRITE = "pause", "resume", "write"
"""What the log of operators calls it."""
PAUSABLE = frozenset({(SERVER, WEEKLY), (SERVER, PUZZLE), (SERVER, SOLUTION), (PERSON, NEWS), (PERSON, LETTER)})
"""Topics and kinds of messages that a pause leaves out, besides organisers' letters. Games and tournaments go on."""
_NOTE = "announcements-paused"
_DELIVERED_FOR = timedelta(days=2)
"""A letter is still sent to servers within this time: a process may have ended in the middle, another begins later."""


@posted(PERSON, LETTER, reaches=Reaches.OWED)
class OperatorsLetter(PostContent):
    """The words of the bot's operators to the owner of a server."""

    text: str


class Announcements:
    """The pause of announcements, and the letters of operators."""

    def __init__(self, store: Store, exclusion: Exclusion) -> None:
        self._store = store
        self._exclusion = exclusion
        self.paused = False

    async def open(self) -> None:
        """Read whether they are paused; again where another process may have changed it."""
        self.paused = bool(await self._store.notes.read(_NOTE))

    def leaves_out(self, post: Post) -> bool:
        """Return whether a message is left out because of the pause."""
        is_organisers = post.topic.kind == EVENT and post.payload.get(CODE) == MESSAGE
        return self.paused and (is_organisers or (post.topic.kind, post.kind) in PAUSABLE)

    async def pause(self, by: UserId, *, now: datetime) -> None:
        """Leave announcements out until `resume`, letters of operators that are on their way too."""
        await self._store.notes.keep(_NOTE, now.isoformat())
        self.paused = True
        await self._store.operators.add(OperationRow(0, now, by, PAUSE, None, ""))

    async def resume(self, by: UserId, *, now: datetime) -> None:
        """Let announcements go out again; what was left out stays so."""
        await self._store.notes.keep(_NOTE, "")
        self.paused = False
        await self._store.operators.add(OperationRow(0, now, by, RESUME, None, ""))

    async def write(self, text: str, by: UserId, *, now: datetime) -> None:
        """Keep a letter to the owners of all servers; `deliver` sends it. Refuses `announcements-paused`."""
        if self.paused:
            raise Refusal("announcements-paused")
        await self._store.operators.add(OperationRow(0, now, by, WRITE, None, text))

    async def deliver(self, owners: Iterable[UserId], *, now: datetime) -> int:
        """Queue the latest letters to each of these people who has not got them; how many messages. Barred people get none.

        Call it with the owners of all servers of this process, after `write` and at each start.
        """
        letters = [row for row in await self._store.operators.operations(5, WRITE) if now - row.at < _DELIVERED_FOR]
        queued = 0
        for user_id in dict.fromkeys(owners):
            if self._exclusion.holds(user_id):
                continue
            for row in reversed(letters):
                queued += await self._store.operators.send_letter(row.id, row.detail, user_id, now)
        return queued

    async def log(self, most: int) -> tuple[OperationRow, ...]:
        """Return the latest things that operators did, the newest first."""
        return await self._store.operators.operations(most)
