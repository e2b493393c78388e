"""Threads of games that outlast Discord's archiving: looked after once a day, and opened again without a word."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

import discord

from cogs.desk import Desk
from journal.entry import entry
from storage.records import RUNNING, MatchRow, TimerRow, of_server

log = logging.getLogger(__name__)

THREADS = "threads"
"""The kind of the timer that every server has: when to look at the threads of its games."""

EVERY = timedelta(days=1)

MOST = 500
"""Games of one server that are looked at in one go."""


class Threads:
    """The owner of these timers."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def keep(self, guild_ids: Iterable[int], now: datetime) -> None:
        """See to it that these servers are looked after."""
        await self._desk.services.timers.keep(THREADS, map(of_server, guild_ids), EVERY, now)

    async def look(self, timer: TimerRow, now: datetime) -> None:
        """Open what has been put away. A server that we have left is looked after no more."""
        guild = self._desk.client.get_guild(timer.subject.id)
        for match in await self._desk.services.looking.guild_matches(timer.subject.id, limit=MOST) if guild is not None else ():
            if guild is not None and match.status == RUNNING:
                await self._open(guild, match)
        await self._desk.services.timers.done(timer, now, again=None if guild is None else EVERY)

    async def _open(self, guild: discord.Guild, match: MatchRow) -> None:
        """Discord tells of threads that are not archived; of the others it must be asked. What is locked was locked by somebody."""
        known = guild.get_channel_or_thread(match.channel_id)
        if known is not None and not (isinstance(known, discord.Thread) and known.archived):
            return
        try:
            thread = known or await self._desk.client.fetch_channel(match.channel_id)
            if isinstance(thread, discord.Thread) and thread.archived and not thread.locked:
                await thread.edit(archived=False)
                log.info(entry("thread-opened", match=match.id, channel=match.channel_id))
        except (discord.HTTPException, discord.InvalidData) as error:
            log.info(entry("thread-unopened", match=match.id, channel=match.channel_id, reason=str(error)[:100]))
