"""Welcome messages in servers: where they go, and which permissions are still missing. Posted once, then edited."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import timedelta

import discord

from cogs import delivery, interaction_info
from cogs.app_context import AppContext
from cogs.background.message_builders import MessageBuilders
from cogs.bot_permissions import NEEDED, invitation, missing_permissions
from cogs.messages.guilds import welcome
from cogs.messages.message_parts import Message
from service.core.post_content import read
from service.guilds.server_settings import ROOM
from service.guilds.welcome_messages import PRIVATELY, WELCOME, Welcome
from storage.rows import SERVER, Post, UserId
from telemetry.log_line import log_line

log = logging.getLogger("cogs.background.servers.welcoming")

MISSED = timedelta(days=7)
"""Servers that added the bot while it was offline are welcomed if that was less than this ago."""

_LOOKED_THROUGH = 10
"""How many audit log entries to search for the one that added this bot."""


def register(builders: MessageBuilders) -> None:
    """Register the builder of welcome messages."""
    builders.register(SERVER, WELCOME, _build_welcome)


async def post_or_update(app: AppContext, guild: discord.Guild) -> None:
    """Welcome a server, or update its welcome message."""
    state = app.services.welcomes.state(guild.id)
    if state is None or state == PRIVATELY:
        await _begin(app, guild, is_new=state is None)
    else:
        await refresh(app, guild)


async def keep_if_recent(app: AppContext, guild: discord.Guild) -> None:
    """Welcome a server at startup, only if it has none yet and added the bot within `MISSED`."""
    joined = guild.me.joined_at if guild.me is not None else None
    if app.services.welcomes.state(guild.id) is None and joined is not None and interaction_info.now() - joined < MISSED:
        await _begin(app, guild, is_new=True)


async def update_after_change(app: AppContext, guild: discord.Guild) -> None:
    """Update a welcome that lists missing permissions after a change, or post one that could only be sent in private."""
    welcomes = app.services.welcomes
    if welcomes.state(guild.id) == PRIVATELY or welcomes.shown.get(guild.id):
        await post_or_update(app, guild)


async def refresh(app: AppContext, guild: discord.Guild) -> None:
    """Update the list of missing permissions in the welcome; a welcome that was deleted does not come back."""
    place = await app.services.welcomes.message(guild.id)
    if place is None:
        return
    sent = app.client.get_partial_messageable(place[0]).get_partial_message(place[1])
    with suppress(discord.NotFound, discord.Forbidden):
        await delivery.edit(sent, _welcome(app, guild, place[0]))


async def take_away(app: AppContext, guild_id: int) -> None:
    """Delete the welcome message for good."""
    place = await app.services.welcomes.message(guild_id)
    await app.services.welcomes.remove(guild_id, now=interaction_info.now())
    if place is not None:
        with suppress(discord.NotFound, discord.Forbidden):
            await app.client.get_partial_messageable(place[0]).get_partial_message(place[1]).delete()


async def bring_back(app: AppContext, guild: discord.Guild, person: UserId) -> None:
    """Post the welcome again when managers ask for it; an older one is removed."""
    await take_away(app, guild.id)
    channel = _channel(guild)
    await app.services.welcomes.begin(
        guild.id, None if channel is None else channel.id, person, now=interaction_info.now(), again=True
    )


async def _begin(app: AppContext, guild: discord.Guild, *, is_new: bool) -> None:
    channel = _channel(guild)
    if not guild.text_channels or (channel is None and not is_new):
        return  # nobody could read it, or the person who added the bot has been told already
    person = await _inviter(guild)
    if await app.services.welcomes.begin(guild.id, None if channel is None else channel.id, person, now=interaction_info.now()):
        log.info(log_line("server-welcomed", server=guild.id, channel=None if channel is None else channel.id))


def _channel(guild: discord.Guild) -> discord.TextChannel | None:
    """Return the server's system channel, else the first text channel where the bot may write; None if there is none."""
    named = [guild.system_channel] if guild.system_channel is not None else []
    return next((candidate for candidate in (*named, *guild.text_channels) if _may_write(candidate)), None)


def _may_write(channel: discord.TextChannel) -> bool:
    have = channel.permissions_for(channel.guild.me)
    return have.view_channel and have.send_messages


async def _inviter(guild: discord.Guild) -> UserId:
    """Return the person who added the bot, if the bot may read the audit log; else the server's owner."""
    if guild.me.guild_permissions.view_audit_log:
        with suppress(discord.HTTPException):
            async for added in guild.audit_logs(limit=_LOOKED_THROUGH, action=discord.AuditLogAction.bot_add):
                if added.target is not None and added.target.id == guild.me.id and added.user_id is not None:
                    return UserId(added.user_id)
    return UserId(guild.owner_id or 0)


async def _build_welcome(app: AppContext, post: Post) -> Message:
    guild, words = app.client.get_guild(post.topic.id), app.server_words(post.topic.id)
    if post.channel_id is not None and guild is not None:
        return _welcome(app, guild, post.channel_id)
    refused = read(post, Welcome).channel
    channel = guild.get_channel(refused) if guild is not None and refused is not None else None
    have = channel.permissions_for(guild.me) if guild is not None and channel is not None else None
    names = missing_permissions(have or (guild.me.guild_permissions if guild is not None else discord.Permissions.none()))
    where = f"<#{refused}>" if refused is not None else None
    return welcome.unheard(guild.name if guild is not None else "?", where, names or NEEDED, address(app), words)


def _welcome(app: AppContext, guild: discord.Guild, channel_id: int) -> Message:
    """Return the welcome; missing permissions are those of the server's game channel, or of `channel_id` without one."""
    room = guild.get_channel(app.services.server_settings.one(guild.id, ROOM) or channel_id) or guild.get_channel(channel_id)
    have = room.permissions_for(guild.me) if room is not None else guild.me.guild_permissions
    mention = room.mention if room is not None else f"<#{channel_id}>"
    missing = app.services.welcomes.shown[guild.id] = missing_permissions(have)
    words = app.server_words(guild.id)
    games = [edition.words.explain.name(words) for edition in app.editions.values()]
    return welcome.welcome(games, mention, missing, address(app), words)


def address(app: AppContext) -> str:
    """URL that adds this bot to a server, with the permissions it needs."""
    assert app.client.application_id is not None, "connected by now"
    return invitation(app.client.application_id)
