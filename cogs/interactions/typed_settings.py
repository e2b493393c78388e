"""Settings by typing: `setting` and `value` of a command, the same for what people prefer and for what servers choose."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from cogs.app_context import AppContext
from cogs.interactions import option_parsing
from cogs.interactions.autocomplete import AutocompleteRequest, Offers
from cogs.interactions.requests import Request
from cogs.messages.setting_field import SettingField
from cogs.refusals import InteractionRefused
from text.guilds import server_settings as said
from text.input_vocabulary import folded
from text.translator import Translator

Typed = Callable[[Request, str], Awaitable[None]]


class TypedSettings:
    """A cog that has such a command: it says what can be named, how it stands, and how it is kept and shown."""

    app: AppContext

    def names(self, locale: str) -> Mapping[str, str]:
        """Return what everything that can be named as a setting is called in a language, by key."""
        raise NotImplementedError

    def groups(self, _locale: str) -> Mapping[str, tuple[str, Sequence[str]]]:
        """Return the groups of settings by key, each with its name in a language and the keys of its settings; none by itself.

        With groups, settings are completed in two steps, `limits/` and `limits/voters`: Discord shows 25 completions.
        """
        return {}

    @property
    def typed(self) -> Mapping[str, Typed]:
        """Names that can be typed as a setting besides the settings themselves, with their values."""
        raise NotImplementedError

    async def choosables(self, request: Request) -> Mapping[str, SettingField]:
        """Return every setting as it stands."""
        raise NotImplementedError

    async def keep(self, request: Request, given: Mapping[str, Sequence[str]]) -> None:
        """Keep what was chosen, by key."""
        raise NotImplementedError

    async def show(self, request: Request, lead: str = "") -> None:
        """Show the panel below `lead`."""
        raise NotImplementedError

    async def type(self, request: Request, setting: str, value: str) -> None:
        """Show the panel; with a setting and a value that is kept, with a setting alone what it is and what it can be."""
        if not setting.strip():
            await self.show(request)
            return
        guild, words = request.guild, request.words
        key = self._find_setting(setting, words)
        if key in self.typed:
            await self.typed[key](request, value)
            return
        field = (await self.choosables(request))[key]
        if not value.strip():
            offered = [name for name, _ in field.offers("", guild, words)]
            await self.show(request, said.explained(field.name, field.about, field.now, offered, words))
            return
        await self.keep(request, {key: field.read(value, guild, words)})
        words = request.words  # the language may be the one that was just chosen
        field = (await self.choosables(request))[key]
        await self.show(request, said.kept(field.name, field.now or said.nothing(words), words))

    async def offers(self, typing: AutocompleteRequest) -> Offers:
        """Return completions of a setting, by name and key, or of a value of the setting that was typed before it."""
        if typing.option == "setting":
            return self._settings(typing)
        key = self._find_setting(typing.filled.get("setting", ""), typing.words)
        if key in self.typed:
            return await self.offered(key, typing)
        return (await self.choosables(Request(self.app, typing.interaction)))[key].offers(
            typing.text, typing.interaction.guild, typing.words
        )

    def _find_setting(self, setting: str, words: Translator) -> str:
        """Return the key that was typed, with its group before it or without. Refuses `not-among`."""
        group, slash, rest = setting.strip().partition("/")
        named, keys = self.groups(words.locale).get(folded(group), ("", ()))
        if slash and named and not rest.strip():
            names = self.names(words.locale)
            raise InteractionRefused("not-among", value=named, choices=tuple(names[key] for key in keys if key in names))
        return option_parsing.key_among(rest if slash and named else setting, self.names, words)

    def _settings(self, typing: AutocompleteRequest) -> Offers:
        """Return the groups as long as nothing is typed, then what is in one of them; by a name or key every setting that fits."""
        names, groups = self.names(typing.words.locale), self.groups(typing.words.locale)
        if not typing.text.strip() and groups:
            grouped = {key for _, keys in groups.values() for key in keys}
            alone = [(name, key) for key, name in names.items() if key not in grouped]
            return [*((f"{name}/…", f"{group}/") for group, (name, _) in groups.items()), *alone]
        within = [
            (f"{name}/{names[key]}", f"{group}/{key}") for group, (name, keys) in groups.items() for key in keys if key in names
        ]
        return typing.fitting(within if "/" in typing.text else [(name, key) for key, name in names.items()])

    async def offered(self, key: str, typing: AutocompleteRequest) -> Offers:
        """Return completions of a value of what is in `typed`."""
        raise NotImplementedError
