"""Rematches: a new game with the settings and players of a previous one, in the same channel."""

from __future__ import annotations

from typing import cast

import discord
from discord.ext import commands

from cogs import delivery, interaction_info, reaching
from cogs.app_context import AppContext
from cogs.background.lobby.lobby_messages import LobbyMessages
from cogs.commands.lobby import game_channels
from cogs.declarations import ActorRole, ButtonGroup, DeferMode, Emphasis
from cogs.interactions.requests import MatchRequest
from cogs.interactions.surfaces import GAME
from cogs.messages import ephemeral_messages as notes
from service.wiring.services import Services
from storage.rows import Cause
from text.lobby import lobby_texts
from text.translator import phrase


class RematchCommands(commands.Cog):
    """Part of the `/game` cog that opens rematches."""

    app: AppContext
    services: Services
    lobby_messages: LobbyMessages

    @GAME.action(
        "rematch",
        "rematch",
        ActorRole.SEATED,
        about=phrase("Open the same game again with the same players"),
        when=lambda situation: situation.can_be_repeated and situation.seat is not None,
        group=ButtonGroup.DO,
        style=Emphasis.MAIN,
        ack=DeferMode.AFRESH,
        first=True,
    )
    async def press_rematch(self, request: MatchRequest) -> None:
        """Open a rematch in the channel of the request, and invite the players of the previous match."""
        request.require(view_channel=True, attach_files=True)
        game_channels.must_open(self.app, request.interaction)
        if not game_channels.may_open_without_writing(self.app, request.interaction):
            interaction_info.require_voice(request.interaction)
        user = request.user
        self.app.cooldowns.spend(request.user, "new", request.now)
        lobby = await self.services.lobbies.rematch(request.match_id, user, now=request.now, place=request.place)
        try:
            message = await self.lobby_messages.drawn(lobby.match.id)
            message.pings = await self.services.lobbies.invited(lobby)
            message = await reaching.with_allowed_pings_of_answer(self.app, Cause(game_channels.INVITATION, user), message)
            front = await delivery.post(cast(discord.abc.Messageable, request.interaction.channel), message)
            await game_channels.remember_lobby_message(self.app, lobby, front)
        except BaseException:
            await self.services.resignations.cancel(lobby.match.id, user, now=request.now)
            raise
        words = request.words
        await request.respond(notes.note(lobby_texts.lobby_open(f"<#{lobby.match.channel_id}>", words)))
