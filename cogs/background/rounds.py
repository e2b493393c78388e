"""What happens without anybody asking: posting what the outbox holds, closing old lobbies, looking after seats whose players left.

Posting is a one-shot task after every commit; a slow round repeats it, so that nothing is forgotten whatever fails.
"""

from __future__ import annotations

import asyncio
import logging

import discord
from discord.ext import commands, tasks

from cogs import asking
from cogs.background.poster import DiscordPoster
from cogs.desk import Desk
from storage.records import UserId

log = logging.getLogger(__name__)

MINUTES = 60
"""Between two rounds: lobbies are closed to the day, and posts that failed have timers of their own."""

WAKE_WITHIN_S = 900.0
"""Posts due within this time get a timer of their own; later ones are left to the rounds."""


class RoundsCog(commands.Cog):
    """The background."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._poster = DiscordPoster(desk, self._noticed)
        self._leaving: set[asyncio.Task[None]] = set()
        self._again = False
        self._draining: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Rounds begin when Discord is ready; computers go on where they were."""
        if not self.every_round.is_running():
            await self.desk.services.computers.wake()
            self.every_round.start()

    async def cog_unload(self) -> None:
        """Stop posting; what is unsent stays in the outbox."""
        self.every_round.cancel()
        if self._timer is not None:
            self._timer.cancel()
        if self._draining is not None:
            self._draining.cancel()

    def news(self) -> None:
        """The outbox may hold something new: post it soon. Never two at once, and nothing that comes meanwhile is missed."""
        self._again = True
        if self._draining is None or self._draining.done():
            self._draining = asyncio.get_running_loop().create_task(self._drain(), name="outbox")

    async def settled(self) -> None:
        """Wait until everything that can be posted now has been posted."""
        while self._draining is not None and not self._draining.done():
            await asyncio.wait([self._draining])

    @tasks.loop(minutes=MINUTES)
    async def every_round(self) -> None:
        """Everything that is due."""
        await self._safely("timers", self.desk.services.timers.tick(asking.now()))
        await self._safely("departures", self._departures())
        self.news()

    @commands.Cog.listener()
    async def on_raw_member_remove(self, event: discord.RawMemberRemoveEvent) -> None:
        """Only comes where the operator has switched the members intent on; otherwise `every_round` notices."""
        await self.left(event.guild_id, UserId(event.user.id))

    async def left(self, guild_id: int, user_id: UserId) -> None:
        """Somebody is gone: the computer plays on."""
        await self.desk.services.departures.left_guild(guild_id, user_id, now=asking.now())

    def _noticed(self, guild_id: int, user_id: UserId) -> None:
        """The poster found somebody gone: deal with it after this message, on which the outbox is still at work."""
        task = asyncio.get_running_loop().create_task(self.left(guild_id, user_id), name="departure")
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    async def _departures(self) -> None:
        """Of the games of each server, whom they wait for: is he still there?"""
        services = self.desk.services
        for guild in self.desk.client.guilds:
            waited_for = {
                seat.user_id
                for m in await services.looking.guild_matches(guild.id)
                for seat in await services.looking.seats(m.id)
                if seat.waiting_since
            }
            for user_id in waited_for:
                if user_id is not None and await self.desk.people.has_left(user_id, guild.id):
                    await self.left(guild.id, user_id)

    async def _drain(self) -> None:
        outbox = self.desk.services.outbox
        while self._again:
            self._again = False
            await self._safely("outbox", outbox.drain(self._poster, asking.now()))
        due = await outbox.next_at()
        if due is not None:
            self._wake_in(max(1.0, (due - asking.now()).total_seconds()))

    def _wake_in(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if seconds <= WAKE_WITHIN_S:
            self._timer = asyncio.get_running_loop().call_later(seconds, self.news)

    async def _safely(self, what: str, work: object) -> None:
        """One thing that fails must not stop the others: it is logged, and tried again next time."""
        try:
            await work  # type: ignore[misc]
        except Exception:
            log.exception("%s failed", what)
