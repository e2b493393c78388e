"""Base of commands that change a user's or a server's settings by typing, with the options `setting` and `value`."""

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
    """Base class of a cog with such a command; subclasses name, load, save and show the settings."""

    app: AppContext

    def names(self, locale: str) -> Mapping[str, str]:
        """Return the name of every setting that can be typed, in the language `locale`, by key."""
        raise NotImplementedError

    def groups(self, _locale: str) -> Mapping[str, tuple[str, Sequence[str]]]:
        """Return the groups of settings by key, each as (name, keys of its settings); by default none.

        With groups, settings are completed in two steps, `limits/` and then `limits/voters`, since Discord shows at most 25
        completions.
        """
        return {}

    @property
    def typed(self) -> Mapping[str, Typed]:
        """Handlers of further names that can be typed as a setting, each called with the request and the typed value."""
        raise NotImplementedError

    async def choosables(self, request: Request) -> Mapping[str, SettingField]:
        """Return every setting with its present value, by key."""
        raise NotImplementedError

    async def keep(self, request: Request, given: Mapping[str, Sequence[str]]) -> None:
        """Save the chosen values, by the key of their setting."""
        raise NotImplementedError

    async def show(self, request: Request, lead: str = "") -> None:
        """Show the settings panel, with `lead` above it."""
        raise NotImplementedError

    async def type(self, request: Request, setting: str, value: str) -> None:
        """Carry out the command: save the typed value, or explain the setting if no value was typed; then show the panel.

        Without a setting, only show the panel.
        """
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
        """Return completions of the option `setting`, or of the option `value` for the setting typed before it."""
        if typing.option == "setting":
            return self._settings(typing)
        key = self._find_setting(typing.filled.get("setting", ""), typing.words)
        if key in self.typed:
            return await self.offered(key, typing)
        return (await self.choosables(Request(self.app, typing.interaction)))[key].offers(
            typing.text, typing.interaction.guild, typing.words
        )

    def _find_setting(self, setting: str, words: Translator) -> str:
        """Return the key of the typed setting, with or without its group. Refuses `not-among`."""
        group, slash, rest = setting.strip().partition("/")
        named, keys = self.groups(words.locale).get(folded(group), ("", ()))
        if slash and named and not rest.strip():
            names = self.names(words.locale)
            raise InteractionRefused("not-among", value=named, choices=tuple(names[key] for key in keys if key in names))
        return option_parsing.key_among(rest if slash and named else setting, self.names, words)

    def _settings(self, typing: AutocompleteRequest) -> Offers:
        """Return completions of the option `setting`.

        With nothing typed: the groups, and the settings outside of groups. After a group's name and a slash: settings within
        groups. Otherwise: all settings that fit the text.
        """
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
        """Return completions of the value for a name in `typed`."""
        raise NotImplementedError
