"""The command group `/game`: its parts, put together, and the way to the lobby's message."""

from __future__ import annotations

from discord.app_commands import locale_str
from discord.ext import commands

from cogs.background.fronts import Fronts
from cogs.background.seekers import Seekers
from cogs.commands.agreeing import AgreeingCommands
from cogs.commands.analysing import AnalysisCommands
from cogs.commands.imports import ImportCommands
from cogs.commands.lists import ListCommands
from cogs.commands.lobby import LobbyCommands
from cogs.commands.lobby_settings import LobbySettings
from cogs.commands.opening import OpeningCommands
from cogs.commands.practice import PracticeCommands
from cogs.commands.records import RecordCommands
from cogs.commands.replays import ReplayCommands
from cogs.commands.returning import ReturnCommands
from cogs.commands.sealing import SealingCommands
from cogs.commands.seeking import SeekingCommands
from cogs.commands.substituting import SubstituteCommands
from cogs.desk import Desk
from text.commands import COMMANDS


class GameCog(
    OpeningCommands,
    LobbyCommands,
    LobbySettings,
    ListCommands,
    RecordCommands,
    ReplayCommands,
    AnalysisCommands,
    AgreeingCommands,
    PracticeCommands,
    ImportCommands,
    ReturnCommands,
    SeekingCommands,
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
        self.seekers = Seekers(desk)
        self.fronts.after_refresh.append(self.seekers.lobby_changed)
