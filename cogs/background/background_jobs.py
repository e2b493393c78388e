"""Runs the background work: sends the outbox, runs timers, and reacts to Discord's events about servers, channels and members.

The outbox is drained by a one-shot task after every commit, and again when the next delayed message falls due.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import discord
from discord.ext import commands

from cogs import interaction_info
from cogs.app_context import AppContext
from cogs.background.guilds import suspended_games, welcome_posts
from cogs.background.guilds.channel_deletions import ChannelDeletions, Deleted, deleted_ids
from cogs.background.guilds.membership import GuildMembership
from cogs.background.lobby.lobby_messages import LobbyMessages
from cogs.background.play.thread_keepalive import ThreadKeepalive
from cogs.background.poster import DiscordPoster
from cogs.background.tournaments import calendar_sync, tournament_posts
from cogs.background.tournaments.calendar_sync import CalendarSync
from cogs.background.tournaments.pairing_threads import PairingThreads
from cogs.background.tournaments.tournament_boards import TournamentBoards
from cogs.background.users.member_departures import MemberDepartures
from cogs.bot_permissions import invitation
from cogs.images import match_images
from service.clocks.outages import DATABASE, DISCORD
from service.core.background_tasks import BackgroundTasks
from service.core.outbox import LONGEST_WAIT_S
from service.core.timers import FIRST_WAIT_S, LONGEST_OUTAGE_WAIT_S
from storage.errors import DatabaseUnavailableError
from storage.rows import UserId
from storage.sharding import ShardSet
from telemetry.log_line import log_line

log = logging.getLogger("cogs.background.rounds")

LAST_WORDS_S = 20.0
"""How long a barred server's last messages may take before the bot leaves it."""


class BackgroundJobsCog(commands.Cog):
    """Starts, wakes and stops all background work, and listens to the Discord events that concern it."""

    def __init__(self, app: AppContext, lobby_messages: LobbyMessages) -> None:
        self.app = app
        self.poster = DiscordPoster(app, lobby_messages)
        app.services.outbox.post_plainly = self.poster.post_plainly
        self.event_threads = PairingThreads(app, self.news)
        self.event_boards = TournamentBoards(app, self.poster.builders, self.event_threads.look)
        tournament_posts.register(self.poster.builders)
        calendar_sync.register(self.poster.builders)
        self.calendar = CalendarSync(app)
        self._places = ChannelDeletions(app, lobby_messages)
        self.presence = MemberDepartures(app, self._places)
        self.threads = ThreadKeepalive(app)
        self.membership = GuildMembership(app)
        self._is_ready = False
        self._about_to_look = False
        self._draining = BackgroundTasks()
        self._operating = BackgroundTasks()
        self._wake: asyncio.TimerHandle | None = None
        self._compaction: asyncio.Task[None] | None = None
        self._refused = 0
        """How many times in a row the outbox could not be read."""
        self._returning: asyncio.Task[None] | None = None

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Start the background work. Discord may send this event again; then only servers, presence and posts are checked."""
        await self._database_there()
        leases = self.app.services.leases
        if self._is_ready:
            await self._safely("membership", self.membership.compare(interaction_info.now(), leases.held))
            await self._look_around(leases.held)
        elif self.app.client.application_id is not None:
            log.info(log_line("invitation", address=invitation(self.app.client.application_id)))
        self._is_ready = True
        await self._safely("leases", leases.begin(self._prepare, self._look_after))

    async def _prepare(self, part: ShardSet) -> None:
        """Catch up with a newly leased part before its timers run: memberships and outages."""
        await self._safely("membership", self.membership.compare(interaction_info.now(), part))
        await self._safely("outages", self.app.services.outages.begin(interaction_info.now(), part))

    async def _look_after(self, part: ShardSet) -> None:
        """Start work on a newly leased part, at startup or taken over from another process."""
        services = self.app.services
        services.timers.start(interaction_info.now, self.app.asleep)
        await self._safely("rules upgrade", services.rules_upgrade.upgrade_all(interaction_info.now(), part))
        await self._safely("computers", services.computers.wake(part))
        await self._safely("events", services.tournaments.round_scheduler.wake_all(interaction_info.now(), part))
        if part.common:
            await self._safely("exclusions", services.exclusion.carry_out(interaction_info.now()))
        if part.common and self._compaction is None:
            self._compaction = asyncio.get_running_loop().create_task(self._keep_up(), name="upkeep")
        self.event_threads.look()
        await self._look_around(part)
        await self._safely("letters", self._deliver_letters(part))

    async def _keep_up(self) -> None:
        """Run long maintenance in small slices: log compaction, accounts of points, then statistics."""
        await self._safely("compaction", self.app.services.compaction.through())
        await self._safely("accounts", self.app.services.account_renewal.through())
        await self._safely("stats", self.app.services.stats_backfill.keep())

    async def _look_around(self, part: ShardSet) -> None:
        await self._back()
        here = [guild.id for guild in self.app.client.guilds if part.covers(guild.id)]
        await self._safely("presence", self.presence.keep(here, interaction_info.now()))
        await self._safely("threads", self.threads.keep(here, interaction_info.now()))
        for guild_id in here:
            if (guild := self.app.client.get_guild(guild_id)) is not None:
                await self._leave_if_excluded(guild)
                await self._safely("welcome", welcome_posts.keep_if_recent(self.app, guild))
        if await self.app.services.match_queries.any_running(here):
            # games are running, so a picture will soon be needed
            await self._safely("painters", match_images.prepare(self.app.painting, self.app.editions))

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """End a reconnected shard's outage and send delayed messages."""
        await self._safely("outages", self.app.services.outages.back(interaction_info.now(), DISCORD, self._gateway(shard)))
        if self._is_ready:
            await self._back()

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        """Handle a new session of a shard as `on_shard_resumed` does."""
        await self.on_shard_resumed(shard)

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Begin an outage for a disconnected shard, so that no clock runs out in its servers."""
        self.app.services.outages.lost(interaction_info.now(), DISCORD, self._gateway(shard))

    def _gateway(self, shard: int) -> ShardSet:
        """Return the servers of a gateway shard; shard 0 also has private messages."""
        return ShardSet(self.app.client.shard_count or 1, frozenset({shard}), common=shard == 0)

    async def _database_there(self) -> None:
        """Wait until the database works, as much of the startup runs only once."""
        while True:
            try:
                await self.app.services.outbox.next_at()
                return
            except DatabaseUnavailableError:
                await self.app.asleep(FIRST_WAIT_S)

    def database_lost(self) -> None:
        """Begin an outage: without the database no clock may run out."""
        self.app.services.outages.lost(interaction_info.now(), DATABASE)

    def database_back(self) -> None:
        """End the outage: players get back the time it cost before any timer runs, then computers and posts go on."""
        self._returning = asyncio.get_running_loop().create_task(self._notice_return(), name="database back")

    async def _notice_return(self) -> None:
        await self._safely("outages", self.app.services.outages.back(interaction_info.now(), DATABASE))
        if self._is_ready:
            await self._safely("computers", self.app.services.computers.wake(self.app.services.leases.held))
        self.news()

    async def _back(self) -> None:
        """Make messages delayed by an outage due now, and send them."""
        await self._safely("outbox", self.app.services.outbox.hurry(interaction_info.now()))
        self.news()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Start the timers of a new server and post its welcome."""
        if not await self._hears(guild.id):
            return
        await self._leave_if_excluded(guild)
        await self.presence.keep((guild.id,), interaction_info.now())
        await self.threads.keep((guild.id,), interaction_info.now())
        await self.membership.back(guild.id, interaction_info.now())
        await self._safely("welcome", welcome_posts.post_or_update(self.app, guild))

    def operated(self) -> None:
        """Follow what operators did, here or in another process: letters go out, and barred servers are left."""
        self._operating.begin(self._safely("operators", self._run_operations()), "operators")

    async def _run_operations(self) -> None:
        await self._deliver_letters(self.app.services.leases.held)
        self.news()
        with suppress(TimeoutError):  # a last word may hang; it is given up with the channel
            await asyncio.wait_for(self._draining.settled(), LAST_WORDS_S)
        for guild in self.app.client.guilds:
            await self._leave_if_excluded(guild)

    async def _deliver_letters(self, part: ShardSet) -> None:
        """Queue the letters of operators to the owners of this part's servers."""
        guilds = [guild for guild in self.app.client.guilds if part.covers(guild.id)]
        owners = [UserId(guild.owner_id) for guild in guilds if guild.owner_id is not None]
        await self.app.services.announcements.deliver(owners, now=interaction_info.now())

    async def _leave_if_excluded(self, guild: discord.Guild) -> None:
        """Leave a server that the host has excluded: its games pause, as after any removal."""
        if self.app.services.exclusion.holds(guild.id):
            log.info(log_line("excluded-server-left", server=guild.id))
            await self._safely("exclusion", guild.leave())

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Handle the bot's removal from a server; servers that are only unavailable don't send this event."""
        if await self._hears(guild.id):
            await self.membership.left(guild.id, interaction_info.now())

    async def cog_unload(self) -> None:
        """Stop timers and posting; unsent messages stay in the outbox."""
        self.event_threads.close()
        self.event_boards.refreshing.cancel()
        self.calendar.looking.cancel()
        await self.app.services.timers.close()
        if self._wake is not None:
            self._wake.cancel()
        self._draining.cancel()
        self._operating.cancel()
        for task in (self._compaction, self._returning):
            if task is not None:
                task.cancel()

    def news(self) -> None:
        """Schedule a drain of the outbox, even while an earlier one is still running."""
        if not self._about_to_look:
            self._about_to_look = True
            self._draining.begin(self._drain(), "outbox")

    @property
    def is_busy(self) -> bool:
        """Whether a post, an event board, a calendar, or what an operator did, is on its way."""
        return (
            self._draining.is_busy
            or self._operating.is_busy
            or self.event_boards.refreshing.is_busy
            or self.calendar.looking.is_busy
        )

    async def settled(self) -> None:
        """Wait until all posts that can go out now are sent and all event boards and calendars are up to date."""
        while self.is_busy:
            await self._draining.settled()
            await self._operating.settled()
            await self.event_boards.refreshing.settled()
            await self.calendar.looking.settled()

    @commands.Cog.listener()
    async def on_raw_member_remove(self, event: discord.RawMemberRemoveEvent) -> None:
        """Handle a member's departure; sent only with the members intent, otherwise `MemberDepartures.look` notices."""
        self.app.people.gone(UserId(event.user.id), event.guild_id)
        if await self._hears(event.guild_id):
            await self.presence.left(event.guild_id, UserId(event.user.id), interaction_info.now())

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """Handle the game of a deleted thread, if any."""
        await self._notice_deleted(event.guild_id, event)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel) -> None:
        """Permissions may have changed: try to reopen the server's games."""
        await self._reopen(channel.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """Reopen games after a role's update: its permissions may have changed."""
        await self._reopen(role.guild.id)

    async def _reopen(self, guild_id: int) -> None:
        if await self._hears(guild_id):
            await self._safely("reopening", suspended_games.reopen_all(self.app, guild_id))
            await self._safely("champion", self.app.services.champions.again(guild_id, interaction_info.now()))
            if (guild := self.app.client.get_guild(guild_id)) is not None:
                await self._safely("welcome", welcome_posts.update_after_change(self.app, guild))

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Handle the games of a deleted channel and its threads."""
        await self._notice_deleted(channel.guild.id, channel)

    async def _notice_deleted(self, guild_id: int, deleted: Deleted) -> None:
        gone = deleted_ids(deleted)
        for channel_id in gone:
            self.app.visibility.forget(channel_id)
        if await self._hears(guild_id):
            for channel_id in gone:
                await self._safely("places", self._places.gone(channel_id))

    async def _hears(self, guild_id: int) -> bool:
        """Return whether this process should handle a server's events; standby processes receive them too."""
        return await self.app.services.leases.hears(guild_id)

    async def _drain(self) -> None:
        self._about_to_look = False
        await self._safely("outbox", self.app.services.outbox.drain(self.poster, interaction_info.now()))
        await self._safely("event threads", self.event_threads.open_threads())
        await self._safely("outbox", self._sleep_until_due())

    async def _sleep_until_due(self) -> None:
        """Schedule the next drain for when a delayed message falls due, but within `LONGEST_WAIT_S` (the clock may be set)."""
        try:
            due = await self.app.services.outbox.next_at()
        except DatabaseUnavailableError:
            self._refused += 1
            self._look_in(min(FIRST_WAIT_S * 2.0 ** min(self._refused - 1, 20), LONGEST_OUTAGE_WAIT_S))
            return
        self._refused = 0
        self._look_in(None if due is None else min(max((due - interaction_info.now()).total_seconds(), 1.0), LONGEST_WAIT_S))

    def _look_in(self, wait_s: float | None) -> None:
        """Schedule the next drain in `wait_s` seconds; None: only at the next `news`."""
        if self._wake is not None:
            self._wake.cancel()
        self._wake = None if wait_s is None else asyncio.get_running_loop().call_later(wait_s, self.news)

    async def _safely(self, what: str, work: object) -> None:
        """Await `work` and log its failure under `what` instead of raising. Database outages are logged elsewhere."""
        try:
            await work  # type: ignore[misc]
        except DatabaseUnavailableError:
            log.debug("%s: the database cannot work", what)
        except Exception:
            log.exception("%s failed", what)
