"""Guessing the moves of others: the guess, what became of one's own, and who guesses best in a server."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs import delivery, interaction_info, match_context
from cogs.app_context import AppContext
from cogs.declarations import ActorRole, ButtonGroup
from cogs.interactions import move_submission
from cogs.interactions.surfaces import GAME, SERVER
from cogs.messages.component_ids import Press
from cogs.messages.play import guesses as present
from cogs.refusals import InteractionRefused
from service.watching.guesses import month_of
from service.wiring.services import Services


class GuessCommands(commands.Cog):
    """The part of `/game` for people who watch; `cogs.commands.game_command` makes a cog of it."""

    app: AppContext
    services: Services

    @GAME.action("guess", "guess", ActorRole.ANYBODY, when=lambda at: at.may_guess, group=ButtonGroup.DO)
    async def press_guess(self, interaction: discord.Interaction, press: Press) -> None:
        """The draft of a guess."""
        user, now = interaction_info.user(interaction), interaction_info.now()
        await self.services.guesses.begin(press.match, user, now=now)
        await move_submission.show(self.app, interaction, await self.services.drafts.prepare(press.match, user, now=now))

    @GAME.action("my-guesses", "guesses", ActorRole.ANYBODY, when=lambda at: at.is_over and at.seat is None, group=ButtonGroup.SEE)
    async def press_guesses(self, interaction: discord.Interaction, press: Press) -> None:
        """One's own guesses in a game that is over, and how good they were."""
        user, words = interaction_info.user(interaction), interaction_info.words(interaction)
        found = await self.services.guesses.of(press.match, user)
        context = await match_context.load(self.app, press.match, user, words)
        await delivery.respond(interaction, present.own(context, found))

    @SERVER.press("guesstable")
    async def press_guess_table(self, interaction: discord.Interaction, press: Press) -> None:
        """Who guesses best here in a month: the present one, unless another is named."""
        if interaction.guild_id is None:
            raise InteractionRefused("not-in-private")
        words, now = interaction_info.words(interaction), month_of(interaction_info.now())
        month = interaction_info.number(press.argument) or now
        best = (await self.services.guesses.month(interaction.guild_id, month))[: present.BEST]
        names = [await self.app.people.name(one.user_id, interaction.guild_id, words) for one in best]
        await delivery.respond(interaction, present.table(month, now, best, names, words))
