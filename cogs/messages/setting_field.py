"""Description of one setting, from which its form field, its completions and the parsing of typed values are made."""

from __future__ import annotations

from dataclasses import dataclass, replace

import discord

from cogs.messages.form_fields import ChoiceField, EntityField, Field
from cogs.messages.message_parts import ChannelType, Entity, SelectEntry
from cogs.refusals import InteractionRefused
from text.guilds import server_settings as said
from text.input_vocabulary import folded
from text.translator import Translator

NOTHING = "none"
"""Typed for a channel or role: none at all."""


@dataclass(frozen=True)
class SettingField:
    """A setting of a server, or a preference of a user, as one reader sees it."""

    key: str
    name: str
    about: str = ""
    given: tuple[str, ...] = ()
    """The values that hold, or the ids of the channel or of the roles."""
    lines: tuple[SelectEntry, ...] = ()
    """What it is chosen from; empty where that is a channel or roles."""
    channels: tuple[ChannelType, ...] = ()
    """Which kinds of channels it is chosen from."""
    most: int = 1
    """How many roles."""

    @property
    def now(self) -> str:
        """Present value as text; empty if no value was chosen."""
        if self.lines:
            return next((line.label for line in self.lines if line.value in self.given), "")
        return " ".join(f"<#{key}>" if self.channels else f"<@&{key}>" for key in self.given)

    def field(self) -> Field:
        """Return the form field of the setting, with the present value preselected."""
        if self.lines:
            lines = [replace(line, chosen=line.value in self.given) for line in self.lines]
            return ChoiceField(self.key, self.name, lines, self.about)
        kind = Entity.CHANNEL if self.channels else Entity.ROLE
        given = [int(key) for key in self.given if key.isdecimal()]
        return EntityField(self.key, self.name, kind, given, self.about, self.most, channels=self.channels)

    def offers(self, typed: str, guild: discord.Guild | None, words: Translator) -> list[tuple[str, str]]:
        """Return completions of a value, as (name, stored value).

        If several values may be chosen, complete the last one after a comma.
        """
        before, comma, last = typed.rpartition(",") if self.most > 1 else ("", "", typed)
        wanted, lead = folded(last).lstrip("#@"), f"{before.strip()}{comma} " if comma else ""
        offers = [(f"{lead}{name}", f"{lead}{value}") for name, value in self._all_entries(guild, words) if wanted in folded(name)]
        return [(name, value) for name, value in offers if not comma or value.strip() != f"{lead}{NOTHING}"]

    def read(self, typed: str, guild: discord.Guild | None, words: Translator) -> tuple[str, ...]:
        """Return the stored values or ids of what was typed: a value, its name, or a mention.

        Refuses `not-among`.
        """
        offered = self._all_entries(guild, words)
        values_read = []
        for part in typed.split(",") if self.most > 1 else [typed]:
            plain = folded(part.strip().strip("<@&#>"))
            value = next((value for name, value in offered if plain in (folded(value), folded(name).lstrip("#@"))), None)
            if value is None:
                raise InteractionRefused("not-among", value=part.strip(), choices=tuple(name for name, _ in offered[:25]))
            values_read.append(value)
        return tuple(dict.fromkeys(each_value for each_value in values_read if each_value != NOTHING or self.lines))

    def _all_entries(self, guild: discord.Guild | None, words: Translator) -> list[tuple[str, str]]:
        if self.lines:
            return [(line.label, line.value) for line in self.lines]
        if guild is None:
            return []
        nothing = (said.nothing(words), NOTHING)
        if self.channels:
            kinds = {kind.value for kind in self.channels}
            return [
                nothing,
                *((f"#{channel.name}", str(channel.id)) for channel in guild.channels if channel.type.name in kinds),
            ]
        roles = sorted(guild.roles, reverse=True)
        return [nothing, *((f"@{role.name}", str(role.id)) for role in roles if not role.is_default() and not role.managed)]
