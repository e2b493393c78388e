"""Use-cases of the channel in which a match is played: moved to another channel, closed to the bot, or open again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from itertools import islice

from service.computers.computer_players import Computers
from service.core.change_scope import ChangeScope, Decision
from service.core.post_content import PostContent, Reaches, new_post, posted, read
from service.errors import Refusal
from service.guilds.results_channel import ResultsChannel
from service.match.match_posts import GameResumed, ResultPost, UnheardResult
from service.match.match_repository import MatchRepository
from service.match.match_rows import MatchRows
from service.match.match_transaction import match_post, nonce
from service.users.direct_message_limits import DirectMessageLimits
from storage import told_to as circles
from storage.changes import CommitMatch, QueuePosts
from storage.errors import ConflictError
from storage.rows import (
    LIVE,
    LOST,
    MATCH,
    RUNNING,
    SERVER,
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
from telemetry.log_line import log_line

log = logging.getLogger("service.servers.channels")

LOST_POST = "lost"
"""The kind of private messages that tell that a game rests."""

MOVED = "moved"
"""The kind of messages of a server that tell in the channel that a game has left where it goes on: `{"match": id, "channel": id}`.
"""


@posted(MATCH, LOST_POST, reaches=Reaches.OWED)
class GameLost(PostContent):
    """The news that a game is paused because its channel is closed, with the reason and the channel."""

    reason: str
    channel: int


@posted(SERVER, MOVED)
class GameMoved(PostContent):
    """The news in the former channel of a game that it goes on elsewhere."""

    match: int
    channel: int


class ChannelChanges:
    """The use-cases of matches whose channel has become unusable or has changed."""

    def __init__(self, repository: MatchRepository, computers: Computers, results_channel: ResultsChannel) -> None:
        self._repository = repository
        self._results_channel = results_channel
        self._computers = computers
        self._letters = DirectMessageLimits()

    async def rehome(self, match_id: MatchId, channel_id: int, *, now: datetime) -> MatchRow:
        """Continue a lost match in another channel or thread, telling the asked player again and announcing it in both.

        Refuses: `not-lost`, `not-running`, `channel-busy`.
        """

        guild_id = (await self._repository.loaded(match_id)).match.guild_id
        told_to = await self._repository.told_to(guild_id, channel_id)

        def decide(loaded: tuple[LoadedMatch, tuple[Post, ...]]) -> Decision[MatchRow]:
            loaded_match, posts = loaded
            old = _lost_match(loaded_match.match)
            match = replace(old, channel_id=channel_id, status=RUNNING, told_to=circles.moved(old.told_to, told_to))
            here = match_post(match, GameResumed(), upto=match.version)
            again = _repost(loaded_match.seats, posts)
            moved = CommitMatch(match, now, posts=(here,), revive_posts=True, again=again)
            return Decision(lambda: old, (self._repository.putting(moved),), _forwarding_sign(old, channel_id, now))

        try:
            old = await self._repository.unit_of_work.change(self._scope_with_posts(match_id), decide, now=now)
        except ConflictError as error:
            raise Refusal("channel-busy", match=None) from error
        log.info(log_line("game-resumed", match=match_id, channel=channel_id, former=old.channel_id))
        self._computers.think(match_id)
        return replace(old, channel_id=channel_id, status=RUNNING, told_to=circles.moved(old.told_to, told_to))

    def _scope_with_posts(self, match_id: MatchId) -> ChangeScope[tuple[LoadedMatch, tuple[Post, ...]]]:
        """Return the scope of a match and all its posts."""
        return self._repository.of_loaded(match_id).also(lambda _: self._repository.store.posts.of(of_match(match_id)))

    async def lose(self, failed: Post, reason: str, now: datetime) -> None:
        """Give up the posts of a match whose channel is closed, and let it rest.

        The host and the asked player are told in private, all others in the results channel; of a game that has just ended every
        player is told the result.
        """
        if not await self._give_up(failed.match_id, failed.channel_id, reason, now):
            await self._repository.store.posts.dead(failed, now, reason)

    async def vanished(self, channel_id: int, now: datetime) -> None:
        """Let the game of a deleted channel rest at once, because its buttons are gone."""
        match_row = await self._repository.store.matches.in_channel(channel_id)
        if match_row is not None and match_row.status in (RUNNING, LOST):
            await self._give_up(match_row.id, channel_id, "channel-gone", now, only_running=True)

    async def _give_up(
        self, match_id: MatchId, channel_id: int | None, reason: str, now: datetime, *, only_running: bool = False
    ) -> bool:
        """Return whether the match is played in this channel, giving up its posts."""
        with self._count_private(now) as letters:

            def decide(loaded: tuple[LoadedMatch, tuple[Post, ...]]) -> Decision[MatchRow | None]:
                (loaded_match, posts), old = loaded, loaded[0].match
                letters.discard()
                # Of a game that rests already only the one message is given up: the letters that tell of it are still to go out.
                if old.channel_id != channel_id or old.status == LOST or (only_running and old.status != RUNNING):
                    return Decision(lambda: None)
                if old.status == RUNNING:
                    letters.to(_people_to_notify(loaded_match), lambda user: _that_it_rests(old, reason, user))
                elif (end := _untold_end(posts)) is not None:
                    letters.to(_players(loaded_match.seats), lambda user: _letter(old, _unheard(end), user))
                match = replace(old, status=LOST) if old.status == RUNNING else old
                told_here = self._results_channel.closed(match, reason, now) if old.status == RUNNING else ()
                commit = CommitMatch(match, now, posts=tuple(letters.written), kill_posts=reason)
                return Decision(lambda: old, (self._repository.putting(commit),), tuple(told_here))

            old = await self._repository.unit_of_work.change(self._scope_with_posts(match_id), decide, now=now)
        if old is not None and old.status == RUNNING:
            log.warning(log_line("game-lost", match=old.id, server=old.guild_id, channel=old.channel_id, reason=reason))
        return old is not None

    @contextmanager
    def _count_private(self, now: datetime) -> Iterator[_Counted]:
        """Count private messages about to be written; if writing fails they count for no recipient."""
        letters = _Counted(self._letters, now)
        try:
            yield letters
        except BaseException:
            letters.discard()
            raise

    async def unheard(self, failed: Post, now: datetime) -> None:
        """Tell the next player who has had no message that the game rests, where one takes none."""
        with self._count_private(now) as letters:

            def decide(loaded: tuple[LoadedMatch, tuple[Post, ...]]) -> Decision[None]:
                loaded_match, posts = loaded
                letters.discard()
                had = {p.user_id for p in posts if p.kind == LOST_POST and p.upto == failed.upto}
                players = (user for user in _players(loaded_match.seats) if user not in had)
                if loaded_match.match.status == LOST:
                    letters.to(players, lambda user: _letter(loaded_match.match, read(failed, GameLost), user), most=1)
                queued = (QueuePosts(failed.topic, now, tuple(letters.written)),) if letters.written else ()
                return Decision(lambda: None, changes=queued)

            await self._repository.unit_of_work.change(self._scope_with_posts(failed.match_id), decide, now=now)

    async def rest(self, match_id: MatchId, *, now: datetime) -> None:
        """Let a running match of a left server rest; no player is reachable."""

        def decide(loaded: LoadedMatch) -> Decision[MatchRow | None]:
            old = loaded.match
            if old.status != RUNNING:
                return Decision(lambda: None)
            lost = CommitMatch(replace(old, status=LOST), now, kill_posts="channel-gone")
            return Decision(lambda: old, (self._repository.putting(lost),))

        if (old := await self._repository.unit_of_work.change(self._repository.of_loaded(match_id), decide, now=now)) is not None:
            log.info(log_line("game-lost", match=match_id, channel=old.channel_id, reason="server-gone"))

    async def unseen(self, match_id: MatchId, *, now: datetime) -> None:
        """Tell those who could not be told before that a lost match rests, when the bot is back without its channel."""
        with self._count_private(now) as letters:

            def decide(loaded: tuple[LoadedMatch, tuple[Post, ...]]) -> Decision[None]:
                loaded_match, posts = loaded
                letters.discard()
                was_told = any(post.kind == LOST_POST and post.upto == loaded_match.match.version for post in posts)
                if loaded_match.match.status == LOST and not was_told:
                    letters.to(_people_to_notify(loaded_match), lambda user: _that_it_rests(loaded_match.match, "forbidden", user))
                queued = (QueuePosts(of_match(match_id), now, tuple(letters.written)),) if letters.written else ()
                return Decision(lambda: None, changes=queued)

            await self._repository.unit_of_work.change(self._scope_with_posts(match_id), decide, now=now)

    async def was_forbidden(self, match_id: MatchId) -> bool:
        """Return whether a lost match rests because the bot may not write in its channel."""
        told = [read(p, GameLost).reason for p in await self._repository.store.posts.of(of_match(match_id)) if p.kind == LOST_POST]
        return bool(told) and told[-1] == "forbidden"

    async def resume(self, match_id: MatchId, *, now: datetime, tell: bool = False) -> MatchRow:
        """Continue a lost match: posts that were given up become due again. Refuse `not-lost`, `not-running`.

        With `tell` this is announced, and the player it waits for longest is pinged.
        """

        def decide(loaded: LoadedMatch) -> Decision[MatchRow]:
            match = replace(_lost_match(loaded.match), status=RUNNING)
            notice = match_post(match, GameResumed(), user_id=_longest_awaited(loaded.seats), upto=match.version)
            commit = CommitMatch(match, now, posts=(notice,) if tell else (), revive_posts=True)
            return Decision(lambda: match, (self._repository.putting(commit),))

        match = await self._repository.unit_of_work.change(self._repository.of_loaded(match_id), decide, now=now)
        log.info(log_line("game-resumed", match=match_id, channel=match.channel_id))
        self._computers.think(match_id)
        return match


class _Counted:
    """Private messages that are about to be written, counted against each recipient's limit."""

    def __init__(self, letters: DirectMessageLimits, now: datetime) -> None:
        self._letters, self._now = letters, now
        self.written: list[NewPost] = []

    def to(self, people: Iterable[UserId], letter: Callable[[UserId], NewPost], *, most: int | None = None) -> None:
        """Count one message to each who may have one, at most so many."""
        self.written += [letter(user) for user in islice((u for u in people if self._letters.may_have(u, self._now)), most)]

    def discard(self) -> None:
        """Discard all of them unwritten."""
        for post in self.written:
            self._letters.unwritten(UserId(post.user_id or 0), self._now)
        self.written.clear()


def _that_it_rests(match: MatchRow, reason: str, user_id: UserId) -> NewPost:
    return _letter(match, GameLost(reason, match.channel_id), user_id)


def _unheard(end: Post) -> UnheardResult:
    """Return what the post about the end has not told."""
    result = read(end, ResultPost)
    return UnheardResult(result.since, result.timeout)


def _untold_end(posts: Sequence[Post]) -> Post | None:
    """Return the unsent post about the end of a match."""
    waiting = (post for post in posts if post.sent_at is None and post.dead_at is None)
    return next((post for post in waiting if post.kind == "end"), None)


def _forwarding_sign(old: MatchRow, channel_id: int, now: datetime) -> tuple[QueuePosts, ...]:
    """Return the sign for people who look where the game was.

    It is not among the game's own posts: a channel that hangs would hold up those that follow.
    """
    if old.guild_id is None:
        return ()
    sign = new_post(GameMoved(old.id, channel_id), nonce(), old.channel_id)
    return (QueuePosts(of_server(old.guild_id), now, (sign,)),)


def _longest_awaited(seats: Sequence[SeatRow]) -> UserId | None:
    """Return the person a match waits for longest; None for none."""
    waiting = [(seat.waiting_since, seat.user_id) for seat in seats if seat.waiting_since and seat.user_id and seat.is_human]
    return min(waiting)[1] if waiting else None


def _repost(seats: Sequence[SeatRow], posts: Sequence[Post]) -> tuple[tuple[PostId, str], ...]:
    """Return what is posted again in another channel as if never tried, with new nonces.

    These are the posts that ask players, and all that haven't gone out, even those never tried: an attempt may begin until this
    is written. By the old nonce Discord would recognise the old message, and by it the outbox tells the old attempt's outcome.
    """
    asked = {(seat.seat, seat.told) for seat in seats if not seat.is_computer and seat.waiting_since is not None}
    standing = (p for p in posts if p.kind == "turn" and p.sent_at is not None and (p.seat, p.upto) in asked)
    waiting = (p for p in posts if p.sent_at is None and p.channel_id is not None)
    return tuple((post.id, nonce()) for post in (*standing, *waiting))


def _players(seats: Sequence[SeatRow]) -> tuple[UserId, ...]:
    """Return the people at the table, without forgotten ones, whose ids are below 0."""
    return tuple(seat.user_id for seat in seats if seat.is_human and seat.user_id is not None and seat.user_id > 0)


def _people_to_notify(match_rows: MatchRows | LoadedMatch) -> tuple[UserId, ...]:
    """Return who is told that a game rests: its host and the awaited player; where both are gone, another player."""
    players = _players(match_rows.seats)
    users = _players([seat for seat in match_rows.seats if seat.waiting_since is not None])
    host = (match_rows.match.host_id,) if match_rows.match.host_id > 0 else ()
    return tuple(dict.fromkeys((*host, *users))) or players[:1]


def _letter(match: MatchRow, content: PostContent, user_id: UserId) -> NewPost:
    """Return a private post to a person."""
    return replace(match_post(match, content, user_id=user_id, upto=match.version), channel_id=None)


def _lost_match(match: MatchRow) -> MatchRow:
    """Return the match, if it is lost; refuse otherwise."""
    if match.status == LOST:
        return match
    raise Refusal("not-lost" if match.status in LIVE else "not-running", status=match.status)
