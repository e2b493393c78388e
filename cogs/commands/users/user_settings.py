"""`/settings`: what the person who asks prefers, whom they block, and what is kept about them; in a private panel, and typed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from clocks import zones
from cogs import delivery, interaction_info
from cogs.app_context import AppContext
from cogs.commands.command_translator import everywhere, explained, named
from cogs.declarations import DeferMode, EntryPoint
from cogs.interactions import job_progress, option_parsing
from cogs.interactions.autocomplete import AutocompleteRequest, Offers, completes
from cogs.interactions.modals import ask
from cogs.interactions.panel_actions import YES
from cogs.interactions.surfaces import SELF
from cogs.interactions.typed_settings import Typed, TypedSettings
from cogs.messages import ephemeral_messages as notes
from cogs.messages.component_ids import Press
from cogs.messages.message_parts import END, button
from cogs.messages.setting_field import SettingField
from cogs.messages.users import preferences
from cogs.refusals import InteractionRefused
from service.core.job_queue import PERSON
from service.errors import Refusal
from service.users.preferences import FORMS, LANGUAGE, RATING
from storage.rows import MatchId, PersonRow, UserId
from text.commands import COMMANDS
from text.guilds import server_settings
from text.labels import label
from text.translator import languages
from text.translator import translator_for as spoken
from text.users import data_removal
from text.users import preferences as said

BLOCK, UNBLOCK = "block", "unblock"
TYPED = (said.HOURS, BLOCK, UNBLOCK, said.EXPORT, said.FORGET)
"""What can be named as a setting besides the preferences."""


class UserSettingsCog(TypedSettings, commands.Cog):
    """Everywhere, and everything in private: people are not told that they are blocked."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.privacy = app.services.privacy
        self.people = app.services.user_settings
        menu = app_commands.ContextMenu(name=locale_str(COMMANDS["block member"]), callback=self.block_member)
        self.menu = everywhere(menu)

    @everywhere
    @app_commands.command(**named("settings"))
    @explained("settings", "setting", "value")
    async def settings(self, interaction: discord.Interaction, setting: str = "", value: str = "") -> None:
        """What one prefers, by a panel or typed."""
        await self.type(interaction, setting, value)

    @property
    def typed(self) -> Mapping[str, Typed]:
        return {
            said.HOURS: self._type_hours,
            BLOCK: self._type_block,
            UNBLOCK: self._type_unblock,
            said.EXPORT: lambda interaction, _: self._export(interaction),
            said.FORGET: self._type_forget,
        }

    @completes(settings, "setting", "value")
    async def _offer(self, typing: AutocompleteRequest) -> Offers:
        return await self.offers(typing)

    async def offered(self, key: str, typing: AutocompleteRequest) -> Offers:
        if key == said.HOURS:
            return [(zone, zone) for zone in zones.offered(typing.text)]
        if key == said.FORGET:
            return [(label("yes-forget", typing.words), YES[0])]
        return await self._blocked(typing.interaction) if key == UNBLOCK else []

    # --- forms -----------------------------------------------------------------------------------------------------------

    @SELF.press("preferform", ack=DeferMode.FORM)
    async def press_form(self, interaction: discord.Interaction, press: Press) -> None:
        """The form of a group of preferences, with what is chosen now."""
        if press.argument not in FORMS:
            raise InteractionRefused("unknown-button")
        user, words = interaction_info.user(interaction), interaction_info.words(interaction)
        blocked = await self.people.blocked_by(user)
        fields = preferences.fields(press.argument, await self._person(interaction), blocked, words)
        await ask(interaction, label(f"prefer-{press.argument}", words), Press(MatchId(0), 0, "prefer", press.argument), *fields)

    @SELF.press("prefer", ways={EntryPoint.FORM: DeferMode.HERE, EntryPoint.SELECT: DeferMode.HERE})
    async def press_prefer(self, interaction: discord.Interaction, press: Press) -> None:
        """A form is filled in; or, in a panel of an earlier version, one preference was chosen."""
        form = FORMS.get(press.argument, ())
        given = {key: press.fields[key][0] for key in form if press.fields.get(key)}
        await self._prefer(interaction, given if form else {press.argument: press.choice})
        if RATING in form:
            await self._block_these(
                interaction, [UserId(interaction_info.large(one)) for one in press.fields.get(preferences.BLOCKED, ())]
            )
        await self.show(interaction, server_settings.kept_all(interaction_info.words(interaction)))

    @SELF.press("preferences")
    async def press_preferences(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """A panel of an earlier version: the present one takes its place."""
        await self.show(interaction)

    @SELF.press("hours", ack=DeferMode.FORM)
    async def press_hours(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """A form with three lines."""
        words = interaction_info.words(interaction)
        fields = preferences.hours(await self._person(interaction), words)
        await ask(interaction, label("hours", words), Press(MatchId(0), 0, "hoursset"), *fields)

    @SELF.press("hoursset", way=EntryPoint.FORM)
    async def press_hours_set(self, interaction: discord.Interaction, press: Press) -> None:
        """The form is filled in."""
        await self._live(interaction, *(*press.values, "", "", "")[:3])

    @SELF.press("mydata", ack=DeferMode.AFRESH)
    async def press_data(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """Everything about oneself as a file."""
        await self._export(interaction)

    @SELF.press("forgetme")
    async def press_forget_me(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """Asks once more."""
        await self._ask_forget(interaction)

    @SELF.press("forgetsure")
    async def press_forget(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """Yes, forget me."""
        await self._forget(interaction)

    async def _type_forget(self, interaction: discord.Interaction, value: str) -> None:
        await (self._forget if value.strip().casefold() in YES else self._ask_forget)(interaction)

    async def _forget(self, interaction: discord.Interaction) -> None:
        async with job_progress.admitted(self.app, interaction, PERSON):
            await self.privacy.forget(interaction_info.user(interaction), now=interaction_info.now())
        self.app.people.forget(interaction_info.user(interaction))
        await delivery.respond(interaction, notes.note(data_removal.forgotten(interaction_info.words(interaction))))

    # --- blocks ----------------------------------------------------------------------------------------------------------

    async def block_member(self, interaction: discord.Interaction, member: discord.User) -> None:
        """The menu on a member: no invitations, requests or rematches of them."""
        self.app.people.meet(member, None)
        await self.people.block(interaction_info.user(interaction), UserId(member.id))
        await self._show_blocked(interaction)

    @SELF.press("block", ack=DeferMode.AFRESH)
    async def press_block(self, interaction: discord.Interaction, press: Press) -> None:
        """Below a profile."""
        await self.people.block(interaction_info.user(interaction), UserId(interaction_info.large(press.argument)))
        await self._show_blocked(interaction)

    @SELF.press("unblock", way=EntryPoint.SELECT)
    async def press_unblock(self, interaction: discord.Interaction, press: Press) -> None:
        """A list of an earlier version: let somebody invite again."""
        await self.people.unblock(interaction_info.user(interaction), UserId(interaction_info.large(press.choice)))
        await self._show_blocked(interaction)

    async def _type_block(self, interaction: discord.Interaction, value: str) -> None:
        if value.strip():
            await self.people.block(interaction_info.user(interaction), option_parsing.member(value, interaction.guild))
        await self._show_blocked(interaction)

    async def _type_unblock(self, interaction: discord.Interaction, value: str) -> None:
        named = {name.casefold(): user for name, user in await self._blocked(interaction)}
        user = named.get(value.strip().lstrip("@").casefold()) or value
        if value.strip():
            await self.people.unblock(interaction_info.user(interaction), option_parsing.member(user, interaction.guild))
        await self._show_blocked(interaction)

    async def _block_these(self, interaction: discord.Interaction, chosen: list[UserId]) -> None:
        """Unblock the people whom the form listed and who were removed from it."""
        user = interaction_info.user(interaction)
        blocked = await self.people.blocked_by(user)
        for other in sorted(set(chosen) - set(blocked), key=user.__ne__):  # oneself first: that is refused before anything changes
            await self.people.block(user, other)
        for other in set(blocked[: preferences.MOST_BLOCKED]) - set(chosen):
            await self.people.unblock(user, other)

    async def _blocked(self, interaction: discord.Interaction) -> list[tuple[str, str]]:
        blocked = await self.people.blocked_by(interaction_info.user(interaction))
        words = interaction_info.words(interaction)
        return [(await self.app.people.name(user, interaction.guild_id, words), str(user)) for user in blocked]

    async def _show_blocked(self, interaction: discord.Interaction) -> None:
        words, blocked = interaction_info.words(interaction), await self.people.blocked_by(interaction_info.user(interaction))
        privacy = button(None, label("prefer-privacy", words), "preferform", "privacy")
        await delivery.respond(interaction, notes.note(data_removal.listed([f"<@{user}>" for user in blocked], words)).row(privacy))

    # --- what panel, forms and typing share ------------------------------------------------------------------------------

    async def _person(self, interaction: discord.Interaction) -> PersonRow:
        return await self.people.person(interaction_info.user(interaction))

    def names(self, locale: str) -> Mapping[str, str]:
        words = spoken(locale)
        known = preferences.choosables(PersonRow(UserId(0)), words)
        return {**{key: one.name for key, one in known.items()}, **{key: said.typed(key, words) for key in TYPED}}

    async def choosables(self, interaction: discord.Interaction) -> Mapping[str, SettingField]:
        return preferences.choosables(await self._person(interaction), interaction_info.words(interaction))

    async def keep(self, interaction: discord.Interaction, given: Mapping[str, Sequence[str]]) -> None:
        await self._prefer(interaction, {key: values[0] for key, values in given.items()})

    async def _prefer(self, interaction: discord.Interaction, given: dict[str, str]) -> None:
        locale = given.pop(LANGUAGE, None)
        if locale is not None and locale not in (preferences.ANY, *languages()):
            raise Refusal("not-a-preference", key=LANGUAGE, value=locale)
        if given:
            await self.people.prefer_all(interaction_info.user(interaction), given)
        if locale is not None:
            await self.people.speak(interaction_info.user(interaction), None if locale == preferences.ANY else locale)
            await self.app.languages.found(interaction)

    async def _type_hours(self, interaction: discord.Interaction, value: str) -> None:
        if value.strip():
            await self._live(interaction, *option_parsing.hours(value))
        else:
            await self.show(interaction, said.hours_hint(interaction_info.words(interaction)))

    async def _live(self, interaction: discord.Interaction, zone: str, begin: str, end: str) -> None:
        await self.people.live_in(interaction_info.user(interaction), zone, begin, end)
        await self.show(interaction, server_settings.kept_all(interaction_info.words(interaction)))

    async def show(self, interaction: discord.Interaction, lead: str = "") -> None:
        person = await self._person(interaction)
        await delivery.respond(
            interaction, preferences.panel(person, interaction_info.words(interaction), interaction_info.now(), lead)
        )

    async def _export(self, interaction: discord.Interaction) -> None:
        async with job_progress.admitted(self.app, interaction, PERSON):
            record = await self.privacy.export(interaction_info.user(interaction))
            content = await asyncio.to_thread(_written, record)
        message = notes.note(data_removal.everything_kept(interaction_info.words(interaction)))
        await delivery.respond(interaction, message.attach("about-me.json", content))

    async def _ask_forget(self, interaction: discord.Interaction) -> None:
        words = interaction_info.words(interaction)
        yes = button(None, label("yes-forget", words), "forgetsure", style=END)
        back = button(None, label("back", words), "preferences")
        await delivery.respond(interaction, notes.note(data_removal.ask_forget(words)).row(yes, back))


def _written(record: Mapping[str, Any]) -> bytes:
    return json.dumps(record, indent=1, ensure_ascii=False).encode()
