"""The waiting of messages: a channel that hangs, fails or is slowed down delays no other message by more than a second.

Times are those of the world, so nothing here depends on the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from service.core.outbox import delivery_lanes
from storage.rows import Post

HELD_S = 1.0
"""The longest that a first attempt may wait for anything but the messages before it."""


class DeliveryLatencyCheck:
    """The check of when each message could have been tried first, and when it was."""

    def __init__(self, complain: Callable[[str, str], None]) -> None:
        self._complain = complain
        self._written: dict[str, float] = {}
        """When each message was first seen in the outbox, by its nonce: numbers of rows that are tidied away come again."""
        self._free: dict[Hashable, float] = {}
        """When the message before it, of the same topic or to the same place, was done with."""
        self._rough_until_s = 0.0
        """Until then the program was dead, or its disk, its clock or all of Discord was not as it should be."""

    def rough(self, until_s: float) -> None:
        """Allow delays for all until a moment."""
        self._rough_until_s = max(self._rough_until_s, until_s)

    def written(self, post: Post, now_s: float) -> None:
        """Note a message in the outbox; sent or abandoned ones wait no more, until they are due again."""
        if post.sent_at is None and post.dead_at is None:
            self._written.setdefault(post.nonce, now_s)
        else:
            self._written.pop(post.nonce, None)

    def tried(self, post: Post, now_s: float) -> None:
        """Check the delay of an attempt that begins."""
        could = self._written.get(post.nonce)
        if post.attempts or could is None:
            return
        could = max(could, self._rough_until_s, *(self._free.get(place, 0.0) for place in delivery_lanes(post)))
        if now_s - could > HELD_S:
            self._complain(
                "nobody is held up by others", f"post {post.id} ({post.kind} of {post.topic}) after {now_s - could:.1f} s"
            )

    def done(self, post: Post, now_s: float) -> None:
        """Note that an attempt is over, however it went."""
        for place in delivery_lanes(post):
            self._free[place] = now_s
