"""Settings by typing: `setting` and `value` of a command, the same for what people prefer and for what servers choose."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

import discord

from cogs import interaction_info
from cogs.interactions import option_parsing
from cogs.interactions.autocomplete import AutocompleteRequest, Offers
from cogs.messages.setting_field import SettingField
from text.guilds import server_settings as said

Typed = Callable[[discord.Interaction, str], Awaitable[None]]


class TypedSettings:
    """What a cog is that has such a command: it says what can be named, how it stands, and how it is kept and shown."""

    def names(self, locale: str) -> Mapping[str, str]:
        """What everything that can be named as a setting is called in a language, by key."""
        raise NotImplementedError

    @property
    def typed(self) -> Mapping[str, Typed]:
        """What else can be named as a setting, with its value."""
        raise NotImplementedError

    async def choosables(self, interaction: discord.Interaction) -> Mapping[str, SettingField]:
        """Every setting as it stands."""
        raise NotImplementedError

    async def keep(self, interaction: discord.Interaction, given: Mapping[str, Sequence[str]]) -> None:
        """Keep what was chosen, by key."""
        raise NotImplementedError

    async def show(self, interaction: discord.Interaction, lead: str = "") -> None:
        """The panel, below this."""
        raise NotImplementedError

    async def type(self, interaction: discord.Interaction, setting: str, value: str) -> None:
        """The panel; with a setting and a value that is kept, with a setting alone what it is and what it can be."""
        if not setting.strip():
            await self.show(interaction)
            return
        guild, words = interaction.guild, interaction_info.words(interaction)
        key = option_parsing.among(setting, self.names, words)
        if key in self.typed:
            await self.typed[key](interaction, value)
            return
        one = (await self.choosables(interaction))[key]
        if not value.strip():
            offered = [name for name, _ in one.offers("", guild, words)]
            await self.show(interaction, said.explained(one.name, one.about, one.now, offered, words))
            return
        await self.keep(interaction, {key: one.read(value, guild, words)})
        words = interaction_info.words(interaction)  # the language may be the one that was just chosen
        one = (await self.choosables(interaction))[key]
        await self.show(interaction, said.kept(one.name, one.now or said.nothing(words), words))

    async def offers(self, typing: AutocompleteRequest) -> Offers:
        """Completions of a setting, by name and key, or of a value of the setting that was typed before it."""
        if typing.option == "setting":
            return typing.fitting([(name, key) for key, name in self.names(typing.words.locale).items()])
        key = option_parsing.among(typing.filled.get("setting", ""), self.names, typing.words)
        if key in self.typed:
            return await self.offered(key, typing)
        return (await self.choosables(typing.interaction))[key].offers(typing.text, typing.interaction.guild, typing.words)

    async def offered(self, key: str, typing: AutocompleteRequest) -> Offers:
        """Completions of a value of what is in `typed`."""
        raise NotImplementedError
