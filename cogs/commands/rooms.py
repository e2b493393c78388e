"""Where a game is played: a thread of its own by default, the channel itself where threads are not wanted or not allowed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import discord

from cogs import asking, deliver
from cogs.present.parts import Message
from service.records import Place

WEEK: Literal[10080] = 10080
"""Minutes of silence until a thread is put away: the longest that Discord offers."""


@dataclass(frozen=True)
class Room:
    """A place to play, and the message that will become the lobby's."""

    place: Place
    front: discord.Message
    """The lobby's message: in the channel for an open game, in the thread for a private one."""
    degraded: bool = False
    """A thread was wanted, but the bot may not make one."""


async def prepare(interaction: discord.Interaction, title: str, placeholder: Message, *, here: bool, private: bool) -> Room:
    """Make the place. Refuses `missing-permissions` where the bot may not even write."""
    channel = interaction.channel
    assert isinstance(channel, discord.abc.Messageable), "commands come from places where one can write"
    wants_thread = isinstance(channel, discord.TextChannel) and (private or not here)
    may = interaction.app_permissions
    _require_voice(interaction)
    if isinstance(channel, discord.TextChannel) and wants_thread and private:
        asking.require(interaction, create_private_threads=True, send_messages_in_threads=True)
        return await _private_room(interaction, channel, title, placeholder)
    front = await deliver.post(channel, placeholder)
    if wants_thread and may.create_public_threads and may.send_messages_in_threads:
        thread = await front.create_thread(name=title, auto_archive_duration=WEEK)
        return Room(Place(interaction.guild_id, thread.id), front)
    return Room(asking.place(interaction), front, degraded=wants_thread)


def will_be_here(interaction: discord.Interaction, *, here: bool, private: bool) -> bool:
    """Whether the game will be played in this very channel."""
    if not isinstance(interaction.channel, discord.TextChannel) or (here and not private):
        return True
    return not private and not (
        interaction.app_permissions.create_public_threads and interaction.app_permissions.send_messages_in_threads
    )


async def _private_room(interaction: discord.Interaction, channel: discord.TextChannel, title: str, placeholder: Message) -> Room:
    thread = await channel.create_thread(
        name=title, auto_archive_duration=WEEK, type=discord.ChannelType.private_thread, invitable=True
    )
    await thread.add_user(interaction.user)
    return Room(Place(interaction.guild_id, thread.id), await deliver.post(thread, placeholder))


def _require_voice(interaction: discord.Interaction) -> None:
    """The bot must be able to write and to show pictures where it was asked."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    asking.require(
        interaction, view_channel=True, send_messages=not in_thread, send_messages_in_threads=in_thread, attach_files=True
    )
