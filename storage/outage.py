"""Times in which a database cannot work: a line in the log when one begins and one when it ends, and who is told of both."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from journal.entry import entry

log = logging.getLogger(__name__)

AGAIN_S = 10.0
"""What begins so soon after the end of an outage is the same one: on a full disk one thing fits and the next one does not."""

CALM_S = 2.0
"""Such a one is over once nothing has failed for so long."""


class Outage:
    """What is known of one database. Asked and told on the event loop only."""

    def __init__(self) -> None:
        self.begun: list[Callable[[], None]] = []
        """Called when an outage begins."""
        self.over: list[Callable[[], None]] = []
        """Called when it is over: anyone who waits for the database may go on."""
        self.reason = ""
        """Why the database cannot work; empty while it can."""
        self._working = asyncio.Event()
        self._working.set()
        self._since = self._failed = 0.0
        """When it began, and when something failed for the last time."""
        self._over = -AGAIN_S
        """When the last one ended."""
        self._comes_again = False
        self._calm: asyncio.TimerHandle | None = None
        """While it is waited whether nothing fails any more."""
        self._refused = 0

    def failed(self, reason: str) -> None:
        """It could not do what it was asked."""
        self._refused += 1
        self._failed = time.monotonic()
        if self._calm is not None:
            self._calm.cancel()
            self._calm = None
        if self.reason:
            return
        self._working.clear()
        self.reason, self._since, self._refused = reason, self._failed, 1
        self._comes_again = self._since - self._over < AGAIN_S
        log.error(entry("database-lost", reason=reason[:200]))
        for told in self.begun:
            told()

    def worked(self) -> None:
        """It did what it was asked, in a way that proves that nothing is wrong any more."""
        if self.reason and not self._may_fail_again():
            self._end()

    def _may_fail_again(self) -> bool:
        """Whether it is too soon to say that it is over; then it is said as soon as nothing has failed for a while."""
        calm_in_s = self._failed + CALM_S - time.monotonic()
        if not self._comes_again or calm_in_s <= 0:
            return False
        if self._calm is None:
            self._calm = asyncio.get_running_loop().call_later(calm_in_s, self._look_again)
        return True

    def _look_again(self) -> None:
        self._calm = None
        self.worked()

    def _end(self) -> None:
        self.reason, self._over = "", time.monotonic()
        self._working.set()
        log.warning(entry("database-back", after_s=round(self._over - self._since, 1), refused=self._refused))
        for told in self.over:
            told()

    async def end(self) -> None:
        """Wait until it can work; at once where it can."""
        await self._working.wait()
