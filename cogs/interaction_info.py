"""Reads an interaction: person, place, time, language, permissions."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import discord

from cogs import languages
from cogs.app_context import READER
from cogs.refusals import InteractionRefused
from service.records import MatchLocation
from service.users.user_settings import preference
from storage.rows import PersonRow, UserId
from text.translator import Translator

_MODERATES = "moderates"


def words(interaction: discord.Interaction) -> Translator:
    """Return the translator for the user's language, looked up when the interaction arrived."""
    return languages.translator_of(interaction)


def prefers(interaction: discord.Interaction, key: str) -> str:
    """Return the person's value of a preference, looked up when the interaction arrived."""
    person: PersonRow = interaction.extras.get(READER) or PersonRow(user(interaction))
    return preference(person, key)


def user(interaction: discord.Interaction) -> UserId:
    """Return the id of the user who caused the interaction."""
    return UserId(interaction.user.id)


def now() -> datetime:
    """Return the current time. Always use this clock."""
    return discord.utils.utcnow()


def place(interaction: discord.Interaction) -> MatchLocation:
    """Return the server (if any) and the channel of the interaction."""
    assert interaction.channel_id is not None
    return MatchLocation(interaction.guild_id, interaction.channel_id)


def is_in_server(interaction: discord.Interaction) -> bool:
    """Return whether the interaction is in a server that has the bot itself, not only a personal installation."""
    return interaction.guild_id is not None and interaction.client.get_guild(interaction.guild_id) is not None


def is_moderator(interaction: discord.Interaction) -> bool:
    """Return whether the person may manage the match's channel (see `judge`), else the one they are in."""
    judged: bool | None = interaction.extras.get(_MODERATES)
    if judged is not None:
        return judged
    return interaction.guild_id is not None and interaction.permissions.manage_channels


def judge(interaction: discord.Interaction, *, moderates: bool) -> None:
    """Set the result of `is_moderator` for the match that the interaction is about."""
    interaction.extras[_MODERATES] = moderates


def require(interaction: discord.Interaction, **wanted: bool) -> None:
    """Refuse `missing-permissions` if the bot lacks any of the wanted ones in this channel."""
    have = interaction.app_permissions
    lacking = [name for name, needed in wanted.items() if needed and not getattr(have, name)]
    if lacking:
        raise InteractionRefused("missing-permissions", names=tuple(lacking))


def require_of(have: discord.Permissions, wanted: Iterable[str], *, code: str = "missing-permissions") -> None:
    """Refuse with this code if any of the `wanted` permissions is lacking."""
    if lacking := tuple(name for name in wanted if not getattr(have, name)):
        raise InteractionRefused(code, names=lacking)


def require_own(interaction: discord.Interaction, **wanted: bool) -> None:
    """Refuse `own-permissions` if the person lacks any of the wanted ones in this channel. Private messages need none."""
    lacking = [name for name, needed in wanted.items() if needed and not getattr(interaction.permissions, name)]
    if lacking and interaction.guild_id is not None:
        raise InteractionRefused("own-permissions", names=tuple(lacking))


def require_voice(interaction: discord.Interaction) -> None:
    """Refuse `own-permissions` if the person may not write here, before the bot posts publicly for them."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    require_own(interaction, send_messages=not in_thread, send_messages_in_threads=in_thread)


def large(text: str) -> int:
    """Return a Discord id from one of the bot's own selects; 0 if it isn't one."""
    return int(text) if text.isdecimal() and len(text) <= 20 else 0


def number(text: str) -> int:
    """Return a number of at most six digits from the bot's own component ids or selects; 0 if it isn't one."""
    return int(text) if text.isdecimal() and len(text) < 7 else 0
