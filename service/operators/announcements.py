"""Announcements: posts that the bot makes unasked, which operators can pause, and operators' messages to all servers."""

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
    """The message of the bot's operators to the owner of a server."""

    text: str


class Announcements:
    """The use-cases of pausing announcements and of writing to all servers."""

    def __init__(self, store: Store, exclusion: Exclusion) -> None:
        self._store = store
        self._exclusion = exclusion
        self.paused = False

    async def open(self) -> None:
        """Read whether announcements are paused; call it again after another process may have changed that."""
        self.paused = bool(await self._store.notes.read(_NOTE))

    def leaves_out(self, post: Post) -> bool:
        """Return whether a post must be dropped because announcements are paused."""
        is_organisers = post.topic.kind == EVENT and post.payload.get(CODE) == MESSAGE
        return self.paused and (is_organisers or (post.topic.kind, post.kind) in PAUSABLE)

    async def pause(self, by: UserId, *, now: datetime) -> None:
        """Drop announcements until `resume`, operators' messages that are queued included."""
        await self._store.notes.keep(_NOTE, now.isoformat())
        self.paused = True
        await self._store.operators.add(OperationRow(0, now, by, PAUSE, None, ""))

    async def resume(self, by: UserId, *, now: datetime) -> None:
        """Allow announcements again; those dropped meanwhile are not sent."""
        await self._store.notes.keep(_NOTE, "")
        self.paused = False
        await self._store.operators.add(OperationRow(0, now, by, RESUME, None, ""))

    async def write(self, text: str, by: UserId, *, now: datetime) -> None:
        """Store a message to the owners of all servers, which `deliver` sends.

        Refuses `announcements-paused`.
        """
        if self.paused:
            raise Refusal("announcements-paused")
        await self._store.operators.add(OperationRow(0, now, by, WRITE, None, text))

    async def deliver(self, owners: Iterable[UserId], *, now: datetime) -> int:
        """Queue the latest messages for those of `owners` who have not got them; return the number of posts.

        Banned users get none. Call it with the owners of all servers of this process, after `write` and at each start.
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
        """Return the latest actions of operators, newest first."""
        return await self._store.operators.operations(most)
