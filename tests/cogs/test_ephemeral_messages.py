"""The private messages to one person."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.commands.command_translator import current_name
from cogs.messages.ephemeral_messages import suggested_moves
from cogs.messages.lobby import matchmaking
from cogs.messages.message_parts import Button
from storage.rows import FINISHED, LOBBY, RUNNING, MatchId
from text.translator import translator_for

EN = translator_for("en")


def _match(status: str) -> Any:
    return SimpleNamespace(id=MatchId(5), version=3, status=status)


@pytest.mark.parametrize(
    ("status", "in_server", "verbs"),
    [
        (None, True, ["practice", "new"]),
        (None, False, ["practice", "puzzle"]),
        (LOBBY, True, ["join", "practice", "new"]),
        (RUNNING, True, ["more", "practice", "new"]),
        (FINISHED, True, ["practice", "new"]),
    ],
)
def test_the_next_steps_are_those_of_the_channel(status: str | None, in_server: bool, verbs: list[str]) -> None:
    here = None if status is None else _match(status)

    steps = suggested_moves(here, [], EN, in_server=in_server)

    assert [step.press.verb for step in steps if isinstance(step, Button)] == verbs
    waiting = suggested_moves(here, [_match(RUNNING)], EN, in_server=in_server)
    assert [step.press.verb for step in waiting if isinstance(step, Button)] == ["place", *verbs][:3]


def test_a_wish_may_leave_languages_and_speed_open() -> None:
    fields = matchmaking.form([("Base game", "carcassonne")], EN)

    assert {field.key: getattr(field, "must", None) for field in fields if field.key in ("languages", "slowest")} == {
        "languages": False,
        "slowest": False,
    }


def test_a_former_command_is_answered_with_what_it_is_called_now() -> None:
    assert current_name("/Game  find a friend") == ("game find", "/find")
    assert current_name("game") is None and current_name("board") is None
