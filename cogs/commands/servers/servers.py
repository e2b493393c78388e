"""`/server settings`: what a server chooses for its games, by whoever may manage the server."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs import asking, deliver
from cogs.background.lobby import tags
from cogs.commands.vocabulary import named
from cogs.desk import Desk
from cogs.entries.presses import on_press
from cogs.present.ids import Press
from cogs.present.people.preferences import ANY
from cogs.present.servers import server_settings as forms
from cogs.refused import Declined
from service.servers.server_settings import PAGES, ROOM, SEEKERS, SETTINGS
from text.commands import COMMANDS
from text.language import Words
from text.servers import server_settings as said


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class ServerCog(commands.GroupCog, group_name="server", group_description=locale_str(COMMANDS["server"])):
    """`/server ...`; only in servers, and everything in private."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.chosen = desk.services.server_settings

    @app_commands.command(**named("server settings"))
    async def settings(self, interaction: discord.Interaction) -> None:
        """A form with every setting as it stands."""
        await self._show(interaction, 0)

    @on_press("serverpage")
    async def press_page(self, interaction: discord.Interaction, press: Press) -> None:
        """Another page."""
        await self._show(interaction, asking.number(press.argument))

    @on_press(forms.VERB)
    async def press_set(self, interaction: discord.Interaction, press: Press) -> None:
        """One of them is chosen; the form shows it."""
        guild, key = _managed(interaction), press.argument
        if key in SETTINGS and SETTINGS[key].kind in forms.KINDS:
            _check_ours(guild, [int(channel) for channel in press.values if channel.isdecimal()])
        await self.chosen.choose(guild.id, key, [one for one in press.values if one != ANY])
        await self._show(interaction, next(page for page, keys in enumerate(PAGES) if key in keys))

    async def _show(self, interaction: discord.Interaction, page: int) -> None:
        guild, words = _managed(interaction), asking.words(interaction)
        page = min(page, len(PAGES) - 1)
        notes = list(self._notes(guild, page, words))
        await deliver.show(interaction, forms.form(self.chosen.of(guild.id), page, words, notes))

    def _notes(self, guild: discord.Guild, page: int, words: Words) -> Iterator[str]:
        """What does not work yet of what was chosen on this page."""
        forum = guild.get_channel(self.chosen.one(guild.id, ROOM) or 0)
        if ROOM in PAGES[page] and isinstance(forum, discord.ForumChannel):
            states = frozenset().union(*tags.named().values())
            known = [tag.name for tag in forum.available_tags if tag.name.casefold() in states]
            names = words.list([words.say(name) for name in said.TAGS.values()])
            yield f"-# {said.tags(words.list(known), words) if known else said.no_tags(names, words)}"
        if SEEKERS in PAGES[page]:
            role = guild.get_role(self.chosen.one(guild.id, SEEKERS) or 0)
            if role is not None and not role.mentionable and not guild.me.guild_permissions.mention_everyone:
                yield said.deaf_role(role.mention, words)


def _managed(interaction: discord.Interaction) -> discord.Guild:
    """The server, for somebody who may manage it. Refuses `not-in-private`, `own-permissions`."""
    if interaction.guild is None:
        raise Declined("not-in-private")
    asking.require_own(interaction, manage_guild=True)
    return interaction.guild


def _check_ours(guild: discord.Guild, chosen: list[int]) -> None:
    """The bot must be able to write in what was chosen. Refuses `missing-permissions`."""
    for number in chosen:
        channel = guild.get_channel(number)
        if channel is None:
            continue
        have = channel.permissions_for(guild.me)
        speaks = "send_messages_in_threads" if isinstance(channel, discord.ForumChannel) else "send_messages"
        lacking = tuple(name for name in ("view_channel", speaks, "attach_files") if not getattr(have, name))
        if lacking:
            raise Declined("missing-permissions", names=lacking)
