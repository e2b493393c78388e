"""Short messages wait for Discord as plain data."""

from __future__ import annotations

import json

import discord

from cogs.present.ids import Press
from cogs.present.kept import kept, restored
from cogs.present.parts import TEXT, Message, button
from storage.records import MatchId


def test_a_message_comes_back_as_it_was() -> None:
    """Its lines, its buttons with what they mean, and what was too long for a message."""
    named = Press(MatchId(0), 0, "draft", "3 b")
    said = Message().say("One", "two").row(button(None, "Open", "draft", "3 b", style=discord.ButtonStyle.primary)).say("x" * TEXT)

    back = restored(json.loads(json.dumps(kept(said))))

    assert back.view.to_components() == said.view.to_components()
    assert [item.press for item in back.view.walk_children() if hasattr(item, "press")] == [named]
    assert back.files == said.files and back.files[0][1] == b"x" * TEXT
