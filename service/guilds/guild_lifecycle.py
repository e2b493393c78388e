"""Use-cases of servers that remove the bot: their games pause, go on when the bot returns, and are deleted after a while."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from service.core.timers import Timers
from service.errors import Refusal
from service.guilds.channel_changes import ChannelChanges
from service.guilds.server_settings import ServerSettings
from service.match.match_repository import MatchRepository
from storage.changes import CompleteTimer, EraseGuild, EraseMatch, SetTimers
from storage.rows import LOST, RUNNING, SERVER, STATUSES, MatchId, MatchRow, TimerRow, of_match, of_server
from telemetry.log_line import log_line

log = logging.getLogger("service.servers.servers")

GONE = "server-gone"
"""The kind of the timer of a server that has removed the bot; the part that knows the servers registers what it does."""

KEPT = timedelta(days=90)
"""From the removal to the deletion. `docs/privacy.md` names it."""

_AT_ONCE = 100
_ALL = 2**31 - 1

IsOpen = Callable[[int], Awaitable[bool]]
"""Whether the bot can see a channel."""


class GuildLifecycle:
    """The use-cases of a server's data when the bot leaves or returns."""

    def __init__(
        self, repository: MatchRepository, channel_changes: ChannelChanges, timers: Timers, chosen: ServerSettings
    ) -> None:
        self._repository = repository
        self._chosen = chosen
        self._channel_changes = channel_changes
        self._timers = timers

    async def gone(self) -> frozenset[int]:
        """Return the servers that have removed the bot and whose data are kept."""
        return frozenset(subject.id for subject in await self._repository.store.timers.subjects(GONE) if subject.kind == SERVER)

    async def kept(self) -> frozenset[int]:
        """Return every server with kept data: a match, an event, a map, a choice."""
        store = self._repository.store
        servers = await store.matches.servers() | await store.maps.servers() | await store.servers.with_rows()
        return servers | self._chosen.servers

    async def left(self, guild_id: int, *, now: datetime) -> None:
        """Let the games of a server rest that removed the bot, and start the time after which its data are deleted."""
        await self._timers.keep(GONE, (of_server(guild_id),), KEPT, now)
        resting = [match.id for match in await self._repository.store.matches.of_guild(guild_id, (RUNNING,), _ALL)]
        for match_id in resting:
            await self._channel_changes.rest(match_id, now=now)
        log.info(log_line("server-left", server=guild_id, games=len(resting), deleted_after_days=KEPT.days))

    async def back(self, guild_id: int, is_open: IsOpen, *, now: datetime) -> tuple[MatchId, ...]:
        """Continue the games of a server that the bot has rejoined; return those that go on.

        Games whose channel is invisible wait for `resuming`, and their people are told in private. A server that was never left is
        ignored.
        """
        if guild_id not in await self.gone():
            return ()
        lost = await self._repository.store.matches.of_guild(guild_id, (LOST,), _ALL)
        on = [match.id for match in lost if await self._goes_on(match, is_open, now)]
        await self._repository.unit_of_work.write(SetTimers(of_server(guild_id), now, instead_of=GONE))
        log.info(log_line("server-back", server=guild_id, games=len(on), still_lost=len(lost) - len(on)))
        return tuple(on)

    async def erase(self, timer: TimerRow, now: datetime) -> None:
        """Delete all data of a server after its time: a transaction for each match, each event and some statistics."""
        guild_id, count = timer.subject.id, 0
        while match_rows := await self._repository.store.matches.of_guild(guild_id, STATUSES, _AT_ONCE):
            for match in match_rows:
                async with self._repository.unit_of_work.exclusive((of_match(match.id),)) as write:
                    await write(EraseMatch(match.id, now))
            count += len(match_rows)
        while await self._repository.store.servers.erase_some(guild_id, now, _AT_ONCE):
            pass  # in slices: others write in between
        async with self._repository.unit_of_work.exclusive((of_server(guild_id),)) as write:
            await write(CompleteTimer(timer, now), EraseGuild(guild_id, now))
        self._chosen.forget(guild_id)
        log.info(log_line("server-erased", server=guild_id, games=count))

    async def _goes_on(self, match: MatchRow, is_open: IsOpen, now: datetime) -> bool:
        if not await is_open(match.channel_id):
            await self._channel_changes.unseen(match.id, now=now)
            return False
        try:
            await self._channel_changes.resume(match.id, now=now, tell=True)
        except Refusal:  # somebody was faster
            return False
        return True
