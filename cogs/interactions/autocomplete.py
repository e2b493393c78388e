"""Autocompletion of command options: one method of a cog, declared with a decorator, completes all options of a command."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands

from cogs import interaction_info
from cogs.interactions import error_handler
from cogs.messages.message_parts import OPTIONS
from storage.rows import UserId
from text.input_vocabulary import folded
from text.protocol import DETAIL, cut
from text.translator import Translator

Offers = Sequence[tuple[str, str]]
"""What people read, and the value that it stands for."""


@dataclass(frozen=True)
class AutocompleteRequest:
    """Request for completions of one command option, with the text typed so far."""

    interaction: discord.Interaction
    option: str
    text: str
    """What of it is there."""
    filled: Mapping[str, str]
    """The other options that have a value."""
    words: Translator

    @property
    def user(self) -> UserId:
        """Id of the user who is typing."""
        return interaction_info.user(self.interaction)

    def fitting(self, offers: Offers) -> Offers:
        """Return the offers whose name or value contains the text typed so far."""
        wanted = folded(self.text)
        return [offer for offer in offers if wanted in folded(" ".join(offer))]


Complete = Callable[[Any, AutocompleteRequest], Coroutine[Any, Any, Offers]]


def completes(command: Any, *options: str) -> Callable[[Complete], Complete]:
    """Return a decorator that makes a method complete the options of `command`; at most 25 completions are shown."""

    def declared(complete: Complete) -> Complete:
        async def offered(cog: Any, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
            return await error_handler.send_completions(interaction, _choices(complete(cog, _typing(interaction, current))))

        offered.__qualname__ = complete.__qualname__  # discord.py sees by it that this is a method
        for option in options:
            command.autocomplete(option)(offered)
        return complete

    return declared


def _typing(interaction: discord.Interaction, current: str) -> AutocompleteRequest:
    data: Any = interaction.data or {}
    options: list[dict[str, Any]] = data.get("options", [])
    typed = next((o["name"] for o in options if o.get("focused")), "")
    filled = {o["name"]: str(o.get("value", "")) for o in options if not o.get("focused")}
    return AutocompleteRequest(interaction, typed, current, filled, interaction_info.words(interaction))


async def _choices(offers: Coroutine[Any, Any, Offers]) -> list[app_commands.Choice[str]]:
    choices = (await offers)[:OPTIONS]
    return [app_commands.Choice(name=cut(name, DETAIL), value=value[:DETAIL]) for name, value in choices if name and value]
