"""People told of their round by an older program, which noted no messages, are not told again after an upgrade."""

from __future__ import annotations

from datetime import timedelta

import pytest

from service.tournaments import round_notifications
from tests.service.tournaments.conftest import Fair


async def test_after_an_upgrade_nobody_is_told_that_a_game_begins_that_has_long_begun(
    fair: Fair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were told to go first, and of two days for their first turn, six turns into the game; who had a bye too."""

    async def before(*_: object) -> None:
        """Write the messages of the older program, which its log doesn't mention."""

    with monkeypatch.context() as older:
        older.setattr(round_notifications, "announce_tables", before)
        event_id = await fair.started(5, "swiss:2")
        (first, *_) = await fair.services.tournaments.queries.matches(event_id)
        await fair.turn(first.match_id)
        await fair.wait(hours=2)
    await fair.restart()

    await fair.wait(hours=2)

    assert fair.called == []
    await fair.play_out(event_id)
    assert {letter["round"] for _, _, letter in fair.called} == {2}
    assert sorted(user for user, _, _ in fair.called) == [1, 2, 3, 4, 5]


async def test_without_an_upgrade_everybody_is_told(fair: Fair) -> None:
    await fair.started(5, "swiss:2")
    fair.now += timedelta(hours=2)

    await fair.settle()

    assert sorted(user for user, _, _ in fair.called) == [1, 2, 3, 4, 5]
