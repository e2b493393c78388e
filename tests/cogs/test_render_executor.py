"""Painters paint the same in a process of their own as in threads; what dies is replaced, what began is finished."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
from collections.abc import AsyncIterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from cogs.render_executor import ProcessRenderExecutor, RenderExecutor, ThreadRenderExecutor
from editions.registry import EDITIONS
from render.protocol import Charts, NumberedSpot, Painter
from tests.workers import calls
from tools.positions import turns


@pytest.fixture
async def apart() -> AsyncIterator[ProcessRenderExecutor]:
    """Open an executor in a process of its own."""
    opened = ProcessRenderExecutor()
    yield opened
    await opened.close()


@pytest.fixture(params=["apart", "inside"])
async def painting(request: pytest.FixtureRequest) -> AsyncIterator[RenderExecutor]:
    """Open each kind of executor."""
    opened: RenderExecutor = ProcessRenderExecutor() if request.param == "apart" else ThreadRenderExecutor()
    yield opened
    await opened.close()


async def test_a_picture_is_the_same_wherever_it_is_painted(painting: RenderExecutor) -> None:
    painter, turn = EDITIONS["carcassonne"].painter, next(turns("base"))
    spots = tuple(NumberedSpot(number, action.square, (action,)) for number, action in enumerate(turn.legal, 1))

    png = await painting.run("turn", painter.turn, turn.view, turn.events, spots, 1)

    assert png == painter.turn(turn.view, turn.events, spots, 1)
    assert png.startswith(b"\x89PNG")


async def test_what_a_painter_raises_is_raised_here(painting: RenderExecutor) -> None:
    with pytest.raises(ZeroDivisionError):
        await painting.run("test", calls.divided, 0)

    assert await painting.run("test", calls.divided, 2) == 0.5


async def test_a_film_gets_all_its_frames(painting: RenderExecutor) -> None:
    assert await painting.film(calls.spliced, ["a", "b", "c"], "!") == b"abc!"


async def test_a_painter_is_prepared_once_and_again_after_a_death(apart: ProcessRenderExecutor, tmp_path: Path) -> None:
    """And a picture that was asked for meanwhile is there."""
    book = tmp_path / "book"
    await apart.prepare("one", calls.Noted(str(book), "one"))
    await apart.prepare("one", calls.Noted(str(book), "one"))
    await apart.prepare("two", calls.Noted(str(book), "two"))
    assert book.read_text().split() == ["one", "two"]

    (painter,) = apart.processes
    os.kill(painter, signal.SIGKILL)
    assert await apart.run("test", calls.doubled, 4) == 8
    assert painter not in apart.processes

    await apart.prepare("one", calls.Noted(str(book), "one"))
    assert book.read_text().split() == ["one", "two", "one"]


async def test_no_picture_waits_for_a_film(apart: ProcessRenderExecutor, tmp_path: Path) -> None:
    gate, book = tmp_path / "open", tmp_path / "book"
    book.touch()
    film = asyncio.create_task(apart.film(calls.shown, [], str(gate), str(book)))
    while not book.read_text():  # noqa: ASYNC110  # another process writes
        await asyncio.sleep(0.005)

    assert await apart.run("test", calls.doubled, 2) == 4
    assert not film.done()

    gate.touch()
    assert await film == b"shown"


async def test_a_painter_learns_where_sprites_are_kept_and_no_token(
    apart: ProcessRenderExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "the secret of all secrets")
    monkeypatch.setenv("BASTIDE_CACHE", "/somewhere/else")

    given = await apart.run("test", calls.environment)

    assert given["BASTIDE_CACHE"] == "/somewhere/else"
    assert "the secret of all secrets" not in given.values()


def parts(of: Painter | Charts) -> list[tuple[str, Any]]:
    """Whatever can be asked of it, and of the same in other colours."""
    own = [(field.name, part) for field in fields(of) if callable(part := getattr(of, field.name))]
    return own + [part for shade in (of.dark, of.strong) if shade is not None for part in parts(shade)]


@pytest.mark.parametrize("of", [*(edition.painter for edition in EDITIONS.values()), EDITIONS.charts], ids=[*EDITIONS, "charts"])
def test_everything_that_a_painter_does_can_be_asked_of_another_process(of: Painter | Charts) -> None:
    all_parts = parts(of)

    assert len(all_parts) > 15
    for _, part in all_parts:
        pickle.loads(pickle.dumps(part))  # our own
