"""Command `/settings`: the user's preferences, blocked users and personal data, in a private panel or by typing."""

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
from cogs import interaction_info
from cogs.app_context import AppContext
from cogs.commands.command_translator import describe_options, everywhere, name_and_description
from cogs.declarations import DeferMode, EntryPoint
from cogs.interactions import job_progress, option_parsing
from cogs.interactions.autocomplete import AutocompleteRequest, Offers, completes
from cogs.interactions.panel_actions import YES
from cogs.interactions.requests import Request
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
from text.input_vocabulary import folded
from text.labels import label
from text.translator import languages
from text.translator import translator_for as spoken
from text.users import data_removal
from text.users import preferences as said

BLOCK, UNBLOCK = "block", "unblock"
TYPED = (said.HOURS, BLOCK, UNBLOCK, said.EXPORT, said.FORGET)
"""What can be named as a setting besides the preferences."""


class UserSettingsCog(TypedSettings, commands.Cog):
    """Cog with the command `/settings`; all answers are private, so that users don't learn that they are blocked."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.privacy = app.services.privacy
        self.people = app.services.user_settings
        menu = app_commands.ContextMenu(name=locale_str(COMMANDS["block member"]), callback=self.block_member)
        self.menu = everywhere(menu)

    @everywhere
    @app_commands.command(**name_and_description("settings"))
    @describe_options("settings", "setting", "value")
    async def settings(self, interaction: discord.Interaction, setting: str = "", value: str = "") -> None:
        """Show or change the reader's preferences, by a panel or typed."""
        request = Request(self.app, interaction)
        await self.type(request, setting, value)

    @property
    def typed(self) -> Mapping[str, Typed]:
        return {
            said.HOURS: self._type_hours,
            BLOCK: self._type_block,
            UNBLOCK: self._type_unblock,
            said.EXPORT: lambda request, _: self._export(request),
            said.FORGET: self._type_forget,
        }

    @completes(settings, "setting", "value")
    async def _offer(self, typing: AutocompleteRequest) -> Offers:
        return await self.offers(typing)

    async def offered(self, key: str, typing: AutocompleteRequest) -> Offers:
        if key == said.HOURS:
            return [(zone, zone) for zone in zones.zones_matching(typing.text)]
        if key == said.FORGET:
            return [(label("yes-forget", typing.words), YES[0])]
        return await self._blocked_people(Request(self.app, typing.interaction)) if key == UNBLOCK else []

    # --- forms -----------------------------------------------------------------------------------------------------------

    @SELF.press("preferform", ack=DeferMode.FORM)
    async def press_form(self, request: Request) -> None:
        """Open the form of a group of preferences, with the present values preselected."""
        if request.argument not in FORMS:
            raise InteractionRefused("unknown-button")
        user, words = request.user, request.words
        blocked = await self.people.blocked_by(user)
        fields = preferences.fields(request.argument, await self._person(request), blocked, words)
        await request.ask(label(f"prefer-{request.argument}", words), Press(MatchId(0), 0, "prefer", request.argument), *fields)

    @SELF.press("prefer", ways={EntryPoint.FORM: DeferMode.HERE, EntryPoint.SELECT: DeferMode.HERE})
    async def press_prefer(self, request: Request) -> None:
        """Save the preferences of a submitted form, or the one chosen in an outdated panel."""
        form = FORMS.get(request.argument, ())
        given = {key: request.fields[key][0] for key in form if request.fields.get(key)}
        await self._prefer(request, given if form else {request.argument: request.choice})
        if RATING in form:
            await self._block_these(
                request, [UserId(interaction_info.large(blocked)) for blocked in request.fields.get(preferences.BLOCKED, ())]
            )
        await self.show(request, server_settings.kept_all(request.words))

    @SELF.press("preferences")
    async def press_preferences(self, request: Request) -> None:
        """Show the present panel in place of an outdated one."""
        await self.show(request)

    @SELF.press("hours", ack=DeferMode.FORM)
    async def press_hours(self, request: Request) -> None:
        """Open the form for the time zone and sleep hours."""
        words = request.words
        fields = preferences.hours(await self._person(request), words)
        await request.ask(label("hours", words), Press(MatchId(0), 0, "hoursset"), *fields)

    @SELF.press("hoursset", way=EntryPoint.FORM)
    async def press_hours_set(self, request: Request) -> None:
        """Save the sleep hours of the submitted form."""
        await self._live(request, *(*request.values, "", "", "")[:3])

    @SELF.press("mydata", ack=DeferMode.AFRESH)
    async def press_data(self, request: Request) -> None:
        """Send the user everything that is stored about them, as a file."""
        await self._export(request)

    @SELF.press("forgetme")
    async def press_forget_me(self, request: Request) -> None:
        """Ask for confirmation before the user's data is deleted."""
        await self._ask_forget(request)

    @SELF.press("forgetsure")
    async def press_forget(self, request: Request) -> None:
        """Delete the user's data, after confirmation."""
        await self._forget(request)

    async def _type_forget(self, request: Request, value: str) -> None:
        await (self._forget if folded(value) in YES else self._ask_forget)(request)

    async def _forget(self, request: Request) -> None:
        async with job_progress.admission(self.app, request.interaction, PERSON):
            await self.privacy.forget(request.user, now=request.now)
        self.app.people.forget(request.user)
        await request.respond(notes.note(data_removal.forgotten(request.words)))

    # --- blocks ----------------------------------------------------------------------------------------------------------

    async def block_member(self, interaction: discord.Interaction, member: discord.User) -> None:
        """Block a member, from their context menu, and show the list of blocked users.

        Invitations, requests and rematches of a blocked user don't reach the user.
        """
        request = Request(self.app, interaction)
        self.app.people.meet(member, None)
        await self.people.block(request.user, UserId(member.id))
        await self._show_blocked(request)

    @SELF.press("block", ack=DeferMode.AFRESH)
    async def press_block(self, request: Request) -> None:
        """Block the user whose profile is shown, and show the list of blocked users."""
        await self.people.block(request.user, UserId(interaction_info.large(request.argument)))
        await self._show_blocked(request)

    @SELF.press("unblock", way=EntryPoint.SELECT)
    async def press_unblock(self, request: Request) -> None:
        """Unblock a user, from a list of an outdated panel."""
        await self.people.unblock(request.user, UserId(interaction_info.large(request.choice)))
        await self._show_blocked(request)

    async def _type_block(self, request: Request, value: str) -> None:
        if value.strip():
            await self.people.block(request.user, option_parsing.member(value, request.guild))
        await self._show_blocked(request)

    async def _type_unblock(self, request: Request, value: str) -> None:
        named = {folded(name): user for name, user in await self._blocked_people(request)}
        user = named.get(folded(value.strip().lstrip("@"))) or value
        if value.strip():
            await self.people.unblock(request.user, option_parsing.member(user, request.guild))
        await self._show_blocked(request)

    async def _block_these(self, request: Request, chosen: list[UserId]) -> None:
        """Unblock the users who were listed in the form and removed from it."""
        user = request.user
        blocked = await self.people.blocked_by(user)
        for other in sorted(set(chosen) - set(blocked), key=user.__ne__):  # oneself first: that is refused before anything changes
            await self.people.block(user, other)
        for other in set(blocked[: preferences.MOST_BLOCKED]) - set(chosen):
            await self.people.unblock(user, other)

    async def _blocked_people(self, request: Request) -> list[tuple[str, str]]:
        blocked = await self.people.blocked_by(request.user)
        words = request.words
        return [(await self.app.people.name(user, request.guild_id, words), str(user)) for user in blocked]

    async def _show_blocked(self, request: Request) -> None:
        words, blocked = request.words, await self.people.blocked_by(request.user)
        privacy = button(None, label("prefer-privacy", words), "preferform", "privacy")
        await request.respond(notes.note(data_removal.listed([f"<@{user}>" for user in blocked], words)).row(privacy))

    # --- what panel, forms and typing share ------------------------------------------------------------------------------

    async def _person(self, request: Request) -> PersonRow:
        return await self.people.person(request.user)

    def names(self, locale: str) -> Mapping[str, str]:
        words = spoken(locale)
        known = preferences.choosables(PersonRow(UserId(0)), words)
        return {**{key: field.name for key, field in known.items()}, **{key: said.typed(key, words) for key in TYPED}}

    async def choosables(self, request: Request) -> Mapping[str, SettingField]:
        return preferences.choosables(await self._person(request), request.words)

    async def keep(self, request: Request, given: Mapping[str, Sequence[str]]) -> None:
        await self._prefer(request, {key: values[0] for key, values in given.items()})

    async def _prefer(self, request: Request, given: dict[str, str]) -> None:
        locale = given.pop(LANGUAGE, None)
        if locale is not None and locale not in (preferences.ANY, *languages()):
            raise Refusal("not-a-preference", key=LANGUAGE, value=locale)
        if given:
            await self.people.prefer_all(request.user, given)
        if locale is not None:
            await self.people.speak(request.user, None if locale == preferences.ANY else locale)
            await self.app.languages.found(request.interaction)

    async def _type_hours(self, request: Request, value: str) -> None:
        if value.strip():
            await self._live(request, *option_parsing.hours(value))
        else:
            await self.show(request, said.hours_hint(request.words))

    async def _live(self, request: Request, zone: str, begin: str, end: str) -> None:
        await self.people.live_in(request.user, zone, begin, end)
        await self.show(request, server_settings.kept_all(request.words))

    async def show(self, request: Request, lead: str = "") -> None:
        person = await self._person(request)
        await request.respond(preferences.panel(person, request.words, request.now, lead))

    async def _export(self, request: Request) -> None:
        async with job_progress.admission(self.app, request.interaction, PERSON):
            record = await self.privacy.export(request.user)
            content = await asyncio.to_thread(_record_bytes, record)
        message = notes.note(data_removal.everything_kept(request.words))
        await request.respond(message.attach("about-me.json", content))

    async def _ask_forget(self, request: Request) -> None:
        words = request.words
        yes = button(None, label("yes-forget", words), "forgetsure", style=END)
        back = button(None, label("back", words), "preferences")
        await request.respond(notes.note(data_removal.ask_forget(words)).row(yes, back))


def _record_bytes(record: Mapping[str, Any]) -> bytes:
    return json.dumps(record, indent=1, ensure_ascii=False).encode()
