"""Forms that outlive a restart: a submitted form is read from its id, like a button, never from an object in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import discord
from discord.ext import commands

from cogs.entries.presses import Presses
from cogs.present import ids
from cogs.present.forms import Field, TextField, form
from cogs.present.ids import Press
from storage.records import MatchId
from text.labels import label
from text.language import Words
from text.play import moving

_LINE = discord.ComponentType.text_input.value


async def ask(interaction: discord.Interaction, title: str, press: Press, *fields: Field) -> None:
    """Show a form. Its answer comes back as this press, with what was filled in as its fields, and typed lines as its values."""
    shown = form(title, press, *fields)
    await interaction.response.send_modal(shown)
    shown.stop()  # the library would answer it from memory; `Forms` answers it from its id


async def ask_move(interaction: discord.Interaction, match_id: MatchId, words: Words, *, verb: str = "typed") -> None:
    """A form with one line: a move in words. Its answer comes back as a press of this verb with the line as its value."""
    await ask(
        interaction,
        label("type", words),
        Press(match_id, 0, verb),
        TextField(moving.typed_hint(words), detail=moving.typed_about(words)),
    )


def uploaded(interaction: discord.Interaction) -> discord.Attachment | None:
    """The file that was uploaded in a form; None without one."""
    data: Any = interaction.data or {}
    files = list(data.get("resolved", {}).get("attachments", {}).values())
    return discord.Attachment(data=files[0], state=interaction._state) if files else None  # nothing else makes one


class Forms(commands.Cog):
    """Submitted forms."""

    def __init__(self, presses: Presses) -> None:
        self._presses = presses

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Hand a submitted form to whoever answers its verb."""
        if interaction.type is discord.InteractionType.modal_submit:
            data = cast(dict[str, Any], interaction.data)
            press = ids.read(data["custom_id"])
            fields = dict(_filled(data.get("components", [])))
            typed = tuple(_typed(data.get("components", [])))
            await self._presses.answer(interaction, press._replace(values=typed, fields=fields) if press else None)


def _leaves(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The fields of a submitted form, whatever they are wrapped in."""
    for component in components:
        if "custom_id" in component:
            yield component
        yield from _leaves(component.get("components", []))
        if "component" in component:
            yield from _leaves([component["component"]])


def _filled(components: list[dict[str, Any]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What was filled in, by the names of the fields; nothing where one was left empty."""
    for leaf in _leaves(components):
        given = leaf.get("values") or ([leaf["value"]] if leaf.get("value") else [])
        yield str(leaf["custom_id"]), tuple(map(str, given))


def _typed(components: list[dict[str, Any]]) -> Iterator[str]:
    """What was typed into the lines of a form."""
    for leaf in _leaves(components):
        if leaf.get("type", _LINE) == _LINE and "value" in leaf:
            yield str(leaf["value"])
