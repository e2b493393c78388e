"""Compaction the matches that ended under earlier programs: they kept every message that was ever sent, and their logs as rows."""

from __future__ import annotations

import asyncio
import logging

from storage.store import Store

LOG = logging.getLogger("bastide.service")

AT_ONCE = 5
"""Matches in one transaction: some 20 ms, so that no move waits for long."""

PAUSE_S = 0.5
"""Between two of them: a hundred thousand matches take three hours, in which nobody notices."""


class Compaction:
    """Begun at every start of the program; goes on where the last one was, and ends."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def through(self, pause_s: float = PAUSE_S) -> int:
        """Go through all matches; how many transactions it took. What fails raises, and is tried at the next start."""
        done = 1
        while await self._store.matches.thin(AT_ONCE):
            await asyncio.sleep(pause_s)
            done += 1
        LOG.debug("old matches were thinned in %s transactions", done)
        return done
