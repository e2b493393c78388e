"""Names, descriptions and translations of all slash commands (`text.commands`), in the form that discord.py requires."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.app_commands import locale_str

from text.commands import COMMANDS, OPTIONS
from text.input_vocabulary import folded
from text.translator import SOURCE, translator_for

T = TypeVar("T")


FORMER: Mapping[str, str] = {
    "block": "/settings setting:block",
    "clock give": "/game action:give",
    "clock show": "/game action:clocks",
    "game find": "/find",
    "game new": "/new",
    "game practice": "/practice",
    "hand": "/game action:hand",
    "hint": "/game action:hint",
    "map": "/help topic:maps",
    "server settings": "/server",
    "settings choose": "/settings",
    "settings export": "/settings setting:export",
    "settings forget": "/settings setting:forget",
    "settings hours": "/settings setting:hours",
    "tournament message": "/tournament action:write",
    "tournament deputy": "/tournament action:deputies",
    "tournament my": "/tournament",
    "vacation": "/away",
}
"""Commands that are called otherwise by now, and what to type instead; other parts of former groups are actions of the same
name.
"""


def current_name(typed: str) -> tuple[str, str] | None:
    """Return a former command and what to type instead, for people who ask for it by its name; None for anything else."""
    wanted = " ".join(folded(typed).lstrip("/").split())
    name = next((name for name in FORMER if wanted == name or wanted.startswith(f"{name} ")), None)
    return None if name is None else (name, FORMER[name])


def name_and_description(full_name: str) -> dict[str, Any]:
    """Return the name and the description of a command or group, as keyword arguments."""
    return {"name": full_name.rsplit(" ", 1)[-1], "description": locale_str(COMMANDS[full_name])}


def describe_options(full_name: str, *options: str) -> Callable[[T], T]:
    """Return a decorator that describes these options of a command."""
    return app_commands.describe(**{option: locale_str(OPTIONS[f"{full_name} {option}"]) for option in options})


def everywhere(command: T) -> T:
    """Mark a command or group as usable everywhere: also by personal installation, in any server or direct message."""
    marked = app_commands.allowed_installs(guilds=True, users=True)(command)
    return app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(marked)


def with_letters(command: T) -> T:
    """Mark a command about a match as usable in direct messages with the bot, where users play practice games."""
    return app_commands.allowed_contexts(guilds=True, dms=True)(command)


class CommandTranslator(app_commands.Translator):
    """Translator of command names and descriptions for discord.py, from the bot's catalogues."""

    def __init__(self) -> None:
        """Look up the bot's languages among Discord's locales, once, as discord.py asks for every name in every locale."""
        spoken = {locale: translator_for(locale.value) for locale in discord.Locale}
        self._spoken = {locale: words for locale, words in spoken.items() if words.locale != SOURCE}

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the translation of a command's name or description, as `app_commands.Translator` asks; None without one."""
        spoken = self._spoken.get(locale)
        if spoken is None or _is_typed(context):
            return None
        sentence = spoken.say(string.message)
        return sentence if sentence != string.message else None


def _is_typed(context: app_commands.TranslationContextTypes) -> bool:
    """Return whether a text to translate is a name that users type: of a command, a group or an option."""
    place = context.location
    if place is app_commands.TranslationContextLocation.command_name:
        return not isinstance(context.data, app_commands.ContextMenu)
    return place in (app_commands.TranslationContextLocation.group_name, app_commands.TranslationContextLocation.parameter_name)
