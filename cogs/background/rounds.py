"""What happens without anybody asking: posting what the outbox holds, doing what timers ask for, noticing who has left.

Posting is a one-shot task after every commit, and again when the next delayed message falls due; timers sleep until the next one.
"""

from __future__ import annotations

import asyncio
import logging

import discord
from discord.ext import commands

from cogs import asking
from cogs.background.events import calendar, event_messages
from cogs.background.events.calendar import Calendar
from cogs.background.events.event_boards import EventBoards
from cogs.background.events.event_threads import EventThreads
from cogs.background.lobby.lobby_messages import LobbyMessages
from cogs.background.people.presence import Presence
from cogs.background.play.threads import Threads
from cogs.background.poster import DiscordPoster
from cogs.background.servers import reopening, welcoming
from cogs.background.servers.membership import Membership
from cogs.background.servers.places import Deleted, Places, gone_with
from cogs.desk import Desk
from cogs.permissions import invitation
from cogs.pictures import drawing
from journal.entry import entry
from service.clocks.outages import DATABASE, DISCORD
from service.process.background_tasks import BackgroundTasks
from service.process.outbox import LONGEST_WAIT_S
from service.process.timers import FIRST_WAIT_S, LONGEST_OUTAGE_WAIT_S
from storage.errors import Unavailable
from storage.parts import Part
from storage.records import UserId

log = logging.getLogger(__name__)


class RoundsCog(commands.Cog):
    """The background."""

    def __init__(self, desk: Desk, lobby_messages: LobbyMessages) -> None:
        self.desk = desk
        self.poster = DiscordPoster(desk, lobby_messages)
        self.event_threads = EventThreads(desk, self.news)
        self.event_boards = EventBoards(desk, self.poster.builders, self.event_threads.look)
        event_messages.register(self.poster.builders)
        calendar.register(self.poster.builders)
        self.calendar = Calendar(desk)
        self._places = Places(desk, lobby_messages)
        self.presence = Presence(desk, self._places)
        self.threads = Threads(desk)
        self.membership = Membership(desk)
        self._is_ready = False
        self._about_to_look = False
        self._draining = BackgroundTasks()
        self._wake: asyncio.TimerHandle | None = None
        self._compaction: asyncio.Task[None] | None = None
        self._refused = 0
        """How often in a row the outbox could not be looked at."""
        self._returning: asyncio.Task[None] | None = None

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Work begins when Discord is ready, which it may say more than once; computers go on where they were."""
        await self._database_there()
        leases = self.desk.services.leases
        if self._is_ready:
            await self._safely("membership", self.membership.compare(asking.now(), leases.held))
            await self._look_around(leases.held)
        elif self.desk.client.application_id is not None:
            log.info(entry("invitation", address=invitation(self.desk.client.application_id)))
        self._is_ready = True
        await self._safely("leases", leases.begin(self._prepare, self._look_after))

    async def _prepare(self, part: Part) -> None:
        """Before any of its timers is due."""
        await self._safely("membership", self.membership.compare(asking.now(), part))
        await self._safely("outages", self.desk.services.outages.begin(asking.now(), part))

    async def _look_after(self, part: Part) -> None:
        """A part is ours, at the start or from another process that is gone."""
        services = self.desk.services
        services.timers.start(asking.now, self.desk.asleep)
        await self._safely("rebasing", services.rules_upgrade.upgrade_all(asking.now(), part))
        await self._safely("computers", services.computers.wake(part))
        await self._safely("events", services.events.rounds.wake_all(asking.now(), part))
        if part.common and self._compaction is None:
            self._compaction = asyncio.get_running_loop().create_task(self._keep_up(), name="upkeep")
        self.event_threads.look()
        await self._look_around(part)

    async def _keep_up(self) -> None:
        """What may take hours, in slices that nobody notices."""
        await self._safely("compaction", self.desk.services.compaction.through())
        await self._safely("stats", self.desk.services.stats_upkeep.keep())

    async def _look_around(self, part: Part) -> None:
        await self._back()
        here = [guild.id for guild in self.desk.client.guilds if part.covers(guild.id)]
        await self._safely("presence", self.presence.keep(here, asking.now()))
        await self._safely("threads", self.threads.keep(here, asking.now()))
        for guild_id in here:
            if (guild := self.desk.client.get_guild(guild_id)) is not None:
                await self._safely("welcome", welcoming.keep_if_recent(self.desk, guild))
        if await self.desk.services.looking.any_running(here):
            # games are under way: the next picture is soon asked for
            await self._safely("painters", drawing.prepare(self.desk.painting, self.desk.editions))

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """The connection of a shard stands again: whatever its absence has delayed goes out."""
        await self._safely("outages", self.desk.services.outages.back(asking.now(), DISCORD, self._gateway(shard)))
        if self._is_ready:
            await self._back()

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        """As it is where a new session had to be begun."""
        await self.on_shard_resumed(shard)

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """The connection of a shard is gone: until it stands again nobody's time can run out there."""
        self.desk.services.outages.lost(asking.now(), DISCORD, self._gateway(shard))

    def _gateway(self, shard: int) -> Part:
        """The servers of a shard of the gateway; private messages come on the first one."""
        return Part(self.desk.client.shard_count or 1, frozenset({shard}), common=shard == 0)

    async def _database_there(self) -> None:
        """Wait until the database can work: much of what a start does is done only once."""
        while True:
            try:
                await self.desk.services.outbox.next_at()
                return
            except Unavailable:
                await self.desk.asleep(FIRST_WAIT_S)

    def database_lost(self) -> None:
        """Nothing can be kept: from now on no clock may be judged."""
        self.desk.services.outages.lost(asking.now(), DATABASE)

    def database_back(self) -> None:
        """What has waited for the database goes on; players get back the time that its absence cost before any timer is due."""
        self._returning = asyncio.get_running_loop().create_task(self._returned(), name="database back")

    async def _returned(self) -> None:
        await self._safely("outages", self.desk.services.outages.back(asking.now(), DATABASE))
        if self._is_ready:
            await self._safely("computers", self.desk.services.computers.wake(self.desk.services.leases.held))
        self.news()

    async def _back(self) -> None:
        """Unsent messages go before everything else: somebody waits for them."""
        await self._safely("outbox", self.desk.services.outbox.hurry(asking.now()))
        self.news()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """A new server is looked after from now on."""
        if not await self._hears(guild.id):
            return
        await self.presence.keep((guild.id,), asking.now())
        await self.threads.keep((guild.id,), asking.now())
        await self.membership.back(guild.id, asking.now())
        await self._safely("welcome", welcoming.keep(self.desk, guild))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed; a server that is only out of order for a while is not told of here."""
        if await self._hears(guild.id):
            await self.membership.left(guild.id, asking.now())

    async def cog_unload(self) -> None:
        """Stop timers and posting; what is unsent stays in the outbox."""
        self.event_threads.close()
        self.event_boards.refreshing.cancel()
        self.calendar.looking.cancel()
        await self.desk.services.timers.close()
        if self._wake is not None:
            self._wake.cancel()
        self._draining.cancel()
        for task in (self._compaction, self._returning):
            if task is not None:
                task.cancel()

    def news(self) -> None:
        """The outbox may hold something new: post it soon, also while another message is on its way for long."""
        if not self._about_to_look:
            self._about_to_look = True
            self._draining.begin(self._drain(), "outbox")

    @property
    def is_busy(self) -> bool:
        """Whether something is being posted, a board of an event renewed, or a server's calendar brought up to date."""
        return self._draining.is_busy or self.event_boards.refreshing.is_busy or self.calendar.looking.is_busy

    async def settled(self) -> None:
        """Wait until everything that can be posted now has been posted, and every board and calendar shows how things stand."""
        while self.is_busy:
            await self._draining.settled()
            await self.event_boards.refreshing.settled()
            await self.calendar.looking.settled()

    @commands.Cog.listener()
    async def on_raw_member_remove(self, event: discord.RawMemberRemoveEvent) -> None:
        """Only comes where the operator has switched the members intent on; otherwise `Presence.look` notices."""
        self.desk.people.gone(UserId(event.user.id), event.guild_id)
        if await self._hears(event.guild_id):
            await self.presence.left(event.guild_id, UserId(event.user.id), asking.now())

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """A game was played there, perhaps."""
        await self._gone(event.guild_id, event)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel) -> None:
        """What the bot may do there may have changed."""
        await self._reopen(channel.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """So it is with a role."""
        await self._reopen(role.guild.id)

    async def _reopen(self, guild_id: int) -> None:
        if await self._hears(guild_id):
            await self._safely("reopening", reopening.reopen_all(self.desk, guild_id))
            await self._safely("champion", self.desk.services.champions.again(guild_id, asking.now()))
            if (guild := self.desk.client.get_guild(guild_id)) is not None:
                await self._safely("welcome", welcoming.changed(self.desk, guild))

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """So it is with a whole channel and its threads."""
        await self._gone(channel.guild.id, channel)

    async def _gone(self, guild_id: int, deleted: Deleted) -> None:
        gone = gone_with(deleted)
        for channel_id in gone:
            self.desk.visibility.forget(channel_id)
        if await self._hears(guild_id):
            for channel_id in gone:
                await self._safely("places", self._places.gone(channel_id))

    async def _hears(self, guild_id: int) -> bool:
        """Whether what happens in a server is this process's to deal with: who stands by hears of it too."""
        return await self.desk.services.leases.hears(guild_id)

    async def _drain(self) -> None:
        self._about_to_look = False
        await self._safely("outbox", self.desk.services.outbox.drain(self.poster, asking.now()))
        await self._safely("threads of events", self.event_threads.open_threads())
        await self._safely("outbox", self._sleep_until_due())

    async def _sleep_until_due(self) -> None:
        """Come back when the next delayed message falls due; a clock that is set meanwhile makes us late by minutes at most."""
        try:
            due = await self.desk.services.outbox.next_at()
        except Unavailable:
            self._refused += 1
            self._look_in(min(FIRST_WAIT_S * 2.0 ** min(self._refused - 1, 20), LONGEST_OUTAGE_WAIT_S))
            return
        self._refused = 0
        self._look_in(None if due is None else min(max((due - asking.now()).total_seconds(), 1.0), LONGEST_WAIT_S))

    def _look_in(self, wait_s: float | None) -> None:
        """Look at the outbox again in so many seconds, or when there is news."""
        if self._wake is not None:
            self._wake.cancel()
        self._wake = None if wait_s is None else asyncio.get_running_loop().call_later(wait_s, self.news)

    async def _safely(self, what: str, work: object) -> None:
        """One thing that fails must not stop the others: it is logged, and tried again next time. Outages tell of themselves."""
        try:
            await work  # type: ignore[misc]
        except Unavailable:
            log.debug("%s: the database cannot work", what)
        except Exception:
            log.exception("%s failed", what)
