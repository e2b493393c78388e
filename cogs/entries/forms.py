"""Forms that outlive a restart: a submitted form is read from its id, like a button, never from an object in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

import discord
from discord import ui
from discord.ext import commands

from cogs.entries.presses import Presses
from cogs.present import ids
from cogs.present.ids import Press
from storage.records import MatchId
from text.labels import label
from text.language import Words
from text.play import moving

TITLE = 45
"""Longest title of a form."""


@dataclass(frozen=True)
class Asked:
    """One line of a form."""

    about: str
    """What stands above it."""
    given: str = ""
    """What stands in it at first."""
    must: bool = True
    """Whether it may not be left empty."""
    long: int = 200
    """Most characters."""


async def ask(interaction: discord.Interaction, title: str, press: Press, *lines: Asked) -> None:
    """A form with a few lines. Its answer comes back as this press with the lines as its values."""
    form = ui.Modal(title=title[:TITLE], timeout=None, custom_id=ids.write(press))
    for number, line in enumerate(lines):
        typed: ui.TextInput[Any] = ui.TextInput(
            custom_id=f"line{number or ''}", max_length=line.long, default=line.given or None, required=line.must
        )
        form.add_item(ui.Label(text=line.about[:TITLE], component=typed))
    await interaction.response.send_modal(form)
    form.stop()  # the library would answer it from memory; `Forms` answers it from its id


async def ask_move(interaction: discord.Interaction, match_id: MatchId, words: Words, *, verb: str = "typed") -> None:
    """A form with one line: a move in words. Its answer comes back as a press of this verb with the line as its value."""
    await ask(interaction, label("type", words), Press(match_id, 0, verb), Asked(moving.typed_hint(words)))


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
            values = tuple(_values(data.get("components", [])))
            await self._presses.answer(interaction, press._replace(values=values) if press else None)


def _values(components: list[dict[str, Any]]) -> Iterator[str]:
    """What was typed into the lines of a form, whatever they are wrapped in."""
    for component in components:
        if "value" in component:
            yield str(component["value"])
        yield from _values(component.get("components", []))
        if "component" in component:
            yield from _values([component["component"]])
