"""Use-cases of where a match is played: another channel, one that is closed to us, one that is open again."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any

from journal.entry import entry
from service.computers.computers import Computers
from service.errors import Refusal
from service.people.letters import Letters
from service.process.kernel import Kernel
from service.process.overtaken import retried
from service.process.rows import Rows
from service.process.step import nonce, post
from service.servers.results import Results
from storage.changes import Commit, Told
from storage.errors import Conflict
from storage.records import (
    LIVE,
    LOST,
    RUNNING,
    Loaded,
    MatchId,
    MatchRow,
    NewPost,
    Post,
    PostId,
    SeatRow,
    UserId,
    of_match,
    of_server,
)

log = logging.getLogger(__name__)

LOST_POST = "lost"
"""The kind of private messages that tell that a game rests."""

MOVED = "moved"
"""The kind of messages of a server that tell in the channel that a game has left where it goes on: `{"match": id, "channel": id}`.
"""


@retried
class Channels:
    """Keeps a game going when its channel is not what it was."""

    def __init__(self, kernel: Kernel, computers: Computers, results: Results) -> None:
        self._kernel = kernel
        self._results = results
        self._computers = computers
        self._letters = Letters()

    async def rehome(self, match_id: MatchId, channel_id: int, *, now: datetime) -> MatchRow:
        """A lost match goes on in another channel or thread, where whoever is asked is told so again. Both channels hear of it.

        Refuses: `not-lost`, `not-running`, `channel-busy`.
        """
        async with self._kernel.lock(match_id):
            found = await self._kernel.loaded(match_id)
            old = _lost(found.match)
            match = replace(old, channel_id=channel_id, status=RUNNING)
            again = _told_anew(found.seats, await self._kernel.store.posts.of(of_match(match_id)))
            here = post(match, "notice", {"code": "resumed"}, upto=match.version)
            moved = Commit(match, match.version, now, posts=(here,), revive_posts=True, again=again)
            try:
                await self._kernel.put(moved, *_left_behind(old, channel_id, now))
            except Conflict as error:
                raise Refusal("channel-busy", match=None) from error
        log.info(entry("game-resumed", match=match_id, channel=channel_id, former=old.channel_id))
        self._computers.think(match_id)
        return match

    async def lose(self, failed: Post, reason: str, now: datetime) -> None:
        """The channel of a match is closed to us: give its posts up and let it rest. The host and who is asked hear of it in
        private, everybody else in the channel for results; of a game that has just ended every player how it ended.
        """
        match_id = failed.match_id
        async with self._kernel.lock(match_id):
            found = await self._kernel.loaded(match_id)
            if failed.channel_id != found.match.channel_id:
                await self._kernel.store.posts.dead(failed.id, now, reason)
                return
            await self._give_up(found, reason, now)

    async def vanished(self, channel_id: int, now: datetime) -> None:
        """Discord says that a channel was deleted: the game there rests at once, for nobody can press anything there any more."""
        found = await self._kernel.store.matches.in_channel(channel_id)
        if found is None or found.status not in (RUNNING, LOST):
            return
        async with self._kernel.lock(found.id):
            rows = await self._kernel.loaded(found.id)
            if rows.match.channel_id == channel_id and rows.match.status == RUNNING:
                await self._give_up(rows, "channel-gone", now)

    async def _give_up(self, found: Rows | Loaded, reason: str, now: datetime) -> None:
        """In the match's lock."""
        old, posts = found.match, list[NewPost]()
        if old.status == RUNNING:
            posts = self._that_it_rests(found, reason, now)
        elif (end := await self._untold_end(old)) is not None:
            told = (user for user in _players(found.seats) if self._letters.may_have(user, now))
            posts = [_letter(old, "result", end.payload, user) for user in told]
        match = replace(old, status=LOST) if old.status == RUNNING else old
        told_here = self._results.closed(match, reason, now) if old.status == RUNNING else ()
        with self._counted(posts, now):
            await self._kernel.put(Commit(match, match.version, now, posts=tuple(posts), kill_posts=reason), *told_here)
        if old.status == RUNNING:
            log.warning(entry("game-lost", match=old.id, server=old.guild_id, channel=old.channel_id, reason=reason))

    def _that_it_rests(self, found: Rows | Loaded, reason: str, now: datetime) -> list[NewPost]:
        match = found.match
        told = (user for user in _concerned(found) if self._letters.may_have(user, now))
        return [_letter(match, LOST_POST, {"reason": reason, "channel": match.channel_id}, user) for user in told]

    @contextmanager
    def _counted(self, letters: Sequence[NewPost], now: datetime) -> Iterator[None]:
        """While they are written: those that could not be written count no more, or it might be tried until nobody may have one."""
        try:
            yield
        except BaseException:
            for letter in letters:
                self._letters.unwritten(UserId(letter.user_id or 0), now)
            raise

    async def _untold_end(self, match: MatchRow) -> Post | None:
        """The message about its end, if that still waits to be sent."""
        waiting = (p for p in await self._kernel.store.posts.of(of_match(match.id)) if p.sent_at is None and p.dead_at is None)
        return next((post for post in waiting if post.kind == "end"), None)

    async def unheard(self, failed: Post, now: datetime) -> None:
        """Somebody takes no letters: the next player who has had none about this is told that the game rests."""
        store = self._kernel.store
        async with self._kernel.lock(failed.match_id):
            found = await self._kernel.loaded(failed.match_id)
            if found.match.status != LOST:
                return
            had = {p.user_id for p in await store.posts.of(failed.topic) if p.kind == LOST_POST and p.upto == failed.upto}
            players = (user for user in _players(found.seats) if user not in had)
            heir = next((user for user in players if self._letters.may_have(user, now)), None)
            if heir is not None:
                letter = _letter(found.match, LOST_POST, failed.payload, heir)
                with self._counted([letter], now):
                    await store.commit(Told(failed.topic, now, (letter,)))

    async def rest(self, match_id: MatchId, *, now: datetime) -> None:
        """The bot is no longer in the server of a match: it rests, if it runs. Nobody is told, for nobody can be reached."""
        async with self._kernel.lock(match_id):
            old = (await self._kernel.loaded(match_id)).match
            if old.status == RUNNING:
                await self._kernel.put(Commit(replace(old, status=LOST), old.version, now, kill_posts="channel-gone"))
                log.info(entry("game-lost", match=match_id, channel=old.channel_id, reason="server-gone"))

    async def unseen(self, match_id: MatchId, *, now: datetime) -> None:
        """The bot is back in the server of a lost match and does not see its channel: who was to hear that it rests, and could not
        be reached, hears it now.
        """
        async with self._kernel.lock(match_id):
            found = await self._kernel.loaded(match_id)
            posts = await self._kernel.store.posts.of(of_match(match_id))
            was_told = any(post.kind == LOST_POST and post.upto == found.match.version for post in posts)
            if found.match.status == LOST and not was_told:
                letters = self._that_it_rests(found, "forbidden", now)
                with self._counted(letters, now):
                    await self._kernel.tell(found.match, letters, now)

    async def was_forbidden(self, match_id: MatchId) -> bool:
        """Whether a lost match rests because the bot was not allowed to write in its channel."""
        told = [p.payload["reason"] for p in await self._kernel.store.posts.of(of_match(match_id)) if p.kind == LOST_POST]
        return bool(told) and told[-1] == "forbidden"

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


def _left_behind(old: MatchRow, channel_id: int, now: datetime) -> tuple[Told, ...]:
    """For whoever looks where the game was. Not among its own messages: a channel that hangs would hold up those that follow."""
    if old.guild_id is None:
        return ()
    sign = NewPost(MOVED, {"match": old.id, "channel": channel_id}, nonce(), old.channel_id)
    return (Told(of_server(old.guild_id), now, (sign,)),)


def _waited_for(seats: Sequence[SeatRow]) -> UserId | None:
    """Whom a match waits for longest, if for anybody."""
    waiting = [(seat.waiting_since, seat.user_id) for seat in seats if seat.waiting_since and seat.user_id and seat.is_human]
    return min(waiting)[1] if waiting else None


def _told_anew(seats: Sequence[SeatRow], posts: Sequence[Post]) -> tuple[tuple[PostId, str], ...]:
    """What is told in another channel as if never tried: what asks people, and what may have arrived where the game was.
    Each with a nonce to send it with again: by the old one Discord would know the old message.
    """
    asked = {(seat.seat, seat.told) for seat in seats if seat.is_human and seat.waiting_since is not None}
    standing = (p for p in posts if p.kind == "turn" and p.sent_at is not None and (p.seat, p.upto) in asked)
    tried = (p for p in posts if p.sent_at is None and p.tried_at is not None and p.channel_id is not None)
    return tuple((post.id, nonce()) for post in (*standing, *tried))


def _players(seats: Sequence[SeatRow]) -> tuple[UserId, ...]:
    """The people at the table; nobody stands behind a number below 0."""
    return tuple(seat.user_id for seat in seats if seat.is_human and seat.user_id is not None and seat.user_id > 0)


def _concerned(found: Rows | Loaded) -> tuple[UserId, ...]:
    """Who hears that a game rests: its host and whom it waits for; where neither is anybody any more, whoever else plays."""
    players = _players(found.seats)
    asked = _players([seat for seat in found.seats if seat.waiting_since is not None])
    host = (found.match.host_id,) if found.match.host_id > 0 else ()
    return tuple(dict.fromkeys((*host, *asked))) or players[:1]


def _letter(match: MatchRow, kind: str, payload: Mapping[str, Any], user_id: UserId) -> NewPost:
    """Tells somebody in private."""
    return replace(post(match, kind, payload, user_id=user_id, upto=match.version), channel_id=None)


def _lost(match: MatchRow) -> MatchRow:
    """The match, if it is lost."""
    if match.status == LOST:
        return match
    raise Refusal("not-lost" if match.status in LIVE else "not-running", status=match.status)
