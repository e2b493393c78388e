"""Short messages wait for Discord as plain data."""

from __future__ import annotations

import json

from cogs.messages.component_ids import Press
from cogs.messages.message_parts import MAIN, TEXT, Button, Message, button
from cogs.messages.stored_messages import from_plain_data, to_plain_data
from storage.rows import MatchId


def test_a_message_comes_back_as_it_was() -> None:
    """Its lines, its buttons with what they mean, and what was too long for a message."""
    named = Press(MatchId(0), 0, "draft", "3 b")
    posted = Message().say("One", "two").row(button(None, "Open", "draft", "3 b", style=MAIN)).say("x" * TEXT)

    back = from_plain_data(json.loads(json.dumps(to_plain_data(posted))))

    assert back.parts == posted.parts
    assert [each.press for each in back.components() if isinstance(each, Button)] == [named]
    assert back.files == posted.files and back.files[0][1] == b"x" * TEXT
