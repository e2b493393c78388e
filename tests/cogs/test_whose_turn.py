"""The name of whom a game waits for, told to each reader as they would say it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

from cogs.messages.play import game_panel, game_views
from tests.cogs.test_turn_messages import asked
from text.translator import translator_for
from tools.browser_checks.messages import scene

EN = translator_for("en")
NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


def test_nobody_reads_that_the_game_waits_for_themselves() -> None:
    context = scene("carcassonne", {}, 2, asked({}, 2, 5), EN)
    (seat,) = context.asked
    other = replace(context, viewer=type(seat)(1 - seat))

    own = "\n".join(game_views.present(replace(context, viewer=seat), None, "That button is old.").texts())
    theirs = "\n".join(game_views.present(other, None).texts())

    assert "It's your turn." in own and "Waiting for" not in own
    assert f"Waiting for {context.names[seat]}." in theirs


def test_a_paused_game_names_no_deadline() -> None:
    context = scene("carcassonne", {}, 2, asked({}, 2, 5), EN)
    situation = SimpleNamespace(
        at=context,
        is_asked=True,
        deadline=NOW + timedelta(days=1),
        paused_until=None,
        seat=None,
        **dict.fromkeys(("is_lobby", "is_lost", "is_over"), False),
        is_running=True,
    )

    running = game_panel._state(cast(Any, situation), EN)
    situation.paused_until = NOW + timedelta(days=3)
    paused = game_panel._state(cast(Any, situation), EN)

    assert "until" in running[-1]
    assert paused[-1] == "It's your turn."
    assert paused[0].startswith("Paused until")
