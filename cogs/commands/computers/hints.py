"""Hints: one good turn with its reason, where the terms of a game allow it. Private, and counted in the record."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs import delivery, interaction_info, match_context
from cogs.app_context import AppContext
from cogs.declarations import ActorRole, ButtonGroup, DeferMode
from cogs.images import match_images
from cogs.interactions.surfaces import GAME
from cogs.messages.component_ids import Press
from cogs.messages.play import hints as pages


class HintCog(commands.Cog):
    """Hints."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.services = app.services

    @GAME.action("hint", "hint", ActorRole.SEATED, when=lambda at: at.may_be_hinted, group=ButtonGroup.DO, ack=DeferMode.AFRESH)
    async def press_hint(self, interaction: discord.Interaction, press: Press) -> None:
        """For the player who is asked. Refuses `too-soon`, and as `Hints.ask`."""
        user = interaction_info.user(interaction)
        self.app.cooldowns.spend(user, "hint", interaction_info.now())
        found = await self.services.hints.ask(press.match, user, now=interaction_info.now())
        context = await match_context.for_draft(self.app, found.draft, interaction_info.words(interaction))
        picture = await match_images.after(context, found.draft.view, found.draft.events, "hint.png")
        await delivery.respond(interaction, pages.hint(context, found, picture))
