"""One dynamic item behind every button and select: whatever is pressed, whenever it was sent, comes back as a press."""

from __future__ import annotations

import re
from typing import Any, Protocol, Self, cast

import discord
from discord import ui

from cogs.messages import component_ids
from cogs.messages.component_ids import Press

Component = ui.Button[Any] | ui.Select[Any] | ui.UserSelect[Any] | ui.ChannelSelect[Any] | ui.RoleSelect[Any]
"""Whatever can be pressed."""


class ComponentHandler(Protocol):
    """The client's interface for presses."""

    async def press(self, interaction: discord.Interaction, press: Press | None) -> None:
        """Answer a press; None is one that this program did not write."""


class DynamicComponent(ui.DynamicItem[Any], template=re.compile(r".*", re.DOTALL)):
    """Any button or select of ours, old ones and unreadable ones included: none is left without an answer."""

    def __init__(self, item: Component, press: Press | None = None) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /) -> Self:
        """Return the item as it came back from Discord."""
        assert isinstance(item, ui.Button | ui.Select | ui.UserSelect | ui.ChannelSelect | ui.RoleSelect)
        return cls(item, component_ids.read(match.string))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand the press to the handler of its verb."""
        press = self.press
        if press is not None and isinstance(self.item, ui.Select):
            press = press._replace(values=tuple(self.item.values))
        if press is not None and isinstance(self.item, ui.UserSelect | ui.ChannelSelect | ui.RoleSelect):
            press = press._replace(values=tuple(str(chosen.id) for chosen in self.item.values))
        await cast(ComponentHandler, interaction.client).press(interaction, press)
