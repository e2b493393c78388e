"""Suspended games in channels where the bot may not write: lists missing permissions, and resumes games once it has them."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs import interaction_info
from cogs.app_context import AppContext
from cogs.visibility import permissions
from games.core.errors import RuleRefusedError
from storage.rows import LOST, MatchRow


async def missing_permissions(app: AppContext, match: MatchRow) -> tuple[str, ...] | None:
    """Permissions that the bot lacks in a game's channel, by their discord.py names; None if it can't see the channel."""
    guild = app.client.get_guild(match.guild_id) if match.guild_id is not None else None
    place = await app.visibility.place(guild, match.channel_id) if guild is not None else None
    if guild is None or place is None or guild.me is None:
        return None
    write = "send_messages_in_threads" if isinstance(place, discord.Thread) else "send_messages"
    have = permissions(place, guild.me)
    return tuple(name for name in ("view_channel", write, "attach_files") if not getattr(have, name))


def may_write(lacks: Sequence[str] | None) -> bool:
    """Return whether a game can go on: `attach_files` isn't needed, as boards can be sent as text."""
    return lacks is not None and set(lacks) <= {"attach_files"}


async def reopen(app: AppContext, match: MatchRow) -> bool:
    """Resume a game that was suspended because the bot could not write, if it can now, and tell its channel. True if resumed."""
    channels = app.services.channel_changes
    if match.status != LOST or not await channels.was_forbidden(match.id) or not may_write(await missing_permissions(app, match)):
        return False
    try:
        await channels.resume(match.id, now=interaction_info.now(), tell=True)
    except RuleRefusedError:  # it was resumed or ended meanwhile
        return False
    return True


async def reopen_all(app: AppContext, guild_id: int) -> None:
    """`reopen` all games of a server, after a change of permissions."""
    for match in await app.services.match_queries.guild_matches(guild_id):
        await reopen(app, match)
