"""How reliably and how fast somebody plays, as their latest games with people in a server tell it."""

from __future__ import annotations

from service.ratings.turns_kept import Kept
from storage.records import UserId
from storage.store import Store

GAMES = 20
"""The newest games of somebody count: people change."""


class Reliability:
    """For everybody, from what was counted when the games ended."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, guild_id: int, user_id: UserId) -> Kept:
        """How somebody has kept their turns in a server lately."""
        found = await self._store.stats.turns(guild_id, user_id, GAMES)
        return Kept(found.made, found.missed, found.waited)
