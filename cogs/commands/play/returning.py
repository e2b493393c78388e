"""Coming back to one's seat, and letting a computer play somebody else's turn."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs import asking, deliver
from cogs.desk import Desk
from cogs.entries.presses import on_press
from cogs.present import private as notes
from cogs.present.ids import Press
from service.process.services import Services
from storage.records import MatchId
from text.clocks import times


class ReturnCommands(commands.Cog):
    """The part of `/game` by which somebody takes his seat again; `cogs.commands.game` makes a cog of it."""

    desk: Desk
    services: Services

    @on_press("return")
    async def press_return(self, interaction: discord.Interaction, press: Press) -> None:
        """I'm back."""
        await self._returned(interaction, press.match)

    @on_press("standin")
    async def press_stand_in(self, interaction: discord.Interaction, press: Press) -> None:
        """Let the computer play the turn that all wait for."""
        words = asking.words(interaction)
        played = await self.services.standing_in.ask(press.match, asking.user(interaction), now=asking.now())
        said = times.has_stood_in(words) if played else times.another_must_agree(words)
        await deliver.show(interaction, notes.note(said))

    async def _returned(self, interaction: discord.Interaction, match_id: MatchId) -> None:
        await self.services.returns.come_back(match_id, asking.user(interaction), now=asking.now())
        await deliver.show(interaction, notes.note(times.welcome(asking.words(interaction))))
