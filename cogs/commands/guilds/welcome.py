"""The buttons below the welcome of a server: look again, and take it away."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs import delivery, interaction_info
from cogs.app_context import AppContext
from cogs.background.guilds import welcome_posts
from cogs.interactions.surfaces import SERVER
from cogs.messages import ephemeral_messages as notes
from cogs.messages.component_ids import Press
from cogs.refusals import InteractionRefused
from text.guilds import welcome as said


class WelcomeCog(commands.Cog):
    """See the module; the three ways to begin belong to the games and to `/server`."""

    def __init__(self, app: AppContext) -> None:
        self.app = app

    @SERVER.press("welcomecheck")
    async def press_check(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """Which permissions are missing now?"""
        await welcome_posts.refresh(self.app, _server(interaction))
        await delivery.respond(interaction, notes.note(said.looked(interaction_info.words(interaction))))

    @SERVER.press("welcomegone")
    async def press_gone(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """For anyone who may manage the server."""
        guild = _server(interaction)
        interaction_info.require_own(interaction, manage_guild=True)
        await welcome_posts.take_away(self.app, guild.id)
        await delivery.respond(interaction, notes.note(said.removed(interaction_info.words(interaction))))


def _server(interaction: discord.Interaction) -> discord.Guild:
    if interaction.guild is None:
        raise InteractionRefused("not-in-private")
    return interaction.guild
