"""Two servers that agree on a game: a code made in one lobby, and entered in another."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs import delivery, interaction_info
from cogs.app_context import AppContext
from cogs.background.lobby.lobby_messages import LobbyMessages
from cogs.commands.lobby import game_channels
from cogs.declarations import ActorRole, DeferMode, EntryPoint
from cogs.interactions import modals
from cogs.interactions.surfaces import GAME
from cogs.messages import ephemeral_messages as notes
from cogs.messages import game_settings
from cogs.messages.component_ids import Press
from cogs.messages.form_fields import TextField
from cogs.messages.lobby import cross_server_invites as shown
from service.lobby.cross_server_invites import plain
from service.match.seating import by_joining
from service.wiring.services import Services
from storage.rows import MatchId
from text.lobby import cross_server_texts as said
from text.translator import translator_for as spoken


class CrossServerCommands(commands.Cog):
    """The part of `/game` about other servers; `cogs.commands.game_command` makes a cog of it.

    All of it is for those who manage one.
    """

    app: AppContext
    services: Services
    lobby_messages: LobbyMessages

    @GAME.press("rival", ActorRole.HOST, first=True)
    async def press_rival(self, interaction: discord.Interaction, press: Press) -> None:
        """Make a code, or withdraw it."""
        interaction_info.require_own(interaction, manage_guild=True)
        user, words, now = interaction_info.user(interaction), interaction_info.words(interaction), interaction_info.now()
        how = {"now": now, "moderator": interaction_info.is_moderator(interaction)}
        if press.argument == shown.INVITE:
            lobby, invitation = await self.services.cross_server_invites.invite(press.match, user, _name(interaction), **how)  # type: ignore[arg-type]
            await delivery.respond(interaction, shown.page(lobby.match, invitation, words))
        else:
            lobby = await self.services.cross_server_invites.withdraw(press.match, user, **how)  # type: ignore[arg-type]
            await delivery.respond(interaction, shown.page(lobby.match, None, words, said.withdrawn(words)))
        await self.lobby_messages.refresh(press.match)

    @GAME.press("rivalcode", ActorRole.HOST, ack=DeferMode.FORM)
    async def press_code(self, interaction: discord.Interaction, press: Press) -> None:
        """Ask for a code."""
        words = interaction_info.words(interaction)
        line = TextField(said.form_hint(words), long=30, detail=said.form_about(words))
        await modals.ask(interaction, said.form_title(words), Press(press.match, 0, "rivalcodeset"), line)

    @GAME.press("rivalcodeset", ActorRole.HOST, way=EntryPoint.FORM)
    async def press_code_set(self, interaction: discord.Interaction, press: Press) -> None:
        """What was typed: what one would agree to."""
        await self.offer_rival(interaction, press.match, press.choice)

    @GAME.press("rivalagree", ActorRole.HOST, first=True)
    async def press_agree_rival(self, interaction: discord.Interaction, press: Press) -> None:
        """Yes: both games begin."""
        interaction_info.require_own(interaction, manage_guild=True)
        code, _, digest = press.argument.partition(" ")
        words, user = interaction_info.words(interaction), interaction_info.user(interaction)
        offered = await self.services.cross_server_invites.offer(code, interaction.guild_id, interaction_info.now())
        how = {"now": interaction_info.now(), "moderator": interaction_info.is_moderator(interaction)}
        update = await self.services.cross_server_invites.agree(press.match, user, _name(interaction), code, digest, **how)  # type: ignore[arg-type]
        await delivery.respond(interaction, notes.note(said.begun(offered.name, words)))
        await self.lobby_messages.refresh(press.match)
        await self.lobby_messages.refresh(offered.match.id)
        host = await self.app.people.name(update.match.host_id, update.match.guild_id, spoken(update.match.locale))
        title = game_settings.called(self.app, update.match, spoken(update.match.locale))
        seats = await self.services.match_queries.seats(update.match.id)
        names = await self.app.people.names(seats, update.match.guild_id, spoken(update.match.locale))
        await game_channels.renamed(interaction, update.match, title, host, [names[row.seat] for row in by_joining(seats)])

    async def show_rivals(self, interaction: discord.Interaction, match_id: MatchId) -> None:
        """How two servers play against each other, or the code of this lobby."""
        interaction_info.require_own(interaction, manage_guild=True)
        match = await self.services.match_queries.match(match_id)
        invitation = await self.services.cross_server_invites.invitation(match_id, interaction_info.now())
        await delivery.respond(interaction, shown.page(match, invitation, interaction_info.words(interaction)))

    async def offer_rival(self, interaction: discord.Interaction, match_id: MatchId, code: str) -> None:
        """What this server would agree to."""
        interaction_info.require_own(interaction, manage_guild=True)
        words, match = interaction_info.words(interaction), await self.services.match_queries.match(match_id)
        offered = await self.services.cross_server_invites.offer(code, interaction.guild_id, interaction_info.now())
        edition = self.app.edition(offered.match)
        await delivery.respond(interaction, shown.offer(match, offered, plain(code), edition, _name(interaction), words))


def _name(interaction: discord.Interaction) -> str:
    """What the server is called, as the other one will see it."""
    return interaction.guild.name if interaction.guild is not None else ""
