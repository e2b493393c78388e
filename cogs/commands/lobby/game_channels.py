"""Channels for new games: by default a new thread each, or the present channel if threads are unwanted or forbidden.

A user who opens a game must have the permission to write, or to create the thread, themselves.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Literal

import discord

from cogs import delivery, interaction_info, reaching
from cogs.app_context import AppContext
from cogs.background.lobby import forum_tags
from cogs.messages import layout
from cogs.messages.lobby import game_form
from cogs.messages.message_parts import Message
from cogs.refusals import InteractionRefused
from service.guilds.server_settings import OPENERS, VOICELESS, YES
from service.records import Lobby, MatchLocation
from storage.rows import LOBBY, Cause, MatchRow, UserId
from telemetry.log_line import log_line
from text.lobby import lobby_texts
from text.translator import translator_for as spoken

log = logging.getLogger("cogs.commands.lobby.rooms")

WEEK: Literal[10080] = 10080
"""Minutes of silence until a thread is put away: the longest that Discord offers."""

_FULL = {160006, 160007}
"""Discord's codes: as many active threads as a server may have, as many announcement threads."""


class ChannelKind(Enum):
    """Kinds of channels in which a new game can be opened."""

    HERE = auto()
    """In this channel, as it was wished or as there is no other way."""
    HERE_FOR_WANT_OF_OURS = auto()
    """In this channel, for the bot may not make threads."""
    HERE_FOR_WANT_OF_YOURS = auto()
    """In this channel, for the person may not make threads."""
    THREAD = auto()
    POST = auto()
    """In a post of a forum."""
    PRIVATE_THREAD = auto()
    LETTERS = auto()
    """In private messages with the bot."""

    @property
    def is_here(self) -> bool:
        """Whether the game is played in the present channel."""
        return self not in (ChannelKind.THREAD, ChannelKind.POST, ChannelKind.PRIVATE_THREAD, ChannelKind.LETTERS)


@dataclass(frozen=True)
class GameChannel:
    """The channel of a new game, with the placeholder message that will become the lobby's message."""

    place: MatchLocation
    front: discord.Message
    """The lobby's message: in the channel for an open game, in the thread for a private one."""
    thread: discord.Thread | None = None
    """The thread that was made for it."""

    async def remove(self) -> None:
        """Delete what was created for the game, since it won't be opened."""
        await _quietly(self.front.delete())
        if self.thread is not None:
            await _put_away(self.thread)


Channel = discord.TextChannel | discord.ForumChannel


def must_open(app: AppContext, interaction: discord.Interaction) -> None:
    """Check that the user has the server's role for opening games, if the server has chosen one. Refuses `may-not-open`."""
    opener = app.services.server_settings.one(interaction.guild_id, OPENERS)
    member = interaction.user
    if opener is None or interaction.guild is None or interaction.guild.get_role(opener) is None:
        return  # a role that is gone binds nobody
    if not (isinstance(member, discord.Member) and member.get_role(opener)) and not interaction.permissions.manage_channels:
        raise InteractionRefused("may-not-open", role=f"<@&{opener}>")


def may_open_without_writing(app: AppContext, interaction: discord.Interaction) -> bool:
    """Return whether members may open games even without the permission to write."""
    return app.services.server_settings.value(interaction.guild_id, VOICELESS) == YES


async def remember_lobby_message(app: AppContext, lobby: Lobby, front: discord.Message) -> None:
    """Remember the message of a lobby, so that it can be kept up to date."""
    await app.services.outbox.posted(lobby.match.id, "lobby", front.id, channel_id=front.channel.id, now=interaction_info.now())


async def private_channel(interaction: discord.Interaction) -> discord.DMChannel:
    """Return the direct-message channel with the user."""
    return interaction.user.dm_channel or await interaction.user.create_dm()


async def private_place(channel: discord.DMChannel, placeholder: Message) -> GameChannel:
    """Return the channel for a solo game in direct messages.

    Refuses `no-letters` if the user accepts no direct messages from the bot.
    """
    try:
        return GameChannel(MatchLocation(None, channel.id), await delivery.post(channel, placeholder))
    except discord.Forbidden as error:
        raise InteractionRefused("no-letters") from error


def parent(interaction: discord.Interaction) -> Channel | None:
    """Return the parent channel of the thread in which the interaction took place; None outside of threads."""
    parent = interaction.channel.parent if isinstance(interaction.channel, discord.Thread) else None
    return parent if isinstance(parent, Channel) else None


def planned_beside(interaction: discord.Interaction, room: Channel, *, voiceless: bool) -> ChannelKind:
    """Return the most private kind of thread that can be created in `room`, the parent of the present thread.

    Refuses as `planned_place` does.
    """
    assert interaction.guild is not None
    ours = room.permissions_for(interaction.guild.me)
    both = [ours, *([room.permissions_for(interaction.user)] if isinstance(interaction.user, discord.Member) else [])]
    may = all(
        permissions.view_channel and permissions.create_private_threads and permissions.send_messages_in_threads
        for permissions in both
    )
    if isinstance(room, discord.TextChannel) and may and ours.attach_files:
        return ChannelKind.PRIVATE_THREAD
    return planned_in(interaction, room, voiceless=voiceless)


def server_game_channel(interaction: discord.Interaction, number: int | None) -> Channel | None:
    """Return the channel that the server has chosen for its games; None without one, or if it was deleted."""
    candidate = interaction.guild.get_channel(number) if interaction.guild is not None and number is not None else None
    return candidate if isinstance(candidate, Channel) else None


def planned_place(
    interaction: discord.Interaction, *, here: bool, private: bool, voiceless: bool, room: Channel | None = None
) -> ChannelKind:
    """Return the kind of channel for a new game, before anything is created.

    That is in `room`, the server's game channel, if there is one and nothing else was asked for. Refuses `missing-permissions` of
    the bot, and `own-permissions` of the user. With `voiceless`, the server lets users open games without permissions to write and
    to create threads.
    """
    if room is not None and not here and not private:
        return planned_in(interaction, room, voiceless=voiceless)
    _require_voice(interaction)
    if not isinstance(interaction.channel, discord.TextChannel) or (here and not private):
        if not voiceless:
            interaction_info.require_voice(interaction)
        return ChannelKind.HERE
    if private:
        interaction_info.require(interaction, create_private_threads=True, send_messages_in_threads=True)
        interaction_info.require_own(interaction, create_private_threads=True, send_messages_in_threads=True)
        return ChannelKind.PRIVATE_THREAD
    if not voiceless:
        interaction_info.require_voice(interaction)
    may = interaction.app_permissions
    if not (may.create_public_threads and may.send_messages_in_threads):
        return ChannelKind.HERE_FOR_WANT_OF_OURS
    return ChannelKind.THREAD if voiceless or interaction.permissions.create_public_threads else ChannelKind.HERE_FOR_WANT_OF_YOURS


async def prepare(
    interaction: discord.Interaction, kind: ChannelKind, title: str, placeholder: Message, room: Channel | None = None
) -> GameChannel:
    """Create the channel planned with `planned_place`, or nothing if that fails. Refuses `no-more-threads`."""
    try:
        if kind is ChannelKind.POST:
            assert isinstance(room, discord.ForumChannel)
            return await _post(room, title, placeholder)
        beside = kind is ChannelKind.PRIVATE_THREAD and isinstance(interaction.channel, discord.Thread)
        return await _create_channel(interaction, kind, title, placeholder, room if kind is ChannelKind.THREAD or beside else None)
    except discord.HTTPException as error:
        raise (InteractionRefused("no-more-threads") if error.code in _FULL else error) from error


async def invite(interaction: discord.Interaction, thread_id: int, users: Sequence[int]) -> list[int]:
    """Add users to a private thread, and return the ids of those whom Discord has added.

    Refuses `no-private-thread`.
    """
    try:
        thread = interaction.client.get_channel(thread_id) or await interaction.client.fetch_channel(thread_id)
    except (discord.NotFound, discord.Forbidden) as error:
        raise InteractionRefused("no-private-thread") from error
    if not isinstance(thread, discord.Thread):
        raise InteractionRefused("no-private-thread")
    return [user for user in users if await _quietly(thread.add_user(discord.Object(user)))]


INVITATION = "invitation"
"""The cause of a ping for a new game, or for a rematch."""


async def invite_members(app: AppContext, interaction: discord.Interaction, match: MatchRow, users: Sequence[UserId]) -> list[int]:
    """Invite users to the channel of a new game with a ping each, and return the ids of those invited.

    Left out are users who have blocked the inviter, and those whom Discord doesn't add.
    """
    host = interaction_info.user(interaction)
    blockers = await app.services.user_settings.blockers_of(host)
    wanted = [user for user in dict.fromkeys(users) if user != host and user not in blockers]
    channel = interaction.client.get_channel(match.channel_id) or await interaction.client.fetch_channel(match.channel_id)
    if isinstance(channel, discord.Thread) and channel.is_private():
        wanted = [UserId(user) for user in await invite(interaction, match.channel_id, wanted)]
    if wanted and isinstance(channel, discord.abc.Messageable):
        message = game_form.invitation(match, wanted, interaction.user.display_name, spoken(match.locale))
        message = await reaching.with_allowed_pings_of_answer(app, Cause(INVITATION, host), message)
        wanted = wanted if await _quietly(delivery.post(channel, message)) else []
    return list(wanted)


async def rename_thread(interaction: discord.Interaction, match: MatchRow, title: str, host: str, players: Sequence[str]) -> None:
    """Rename the thread of a starting game after its title, players and number.

    A name given by users stays: one that doesn't end like the bot's own names. Called once per game, as Discord allows two renames
    in ten minutes.
    """
    thread = interaction.client.get_channel(match.channel_id)
    words = spoken(match.locale)
    name, ours = lobby_texts.thread_of_game(title, players, match.id, words), lobby_texts.thread_name("", host, words)
    if isinstance(thread, discord.Thread) and thread.name != name and thread.name.endswith(ours):
        await _quietly(thread.edit(name=name))


def planned_in(interaction: discord.Interaction, room: Channel, *, voiceless: bool) -> ChannelKind:
    """Return the kind of channel, post or thread, that a new game gets in the server's game channel `room`.

    Refuses `missing-permissions` of the bot, and `own-permissions` of the user.
    """
    assert interaction.guild is not None
    is_forum = isinstance(room, discord.ForumChannel)
    begins = () if is_forum else ("create_public_threads",)
    ours = ("view_channel", "send_messages", "send_messages_in_threads", "attach_files", *begins)
    interaction_info.require_of(room.permissions_for(interaction.guild.me), ours)
    if isinstance(interaction.user, discord.Member):
        own = ("view_channel",) if voiceless else ("view_channel", "send_messages", *begins)
        interaction_info.require_of(room.permissions_for(interaction.user), own, code="own-permissions")
    return ChannelKind.POST if is_forum else ChannelKind.THREAD


async def _post(forum: discord.ForumChannel, title: str, placeholder: Message) -> GameChannel:
    """Create a forum post for a game, with the forum's tag for open games, or any tag if the forum requires one."""
    wanted = forum_tags.fitting_tags(forum, LOBBY, ()) or (forum.available_tags[:1] if forum.flags.require_tag else [])
    made = await forum.create_thread(
        name=title,
        auto_archive_duration=WEEK,
        view=layout.view(placeholder),
        allowed_mentions=layout.mentions(placeholder),
        applied_tags=wanted,
    )
    return GameChannel(MatchLocation(forum.guild.id, made.thread.id), made.message, made.thread)


async def _create_channel(
    interaction: discord.Interaction, kind: ChannelKind, title: str, placeholder: Message, room: Channel | None = None
) -> GameChannel:
    channel = room or interaction.channel
    assert isinstance(channel, discord.abc.Messageable), "commands come from places where one can write"
    if kind is ChannelKind.PRIVATE_THREAD:
        assert isinstance(channel, discord.TextChannel)
        return await _private_room(interaction, channel, title, placeholder)
    front = await delivery.post(channel, placeholder)
    if kind is not ChannelKind.THREAD:
        return GameChannel(interaction_info.place(interaction), front)
    try:
        thread = await front.create_thread(name=title, auto_archive_duration=WEEK)
    except BaseException:
        await _quietly(front.delete())
        raise
    return GameChannel(MatchLocation(interaction.guild_id, thread.id), front, thread)


async def _private_room(
    interaction: discord.Interaction, channel: discord.TextChannel, title: str, placeholder: Message
) -> GameChannel:
    thread = await channel.create_thread(
        name=title, auto_archive_duration=WEEK, type=discord.ChannelType.private_thread, invitable=True
    )
    try:
        await thread.add_user(interaction.user)
        return GameChannel(MatchLocation(interaction.guild_id, thread.id), await delivery.post(thread, placeholder), thread)
    except BaseException:
        await _put_away(thread)
        raise


async def _put_away(thread: discord.Thread) -> None:
    """Delete a thread or, without the permission to do so, archive it."""
    if not await _quietly(thread.delete()):
        await _quietly(thread.edit(archived=True))


async def _quietly(work: Awaitable[object]) -> bool:
    """Await a Discord request during clean-up, and return whether it succeeded; failures are only logged."""
    try:
        await work
    except discord.HTTPException as error:
        log.info(log_line("room-unchanged", reason=f"{error.status} {error.code}"))
        return False
    return True


def _require_voice(interaction: discord.Interaction) -> None:
    """Check that the bot can write and attach pictures in the channel of the interaction. Refuses `missing-permissions`."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    interaction_info.require(
        interaction, view_channel=True, send_messages=not in_thread, send_messages_in_threads=in_thread, attach_files=True
    )
