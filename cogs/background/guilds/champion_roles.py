"""The champion role in Discord: checks whether the bot may assign it, assigns and removes it."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import NamedTuple

import discord

from cogs.app_context import AppContext
from service.core.stored_form import from_stored_fields
from service.tournaments.champions import ABOVE, DAILY, DELETED, LACKING, PATIENCE, POWERFUL, TAKING, RoleAssignment, UncrownTimer
from storage.rows import ChampionRow, TimerRow, UserId
from telemetry.log_line import log_line

log = logging.getLogger("cogs.background.servers.champions")


def trouble(guild: discord.Guild, role_id: int) -> str:
    """Code of why a role can't be the champion role; empty if it can: no permissions of its own, and assignable by the bot."""
    role, me = guild.get_role(role_id), guild.me
    if role is None or role.is_default():
        return DELETED
    if role.permissions.value:
        return POWERFUL
    if not me.guild_permissions.manage_roles:
        return LACKING
    return "" if role.is_assignable() else ABOVE


class RoleUpdateResult(NamedTuple):
    """Discord's answer to assigning or removing the role; `trouble` is empty unless it refused."""

    is_done: bool
    trouble: str = ""


class ChampionRoleSync:
    """Handles the timers that bring the champion role up to date."""

    def __init__(self, app: AppContext) -> None:
        self._app = app

    async def due(self, timer: TimerRow, now: datetime) -> None:
        """Assign the role to the current champions and remove it from former ones."""
        champions, guild = self._app.services.champions, self._app.client.get_guild(timer.subject.id)
        wanted = await champions.wanted(timer)
        if guild is None:
            await champions.settle(timer, wanted, "", now)
            return
        problem = trouble(guild, wanted.role_id) if wanted.role_id is not None else ""
        if not problem:
            problem = await self._pass_on(guild, wanted, now)
        if problem:
            log.warning(log_line("champion-role", server=guild.id, role=wanted.role_id, reason=problem))
        await champions.settle(timer, wanted, problem, now)

    async def gone(self, timer: TimerRow, now: datetime) -> None:
        """Remove the role from a person who no longer takes part. If Discord refuses, tell organisers and retry for some weeks."""
        champions, guild = self._app.services.champions, self._app.client.get_guild(timer.subject.id)
        had_role = from_stored_fields(UncrownTimer, timer.payload)
        row = ChampionRow(timer.subject.id, UserId(had_role.person), had_role.role)
        done = RoleUpdateResult(is_done=False) if guild is None else await self._ask(guild, row, gives=False)
        if not done.trouble:
            await champions.strike(row, now)
            had = champions.trouble(row.guild_id)
            await champions.settle(timer, await champions.wanted(timer), "" if had == TAKING else had, now)
            return
        log.warning(log_line("champion-role", server=row.guild_id, role=row.role_id, reason=done.trouble))
        until = had_role.until
        if timer.due_at > until - PATIENCE:  # they have been told
            await self._app.services.timers.done(timer, now, again=DAILY if now + DAILY < until else None)
            return
        await champions.settle(timer, await champions.wanted(timer), TAKING, now, now + DAILY)

    async def _pass_on(self, guild: discord.Guild, wanted: RoleAssignment, now: datetime) -> str:
        """Assign the role to new champions, remove it from former ones; the trouble code, empty if it worked."""
        champions, had = self._app.services.champions, await self._app.services.champions.holders(guild.id)
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

    async def _ask(self, guild: discord.Guild, row: ChampionRow, *, gives: bool) -> RoleUpdateResult:
        """Assign (`gives`) or remove the role. Not done if the member or role is gone; `ABOVE` if the bot may not."""
        http = self._app.client.http
        try:
            await (http.add_role if gives else http.remove_role)(guild.id, row.user_id, row.role_id, reason=None)
        except discord.NotFound:
            return RoleUpdateResult(is_done=False)
        except discord.Forbidden:
            return RoleUpdateResult(is_done=False, trouble=ABOVE)
        return RoleUpdateResult(is_done=True)
