"""Command `/health`: a report on the bot's state, for the owners of the application."""

from __future__ import annotations

from pathlib import Path

import discord
from discord import app_commands
from discord.ext import commands

from cogs import delivery, interaction_info
from cogs.app_context import AppContext
from cogs.commands.command_translator import name_and_description
from cogs.interactions import access_rules
from cogs.messages import ephemeral_messages as notes
from telemetry import heartbeat
from text.guilds import health


class HealthCog(commands.Cog):
    """Cog with the command `/health`, which reads the heartbeat file that the health check also reads."""

    def __init__(self, app: AppContext, signs: Path) -> None:
        self._app = app
        self._signs = signs

    @app_commands.command(**name_and_description("health"))
    @app_commands.guild_only()
    @app_commands.default_permissions(administrator=True)
    async def health(self, interaction: discord.Interaction) -> None:
        """Show the report on the bot's state. Refuses `not-owner`."""
        await access_rules.owner(self._app, interaction)
        lines = health.lines(heartbeat.read(self._signs), interaction_info.words(interaction))
        await delivery.respond(interaction, notes.note("\n".join(line for line in lines if line)))
