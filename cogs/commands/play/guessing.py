"""Guessing the moves of others: the guess, what became of one's own, and who guesses best in a server."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs import asking, deliver, scene
from cogs.desk import Desk
from cogs.entries import moves
from cogs.entries.presses import on_press
from cogs.present.ids import Press
from cogs.present.play import guesses as present
from cogs.refused import Declined
from service.play.guesses import month_of
from service.process.services import Services


class GuessCommands(commands.Cog):
    """The part of `/game` for people who watch; `cogs.commands.game` makes a cog of it."""

    desk: Desk
    services: Services

    @on_press("guess")
    async def press_guess(self, interaction: discord.Interaction, press: Press) -> None:
        """The draft of a guess."""
        user, now = asking.user(interaction), asking.now()
        await self.services.guesses.begin(press.match, user, now=now)
        await moves.show(self.desk, interaction, await self.services.drafts.prepare(press.match, user, now=now))

    @on_press("guesses")
    async def press_guesses(self, interaction: discord.Interaction, press: Press) -> None:
        """One's own guesses in a game that is over, and how good they were."""
        user, words = asking.user(interaction), asking.words(interaction)
        found = await self.services.guesses.of(press.match, user)
        at = await scene.seen(self.desk, press.match, user, words)
        await deliver.show(interaction, present.own(at, found))

    @on_press("guesstable")
    async def press_guess_table(self, interaction: discord.Interaction, press: Press) -> None:
        """Who guesses best here in a month: the present one, unless another is named."""
        if interaction.guild_id is None:
            raise Declined("not-in-private")
        words, now = asking.words(interaction), month_of(asking.now())
        month = asking.number(press.argument) or now
        best = (await self.services.guesses.month(interaction.guild_id, month))[: present.BEST]
        names = [await self.desk.people.name(one.user_id, interaction.guild_id, words) for one in best]
        await deliver.show(interaction, present.table(month, now, best, names, words))
