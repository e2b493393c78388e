"""Notices players who have left a server: from Discord's events if it sends them, else by an hourly check of each server."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from cogs.app_context import AppContext
from cogs.background.guilds.channel_deletions import ChannelDeletions
from cogs.display_names import LEFT, MUTED
from storage.rows import TimerRow, UserId, of_server

PRESENCE = "presence"
"""Timer kind, one for each server: when to check next that the players its games wait for are still members."""

EVERY = timedelta(hours=1)


class MemberDepartures:
    """Handles the presence timers."""

    def __init__(self, app: AppContext, places: ChannelDeletions) -> None:
        self._app = app
        self._places = places

    async def keep(self, guild_ids: Iterable[int], now: datetime) -> None:
        """Make sure that each of these servers has its presence timer."""
        await self._app.services.timers.keep(PRESENCE, map(of_server, guild_ids), EVERY, now)

    async def left(self, guild_id: int, user_id: UserId, now: datetime) -> None:
        """Hand a departed member's seats to computers; some days later if an opponent could have kicked them."""
        if not await self._is_shielded(guild_id, user_id, now):
            await self._app.services.resignations.left_guild(guild_id, user_id, now=now)

    async def _is_shielded(self, guild_id: int, user_id: UserId, now: datetime) -> bool:
        """Pause the clock of a gone or muted player against opponents who could have done it; True while any pause lasts."""
        shielding, stands = self._app.services.tournaments.abuse_guard, False
        for match_id, opponents in (await shielding.games(guild_id, user_id)).items():
            for opponent in opponents:
                if await self._could(opponent, guild_id):
                    until = await shielding.shield(match_id, user_id, opponent, now=now)
                    stands = stands or (until is not None and now < until)
        return stands

    async def _could(self, user_id: UserId, guild_id: int) -> bool:
        """Return whether a member may kick, ban or time out others."""
        member = await self._app.people.member(user_id, guild_id)
        rights = None if member is None else member.guild_permissions
        return rights is not None and (rights.kick_members or rights.ban_members or rights.moderate_members)

    async def look(self, timer: TimerRow, now: datetime) -> None:
        """Check one server for deleted channels and for players who left or were muted, then set the timer again.

        Discord isn't asked about people seen lately. If the bot has left the server, the timer ends.
        """
        guild = self._app.client.get_guild(timer.subject.id)
        if guild is not None and not guild.unavailable:
            await self._places.look(guild)
            for user_id in await self._app.services.match_queries.waited_for(guild.id):
                if self._app.people.was_seen(user_id, guild.id, now):
                    continue
                why = await self._app.people.absence(user_id, guild.id)
                if why == LEFT:
                    await self.left(guild.id, user_id, now)
                elif why == MUTED:
                    await self._is_shielded(guild.id, user_id, now)
        await self._app.services.timers.done(timer, now, again=EVERY if guild is not None else None)
