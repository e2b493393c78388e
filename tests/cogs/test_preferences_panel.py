"""The panel of a person's settings: what they read of their hours, and that private messages don't reach them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from cogs.messages.users.preferences import panel
from service.users.preferences import DIGEST, UNREACHABLE, WHERE
from storage.rows import PersonRow, UserId
from text.translator import translator_for

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
WARNING = "I can't send you private messages"


def _message_key(**prefs: Any) -> str:
    return "\n".join(panel(PersonRow(UserId(1), "en", prefs), translator_for("en"), NOW).texts())


@pytest.mark.parametrize(
    ("prefs", "is_warned"),
    [
        ({}, False),
        ({UNREACHABLE: True, WHERE: "channel", DIGEST: "off"}, False),
        ({UNREACHABLE: True, WHERE: "private", DIGEST: "off"}, True),
        ({UNREACHABLE: True, WHERE: "channel", DIGEST: "8"}, True),
        ({UNREACHABLE: False, WHERE: "private"}, False),
    ],
    ids=["new", "nothing comes in private", "reminders do", "the daily list does", "they are reached"],
)
def test_who_wants_private_messages_and_gets_none_is_told(prefs: dict[str, Any], is_warned: bool) -> None:
    assert (WARNING in _message_key(**prefs)) == is_warned
