"""Servers that add or remove the bot: from Discord's events, and at each start by comparing with the database."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from cogs.app_context import AppContext
from storage.rows import TimerRow
from storage.sharding import ShardSet


class GuildMembership:
    """Handles the timers that erase servers some time after they removed the bot."""

    def __init__(self, app: AppContext) -> None:
        self._app = app

    async def compare(self, now: datetime, part: ShardSet) -> None:
        """Catch up with a part's servers: those that added or removed the bot while no process was looking."""
        servers = self._app.services.guild_lifecycle
        here = {guild.id for guild in self._app.client.guilds}  # those that are out of order for a while are among them
        gone = await servers.gone()
        for guild_id in sorted(filter(part.covers, gone & here)):
            await self.back(guild_id, now)
        for guild_id in sorted(await servers.kept() - here - gone):
            if part.covers(guild_id):
                await servers.left(guild_id, now=now)

    async def left(self, guild_id: int, now: datetime) -> None:
        """Note that the bot was removed from a server."""
        if guild_id in await self._app.services.guild_lifecycle.kept():
            await self._app.services.guild_lifecycle.left(guild_id, now=now)

    async def back(self, guild_id: int, now: datetime) -> None:
        """Note that the bot was added to a server, for the first time or again."""
        await self._app.services.guild_lifecycle.back(guild_id, partial(self._is_open, guild_id), now=now)

    async def _is_open(self, guild_id: int, channel_id: int) -> bool:
        guild = self._app.client.get_guild(guild_id)
        return guild is not None and await self._app.visibility.place(guild, channel_id) is not None

    async def due(self, timer: TimerRow, now: datetime) -> None:
        """Erase a server's data, unless the bot is back in it."""
        if self._app.client.get_guild(timer.subject.id) is not None:
            await self.back(timer.subject.id, now)
        else:
            await self._app.services.guild_lifecycle.erase(timer, now)
