"""The command group `/game`: its parts, put together, and the way to the lobby's message."""

from __future__ import annotations

from discord.app_commands import locale_str
from discord.ext import commands

from cogs.background.lobby.lobby_messages import Fronts
from cogs.commands.lobby.lists import ListCommands
from cogs.commands.lobby.lobby import LobbyCommands
from cogs.commands.lobby.lobby_settings import LobbySettings
from cogs.commands.lobby.rematches import RematchCommands
from cogs.commands.play.agreeing import AgreeingCommands
from cogs.commands.play.returning import ReturnCommands
from cogs.commands.play.sealing import SealingCommands
from cogs.commands.play.substitutes import SubstituteCommands
from cogs.commands.review.analyses import AnalysisCommands
from cogs.commands.review.imports import ImportCommands
from cogs.commands.review.records import RecordCommands
from cogs.commands.review.replays import ReplayCommands
from cogs.desk import Desk
from text.commands import COMMANDS


class GameCog(
    LobbyCommands,
    LobbySettings,
    ListCommands,
    RecordCommands,
    ReplayCommands,
    AnalysisCommands,
    AgreeingCommands,
    ImportCommands,
    ReturnCommands,
    RematchCommands,
    SubstituteCommands,
    SealingCommands,
    commands.GroupCog,
    group_name="game",
    group_description=locale_str(COMMANDS["game"]),
):
    """`/game ...`; only in servers."""

    __cog_is_app_commands_group__ = True

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.services = desk.services
        self.fronts = Fronts(desk)
