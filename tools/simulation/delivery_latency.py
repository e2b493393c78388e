"""Check of message delays: a channel that hangs, fails or is rate limited delays no other message by more than a second.

Times are those of the simulated world, so they do not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from service.core.outbox import delivery_lanes
from storage.rows import Post

HELD_S = 1.0
"""The longest that a first attempt may wait for anything but the messages before it."""


class DeliveryLatencyCheck:
    """Check that compares when each message was first tried with when it could have been.

    All times are seconds of the simulated world.
    """

    def __init__(self, complain: Callable[[str, str], None]) -> None:
        self._complain = complain
        self._written: dict[str, float] = {}
        """When each message was first seen in the outbox, by its nonce: numbers of rows that are tidied away come again."""
        self._free: dict[Hashable, float] = {}
        """When the message before it, of the same topic or to the same place, was done with."""
        self._rough_until_s = 0.0
        """Until then the program was dead, or its disk, its clock or all of Discord was not as it should be."""

    def rough(self, until_s: float) -> None:
        """Count no delay of any message before `until_s`, because of a general fault."""
        self._rough_until_s = max(self._rough_until_s, until_s)

    def written(self, post: Post, now_s: float) -> None:
        """Start measuring the delay of a message in the outbox; stop if the message is sent or abandoned."""
        if post.sent_at is None and post.dead_at is None:
            self._written.setdefault(post.nonce, now_s)
        else:
            self._written.pop(post.nonce, None)

    def tried(self, post: Post, now_s: float) -> None:
        """Report a message whose first attempt begins too late."""
        could = self._written.get(post.nonce)
        if post.attempts or could is None:
            return
        could = max(could, self._rough_until_s, *(self._free.get(place, 0.0) for place in delivery_lanes(post)))
        if now_s - could > HELD_S:
            self._complain(
                "nobody is held up by others", f"post {post.id} ({post.kind} of {post.topic}) after {now_s - could:.1f} s"
            )

    def done(self, post: Post, now_s: float) -> None:
        """Note that an attempt has ended, successful or not, so that its topic and its channel are free."""
        for place in delivery_lanes(post):
            self._free[place] = now_s
