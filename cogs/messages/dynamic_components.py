"""One item behind every button and select: whatever is pressed, whenever it was sent, comes back as a press, read from its id.

discord.py is not told of them (`cogs.interactions.component_router`): else it would parse the message of every press once more.
"""

from __future__ import annotations

import re
from typing import Any

from discord import ui

from cogs.messages.component_ids import Press

Component = ui.Button[Any] | ui.Select[Any] | ui.UserSelect[Any] | ui.ChannelSelect[Any] | ui.RoleSelect[Any]
"""Whatever can be pressed."""


class DynamicComponent(ui.DynamicItem[Any], template=re.compile(r".*", re.DOTALL)):
    """Any button or select of ours, and the press that it means."""

    def __init__(self, item: Component, press: Press | None = None) -> None:
        super().__init__(item)
        self.press = press


def new_view() -> ui.LayoutView:
    """Return the empty view of a message, which discord.py neither keeps nor answers for."""
    view = ui.LayoutView(timeout=None)
    view.stop()
    return view
