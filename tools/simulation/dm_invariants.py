"""Laws of unrequested direct messages: users learn that a game has stopped, and none get too many messages."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Protocol

from sqlalchemy import select

from service.guilds.channel_changes import LOST_POST
from service.guilds.guild_lifecycle import GONE
from service.users.direct_message_limits import MOST, WITHIN
from storage.rows import LOST, RUNNING, UserId
from storage.schema import timer
from tools.simulation.fake_discord import GUILD
from tools.simulation.host_clock import HostClock
from tools.simulation.killable_database import Disk
from tools.simulation.state_oracle import ObservedMatch

WHY = "every game that rests says why"
OFTEN = "nobody gets too many letters"
_KINDS = (LOST_POST, "result")


class LettersWorld(Protocol):
    """The part of the world that the laws of direct messages use."""

    clock: HostClock
    disk: Disk

    def right_time(self) -> datetime: ...
    def complain(self, law: str, how: str) -> None: ...


class DirectMessageLog:
    """The times of the direct messages written to each user, with checks that they are neither missing nor too many."""

    def __init__(self, world: LettersWorld) -> None:
        self._world = world
        self._written: defaultdict[UserId, list[datetime]] = defaultdict(list)

    def born(self) -> None:
        """Clear the counts at a restart, as the program does, which keeps its own counts in memory only."""
        self._written.clear()

    def changed(self, before: ObservedMatch, now: ObservedMatch) -> None:
        """Check the direct messages about a match that a transaction has changed, given the match before and after."""
        known = {post.id for post in before.posts}
        new = [post for post in now.posts if post.kind in _KINDS and post.id not in known]
        throttled = {user for user in self._written if self._count_recent(user) >= MOST}
        for post in new:
            self._note(UserId(post.user_id or 0))
        if before.match.status == RUNNING and now.match.status == LOST and not self._is_out():
            users = {post.user_id for post in new if post.kind == LOST_POST}
            if untold := _people_concerned(now) - users - throttled:
                self._world.complain(WHY, f"match {now.match.id}: {sorted(untold)} were not told that it is lost")

    def _note(self, user: UserId) -> None:
        self._written[user].append(self._world.right_time())
        if not self._world.clock.was_wrong and (number := self._count_recent(user)) > MOST:
            self._world.complain(OFTEN, f"{user} got {number} letters within {WITHIN}")

    def _count_recent(self, user: UserId) -> int:
        """Return how many messages the program has written to a user recently, since its last start.

        If the host's clock was ever wrong, all count, because the program may still count old ones.
        """
        since = None if self._world.clock.was_wrong else self._world.right_time() - WITHIN
        return sum(since is None or at > since for at in self._written[user])

    def _is_out(self) -> bool:
        """Return whether the program has recorded that it was removed from the server, and so can't reach its members."""
        noted = select(timer.c.id).where(timer.c.kind == GONE, timer.c.subject_id == GUILD, timer.c.done_at.is_(None))
        return self._world.disk.now(lambda con: con.execute(noted).first()) is not None


def _people_concerned(now: ObservedMatch) -> set[UserId]:
    """Return the users who must learn that a match has stopped: its host and the players waited for."""
    waited = {UserId(row.user_id) for row in now.seats if row.is_human and row.user_id and row.waiting_since is not None}
    return {user for user in (*waited, now.match.host_id) if user > 0}
