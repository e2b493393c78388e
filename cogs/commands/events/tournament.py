"""The command group `/tournament`: its parts, put together."""

from __future__ import annotations

from discord.app_commands import locale_str
from discord.ext import commands

from cogs.commands.events.challenging import ChallengingCommands
from cogs.commands.events.editing import EditingCommands
from cogs.commands.events.entering import EnteringCommands
from cogs.commands.events.event_pages import EventPages
from cogs.commands.events.organising import OrganisingCommands
from cogs.commands.events.teaming import TeamingCommands
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
