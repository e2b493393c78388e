"""Hints: one good turn with its reason, where the terms of a game allow it. Private, and counted in the record."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs import delivery, interaction_info, match_context
from cogs.app_context import AppContext
from cogs.images import match_images
from cogs.interactions.component_router import on_press
from cogs.messages.component_ids import Press
from cogs.messages.play import hints as pages


class HintCog(commands.Cog):
    """Hints."""

    def __init__(self, desk: AppContext) -> None:
        self.desk = desk
        self.services = desk.services

    @on_press("hint")
    async def press_hint(self, interaction: discord.Interaction, press: Press) -> None:
        """For the player who is asked. Refuses `too-soon`, and as `Hints.ask`."""
        user = interaction_info.user(interaction)
        self.desk.cooldowns.spend(user, "hint", interaction_info.now())
        found = await self.services.hints.ask(press.match, user, now=interaction_info.now())
        at = await match_context.for_draft(self.desk, found.draft, interaction_info.words(interaction))
        picture = await match_images.after(at, found.draft.view, found.draft.events, "hint.png")
        await delivery.respond(interaction, pages.hint(at, found, picture))
