"""The upkeep of statistics: uncounted matches are counted in slices, and stored rows are verified by counting again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

from service.ratings.stats_audit import StatsAudit, are_same_rows
from storage.rows import MatchId, UserId
from storage.stats import RecordRows, StatRows
from storage.store import Store
from telemetry.log_line import log_line

LOG = logging.getLogger("bastide.service")

AT_ONCE = 10
"""Matches in one transaction: some 30 ms, so that no move waits for long."""
PEOPLE = 100
"""People whose rows are compared at once."""
PAUSE_S = 0.2
"""Between two transactions: a hundred thousand matches take an hour, in which nobody notices."""
R = TypeVar("R", StatRows, RecordRows)

RECOUNT = "recount"
"""The kind of the timer of a server in which something that was counted is gone: the rest is counted again, slice by slice."""
EVERY = timedelta(days=7)
"""What a server has is proved so often."""
LOOK_S = 24 * 3600.0


class StatsBackfill:
    """The upkeep, begun at every start of the program and resumed where it ended."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def keep(self, pause_s: float = PAUSE_S) -> None:
        """Count uncounted matches and verify stored rows, again each day."""
        while True:
            await self.fill(pause_s)
            await self.prove(pause_s)
            await asyncio.sleep(LOOK_S)

    async def count_some(self, guild_id: int) -> bool:
        """Count a slice of a server's uncounted matches; return whether there may be more."""
        return await self._store.stats.fill(guild_id, AT_ONCE)

    async def fill(self, pause_s: float = PAUSE_S) -> int:
        """Count all finished matches of all servers; return the number of transactions."""
        done, after = 0, -1
        while servers := await self._store.stats.unfinished(after, 1):
            (after,) = servers
            more = True
            while more:
                more = await self._store.stats.fill(after, AT_ONCE)
                done += 1
                await asyncio.sleep(pause_s)
        return done

    async def prove(self, pause_s: float = PAUSE_S) -> int:
        """Verify each server not verified lately; return how many had wrong rows. Those are counted again."""
        wrong = 0
        since = self._clock()
        while servers := await self._store.stats.to_check(since - EVERY, 1):
            (guild_id,) = servers
            wrong_matches = await self._find_difference(guild_id, pause_s)
            if wrong_matches:
                LOG.warning(log_line("stats-wrong", guild=guild_id, reason=wrong_matches))
                wrong += 1
            await self._store.stats.checked(guild_id, self._clock(), is_sound=not wrong_matches)
        if wrong:
            await self.fill(pause_s)
        return wrong

    async def _find_difference(self, guild_id: int, pause_s: float) -> str:
        """Return a description of a server's first wrong row; empty if all are right."""
        last: MatchId | None = MatchId(0)
        while last is not None:
            last, is_missing = await self._store.stats.missing(guild_id, last, AT_ONCE)
            if is_missing:
                return "a finished match is not counted"
            await asyncio.sleep(pause_s)
        recount = StatsAudit()
        await self._catch_up(recount, guild_id, pause_s)
        people = recount.people
        for start in range(0, len(people), PEOPLE):
            some = people[start : start + PEOPLE]
            kept = await self._stored_rows(recount, guild_id, partial(self._rows, guild_id, some), pause_s)
            if kept is None:
                return ""  # it is being counted again: the next look will tell
            if not are_same_rows(kept.rows, recount.rows(some)):
                return "rows are not what the matches say"
            await asyncio.sleep(pause_s)
        records = await self._stored_rows(recount, guild_id, partial(self._store.stats.kept_records, guild_id), pause_s)
        return "records are not what the matches say" if records is not None and records.records != recount.records else ""

    async def _rows(self, guild_id: int, people: Sequence[UserId]) -> StatRows:
        return await self._store.stats.kept(guild_id, people)

    async def _stored_rows(self, recount: StatsAudit, guild_id: int, read: Callable[[], Awaitable[R]], pause_s: float) -> R | None:
        """Return the stored rows after as many matches as `recount` knows; None while all is being counted again."""
        kept = await read()
        while kept.counted > recount.counted:  # a game has ended meanwhile
            await self._catch_up(recount, guild_id, pause_s)
            kept = await read()
        return None if kept.counted < recount.counted else kept

    async def _catch_up(self, recount: StatsAudit, guild_id: int, pause_s: float) -> None:
        """Add the matches that were counted meanwhile to the recount."""
        while tallies := await self._store.stats.recount(guild_id, recount.counted, AT_ONCE):
            for tally in tallies:
                recount.add(tally)
            await asyncio.sleep(pause_s)
