"""`/settings choose`, `export`, `forget`: what the person who asks prefers, what is kept about him, and nobody else."""

from __future__ import annotations

import json

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs import asking, deliver
from cogs.commands.vocabulary import named
from cogs.desk import Desk
from cogs.entries.presses import on_press
from cogs.present import preferences
from cogs.present import private as notes
from cogs.present.ids import Press
from cogs.present.parts import END, button
from service.preferences import PREFERENCES
from text import messages
from text.commands import COMMANDS
from text.labels import label


class SettingsCog(commands.GroupCog, group_name="settings", group_description=locale_str(COMMANDS["settings"])):
    """`/settings ...`; everywhere, and everything in private."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.privacy = desk.services.privacy

    @app_commands.command(**named("settings choose"))
    async def choose(self, interaction: discord.Interaction) -> None:
        """A form with every preference as it stands."""
        await self._show(interaction)

    @on_press("prefer")
    async def press_prefer(self, interaction: discord.Interaction, press: Press) -> None:
        """One of them is chosen; the form shows it."""
        await self.desk.services.people.prefer(asking.user(interaction), press.argument, press.choice)
        await self._show(interaction)

    async def _show(self, interaction: discord.Interaction) -> None:
        user, people = asking.user(interaction), self.desk.services.people
        chosen = {key: await people.prefers(user, key) for key in PREFERENCES}
        await deliver.show(interaction, preferences.form(chosen, asking.words(interaction)))

    @app_commands.command(**named("settings export"))
    async def export(self, interaction: discord.Interaction) -> None:
        """Everything about oneself as a file."""
        record = await self.privacy.export(asking.user(interaction))
        content = json.dumps(record, indent=1, ensure_ascii=False).encode()
        await deliver.show(
            interaction, notes.note(messages.everything_kept(asking.words(interaction))).attach("about-me.json", content)
        )

    @app_commands.command(**named("settings forget"))
    async def forget(self, interaction: discord.Interaction) -> None:
        """Asks once more."""
        words = asking.words(interaction)
        yes = button(None, label("yes-forget", words), "forgetsure", style=END)
        await deliver.show(interaction, notes.note(messages.ask_forget(words)).row(yes))

    @on_press("forgetsure")
    async def press_forget(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """Yes, forget me."""
        await self.privacy.forget(asking.user(interaction), now=asking.now())
        self.desk.people.forget(asking.user(interaction))
        await deliver.show(interaction, notes.note(messages.forgotten(asking.words(interaction))))
