"""The event loop stays free: pictures are drawn by painters, computers think elsewhere, and the first answer comes before both."""

from __future__ import annotations

import asyncio
import threading
import time
from datetime import timedelta
from typing import Any

import pytest

from cogs import deferral
from cogs.images import match_images
from cogs.render_executor import ThreadRenderExecutor
from render import pictures
from tests.e2e.world import World, named
from tools.bench import loop

HELD_S = 0.020
"""The longest that anything of ours may hold the loop: its own processor time, so that a busy machine does not count."""


async def test_pictures_are_drawn_off_the_event_loop(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every picture of a few turns, of drafts and of every view."""
    where: list[str] = []
    for name in ("drawn", "glance"):
        draw = getattr(pictures, name)

        def recorded(*args: Any, draw: Any = draw, **rest: Any) -> Any:
            where.append(threading.current_thread().name)
            return draw(*args, **rest)

        monkeypatch.setattr(pictures, name, recorded)
    match_id, room = await world.start(2)
    for _ in range(4):
        turn = await world.line(match_id)
        assert turn is not None
        member, texts = turn
        await member.click(world.messages(room, "place")[-1], label=named("place"))
        await member.slash(room, "board", view="owners")
        await member.send(room, " ".join(texts), reply_to=world.messages(room, "place")[-1])

    assert len(where) >= 12  # for each move the pictures of the turn, of the draft and of the owners
    assert threading.main_thread().name not in where


SENT, THINKING = '"type": 4', '"type": 5'
"""Discord's numbers for an answer and for a promise of one."""


@pytest.mark.parametrize(
    ("limit", "value"),
    [(None, None), ("PATIENCE_S", 0.0), ("LATE", -timedelta(seconds=1)), ("HEAVY", 0)],
    ids=["soon", "slow", "pressed long ago", "too large"],
)
async def test_a_picture_comes_at_once_or_after_an_acknowledgement(
    world: World, requests: list[str], monkeypatch: pytest.MonkeyPatch, limit: str | None, value: object
) -> None:
    """One request where it is soon there and small; else the acknowledgement goes out before anything else."""
    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    if limit is not None:
        monkeypatch.setattr(deferral, limit, value)

    for verb in ("place", "board"):
        requests.clear()
        shown = await on_turn[0].click(world.messages(room, "place")[-1], label=named(verb))

        assert world.alts(shown.response)
        assert "/callback" in requests[0]
        if limit is None:
            assert len(requests) == 1
            assert SENT in requests[0]
        else:
            assert len(requests) == 2
            assert THINKING in requests[0]
            assert requests[1].startswith("PATCH")


@pytest.mark.parametrize("games", [15, pytest.param(50, marks=pytest.mark.soak)])
async def test_nothing_holds_the_loop_while_many_games_move_and_pictures_are_drawn(games: int) -> None:
    """What is too slow is too slow each time: one clean run of three is the proof."""
    runs = []
    for _ in range(3):
        watch, sent = await loop.play(games=games, turns=2)
        assert sent >= 2 * games, "a turn message with its picture for every turn"
        assert len(watch.held) > sent
        runs.append(watch.longest())
        if runs[-1][0] < HELD_S:
            return
    raise AssertionError(runs)


@pytest.mark.soak  # that thoughts are thought in other processes, shorter tests show
async def test_nothing_holds_the_loop_while_the_computers_of_six_games_think() -> None:
    """They do so in other processes: what is left here is asking, checking and writing."""
    runs = []
    for _ in range(3):
        watch, sent = await loop.think(turns=2)
        assert sent >= 6, "everybody was told of their turn again"
        assert any("computers of" in what or "_play_on" in what for _, what in watch.held)
        runs.append(watch.longest())
        if runs[-1][0] < HELD_S:
            return
    raise AssertionError(runs)


async def test_the_watch_sees_what_holds_the_loop() -> None:
    """And says what it was."""
    watch = loop.LoopWatch()

    async def slow() -> None:
        start = time.thread_time()
        while time.thread_time() - start < 2 * HELD_S:
            pass

    with watch.watching():
        await asyncio.create_task(slow())

    longest, what = watch.longest()
    assert longest >= HELD_S
    assert "slow" in what


async def test_painters_are_loaded_after_a_restart_only_where_a_game_is_under_way(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first picture of a process does not pay for its libraries, and an idle bot does not hold them."""
    prepared: list[int] = []

    async def prepare(*_: object) -> None:
        prepared.append(1)

    monkeypatch.setattr(match_images, "prepare", prepare)
    await world.restart()
    assert not prepared

    await world.start(2)
    await world.restart()

    assert prepared


async def test_a_painter_is_prepared_while_people_join_the_first_game(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once in a process: a bot without games has loaded nothing, and its first turn waits for nothing."""
    began, times = threading.Event(), list[int]()

    def prepare() -> None:
        times.append(1)
        began.set()

    monkeypatch.setattr("render.pictures.prepare", prepare)
    monkeypatch.setattr(ThreadRenderExecutor, "prepared", set())

    await world.start(2)
    assert began.wait(20)
    await world.start(2, place="here")

    assert times == [1]
