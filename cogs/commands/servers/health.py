"""`/health`: how the bot is, for the owner of the application, alone or in a team."""

from __future__ import annotations

from pathlib import Path

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver
from cogs.commands.vocabulary import named
from cogs.desk import Desk
from cogs.entries import rights
from cogs.present import private as notes
from journal import life
from text.servers import health


class HealthCog(commands.Cog):
    """Reads the signs of life that the process gives beside its database, so that command and health check say the same."""

    def __init__(self, desk: Desk, signs: Path) -> None:
        self._desk = desk
        self._signs = signs

    @app_commands.command(**named("health"))
    @app_commands.guild_only()
    @app_commands.default_permissions(administrator=True)
    async def health(self, interaction: discord.Interaction) -> None:
        """Refuses `not-owner`."""
        await rights.owner(self._desk, interaction)
        lines = health.lines(life.read(self._signs), asking.words(interaction))
        await deliver.show(interaction, notes.note("\n".join(line for line in lines if line)))
