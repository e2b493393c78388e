"""The bot's intents, permissions and invitations. Only what it uses."""

from __future__ import annotations

import discord

NEEDED = (
    "view_channel",  # to see the channel in which it plays
    "send_messages",  # the lobby, and games played in the channel itself
    "send_messages_in_threads",  # turn messages
    "create_public_threads",  # a thread for each game
    "create_private_threads",  # practice, and games for people who are invited
    "attach_files",  # the board
    "read_message_history",  # to answer a typed move as a reply to it
)
"""Every permission that is used, and no other. Without one of them the bot does what it can and says what is missing."""

PERMISSIONS = discord.Permissions(**dict.fromkeys(NEEDED, True))
"""All of them, as the invitation asks for them."""

SCOPES = ("bot", "applications.commands")


def missing_permissions(have: discord.Permissions) -> tuple[str, ...]:
    """Return the names of the `NEEDED` permissions that are missing in `have`."""
    return tuple(name for name in NEEDED if not getattr(have, name))


def intents() -> discord.Intents:
    """Return the intents for the gateway: none is privileged. Replies to the bot carry their text without one."""
    return discord.Intents(guilds=True, guild_messages=True, dm_messages=True)


def invitation(application_id: int) -> str:
    """Return the address that adds the bot to a server."""
    return discord.utils.oauth_url(application_id, permissions=PERMISSIONS, scopes=SCOPES)


def personal_invitation(application_id: int) -> str:
    """Return the address that adds the bot to a person's account: its commands in private messages and in every server."""
    base = discord.utils.oauth_url(application_id, scopes=("applications.commands",))
    return f"{base}&integration_type=1"
