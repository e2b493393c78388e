"""What falls due by itself."""

from __future__ import annotations

from datetime import datetime

from service.lobbies import Lobbies
from service.starting import EXPIRY
from storage.store import Store

AT_ONCE = 100


class Timers:
    """Does what timers have asked for."""

    def __init__(self, store: Store, lobbies: Lobbies) -> None:
        self._store = store
        self._lobbies = lobbies

    async def tick(self, now: datetime) -> None:
        """Do what is due. Call once a minute or so."""
        while due := await self._store.due_timers(now, (EXPIRY,), AT_ONCE):
            for timer in due:
                await self._lobbies.expire(timer.match_id, timer.id, now)
