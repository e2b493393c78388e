"""What needs everybody's consent: going back, letting computers finish. Asks no game which one it is."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver
from cogs.commands.vocabulary import named
from cogs.desk import Desk
from cogs.entries import rights
from cogs.entries.presses import on_press
from cogs.present import requests as notes
from cogs.present.ids import Press
from service.finishing import FINISH
from service.going_back import UNDO
from service.requests import Asked
from service.services import Services
from storage.records import MatchId


class AgreeingCommands(commands.Cog):
    """The part of `/game` that asks everybody; `cogs.commands.game` makes a cog of it."""

    desk: Desk
    services: Services

    @app_commands.command(**named("game finish"))
    async def finish(self, interaction: discord.Interaction) -> None:
        """Let computers play the rest, if all agree."""
        match = await rights.here(self.desk, interaction)
        await self._ask(interaction, match.id, FINISH)

    @on_press("askundo")
    async def press_ask_undo(self, interaction: discord.Interaction, press: Press) -> None:
        """Ask all others whether one may go back."""
        await self._ask(interaction, press.match, UNDO)

    @on_press("agree")
    async def press_agree(self, interaction: discord.Interaction, press: Press) -> None:
        """One of the others agrees."""
        await self._answer(interaction, press, agrees=True)

    @on_press("disagree")
    async def press_disagree(self, interaction: discord.Interaction, press: Press) -> None:
        """One of the others does not agree, or who asked no longer asks."""
        await self._answer(interaction, press, agrees=False)

    async def _ask(self, interaction: discord.Interaction, match_id: MatchId, kind: str) -> None:
        found = await self.services.requests.ask(match_id, asking.user(interaction), kind, {}, now=asking.now())
        await self._noted(interaction, found)

    async def _answer(self, interaction: discord.Interaction, press: Press, *, agrees: bool) -> None:
        user, number = asking.user(interaction), asking.number(press.argument)
        await self._noted(
            interaction, await self.services.requests.answer(press.match, user, number, agrees=agrees, now=asking.now())
        )

    async def _noted(self, interaction: discord.Interaction, found: Asked) -> None:
        words = asking.words(interaction)
        names = await self.desk.people.names(found.seats, found.match.guild_id, words)
        await deliver.show(interaction, notes.noted(found, names, words))
