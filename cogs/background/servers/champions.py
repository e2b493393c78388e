"""The role of the champion, as Discord has it: whether the bot may give it, and giving and taking it."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import NamedTuple

import discord

from cogs.desk import Desk
from journal.entry import entry
from service.servers.champions import ABOVE, DAILY, DELETED, LACKING, PATIENCE, POWERFUL, TAKING, WantedRole
from storage.records import ChampionRow, TimerRow, UserId

log = logging.getLogger(__name__)


def trouble(guild: discord.Guild, role_id: int) -> str:
    """Why a role can't be the champion's; empty where it can: it gives no permissions, and the bot may give and take it."""
    role, me = guild.get_role(role_id), guild.me
    if role is None or role.is_default():
        return DELETED
    if role.permissions.value:
        return POWERFUL
    if not me.guild_permissions.manage_roles:
        return LACKING
    return "" if role.is_assignable() else ABOVE


class Crowned(NamedTuple):
    """What Discord has said."""

    is_done: bool
    trouble: str = ""


class Crowning:
    """The owner of these timers."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def due(self, timer: TimerRow, now: datetime) -> None:
        """The role goes to who should have it, and from everybody else whom the bot gave one."""
        champions, guild = self._desk.services.champions, self._desk.client.get_guild(timer.subject.id)
        wanted = await champions.wanted(timer)
        if guild is None:
            await champions.settle(timer, wanted, "", now)
            return
        problem = trouble(guild, wanted.role_id) if wanted.role_id is not None else ""
        if not problem:
            problem = await self._pass_on(guild, wanted, now)
        if problem:
            log.warning(entry("champion-role", server=guild.id, role=wanted.role_id, reason=problem))
        await champions.settle(timer, wanted, problem, now)

    async def gone(self, timer: TimerRow, now: datetime) -> None:
        """Somebody who takes part no longer loses the role. Where Discord refuses it, organisers are told, and it is tried for
        some weeks.
        """
        champions, guild = self._desk.services.champions, self._desk.client.get_guild(timer.subject.id)
        row = ChampionRow(timer.subject.id, UserId(timer.payload["person"]), timer.payload["role"])
        done = Crowned(is_done=False) if guild is None else await self._ask(guild, row, gives=False)
        if not done.trouble:
            await champions.strike(row, now)
            had = champions.trouble(row.guild_id)
            await champions.settle(timer, await champions.wanted(timer), "" if had == TAKING else had, now)
            return
        log.warning(entry("champion-role", server=row.guild_id, role=row.role_id, reason=done.trouble))
        until = datetime.fromisoformat(timer.payload["until"])
        if timer.due_at > until - PATIENCE:  # they have been told
            await self._desk.services.timers.done(timer, now, again=DAILY if now + DAILY < until else None)
            return
        await champions.settle(timer, await champions.wanted(timer), TAKING, now, now + DAILY)

    async def _pass_on(self, guild: discord.Guild, wanted: WantedRole, now: datetime) -> str:
        """Why it could not be done; empty where it was."""
        champions, had = self._desk.services.champions, await self._desk.services.champions.holders(guild.id)
        users = wanted.users if wanted.role_id is not None else ()
        new = [ChampionRow(guild.id, user, wanted.role_id or 0) for user in users]
        for row in new:
            await champions.note(row, now)
            done = await self._ask(guild, row, gives=True)
            if done.trouble:
                return done.trouble
            if not done.is_done:
                await champions.strike(row, now)
        for row in had:
            if row not in new:
                done = await self._ask(guild, row, gives=False)
                if done.trouble and wanted.role_id is not None:
                    return done.trouble
                await champions.strike(row, now)
        return ""

    async def _ask(self, guild: discord.Guild, row: ChampionRow, *, gives: bool) -> Crowned:
        """Give or take the role: done; or nobody is there, or no such role; or the bot may not."""
        http = self._desk.client.http
        try:
            await (http.add_role if gives else http.remove_role)(guild.id, row.user_id, row.role_id, reason=None)
        except discord.NotFound:
            return Crowned(is_done=False)
        except discord.Forbidden:
            return Crowned(is_done=False, trouble=ABOVE)
        return Crowned(is_done=True)
