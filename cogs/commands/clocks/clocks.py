"""What the clocks of a game show, what stops them, and more time for the others."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs import asking, deliver
from cogs.desk import Desk
from cogs.entries import forms
from cogs.entries.presses import on_press
from cogs.present.clocks import clocks
from cogs.present.forms import TextField
from cogs.present.ids import Press
from service.lobby.terms import duration
from storage.records import MatchRow
from text.play import panel


class ClockCog(commands.Cog):
    """Clocks of games."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.services = desk.services

    @on_press("clocks")
    async def press_clocks(self, interaction: discord.Interaction, press: Press) -> None:
        """All of them."""
        await self._show(interaction, await self.services.looking.match(press.match))

    @on_press("give")
    async def press_give(self, interaction: discord.Interaction, press: Press) -> None:
        """How much?"""
        words = asking.words(interaction)
        line = TextField(panel.give_hint(words), given=panel.LENGTHS[0], long=40, detail=panel.give_about(words))
        await forms.ask(interaction, panel.give_title(words), Press(press.match, 0, "giveset"), line)

    @on_press("giveset")
    async def press_give_set(self, interaction: discord.Interaction, press: Press) -> None:
        """So much more time for all others; everybody hears of it. Refuses `bad-terms`."""
        length = duration(press.choice)
        await self.services.clocks.give(press.match, asking.user(interaction), length, now=asking.now())
        match = await self.services.looking.match(press.match)
        await self._show(interaction, match, clocks.gift(length, asking.words(interaction)))

    async def _show(self, interaction: discord.Interaction, match: MatchRow, lead: str = "") -> None:
        words, seats = asking.words(interaction), await self.services.looking.seats(match.id)
        shown = await self.services.clocks.shown(match, seats, asking.now())
        names = await self.desk.people.names(seats, match.guild_id, words)
        await deliver.show(interaction, clocks.page(match, shown, names, words, lead))
