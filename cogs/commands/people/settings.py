"""`/settings choose`, `hours`, `export`, `forget`: what the person who asks prefers, what is kept about him, and nobody else."""

from __future__ import annotations

import json

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from clocks import zones
from cogs import asking, deliver
from cogs.commands.vocabulary import everywhere, explained, named
from cogs.desk import Desk
from cogs.entries import errors
from cogs.entries.forms import Asked, ask
from cogs.entries.presses import on_press
from cogs.present import private as notes
from cogs.present.ids import Press
from cogs.present.parts import END, button
from cogs.present.people import preferences
from service.errors import Refusal
from service.people.preferences import PAGES
from storage.records import MatchId
from text.commands import COMMANDS
from text.labels import label
from text.language import languages
from text.people import forgetting
from text.people import preferences as said


@everywhere
class SettingsCog(commands.GroupCog, group_name="settings", group_description=locale_str(COMMANDS["settings"])):
    """`/settings ...`; everywhere, and everything in private."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.privacy = desk.services.privacy
        self.people = desk.services.people

    @app_commands.command(**named("settings choose"))
    async def choose(self, interaction: discord.Interaction) -> None:
        """A form with every preference as it stands."""
        await self._show(interaction, 0)

    @app_commands.command(**named("settings hours"))
    @explained("settings hours", "zone", "asleep_from", "asleep_until")
    async def hours(self, interaction: discord.Interaction, zone: str, asleep_from: str = "", asleep_until: str = "") -> None:
        """Time zone and sleep hours."""
        await self._lives(interaction, zone, asleep_from, asleep_until)

    @hours.autocomplete("zone")
    @errors.silent
    async def _offer_zones(self, _: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return notes.choices([(zone, zone) for zone in zones.offered(current)])

    @on_press("preferences")
    async def press_preferences(self, interaction: discord.Interaction, press: Press) -> None:
        """Another page."""
        await self._show(interaction, asking.number(press.argument))

    @on_press("prefer")
    async def press_prefer(self, interaction: discord.Interaction, press: Press) -> None:
        """One of them is chosen; the form shows it."""
        user, key = asking.user(interaction), press.argument
        if key == preferences.LANGUAGE:
            await self._speaks(interaction, press.choice)
            key = PAGES[0][0]
        else:
            await self.people.prefer(user, key, press.choice)
        await self._show(interaction, next(page for page, keys in enumerate(PAGES) if key in keys))

    @on_press("hours")
    async def press_hours(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """A form with three lines."""
        words = asking.words(interaction)
        zone, begin, end = preferences.typed_hours(await self.people.person(asking.user(interaction)))
        lines = (
            Asked(said.ask_zone(words), zone, long=60),
            Asked(said.ask_begin(words), begin, must=False, long=20),
            Asked(said.ask_end(words), end, must=False, long=20),
        )
        await ask(interaction, label("hours", words), Press(MatchId(0), 0, "hoursset"), *lines)

    @on_press("hoursset")
    async def press_hours_set(self, interaction: discord.Interaction, press: Press) -> None:
        """The form is filled in."""
        await self._lives(interaction, *(*press.values, "", "", "")[:3])

    async def _lives(self, interaction: discord.Interaction, zone: str, begin: str, end: str) -> None:
        await self.people.live_in(asking.user(interaction), zone, begin, end)
        await self._show(interaction, len(PAGES) - 1)

    async def _speaks(self, interaction: discord.Interaction, locale: str) -> None:
        if locale not in (preferences.ANY, *languages()):
            raise Refusal("not-a-preference", key=preferences.LANGUAGE, value=locale)
        await self.people.speak(asking.user(interaction), None if locale == preferences.ANY else locale)
        await self.desk.languages.found(interaction)

    async def _show(self, interaction: discord.Interaction, page: int) -> None:
        person = await self.people.person(asking.user(interaction))
        page = min(page, len(PAGES) - 1)
        await deliver.show(interaction, preferences.form(person, page, asking.words(interaction), asking.now()))

    @app_commands.command(**named("settings export"))
    async def export(self, interaction: discord.Interaction) -> None:
        """Everything about oneself as a file."""
        record = await self.privacy.export(asking.user(interaction))
        content = json.dumps(record, indent=1, ensure_ascii=False).encode()
        await deliver.show(
            interaction, notes.note(forgetting.everything_kept(asking.words(interaction))).attach("about-me.json", content)
        )

    @app_commands.command(**named("settings forget"))
    async def forget(self, interaction: discord.Interaction) -> None:
        """Asks once more."""
        words = asking.words(interaction)
        yes = button(None, label("yes-forget", words), "forgetsure", style=END)
        await deliver.show(interaction, notes.note(forgetting.ask_forget(words)).row(yes))

    @on_press("forgetsure")
    async def press_forget(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """Yes, forget me."""
        await self.privacy.forget(asking.user(interaction), now=asking.now())
        self.desk.people.forget(asking.user(interaction))
        await deliver.show(interaction, notes.note(forgetting.forgotten(asking.words(interaction))))
