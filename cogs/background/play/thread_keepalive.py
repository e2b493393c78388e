"""Keeps the threads of running games open: once a day, archived ones are silently reopened."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

import discord

from cogs.app_context import AppContext
from storage.rows import RUNNING, MatchRow, TimerRow, of_server
from telemetry.log_line import log_line

log = logging.getLogger("cogs.background.play.threads")

THREADS = "threads"
"""Timer kind, one for each server: when to check its games' threads next."""

EVERY = timedelta(days=1)

MOST = 500
"""Most games of one server checked at a time."""


class ThreadKeepalive:
    """Handles the thread timers."""

    def __init__(self, app: AppContext) -> None:
        self._app = app

    async def keep(self, guild_ids: Iterable[int], now: datetime) -> None:
        """Make sure that each of these servers has its thread timer."""
        await self._app.services.timers.keep(THREADS, map(of_server, guild_ids), EVERY, now)

    async def look(self, timer: TimerRow, now: datetime) -> None:
        """Reopen the archived threads of a server's running games, then set the timer again unless the bot has left the server."""
        guild = self._app.client.get_guild(timer.subject.id)
        for match in (
            await self._app.services.match_queries.guild_matches(timer.subject.id, limit=MOST) if guild is not None else ()
        ):
            if guild is not None and match.status == RUNNING:
                await self._open(guild, match)
        await self._app.services.timers.done(timer, now, again=None if guild is None else EVERY)

    async def _open(self, guild: discord.Guild, match: MatchRow) -> None:
        """Reopen the game's thread if it is archived. Locked threads stay: a person locked them."""
        known = guild.get_channel_or_thread(match.channel_id)
        if known is not None and not (isinstance(known, discord.Thread) and known.archived):
            return
        try:
            thread = known or await self._app.client.fetch_channel(match.channel_id)
            if isinstance(thread, discord.Thread) and thread.archived and not thread.locked:
                await thread.edit(archived=False)
                log.info(log_line("thread-opened", match=match.id, channel=match.channel_id))
        except (discord.HTTPException, discord.InvalidData) as error:
            log.info(log_line("thread-unopened", match=match.id, channel=match.channel_id, reason=str(error)[:100]))
