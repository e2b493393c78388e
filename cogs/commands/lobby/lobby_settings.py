"""The settings of a lobby: the form that its host fills in."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs import asking, deliver
from cogs.background.lobby.lobby_messages import Fronts
from cogs.desk import Desk
from cogs.entries import choosing
from cogs.entries.presses import on_press
from cogs.present import settings
from cogs.present.ids import Press
from cogs.present.parts import Message
from service.process.services import Services
from service.records import Lobby
from text.language import Words
from text.lobby import gathering


class LobbySettings(commands.Cog):
    """The buttons and lists of the form; `cogs.commands.game` makes a cog of it."""

    desk: Desk
    services: Services
    fronts: Fronts

    @on_press("settings")
    async def press_settings(self, interaction: discord.Interaction, press: Press) -> None:
        """Show the settings, a page of them."""
        lobby, words = await self.services.lobbies.lobby(press.match), asking.words(interaction)
        if asking.user(interaction) == lobby.match.host_id or asking.is_moderator(interaction):
            await deliver.show(interaction, await form(self.desk, lobby, asking.number(press.argument), words))
        else:
            lead = gathering.only_host_sets(words)
            await deliver.show(interaction, settings.chosen(lobby.match, self.desk.edition(lobby.match), words, lead))

    @on_press("done")
    async def press_done(self, interaction: discord.Interaction, press: Press) -> None:
        """The form is put away."""
        match, words = await self.services.looking.match(press.match), asking.words(interaction)
        await deliver.show(interaction, settings.chosen(match, self.desk.edition(match), words, gathering.settings_done(words)))

    @on_press("set")
    async def press_set(self, interaction: discord.Interaction, press: Press) -> None:
        """One option gets another value."""
        page, _, key = press.argument.partition(" ")
        with choosing.named(self.desk, (await self.services.looking.match(press.match)).game):
            changed = await self.services.lobbies.change(
                press.match,
                asking.user(interaction),
                now=asking.now(),
                options=await self.desk.services.maps.chosen(interaction.guild_id, {key: ",".join(press.values)}),
                moderator=asking.is_moderator(interaction),
            )
        await self._changed(interaction, changed, asking.number(page))

    @on_press("term")
    async def press_term(self, interaction: discord.Interaction, press: Press) -> None:
        """One of the terms gets another value."""
        page, _, key = press.argument.partition(" ")
        changed = await self.services.lobbies.change(
            press.match,
            asking.user(interaction),
            now=asking.now(),
            terms={key: press.choice},
            moderator=asking.is_moderator(interaction),
        )
        await self._changed(interaction, changed, asking.number(page))

    @on_press("speaks")
    async def press_speaks(self, interaction: discord.Interaction, press: Press) -> None:
        """Another language for what all read."""
        changed = await self.services.lobbies.change(
            press.match,
            asking.user(interaction),
            now=asking.now(),
            locale=choosing.language(press.choice),
            moderator=asking.is_moderator(interaction),
        )
        await self._changed(interaction, changed, 0)

    @on_press("seats")
    async def press_seats(self, interaction: discord.Interaction, press: Press) -> None:
        """Another number of seats."""
        changed = await self.services.lobbies.change(
            press.match,
            asking.user(interaction),
            now=asking.now(),
            seats=asking.number(press.choice),
            moderator=asking.is_moderator(interaction),
        )
        await self._changed(interaction, changed, 0)

    async def _changed(self, interaction: discord.Interaction, lobby: Lobby, page: int) -> None:
        await deliver.show(interaction, await form(self.desk, lobby, page, asking.words(interaction)))
        await self.fronts.refresh(lobby.match.id)


async def form(desk: Desk, lobby: Lobby, page: int, words: Words, message: Message | None = None) -> Message:
    """A page of the settings, in a message of its own or below what is said in another one."""
    match, edition = lobby.match, desk.edition(lobby.match)
    schema = await desk.services.maps.schema(match.guild_id, match.game, edition.game.schema(), match.options)
    return settings.form(lobby, edition, schema, page, words, message)
