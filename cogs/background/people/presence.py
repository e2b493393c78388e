"""Seats whose players have left: noticed by Discord's word where it gives it, else by asking, server by server."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from cogs.background.servers.places import Places
from cogs.desk import Desk
from cogs.people import LEFT, MUTED
from storage.records import TimerRow, UserId, of_server

PRESENCE = "presence"
"""The kind of the timer that every server has: when to ask next whether those are still there whom its games wait for."""

EVERY = timedelta(hours=1)


class Presence:
    """The owner of the timers of presence."""

    def __init__(self, desk: Desk, places: Places) -> None:
        self._desk = desk
        self._places = places

    async def keep(self, guild_ids: Iterable[int], now: datetime) -> None:
        """See to it that these servers are looked after."""
        await self._desk.services.timers.keep(PRESENCE, map(of_server, guild_ids), EVERY, now)

    async def left(self, guild_id: int, user_id: UserId, now: datetime) -> None:
        """Somebody is gone: the computer plays on, unless an opponent may have put them out; then some days later."""
        if not await self._is_shielded(guild_id, user_id, now):
            await self._desk.services.departures.left_guild(guild_id, user_id, now=now)

    async def _is_shielded(self, guild_id: int, user_id: UserId, now: datetime) -> bool:
        """Whether the clock of somebody who is gone or muted stands in a game against an opponent with the right to do that."""
        shielding, stands = self._desk.services.events.shielding, False
        for match_id, opponents in (await shielding.games(guild_id, user_id)).items():
            for opponent in opponents:
                if await self._could(opponent, guild_id):
                    until = await shielding.shield(match_id, user_id, opponent, now=now)
                    stands = stands or (until is not None and now < until)
        return stands

    async def _could(self, user_id: UserId, guild_id: int) -> bool:
        """Whether somebody can put members out of a server, or mute them."""
        member = await self._desk.people.member(user_id, guild_id)
        rights = None if member is None else member.guild_permissions
        return rights is not None and (rights.kick_members or rights.ban_members or rights.moderate_members)

    async def look(self, timer: TimerRow, now: datetime) -> None:
        """Whether the people that a server's games wait for are still there, and the places. People who did something lately are
        there; Discord is asked about the others, and no message waits for it. Servers that we have left are skipped.
        """
        guild = self._desk.client.get_guild(timer.subject.id)
        if guild is not None and not guild.unavailable:
            await self._places.look(guild)
            for user_id in await self._desk.services.looking.waited_for(guild.id):
                if self._desk.people.was_seen(user_id, guild.id, now):
                    continue
                why = await self._desk.people.absence(user_id, guild.id)
                if why == LEFT:
                    await self.left(guild.id, user_id, now)
                elif why == MUTED:
                    await self._is_shielded(guild.id, user_id, now)
        await self._desk.services.timers.done(timer, now, again=EVERY if guild is not None else None)
