"""Deleted channels and threads: closes their lobbies, suspends their games, and tells the players in private."""

from __future__ import annotations

import discord

from cogs import interaction_info
from cogs.app_context import AppContext
from cogs.background.lobby.lobby_messages import LobbyMessages
from service.errors import Refusal
from storage.rows import LOBBY, RUNNING

Deleted = discord.RawThreadDeleteEvent | discord.abc.GuildChannel


def deleted_ids(deleted: Deleted) -> list[int]:
    """Ids of the deleted thread, or of the channel and its threads (Discord doesn't report those one by one)."""
    if isinstance(deleted, discord.RawThreadDeleteEvent):
        return [deleted.thread_id]
    return [deleted.id, *(thread.id for thread in deleted.guild.threads if thread.parent_id == deleted.id)]


class ChannelDeletions:
    """Handles games whose channel or thread was deleted."""

    def __init__(self, app: AppContext, lobby_messages: LobbyMessages) -> None:
        self._app = app
        self._lobby_messages = lobby_messages

    async def gone(self, channel_id: int) -> None:
        """Handle a deleted channel or thread: cancel the lobby there, or suspend the game and tell its players in private."""
        services, now = self._app.services, interaction_info.now()
        self._app.visibility.forget(channel_id)
        try:
            match = await services.match_queries.in_channel(channel_id)
        except Refusal:
            return
        if match.status == LOBBY:
            await services.resignations.cancel(match.id, match.host_id, now=now)
            await self._lobby_messages.refresh(match.id)
        elif match.status == RUNNING:
            await services.channel_changes.vanished(channel_id, now)

    async def look(self, guild: discord.Guild) -> None:
        """Find running games of a server whose channel was deleted unnoticed, and handle them."""
        for match in await self._app.services.match_queries.guild_matches(guild.id):
            if match.status == RUNNING and await self._app.visibility.is_gone(guild, match.channel_id):
                await self.gone(match.channel_id)
