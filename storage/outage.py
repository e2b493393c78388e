"""Outages of a database: logs when one begins and ends, and calls listeners."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from telemetry.log_line import log_line

log = logging.getLogger("storage.outage")

AGAIN_S = 10.0
"""A failure this soon after an outage counts as a recurrence: on a full disk some writes fit and others don't."""

CALM_S = 2.0
"""A recurring outage ends after this long without a failure."""


class Outage:
    """The state of one database: working or in an outage. Only for use on the event loop."""

    def __init__(self) -> None:
        self.begun: list[Callable[[], None]] = []
        """Called when an outage begins."""
        self.over: list[Callable[[], None]] = []
        """Called when it ends."""
        self.reason = ""
        """Why the database cannot work; empty while it can."""
        self._working = asyncio.Event()
        self._working.set()
        self._since = self._failed = 0.0
        """`time.monotonic()` of its begin and of the last failure."""
        self._over = -AGAIN_S
        """`time.monotonic()` of the last end."""
        self._comes_again = False
        self._calm: asyncio.TimerHandle | None = None
        """Runs `CALM_S` after the last failure of a recurring outage."""
        self._refused = 0

    def failed(self, reason: str) -> None:
        """Note a failed operation. Begins an outage unless there is one."""
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
        log.error(log_line("database-lost", reason=reason[:200]))
        for listener in self.begun:
            listener()

    def worked(self) -> None:
        """Note an operation that proves that the database works again. Ends the outage, a recurring one only once it's calm."""
        if self.reason and not self._may_fail_again():
            self._end()

    def _may_fail_again(self) -> bool:
        """Return whether it's too soon to end a recurring outage; if so, schedule another check."""
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
        log.warning(log_line("database-back", after_s=round(self._over - self._since, 1), refused=self._refused))
        for listener in self.over:
            listener()

    async def end(self) -> None:
        """Wait for the end of the outage; returns at once if there is none."""
        await self._working.wait()
