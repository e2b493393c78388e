"""Command `/server`: a server's settings, changed by a private panel with forms, or by typing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs import interaction_info
from cogs.app_context import AppContext
from cogs.background.guilds import champion_roles, welcome_posts
from cogs.background.lobby import forum_tags
from cogs.bot_permissions import missing_permissions
from cogs.commands.command_translator import describe_options, name_and_description, with_letters
from cogs.commands.operators.operator_panel import OperatorCog
from cogs.declarations import ActorRole, DeferMode, EntryPoint
from cogs.interactions import access_rules
from cogs.interactions.autocomplete import AutocompleteRequest, Offers, completes
from cogs.interactions.requests import Request
from cogs.interactions.surfaces import SERVER
from cogs.interactions.typed_settings import Typed, TypedSettings
from cogs.messages.component_ids import Press
from cogs.messages.guilds import server_settings as present
from cogs.messages.setting_field import SettingField
from cogs.messages.users.preferences import ANY
from cogs.refusals import InteractionRefused
from service.guilds.server_settings import CHAMPION, FORMS, PAPER, PUZZLES, RESULTS, ROOM, SEEKERS, pages
from service.tournaments.champions import TROUBLE
from storage.rows import MatchId
from text.guilds import server_settings as said
from text.guilds import weekly_paper_texts, welcome
from text.input_vocabulary import folded
from text.labels import label
from text.translator import Translator
from text.translator import translator_for as spoken

WELCOME, CHECK = "welcome", "check"
"""What can be named as a setting besides the settings."""
OFF = "off"
"""The value that removes the welcome."""


class ServerSettingsCog(TypedSettings, commands.Cog):
    """Cog with the command `/server`, for members who may manage their server; all answers are private."""

    def __init__(self, app: AppContext, operators: OperatorCog) -> None:
        """Make the cog; `operators` answers `/server` in direct messages, for the operators of the bot."""
        self.app = app
        self.operators = operators
        self.chosen = app.services.server_settings

    @with_letters
    @app_commands.command(**name_and_description("server"))
    @app_commands.default_permissions(manage_guild=True)
    @describe_options("server", "setting", "value")
    async def server(self, interaction: discord.Interaction, setting: str = "", value: str = "") -> None:
        """Show or change the server's settings, by a panel or typed; in a private message, open the operators' panel."""
        request = Request(self.app, interaction)
        if interaction.guild is None and await access_rules.owns(self.app, request.user):
            await self.operators.type(request, setting, value)
            return
        _managed_guild(request)
        await self.type(request, setting, value)

    @completes(server, "setting", "value")
    async def _offer(self, typing: AutocompleteRequest) -> Offers:
        if typing.interaction.guild is None:
            is_operator = await access_rules.owns(self.app, typing.interaction.user.id)
            return await self.operators.offers(typing) if is_operator else []
        return await self.offers(typing)

    async def offered(self, key: str, typing: AutocompleteRequest) -> Offers:
        return [(label("remove-welcome", typing.words), OFF)] if key == WELCOME else []

    @property
    def typed(self) -> Mapping[str, Typed]:
        return {WELCOME: self._welcome_again, CHECK: self._check}

    @SERVER.press("welcomeback", ActorRole.MANAGER)
    async def press_welcome(self, request: Request) -> None:
        """Post the welcome message again."""
        await self._welcome_again(request, "")

    @SERVER.press("servercheck", ActorRole.MANAGER)
    async def press_check(self, request: Request) -> None:
        """Check again which permissions the bot lacks, and show the panel."""
        await self._check(request, "")

    @SERVER.press("serverform", ActorRole.MANAGER, ack=DeferMode.FORM)
    async def press_form(self, request: Request) -> None:
        """Open the form of a group of settings, with the present values preselected."""
        if request.argument not in pages():
            raise InteractionRefused("unknown-button")
        choosables = await self.choosables(request)
        fields = [choosables[key].field() for key in pages()[request.argument] if key in choosables]
        title = present.page_name(request.argument, request.words)
        await request.ask(title, Press(MatchId(0), 0, "serverset", request.argument), *fields)

    @SERVER.press("serverset", ActorRole.MANAGER, ways={EntryPoint.FORM: DeferMode.HERE, EntryPoint.SELECT: DeferMode.HERE})
    async def press_set(self, request: Request) -> None:
        """Save the settings of a submitted form, or the one setting chosen in an outdated panel."""
        given = {key: request.fields[key] for key in pages().get(request.argument, ()) if key in request.fields}
        await self.keep(request, given or {request.argument: request.values})
        await self.show(request, said.kept_all(request.words))

    @SERVER.press("serverpage", ActorRole.MANAGER)
    async def press_page(self, request: Request) -> None:
        """Show the present panel in place of an outdated one."""
        await self.show(request)

    async def keep(self, request: Request, given: Mapping[str, Sequence[str]]) -> None:
        guild = _managed_guild(request)
        channels = [channel for key in (ROOM, RESULTS, PUZZLES, PAPER) for channel in given.get(key, ())]
        _check_ours(guild, [int(channel) for channel in channels if channel.isdecimal()])
        for role in given.get(CHAMPION, ()):
            if role.isdecimal() and (trouble := champion_roles.trouble(guild, int(role))):
                raise InteractionRefused(trouble, role=f"<@&{role}>")
        await self.chosen.choose_all(guild.id, {key: [value for value in values if value != ANY] for key, values in given.items()})

    async def show(self, request: Request, lead: str = "") -> None:
        guild, words = _managed_guild(request), request.words
        room, missing = self._missing_permissions(request, guild)
        warnings = [*([welcome.missing(room, missing, words)] if missing else []), *self._warnings(guild, words)]
        address = welcome_posts.address(self.app) if missing else ""
        await request.respond(present.panel(guild.name, self.chosen.of(guild.id), words, warnings, lead, address=address))

    async def _welcome_again(self, request: Request, value: str) -> None:
        guild, words = _managed_guild(request), request.words
        if folded(value) == OFF:
            await welcome_posts.take_away(self.app, guild.id)
            await self.show(request, welcome.removed(words))
        else:
            await welcome_posts.bring_back(self.app, guild, request.user)
            await self.show(request, welcome.back(words))

    async def _check(self, request: Request, _value: str) -> None:
        guild = _managed_guild(request)
        await welcome_posts.refresh(self.app, guild)
        room, missing = self._missing_permissions(request, guild)
        await self.show(request, "" if missing else f"✅ {welcome.ready(room, request.words)}")

    def _missing_permissions(self, request: Request, guild: discord.Guild) -> tuple[str, tuple[str, ...]]:
        """Return the channel in which games are opened (a mention), and the permissions that the bot lacks there."""
        room = guild.get_channel(self.chosen.one(guild.id, ROOM) or 0)
        if room is None:
            return f"<#{request.place.channel_id}>", missing_permissions(request.interaction.app_permissions)
        return room.mention, missing_permissions(room.permissions_for(guild.me))

    async def choosables(self, request: Request) -> Mapping[str, SettingField]:
        return present.choosables(self.chosen.of(request.guild_id), request.words)

    def names(self, locale: str) -> Mapping[str, str]:
        words = spoken(locale)
        known = {key: field.name for key, field in present.choosables({}, words).items()}
        return {**known, WELCOME: label("welcome-again", words), CHECK: label("check", words)}

    def groups(self, locale: str) -> Mapping[str, tuple[str, Sequence[str]]]:
        return {form: (label(f"server-{form}", spoken(locale)), keys) for form, keys in FORMS.items()}

    def _warnings(self, guild: discord.Guild, words: Translator) -> Iterator[str]:
        """Yield a line for each chosen setting that does not work yet."""
        forum = guild.get_channel(self.chosen.one(guild.id, ROOM) or 0)
        if isinstance(forum, discord.ForumChannel):
            states = frozenset().union(*forum_tags.tag_names_by_state().values())
            known = [tag.name for tag in forum.available_tags if folded(tag.name) in states]
            names = words.list([words.say(name) for name in said.TAGS.values()])
            yield f"-# {said.tags(words.list(known), words) if known else said.no_tags(names, words)}"
        if (trouble := self.chosen.of(guild.id).get(TROUBLE)) is not None and self.chosen.one(guild.id, CHAMPION) is not None:
            yield f"⚠️ {words.say(said.CHAMPION_TROUBLE[trouble])}"
        paper = self.app.services.weekly_paper.trouble(guild.id)
        if paper is not None and not _may_write(guild, paper):
            yield weekly_paper_texts.lost(f"<#{paper}>", words)
        role = guild.get_role(self.chosen.one(guild.id, SEEKERS) or 0)
        if role is not None and not role.mentionable and not guild.me.guild_permissions.mention_everyone:
            yield said.deaf_role(role.mention, words)


def _managed_guild(request: Request) -> discord.Guild:
    """Return the server of the request, which the user must be allowed to manage.

    Refuses `not-in-private` and `own-permissions`.
    """
    if request.guild is None:
        raise InteractionRefused("not-in-private")
    interaction_info.require_own(request.interaction, manage_guild=True)
    return request.guild


def _may_write(guild: discord.Guild, number: int) -> bool:
    """Return whether the bot can write in a channel."""
    channel = guild.get_channel(number)
    have = discord.Permissions.none() if channel is None else channel.permissions_for(guild.me)
    return have.view_channel and have.send_messages


def _check_ours(guild: discord.Guild, chosen: list[int]) -> None:
    """Check that the bot can write in every chosen channel. Refuses `missing-permissions`."""
    for number in chosen:
        channel = guild.get_channel(number)
        if channel is None:
            continue
        have = channel.permissions_for(guild.me)
        speaks = "send_messages_in_threads" if isinstance(channel, discord.ForumChannel) else "send_messages"
        lacking = tuple(name for name in ("view_channel", speaks, "attach_files") if not getattr(have, name))
        if lacking:
            raise InteractionRefused("missing-permissions", names=lacking)
