"""Use-cases of where a match is played: another channel, one that is closed to us, one that is open again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import Any

from service.computers.computer_players import Computers
from service.core.change_scope import ChangeScope, Decision
from service.core.match_repository import MatchRepository
from service.core.match_rows import MatchRows
from service.core.match_transaction import nonce, post
from service.errors import Refusal
from service.guilds.results_channel import ResultsChannel
from service.users.notifications import DirectMessageLimits
from storage.changes import CommitMatch, QueuePosts
from storage.errors import ConflictError
from storage.rows import (
    LIVE,
    LOST,
    RUNNING,
    LoadedMatch,
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
from telemetry.log_line import entry

log = logging.getLogger("service.servers.channels")

LOST_POST = "lost"
"""The kind of private messages that tell that a game rests."""

MOVED = "moved"
"""The kind of messages of a server that tell in the channel that a game has left where it goes on: `{"match": id, "channel": id}`.
"""


class ChannelChanges:
    """Keeps a game going when its channel is not what it was."""

    def __init__(self, repository: MatchRepository, computers: Computers, results_channel: ResultsChannel) -> None:
        self._repository = repository
        self._results_channel = results_channel
        self._computers = computers
        self._letters = DirectMessageLimits()

    async def rehome(self, match_id: MatchId, channel_id: int, *, now: datetime) -> MatchRow:
        """A lost match goes on in another channel or thread, where the player asked is told so again. Both channels hear of it.

        Refuses: `not-lost`, `not-running`, `channel-busy`.
        """

        def decide(at: tuple[LoadedMatch, tuple[Post, ...]]) -> Decision[MatchRow]:
            found, posts = at
            old = _lost(found.match)
            match = replace(old, channel_id=channel_id, status=RUNNING)
            here = post(match, "notice", {"code": "resumed"}, upto=match.version)
            again = _told_again(found.seats, posts)
            moved = CommitMatch(match, now, posts=(here,), revive_posts=True, again=again)
            return Decision(lambda: old, (self._repository.putting(moved),), _left_behind(old, channel_id, now))

        try:
            old = await self._repository.unit_of_work.change(self._with_posts(match_id), decide, now=now)
        except ConflictError as error:
            raise Refusal("channel-busy", match=None) from error
        log.info(entry("game-resumed", match=match_id, channel=channel_id, former=old.channel_id))
        self._computers.think(match_id)
        return replace(old, channel_id=channel_id, status=RUNNING)

    def _with_posts(self, match_id: MatchId) -> ChangeScope[tuple[LoadedMatch, tuple[Post, ...]]]:
        """A match and all its messages."""
        return self._repository.of_loaded(match_id).also(lambda _: self._repository.store.posts.of(of_match(match_id)))

    async def lose(self, failed: Post, reason: str, now: datetime) -> None:
        """The channel of a match is closed to us: give its posts up and let it rest.

        The host and who is asked hear of it in private, everybody else in the channel for results; of a game that has just ended
        every player how it ended.
        """
        if not await self._give_up(failed.match_id, failed.channel_id, reason, now):
            await self._repository.store.posts.dead(failed.id, now, reason)

    async def vanished(self, channel_id: int, now: datetime) -> None:
        """Discord says that a channel was deleted: the game there rests at once, for nobody can press anything there any more."""
        found = await self._repository.store.matches.in_channel(channel_id)
        if found is not None and found.status in (RUNNING, LOST):
            await self._give_up(found.id, channel_id, "channel-gone", now, only_running=True)

    async def _give_up(
        self, match_id: MatchId, channel_id: int | None, reason: str, now: datetime, *, only_running: bool = False
    ) -> bool:
        """Whether the match is played in this channel."""
        with self._counting(now) as letters:

            def decide(at: tuple[LoadedMatch, tuple[Post, ...]]) -> Decision[MatchRow | None]:
                (found, posts), old = at, at[0].match
                letters.discard()
                # Of a game that rests already only the one message is given up: the letters that tell of it are still to go out.
                if old.channel_id != channel_id or old.status == LOST or (only_running and old.status != RUNNING):
                    return Decision(lambda: None)
                if old.status == RUNNING:
                    letters.to(_concerned(found), lambda user: _that_it_rests(old, reason, user))
                elif (end := _untold_end(posts)) is not None:
                    letters.to(_players(found.seats), lambda user: _letter(old, "result", end.payload, user))
                match = replace(old, status=LOST) if old.status == RUNNING else old
                told_here = self._results_channel.closed(match, reason, now) if old.status == RUNNING else ()
                commit = CommitMatch(match, now, posts=tuple(letters.written), kill_posts=reason)
                return Decision(lambda: old, (self._repository.putting(commit),), tuple(told_here))

            old = await self._repository.unit_of_work.change(self._with_posts(match_id), decide, now=now)
        if old is not None and old.status == RUNNING:
            log.warning(entry("game-lost", match=old.id, server=old.guild_id, channel=old.channel_id, reason=reason))
        return old is not None

    @contextmanager
    def _counting(self, now: datetime) -> Iterator[_Counted]:
        """Letters that are about to be written; if they are not, they count for nobody."""
        letters = _Counted(self._letters, now)
        try:
            yield letters
        except BaseException:
            letters.discard()
            raise

    async def unheard(self, failed: Post, now: datetime) -> None:
        """Somebody takes no letters: the next player who has had none about this is told that the game rests."""
        with self._counting(now) as letters:

            def decide(at: tuple[LoadedMatch, tuple[Post, ...]]) -> Decision[None]:
                found, posts = at
                letters.discard()
                had = {p.user_id for p in posts if p.kind == LOST_POST and p.upto == failed.upto}
                players = (user for user in _players(found.seats) if user not in had)
                if found.match.status == LOST:
                    letters.to(players, lambda user: _letter(found.match, LOST_POST, failed.payload, user), most=1)
                told = (QueuePosts(failed.topic, now, tuple(letters.written)),) if letters.written else ()
                return Decision(lambda: None, changes=told)

            await self._repository.unit_of_work.change(self._with_posts(failed.match_id), decide, now=now)

    async def rest(self, match_id: MatchId, *, now: datetime) -> None:
        """The bot is no longer in the server of a match: it rests, if it runs. Nobody is told, for nobody can be reached."""

        def decide(found: LoadedMatch) -> Decision[MatchRow | None]:
            old = found.match
            if old.status != RUNNING:
                return Decision(lambda: None)
            lost = CommitMatch(replace(old, status=LOST), now, kill_posts="channel-gone")
            return Decision(lambda: old, (self._repository.putting(lost),))

        if (old := await self._repository.unit_of_work.change(self._repository.of_loaded(match_id), decide, now=now)) is not None:
            log.info(entry("game-lost", match=match_id, channel=old.channel_id, reason="server-gone"))

    async def unseen(self, match_id: MatchId, *, now: datetime) -> None:
        """The bot is back in the server of a lost match and does not see its channel: who was to hear that it rests, and could not
        be reached, hears it now.
        """
        with self._counting(now) as letters:

            def decide(at: tuple[LoadedMatch, tuple[Post, ...]]) -> Decision[None]:
                found, posts = at
                letters.discard()
                was_told = any(post.kind == LOST_POST and post.upto == found.match.version for post in posts)
                if found.match.status == LOST and not was_told:
                    letters.to(_concerned(found), lambda user: _that_it_rests(found.match, "forbidden", user))
                told = (QueuePosts(of_match(match_id), now, tuple(letters.written)),) if letters.written else ()
                return Decision(lambda: None, changes=told)

            await self._repository.unit_of_work.change(self._with_posts(match_id), decide, now=now)

    async def was_forbidden(self, match_id: MatchId) -> bool:
        """Whether a lost match rests because the bot was not allowed to write in its channel."""
        told = [p.payload["reason"] for p in await self._repository.store.posts.of(of_match(match_id)) if p.kind == LOST_POST]
        return bool(told) and told[-1] == "forbidden"

    async def resume(self, match_id: MatchId, *, now: datetime, tell: bool = False) -> MatchRow:
        """A lost match goes on: posts that were given up become due again. Refuses: `not-lost`, `not-running`.

        With `tell`, its channel hears of it, and the player it waits for longest is pinged.
        """

        def decide(found: LoadedMatch) -> Decision[MatchRow]:
            match = replace(_lost(found.match), status=RUNNING)
            notice = post(match, "notice", {"code": "resumed"}, user_id=_waited_for(found.seats), upto=match.version)
            commit = CommitMatch(match, now, posts=(notice,) if tell else (), revive_posts=True)
            return Decision(lambda: match, (self._repository.putting(commit),))

        match = await self._repository.unit_of_work.change(self._repository.of_loaded(match_id), decide, now=now)
        log.info(entry("game-resumed", match=match_id, channel=match.channel_id))
        self._computers.think(match_id)
        return match


class _Counted:
    """Private messages that are about to be written, each counted for who gets it."""

    def __init__(self, letters: DirectMessageLimits, now: datetime) -> None:
        self._letters, self._now = letters, now
        self.written: list[NewPost] = []

    def to(self, people: Iterable[UserId], letter: Callable[[UserId], NewPost], *, most: int | None = None) -> None:
        """One to each who may have one, to so many at most."""
        self.written += [letter(user) for user in islice((u for u in people if self._letters.may_have(u, self._now)), most)]

    def discard(self) -> None:
        """None of them is written after all."""
        for one in self.written:
            self._letters.unwritten(UserId(one.user_id or 0), self._now)
        self.written.clear()


def _that_it_rests(match: MatchRow, reason: str, user_id: UserId) -> NewPost:
    return _letter(match, LOST_POST, {"reason": reason, "channel": match.channel_id}, user_id)


def _untold_end(posts: Sequence[Post]) -> Post | None:
    """The message about the end of a match, if that still waits to be sent."""
    waiting = (post for post in posts if post.sent_at is None and post.dead_at is None)
    return next((post for post in waiting if post.kind == "end"), None)


def _left_behind(old: MatchRow, channel_id: int, now: datetime) -> tuple[QueuePosts, ...]:
    """For people who look where the game was. Not among its own messages: a channel that hangs would hold up those that follow."""
    if old.guild_id is None:
        return ()
    sign = NewPost(MOVED, {"match": old.id, "channel": channel_id}, nonce(), old.channel_id)
    return (QueuePosts(of_server(old.guild_id), now, (sign,)),)


def _waited_for(seats: Sequence[SeatRow]) -> UserId | None:
    """Whom a match waits for longest, if for anybody."""
    waiting = [(seat.waiting_since, seat.user_id) for seat in seats if seat.waiting_since and seat.user_id and seat.is_human]
    return min(waiting)[1] if waiting else None


def _told_again(seats: Sequence[SeatRow], posts: Sequence[Post]) -> tuple[tuple[PostId, str], ...]:
    """What is told in another channel as if never tried: what asks people, and what may have arrived where the game was.

    Each with a nonce to send it with again: by the old one Discord would know the old message.
    """
    asked = {(seat.seat, seat.told) for seat in seats if not seat.is_computer and seat.waiting_since is not None}
    standing = (p for p in posts if p.kind == "turn" and p.sent_at is not None and (p.seat, p.upto) in asked)
    tried = (p for p in posts if p.sent_at is None and p.tried_at is not None and p.channel_id is not None)
    return tuple((post.id, nonce()) for post in (*standing, *tried))


def _players(seats: Sequence[SeatRow]) -> tuple[UserId, ...]:
    """The people at the table; nobody stands behind a number below 0."""
    return tuple(seat.user_id for seat in seats if seat.is_human and seat.user_id is not None and seat.user_id > 0)


def _concerned(found: MatchRows | LoadedMatch) -> tuple[UserId, ...]:
    """Who hears that a game rests: its host and whom it waits for; where neither is anybody any more, another player."""
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
