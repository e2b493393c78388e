"""Times in which a database cannot work: a line in the log when one begins and one when it ends, and who is told of both."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from journal.entry import entry

log = logging.getLogger(__name__)


class Outage:
    """What is known of one database. Asked and told on the event loop only."""

    def __init__(self) -> None:
        self.begun: list[Callable[[], None]] = []
        """Called when an outage begins."""
        self.over: list[Callable[[], None]] = []
        """Called when it is over: whoever waits for the database may go on."""
        self.reason = ""
        """Why the database cannot work; empty while it can."""
        self._working = asyncio.Event()
        self._working.set()
        self._since = 0.0
        self._refused = 0

    def failed(self, reason: str) -> None:
        """It could not do what it was asked."""
        self._refused += 1
        if self.reason:
            return
        self._working.clear()
        self.reason, self._since, self._refused = reason, time.monotonic(), 1
        log.error(entry("database-lost", reason=reason[:200]))
        for told in self.begun:
            told()

    def worked(self) -> None:
        """It did what it was asked, in a way that proves that nothing is wrong any more."""
        if not self.reason:
            return
        self.reason = ""
        self._working.set()
        log.warning(entry("database-back", after_s=round(time.monotonic() - self._since, 1), refused=self._refused))
        for told in self.over:
            told()

    async def end(self) -> None:
        """Wait until it can work; at once where it can."""
        await self._working.wait()
