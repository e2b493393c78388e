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
from service.letters import Letters
from service.step import post
from storage.changes import Commit, Told
from storage.errors import Conflict
from storage.records import LIVE, LOST, RUNNING, MatchId, MatchRow, NewPost, Post, SeatRow, UserId

log = logging.getLogger(__name__)


class Channels:
    """Keeps a game going when its channel is not what it was."""

    def __init__(self, kernel: Kernel, computers: Computers) -> None:
        self._kernel = kernel
        self._computers = computers
        self._letters = Letters()

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
        """The channel of a match is closed to us: give its posts up, let it rest, and tell in private the host and who is asked."""
        match_id = failed.match_id
        async with self._kernel.lock(match_id):
            found = await self._kernel.loaded(match_id)
            old = found.match
            if failed.channel_id != old.channel_id:
                await self._kernel.store.posts.dead(failed.id, now, reason)
                return
            rests = old.status in (RUNNING, LOST)
            match = replace(old, status=LOST) if rests else old
            asked = (s.user_id for s in found.seats if s.is_human and s.waiting_since is not None)
            told = [match.host_id, *(user for user in asked if user is not None and user != match.host_id)]
            posts = tuple(_letter(match, reason, user) for user in told if self._letters.may_have(user, now))
            posts = posts if old.status == RUNNING else ()
            await self._kernel.put(Commit(match, match.version, now, posts=posts, kill_posts=reason))
            if old.status == RUNNING:
                log.warning(entry("game-lost", match=match_id, server=old.guild_id, channel=old.channel_id, reason=reason))

    async def unheard(self, failed: Post, now: datetime) -> None:
        """Somebody takes no letters: the next player who has had none about this is told that the game rests."""
        if failed.kind != "lost":
            return
        store = self._kernel.store
        async with self._kernel.lock(failed.match_id):
            found = await self._kernel.loaded(failed.match_id)
            if found.match.status != LOST:
                return
            had = {p.user_id for p in await store.posts.of(failed.topic) if p.kind == "lost" and p.upto == failed.upto}
            players = (s.user_id for s in found.seats if s.is_human and s.user_id is not None and s.user_id not in had)
            heir = next((user for user in players if self._letters.may_have(user, now)), None)
            if heir is not None:
                await store.commit(Told(failed.topic, now, (_letter(found.match, failed.payload["reason"], heir),)))

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


def _letter(match: MatchRow, reason: str, user_id: UserId) -> NewPost:
    """Tells somebody in private that his game rests."""
    payload = {"reason": reason, "channel": match.channel_id}
    return replace(post(match, "lost", payload, user_id=user_id, upto=match.version), channel_id=None)


def _lost(match: MatchRow) -> MatchRow:
    """The match, if it is lost."""
    if match.status == LOST:
        return match
    raise Refusal("not-lost" if match.status in LIVE else "not-running", status=match.status)
