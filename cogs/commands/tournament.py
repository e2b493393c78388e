"""The command group `/tournament`: its parts, put together."""

from __future__ import annotations

from discord.app_commands import locale_str
from discord.ext import commands

from cogs.commands.challenging import ChallengingCommands
from cogs.commands.editing import EditingCommands
from cogs.commands.entering import EnteringCommands
from cogs.commands.event_pages import EventPages
from cogs.commands.organising import OrganisingCommands
from cogs.commands.teaming import TeamingCommands
from cogs.desk import Desk
from text.commands import COMMANDS


class TournamentCog(
    ChallengingCommands,
    EnteringCommands,
    EventPages,
    OrganisingCommands,
    TeamingCommands,
    EditingCommands,
    commands.GroupCog,
    group_name="tournament",
    group_description=locale_str(COMMANDS["tournament"]),
):
    """`/tournament ...`; only in servers."""

    __cog_is_app_commands_group__ = True

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.events = desk.services.events
