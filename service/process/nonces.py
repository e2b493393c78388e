"""How long Discord knows a message again that it may have got before."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

from storage.records import Post

NONCE_HOLDS = timedelta(minutes=2)
"""How long we trust Discord to recognise a nonce; it promises "a few minutes"."""


class Nonces:
    """The messages whose first attempt began so lately that another one with the same nonce cannot make a second message.

    The host's clock alone does not say how lately: somebody may have set it back since. The loop's clock cannot be set, but stands
    still while the host sleeps, and begins anew with each process. So both must agree, and what an earlier process has tried is
    not trusted.
    """

    def __init__(self) -> None:
        self._begun: dict[str, float] = {}
        """When the first attempt with a nonce began here, in seconds of the loop's clock; the oldest first."""

    def protect(self, post: Post, now: datetime) -> bool:
        """Whether an attempt that begins now can be sent as it is; otherwise the message may be there already, unrecognised.

        `post` is the row as it was before this attempt. The first attempt of a message is remembered.
        """
        at_s = asyncio.get_running_loop().time()
        self._forget(at_s)
        if post.tried_at is None:
            self._begun[post.nonce] = at_s
            return True
        return post.nonce in self._begun and timedelta(0) <= now - post.tried_at <= NONCE_HOLDS

    def _forget(self, at_s: float) -> None:
        """What Discord may have forgotten."""
        while self._begun:
            oldest = next(iter(self._begun))
            if at_s - self._begun[oldest] <= NONCE_HOLDS.total_seconds():
                return
            del self._begun[oldest]
