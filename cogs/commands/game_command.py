"""Assembly of the `/game` cog from its parts, and the link from its panel to the lobby's message."""

from __future__ import annotations

from discord.ext import commands

from cogs.app_context import AppContext
from cogs.background.lobby.lobby_messages import LobbyMessages
from cogs.commands.history.analysis import AnalysisCommands
from cogs.commands.history.game_records import RecordCommands
from cogs.commands.history.record_import import RecordImportCommands
from cogs.commands.history.replays import ReplayCommands
from cogs.commands.lobby.game_lists import ListCommands
from cogs.commands.lobby.lobby_commands import LobbyCommands
from cogs.commands.lobby.lobby_settings import LobbySettings
from cogs.commands.lobby.rematches import RematchCommands
from cogs.commands.play.consent_requests import ConsentCommands
from cogs.commands.play.game_panel import PanelCommands
from cogs.commands.play.guesses import GuessCommands
from cogs.commands.play.referee_actions import RefereeCommands
from cogs.commands.play.sealed_bag import SealedBagCommands
from cogs.commands.play.substitutes import SubstituteCommands
from cogs.interactions.component_router import ComponentRouter


class GamePanelCog(
    LobbyCommands,
    LobbySettings,
    ListCommands,
    RecordCommands,
    ReplayCommands,
    AnalysisCommands,
    ConsentCommands,
    RecordImportCommands,
    RematchCommands,
    SubstituteCommands,
    SealedBagCommands,
    GuessCommands,
    PanelCommands,
    RefereeCommands,
    commands.Cog,
):
    """Cog with the command `/game` and all actions of its panel; only in servers."""

    def __init__(self, app: AppContext, presses: ComponentRouter) -> None:
        self.presses = presses
        self.app = app
        self.services = app.services
        self.lobby_messages = LobbyMessages(app)
