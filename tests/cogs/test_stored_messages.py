"""Short messages wait for Discord as plain data."""

from __future__ import annotations

import json

import discord

from cogs.messages.component_ids import Press
from cogs.messages.message_parts import TEXT, Message, button
from cogs.messages.stored_messages import from_stored, to_stored
from storage.rows import MatchId


def test_a_message_comes_back_as_it_was() -> None:
    """Its lines, its buttons with what they mean, and what was too long for a message."""
    named = Press(MatchId(0), 0, "draft", "3 b")
    posted = (
        Message().say("One", "two").row(button(None, "Open", "draft", "3 b", style=discord.ButtonStyle.primary)).say("x" * TEXT)
    )

    back = from_stored(json.loads(json.dumps(to_stored(posted))))

    assert back.view.to_components() == posted.view.to_components()
    assert [item.press for item in back.view.walk_children() if hasattr(item, "press")] == [named]
    assert back.files == posted.files and back.files[0][1] == b"x" * TEXT
