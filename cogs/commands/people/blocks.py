"""`/block`: no invitations, requests or rematches of somebody."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver
from cogs.commands.vocabulary import everywhere, explained, named
from cogs.desk import Desk
from cogs.entries.presses import on_press
from cogs.present import private as notes
from cogs.present.ids import Press
from cogs.present.parts import Line, select
from storage.records import UserId
from text.labels import label
from text.people import blocks


class BlocksCog(commands.Cog):
    """Everywhere, and everything in private: nobody is told that he is blocked."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.people = desk.services.people

    @everywhere
    @app_commands.command(**named("block"))
    @explained("block", "member")
    async def block(self, interaction: discord.Interaction, member: discord.User | None = None) -> None:
        """Block somebody, or look whom one has blocked."""
        if member is not None:
            self.desk.people.meet(member, None)
            await self.people.block(asking.user(interaction), UserId(member.id))
        await self._show(interaction)

    @on_press("unblock")
    async def press_unblock(self, interaction: discord.Interaction, press: Press) -> None:
        """Let somebody invite again."""
        await self.people.unblock(asking.user(interaction), UserId(asking.large(press.choice)))
        await self._show(interaction)

    async def _show(self, interaction: discord.Interaction) -> None:
        words, blocked = asking.words(interaction), await self.people.blocked_by(asking.user(interaction))
        lines = [Line(await self.desk.people.name(user, interaction.guild_id, words), str(user)) for user in blocked]
        message = notes.note(blocks.listed([f"<@{user}>" for user in blocked], words))
        await deliver.show(interaction, message.row(select(None, "unblock", lines, hint=label("unblock", words))))
