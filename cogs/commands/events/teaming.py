"""`/tournament lineup`: who plays for a team, handed in by its captain."""

from __future__ import annotations

import re

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver, fair
from cogs.commands.events.which_event import meant, offers
from cogs.commands.vocabulary import explained, named
from cogs.desk import Desk
from cogs.entries import errors
from cogs.present import private as notes
from service.events.assembled import Events
from storage.records import UserId
from text.events import answers

_MENTION = re.compile(r"<@!?(\d{1,20})>")


class TeamingCommands(commands.Cog):
    """The part of `/tournament` for captains; `cogs.commands.events.tournament` makes a cog of it."""

    desk: Desk
    events: Events

    @app_commands.command(**named("tournament lineup"))
    @explained("tournament lineup", "players", "tournament")
    async def lineup(self, interaction: discord.Interaction, players: str, tournament: str = "") -> None:
        """Hand in a line-up; only the captain is answered with it."""
        state = await meant(self.desk, interaction, tournament)
        users = [UserId(int(found)) for found in _MENTION.findall(players)]
        there = await self.events.lineups.hand_in(state.row.id, asking.user(interaction), users, now=asking.now())
        seen = await fair.seen(self.desk, state.row.id, asking.words(interaction))
        await deliver.show(interaction, notes.note(answers.lineup([seen.name(one.id) for one in there], seen.words)))

    @lineup.autocomplete("tournament")
    @errors.silent
    async def _offer(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await offers(self.desk, interaction, current)
