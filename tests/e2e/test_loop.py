"""The event loop stays free: pictures are drawn by painters, computers think elsewhere, and the first answer comes before both."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from render import pictures
from tests.e2e.world import World


async def test_pictures_are_drawn_off_the_event_loop(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every picture of a few turns, of drafts and of every view."""
    where: list[str] = []
    draw = pictures.board

    def recorded(*args: Any, **rest: Any) -> Any:
        where.append(threading.current_thread().name)
        return draw(*args, **rest)

    monkeypatch.setattr(pictures, "board", recorded)
    match_id, room = await world.start(2)
    for _ in range(4):
        turn = await world.line(match_id)
        assert turn is not None
        member, said = turn
        await member.click(world.messages(room, "place")[-1], label="Place tile")
        await member.slash(room, "board", view="owners")
        await member.send(room, " ".join(said), reply_to=world.messages(room, "place")[-1])

    assert len(where) >= 12
    assert threading.main_thread().name not in where


async def test_what_draws_a_picture_is_acknowledged_first(world: World, requests: list[str]) -> None:
    """The callback goes out before anything else."""
    _, room = await world.start(2)

    for label in ("Place tile", "Whole board"):
        sent = len(requests)
        await world.members[0].click(world.messages(room, "place")[-1], label=label)
        assert "/callback" in requests[sent]
        assert '"type": 5' in requests[sent]
