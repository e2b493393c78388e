"""Use-cases of where a match is played: another channel, one that is closed to us, one that is open again."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from journal.entry import entry
from service.computers import Computers
from service.errors import Refusal
from service.kernel import Kernel
from service.step import post
from storage.changes import Commit
from storage.errors import Conflict
from storage.records import LIVE, LOST, RUNNING, MatchId, MatchRow, Post, SeatRow, UserId

log = logging.getLogger(__name__)


class Channels:
    """Keeps a game going when its channel is not what it was."""

    def __init__(self, kernel: Kernel, computers: Computers) -> None:
        self._kernel = kernel
        self._computers = computers

    async def rehome(self, match_id: MatchId, channel_id: int, *, now: datetime) -> MatchRow:
        """A lost match goes on in another channel or thread. Refuses: `not-lost`, `not-running`, `channel-busy`."""
        async with self._kernel.lock(match_id):
            old = _lost((await self._kernel.loaded(match_id)).match)
            match = replace(old, channel_id=channel_id, status=RUNNING)
            try:
                await self._kernel.put(Commit(match, match.version, now, revive_posts=True))
            except Conflict as error:
                raise Refusal("channel-busy", match=None) from error
        log.info(entry("game-resumed", match=match_id, channel=channel_id, former=old.channel_id))
        self._computers.think(match_id)
        return match

    async def lose(self, failed: Post, reason: str, now: datetime) -> None:
        """The channel of a match is closed to us: give its posts up, let it rest, and tell the host once, in private."""
        match_id = failed.match_id
        async with self._kernel.lock(match_id):
            old = (await self._kernel.loaded(match_id)).match
            if failed.channel_id != old.channel_id:
                await self._kernel.store.posts.dead(failed.id, now, reason)
                return
            rests = old.status in (RUNNING, LOST)
            match = replace(old, status=LOST) if rests else old
            payload = {"reason": reason, "channel": old.channel_id}
            letter = replace(post(match, "lost", payload, user_id=match.host_id, upto=match.version), channel_id=None)
            posts = (letter,) if old.status == RUNNING else ()
            await self._kernel.put(Commit(match, match.version, now, posts=posts, kill_posts=reason))
            if old.status == RUNNING:
                log.warning(entry("game-lost", match=match_id, server=old.guild_id, channel=old.channel_id, reason=reason))

    async def rest(self, match_id: MatchId, *, now: datetime) -> None:
        """The bot is no longer in the server of a match: it rests, if it runs. Nobody is told, for nobody can be reached."""
        async with self._kernel.lock(match_id):
            old = (await self._kernel.loaded(match_id)).match
            if old.status == RUNNING:
                await self._kernel.put(Commit(replace(old, status=LOST), old.version, now, kill_posts="channel-gone"))
                log.info(entry("game-lost", match=match_id, channel=old.channel_id, reason="server-gone"))

    async def resume(self, match_id: MatchId, *, now: datetime, tell: bool = False) -> MatchRow:
        """A lost match goes on: posts that were given up become due again. Refuses: `not-lost`, `not-running`.

        With `tell`, its channel hears of it, and whoever it waits for longest is pinged.
        """
        async with self._kernel.lock(match_id):
            found = await self._kernel.loaded(match_id)
            match = replace(_lost(found.match), status=RUNNING)
            notice = post(match, "notice", {"code": "resumed"}, user_id=_waited_for(found.seats), upto=match.version)
            await self._kernel.put(Commit(match, match.version, now, posts=(notice,) if tell else (), revive_posts=True))
        log.info(entry("game-resumed", match=match_id, channel=match.channel_id))
        self._computers.think(match_id)
        return match


def _waited_for(seats: Sequence[SeatRow]) -> UserId | None:
    """Whom a match waits for longest, if for anybody."""
    waiting = [(seat.waiting_since, seat.user_id) for seat in seats if seat.waiting_since and seat.user_id and seat.is_human]
    return min(waiting)[1] if waiting else None


def _lost(match: MatchRow) -> MatchRow:
    """The match, if it is lost."""
    if match.status == LOST:
        return match
    raise Refusal("not-lost" if match.status in LIVE else "not-running", status=match.status)
