"""The buttons below the welcome of a server: look again, and take it away."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs import asking, deliver
from cogs.background.servers import welcoming
from cogs.desk import Desk
from cogs.entries.presses import on_press
from cogs.present import private as notes
from cogs.present.ids import Press
from cogs.refused import Declined
from text.servers import welcome as said


class WelcomeCog(commands.Cog):
    """See the module; the three ways to begin belong to the games and to `/server`."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @on_press("welcomecheck")
    async def press_check(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """Which permissions are missing now?"""
        await welcoming.refresh(self.desk, _server(interaction))
        await deliver.show(interaction, notes.note(said.looked(asking.words(interaction))))

    @on_press("welcomegone")
    async def press_gone(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """For anyone who may manage the server."""
        guild = _server(interaction)
        asking.require_own(interaction, manage_guild=True)
        await welcoming.take_away(self.desk, guild.id)
        await deliver.show(interaction, notes.note(said.removed(asking.words(interaction))))


def _server(interaction: discord.Interaction) -> discord.Guild:
    if interaction.guild is None:
        raise Declined("not-in-private")
    return interaction.guild
