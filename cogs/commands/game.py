"""The command group `/game`: its parts, put together, and the way to the lobby's message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.app_commands import locale_str
from discord.ext import commands

from cogs.commands.lobby import LobbyCommands
from cogs.commands.records import RecordCommands
from text.commands import COMMANDS

if TYPE_CHECKING:
    from cogs.client import Bastide


class GameCog(LobbyCommands, RecordCommands, commands.GroupCog, group_name="game", group_description=locale_str(COMMANDS["game"])):
    """`/game ...`; only in servers."""

    __cog_is_app_commands_group__ = True

    def __init__(self, bot: Bastide) -> None:
        super().__init__()
        self.bot = bot
        self.matches = bot.services.matches
