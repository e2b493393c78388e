"""Hints: one good turn with its reason, where the terms of a game allow it. Private, and counted in the record."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs import asking, deliver, scene
from cogs.desk import Desk
from cogs.entries.presses import on_press
from cogs.pictures import drawing
from cogs.present.ids import Press
from cogs.present.play import hints as pages


class HintCog(commands.Cog):
    """Hints."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.services = desk.services

    @on_press("hint")
    async def press_hint(self, interaction: discord.Interaction, press: Press) -> None:
        """For the player who is asked. Refuses `too-soon`, and as `Hints.ask`."""
        user = asking.user(interaction)
        self.desk.cooldowns.spend(user, "hint", asking.now())
        found = await self.services.hints.ask(press.match, user, now=asking.now())
        at = await scene.of_draft(self.desk, found.draft, asking.words(interaction))
        picture = await drawing.after(at, found.draft.view, found.draft.events, "hint.png")
        await deliver.show(interaction, pages.hint(at, found, picture))
