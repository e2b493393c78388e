"""`/game` and what its panel does, put together, and the way to the lobby's message."""

from __future__ import annotations

from discord.ext import commands

from cogs.background.lobby.lobby_messages import LobbyMessages
from cogs.commands.lobby.lists import ListCommands
from cogs.commands.lobby.lobby import LobbyCommands
from cogs.commands.lobby.lobby_settings import LobbySettings
from cogs.commands.lobby.rematches import RematchCommands
from cogs.commands.play.agreeing import AgreeingCommands
from cogs.commands.play.guessing import GuessCommands
from cogs.commands.play.panel import PanelCommands
from cogs.commands.play.refereeing import RefereeCommands
from cogs.commands.play.sealing import SealingCommands
from cogs.commands.play.substitutes import SubstituteCommands
from cogs.commands.review.analyses import AnalysisCommands
from cogs.commands.review.imports import ImportCommands
from cogs.commands.review.records import RecordCommands
from cogs.commands.review.replays import ReplayCommands
from cogs.desk import Desk
from cogs.entries.presses import Presses


class GameCog(
    LobbyCommands,
    LobbySettings,
    ListCommands,
    RecordCommands,
    ReplayCommands,
    AnalysisCommands,
    AgreeingCommands,
    ImportCommands,
    RematchCommands,
    SubstituteCommands,
    SealingCommands,
    GuessCommands,
    PanelCommands,
    RefereeCommands,
    commands.Cog,
):
    """`/game`; only in servers."""

    def __init__(self, desk: Desk, presses: Presses) -> None:
        self.presses = presses
        self.desk = desk
        self.services = desk.services
        self.lobby_messages = LobbyMessages(desk)
