"""Reading an interaction: who asks, where, when, in which language, with what right."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import discord

from cogs import languages
from cogs.desk import READER
from cogs.refused import Declined
from service.people.people import preferred
from service.records import MatchPlace
from storage.records import PersonRow, UserId
from text.language import Words

_MODERATES = "moderates"


def words(interaction: discord.Interaction) -> Words:
    """The language of the person asking, as it was found when they came in."""
    return languages.of(interaction)


def prefers(interaction: discord.Interaction, key: str) -> str:
    """What the person asking prefers, as it was found when they came in."""
    person: PersonRow = interaction.extras.get(READER) or PersonRow(user(interaction))
    return preferred(person, key)


def user(interaction: discord.Interaction) -> UserId:
    """Who asks."""
    return UserId(interaction.user.id)


def now() -> datetime:
    """The present moment: the only clock of the program."""
    return discord.utils.utcnow()


def place(interaction: discord.Interaction) -> MatchPlace:
    """Where the question was asked."""
    assert interaction.channel_id is not None
    return MatchPlace(interaction.guild_id, interaction.channel_id)


def is_in_server(interaction: discord.Interaction) -> bool:
    """Whether somebody asks in a server that has the bot; not in private messages, nor where only the person has it."""
    return interaction.guild_id is not None and interaction.client.get_guild(interaction.guild_id) is not None


def is_moderator(interaction: discord.Interaction) -> bool:
    """Whether the person may manage the channel of the match that they ask about, or else the one in which they ask."""
    judged: bool | None = interaction.extras.get(_MODERATES)
    if judged is not None:
        return judged
    return interaction.guild_id is not None and interaction.permissions.manage_channels


def judge(interaction: discord.Interaction, *, moderates: bool) -> None:
    """Keep for `is_moderator` whether the person moderates the match that they ask about."""
    interaction.extras[_MODERATES] = moderates


def require(interaction: discord.Interaction, **wanted: bool) -> None:
    """Refuse `missing-permissions`, with those that the bot lacks in this channel."""
    have = interaction.app_permissions
    lacking = [name for name, needed in wanted.items() if needed and not getattr(have, name)]
    if lacking:
        raise Declined("missing-permissions", names=tuple(lacking))


def require_of(have: discord.Permissions, wanted: Iterable[str], *, code: str = "missing-permissions") -> None:
    """Refuse with this code, and with those of the `wanted` permissions that are lacking."""
    if lacking := tuple(name for name in wanted if not getattr(have, name)):
        raise Declined(code, names=lacking)


def require_own(interaction: discord.Interaction, **wanted: bool) -> None:
    """Refuse `own-permissions`, with those that the person lacks in this channel: the bot lends nobody its own.

    In a private message there is nothing to lack.
    """
    lacking = [name for name, needed in wanted.items() if needed and not getattr(interaction.permissions, name)]
    if lacking and interaction.guild_id is not None:
        raise Declined("own-permissions", names=tuple(lacking))


def require_voice(interaction: discord.Interaction) -> None:
    """The person must be allowed to write here themselves, for what everybody is going to read. Refuses `own-permissions`."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    require_own(interaction, send_messages=not in_thread, send_messages_in_threads=in_thread)


def large(text: str) -> int:
    """An id of Discord's from one of our own selects; 0 for anything else."""
    return int(text) if text.isdecimal() and len(text) <= 20 else 0


def number(text: str) -> int:
    """A small number from one of our own ids or selects; 0 for anything else."""
    return int(text) if text.isdecimal() and len(text) < 7 else 0
