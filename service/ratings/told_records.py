"""The records of a server as one audience may see them: the best of the games that it may see."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from service.ratings.leaderboards import Leaderboards
from service.ratings.stats_update import bids
from storage.queries.stats import new_record
from storage.rows import MatchId
from storage.stats import ServerRecord
from storage.store import Store

MOST = 5_000
"""So many of a server's newest games are looked through where its records are games that the audience may not be told of."""

MayTell = Callable[[MatchId], Awaitable[bool]]
"""Whether the audience may be told of a match."""


class ToldRecords:
    """The records by audience, computed from the games only if the audience may not see a stored one."""

    def __init__(self, store: Store, leaderboards: Leaderboards) -> None:
        self._store = store
        self._leaderboards = leaderboards

    async def records(self, guild_id: int, may_tell: MayTell, *, again: bool = False) -> tuple[ServerRecord, ...]:
        """Return the best games that may be told, as records; with `again` in any case, so that `before` may be told too."""
        kept = await self._leaderboards.records(guild_id)
        if not again and all([await may_tell(server.match_id) for server in kept]):
            return kept
        best: dict[str, ServerRecord] = {}
        for game in await self._store.matches.ended(guild_id, MOST):
            for bid in bids(game):
                new = new_record(best.get(bid.what), bid, game.id)
                if new is not None and await may_tell(game.id):
                    best[bid.what] = new
        return tuple(best[what] for what in sorted(best))

    async def fallen(self, guild_id: int, match_id: MatchId, may_tell: MayTell) -> tuple[ServerRecord, ...]:
        """Return the records that a match has broken among the games that may be told; none that it was the first to set."""
        servers = await self.records(guild_id, may_tell, again=bool(await self._leaderboards.fallen(match_id)))
        return tuple(server for server in servers if server.match_id == match_id and server.before is not None)
