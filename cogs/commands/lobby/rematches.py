"""The same game once more, where its last one was played."""

from __future__ import annotations

from typing import cast

import discord
from discord.ext import commands

from cogs import asking, deliver
from cogs.background.lobby.lobby_messages import LobbyMessages
from cogs.commands.lobby import rooms
from cogs.desk import Desk
from cogs.entries.presses import on_press
from cogs.present import private as notes
from cogs.present.ids import Press
from service.process.services import Services
from text.lobby import gathering


class RematchCommands(commands.Cog):
    """The part of `/game` that opens rematches; `cogs.commands.game` makes a cog of it."""

    desk: Desk
    services: Services
    lobby_messages: LobbyMessages

    @on_press("rematch")
    async def press_rematch(self, interaction: discord.Interaction, press: Press) -> None:
        """Rematch."""
        asking.require(interaction, view_channel=True, attach_files=True)
        rooms.must_open(self.desk, interaction)
        if not rooms.voiceless(self.desk, interaction):
            asking.require_voice(interaction)
        user = asking.user(interaction)
        self.desk.cooldowns.spend(asking.user(interaction), "new", asking.now())
        lobby = await self.services.lobbies.rematch(press.match, user, now=asking.now(), place=asking.place(interaction))
        try:
            message = await self.lobby_messages.drawn(lobby.match.id)
            message.pings = await self.services.lobbies.invited(lobby)
            front = await deliver.post(cast(discord.abc.Messageable, interaction.channel), message)
            await rooms.posted(self.desk, lobby, front)
        except BaseException:
            await self.services.departures.cancel(lobby.match.id, user, now=asking.now())
            raise
        words = asking.words(interaction)
        await deliver.show(interaction, notes.note(gathering.lobby_open(f"<#{lobby.match.channel_id}>", words)))
