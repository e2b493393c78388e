"""`/clock show` and `give`: what the clocks of a game show, what stops them, and more time for the others."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs import asking, deliver
from cogs.commands.vocabulary import explained, named
from cogs.desk import Desk
from cogs.entries import rights
from cogs.present.clocks import clocks
from service.lobby.terms import duration
from storage.records import MatchRow
from text.commands import COMMANDS


@app_commands.guild_only()
class ClockCog(commands.GroupCog, group_name="clock", group_description=locale_str(COMMANDS["clock"])):
    """`/clock ...`; only in servers."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.services = desk.services

    @app_commands.command(**named("clock show"))
    async def show(self, interaction: discord.Interaction) -> None:
        """All of them."""
        await self._show(interaction, await rights.here(self.desk, interaction))

    @app_commands.command(**named("clock give"))
    @explained("clock give", "time")
    async def give(self, interaction: discord.Interaction, time: str) -> None:
        """More time for all others; everybody hears of it."""
        match = await rights.here(self.desk, interaction)
        length = duration(time)
        await self.services.clocks.give(match.id, asking.user(interaction), length, now=asking.now())
        await self._show(interaction, match, clocks.gift(length, asking.words(interaction)))

    async def _show(self, interaction: discord.Interaction, match: MatchRow, lead: str = "") -> None:
        words, seats = asking.words(interaction), await self.services.looking.seats(match.id)
        shown = await self.services.clocks.shown(match, seats, asking.now())
        names = await self.desk.people.names(seats, match.guild_id, words)
        await deliver.show(interaction, clocks.page(match, shown, names, words, lead))
