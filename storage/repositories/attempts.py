"""Attempts to send messages that only this process knows of, because it has the database to itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime

from storage.rows import Post


class Attempts:
    """The attempts whose outcome is not written yet.

    A message that an earlier process has left unsent may have been tried, nobody can tell: it counts as tried since it was queued.
    """

    def __init__(self, left: Collection[str] = ()) -> None:
        """`left` are the messages that earlier processes have left unsent, by their nonces."""
        self._left = left
        self._begun: dict[str, tuple[datetime, int]] = {}
        """When a message was tried first, and how often, by its nonce."""

    def begin(self, taken: Iterable[Post], now: datetime) -> tuple[Post, ...]:
        """Note that an attempt of each begins; return the rows as if all earlier attempts were written."""
        posts = tuple(self._with_attempts(post) for post in taken)
        for post in posts:
            self._begun[post.nonce] = (post.tried_at or now, post.attempts + 1)
        return posts

    def since(self, post: Post) -> datetime | None:
        """Return when a message was tried for the first time."""
        begun = self._begun.get(post.nonce)
        return begun[0] if begun is not None else post.tried_at

    def end(self, post: Post) -> None:
        """Forget an attempt whose outcome is written."""
        self._begun.pop(post.nonce, None)

    def _with_attempts(self, post: Post) -> Post:
        tried_at, number = self._begun.get(post.nonce, (post.tried_at, post.attempts))
        if tried_at is None and post.nonce in self._left:
            tried_at = post.created_at
        return replace(post, tried_at=tried_at, attempts=number)
