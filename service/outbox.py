"""Posting what the outbox holds: the transport is injected, the order and the once-only are kept here."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Protocol

from journal.entry import entry
from storage.errors import StorageError
from storage.records import MatchId, NewPost, Post, of_match
from storage.store import LONGEST_WAIT, PostStore

log = logging.getLogger(__name__)

NONCE_HOLDS = timedelta(minutes=2)
"""How long we trust Discord to recognise a nonce; it promises "a few minutes"."""

FIRST_WAIT_S = 5.0
LONGEST_WAIT_S = LONGEST_WAIT.total_seconds()
AT_ONCE = 10
"""Messages that are on their way at the same time, each of another topic."""

CLOSED = ("channel-gone", "forbidden")
"""Refusals that concern the whole channel."""


class PostDelayed(Exception):
    """Not posted now, try again: rate limit, outage, time-out. `retry_after_s` if the other side named a time."""

    def __init__(self, reason: str, retry_after_s: float | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry_after_s = retry_after_s


class PostRefused(Exception):
    """Will never be posted. `channel-gone` and `forbidden` lose the match, `user-unreachable` only this post."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


Closed = Callable[[Post, str, datetime], Awaitable[None]]
"""What the owner of a topic does when the channel of one of its messages is closed for good: gives it up, and says so."""


class Poster(Protocol):
    """Sends one message, as the owner of its topic and kind builds it. Of matches there are these kinds and payloads (all versions
    are ints, all seats ints, `-1` the house):

    * `turn` - `{"since": version, "first": bool}`; ping `post.user_id`, seat `post.seat`; the picture is that of version
      `post.upto`, "since your last turn" are the log rows `since <= seq < upto`.
    * `end` - `{"since": version}`: result, final board, the opened bag; since = what the last message in the channel told.
    * `notice` - `{"code": code, **params}`, codes: `cancelled` (by), `lobby-expired` (days), `vacated` (seat, user, why, level),
      `resumed` (pings `post.user_id`), `undone` (seat).
    * `lost` - to `post.user_id` in private: `{"reason": channel-gone|forbidden, "channel": id}`.
    """

    async def post(self, post: Post) -> int:
        """Send with `post.nonce` and `enforce_nonce`; answer the message's id. Raises `PostDelayed` or `PostRefused`."""

    async def find(self, post: Post) -> int | None:
        """The message that an interrupted attempt has left, if it can be found: own messages since the first one, `post.tried_at`.

        Asked only when the nonce is too old to protect against a second message. Clocks differ: look a minute further back.
        """


class Outbox:
    """The worker. `drain` is a one-shot: call it after commits, after a restart and when `next_at` is reached."""

    def __init__(self, posts: PostStore) -> None:
        self._posts = posts
        self._owners: dict[str, Closed] = {}
        self._draining = asyncio.Lock()

    def register(self, topic: str, closed: Closed) -> None:
        """Who is told when a channel is closed to messages of this kind of topic; without an owner the message is given up."""
        assert topic not in self._owners, topic
        self._owners[topic] = closed

    async def drain(self, poster: Poster, now: datetime) -> int:
        """Post everything that is due; answer how many messages went out.

        An unexpected exception of the poster delays its row, lets the others go on, and is raised at the end in an
        `ExceptionGroup`.
        """
        sent, failures = 0, list[Exception]()
        async with self._draining:
            while due := await self._posts.take(now, AT_ONCE):
                results = await asyncio.gather(*(self._send(poster, post, now) for post in due), return_exceptions=True)
                for result in results:
                    if isinstance(result, StorageError) or (
                        isinstance(result, BaseException) and not isinstance(result, Exception)
                    ):
                        raise result  # nothing can be noted any more: whoever calls must know at once
                sent += sum(result is True for result in results)
                failures += [result for result in results if isinstance(result, Exception)]
        if failures:
            raise ExceptionGroup("posts failed unexpectedly and will be tried again", failures)
        return sent

    async def hurry(self, now: datetime) -> int:
        """Discord is back: what was delayed by its absence is due now, and not minutes later. How many messages.

        What a rate limit has delayed keeps its time. `drain` sends ten at once, which keeps below fifty a second.
        """
        return await self._posts.hurry(now)

    async def next_at(self) -> datetime | None:
        """When the next delayed row falls due; None if nothing waits."""
        return await self._posts.next_at()

    async def posted(self, match_id: MatchId, kind: str, message_id: int, *, channel_id: int, now: datetime) -> None:
        """Remember a message that did not go through the outbox, such as the lobby message that answered a command."""
        sent = NewPost(kind, {}, secrets.token_hex(10), channel_id)
        await self._posts.note(of_match(match_id), sent, message_id, now)

    async def last(self, match_id: MatchId, kind: str) -> Post | None:
        """The newest message of a kind, with its `message_id`: for editing it."""
        return await self._posts.last(of_match(match_id), kind)

    async def _send(self, poster: Poster, post: Post, now: datetime) -> bool:
        try:
            message_id = await self._delivered(poster, post, now)
        except PostDelayed as delay:
            await self._delay(post, now, delay.reason, delay.retry_after_s)
            return False
        except PostRefused as refusal:
            await self._give_up(post, refusal.reason, now)
            return False
        except StorageError:
            raise
        except Exception as error:
            # A mistake of ours in building one message must not hold up all others; `drain` raises it at its end.
            await self._delay(post, now, repr(error)[:200], None)
            raise
        await self._posts.sent(post.id, message_id, now)
        return True

    async def _delivered(self, poster: Poster, post: Post, now: datetime) -> int:
        if post.tried_at is not None and now - post.tried_at > NONCE_HOLDS:
            found = await poster.find(post)
            if found is not None:
                return found
        return await poster.post(post)

    async def _delay(self, post: Post, now: datetime, reason: str, retry_after_s: float | None) -> None:
        wait_s = min(FIRST_WAIT_S * 2.0 ** min(post.attempts, 20), LONGEST_WAIT_S)
        wait_s = min(max(wait_s, retry_after_s or 0.0), LONGEST_WAIT_S)
        await self._posts.delayed(post.id, now + timedelta(seconds=wait_s), reason)
        log.info(entry("post-delayed", post=post.id, kind=post.kind, topic=post.topic.id, again_in_s=round(wait_s), reason=reason))

    async def _give_up(self, post: Post, reason: str, now: datetime) -> None:
        log.warning(entry("post-given-up", post=post.id, kind=post.kind, topic=post.topic.id, reason=reason))
        closed = self._owners.get(post.topic.kind)
        if closed is None or post.channel_id is None or reason not in CLOSED:
            await self._posts.dead(post.id, now, reason)
            return
        await closed(post, reason, now)
