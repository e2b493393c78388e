"""Posting what the outbox holds: the transport is injected, the order and the once-only are kept here."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from storage.records import Post


class PostDelayed(Exception):
    """Not posted now, try again: rate limit, outage, time-out. `retry_after_s` if the other side named a time."""

    def __init__(self, reason: str, retry_after_s: float | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry_after_s = retry_after_s


class PostRefused(Exception):
    """Will never be posted: `reason` is `channel-gone`, `forbidden` or `user-unreachable`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Poster(Protocol):
    """Sends one message. Kinds and payloads (all versions are ints, all seats ints, `-1` the house):

    * `turn` - `{"since": version, "first": bool}`; ping `post.user_id`, seat `post.seat`; the picture is that of version
      `post.upto`, "since your last turn" are the log rows `since <= seq < upto`.
    * `end` - `{"since": version}`: result, final board, the opened bag; since = what the last message in the channel told.
    * `notice` - `{"code": code, **params}`, codes: `cancelled` (by), `lobby-expired`, `vacated` (seat, user, why, level).
    * `lost` - to `post.user_id` in private: `{"reason": channel-gone|forbidden, "channel": id}`.
    """

    async def post(self, post: Post) -> int:
        """Send with `post.nonce` and `enforce_nonce`; answer the message's id. Raises `PostDelayed` or `PostRefused`."""

    async def find(self, post: Post) -> int | None:
        """The message that an interrupted attempt has left, if it can be found (own messages since `post.tried_at`).

        Asked only when the nonce is too old to protect against a second message.
        """


class Outbox(Protocol):
    """The worker. `drain` is a one-shot: call it after commits, after a restart and when `next_at` is reached."""

    async def drain(self, poster: Poster, now: datetime) -> int:
        """Post everything that is due; answer how many messages went out.

        An unexpected exception of the poster delays its row, lets the others go on, and is raised at the end in an
        `ExceptionGroup`.
        """

    async def next_at(self) -> datetime | None:
        """When the next delayed row falls due."""
