"""Attempts to send messages, kept in memory by a process that is the only user of its database."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime

from storage.rows import Post


class Attempts:
    """The attempts to send messages whose outcome isn't written to the database yet.

    A message left unsent by an earlier process may have been sent, so it counts as tried since it was queued.
    """

    def __init__(self, left: Collection[str] = ()) -> None:
        """Start without attempts; `left` are the nonces of the messages that earlier processes have left unsent."""
        self._left = left
        self._begun: dict[str, tuple[datetime, int]] = {}
        """When a message was tried first, and how often, by its nonce."""

    def begin(self, taken: Iterable[Post], now: datetime) -> tuple[Post, ...]:
        """Record a new attempt for each message; return the rows with all earlier attempts included."""
        posts = tuple(self._with_attempts(post) for post in taken)
        for post in posts:
            self._begun[post.nonce] = (post.tried_at or now, post.attempts + 1)
        return posts

    def since(self, post: Post) -> datetime | None:
        """Return when a message was first tried; None if it never was."""
        begun = self._begun.get(post.nonce)
        return begun[0] if begun is not None else post.tried_at

    def end(self, post: Post) -> None:
        """Remove a message's attempt, once the outcome is written to the database."""
        self._begun.pop(post.nonce, None)

    def _with_attempts(self, post: Post) -> Post:
        tried_at, number = self._begun.get(post.nonce, (post.tried_at, post.attempts))
        if tried_at is None and post.nonce in self._left:
            tried_at = post.created_at
        return replace(post, tried_at=tried_at, attempts=number)
