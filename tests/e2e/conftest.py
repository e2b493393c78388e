"""Fixtures of a server in a simulated Discord with the real bot, a real database, and a check of every request."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from copy import deepcopy
from datetime import timedelta
from functools import partial
from pathlib import Path
from shutil import copyfile
from types import NoneType, SimpleNamespace
from typing import Any

import pytest
import simcord
import simcord.env
import simcord.http.router
from discord import app_commands

from bot import Settings, build_bot
from cogs.images import match_images
from cogs.render_executor import ThreadRenderExecutor
from editions.edition import Editions
from editions.registry import EDITIONS
from sandbox.simulated_server import sleep_simulated
from service.core.timers import Timers
from service.match import sealed_bag
from service.play import pending_moves as passing
from tests.e2e.fair import Fair
from tests.e2e.openapi import Spec
from tests.e2e.requests import document, watched
from tests.e2e.world import World

PICTURE_S = 300.0
"""As long as no test would wait for anything else: a turn goes out without a picture that takes longer than that."""

ROUNDS = 20
"""Of the loop at most before SimCord looks again: a callback may always leave another one."""

LOOK_S = 0.008
"""Without this it is a twentieth of a second, which after thousands of presses is minutes of waiting for nothing."""


@pytest.fixture(scope="session")
def spec() -> Spec | None:
    """Return Discord's published API document as a checker; None if it is not available here."""
    return document()


@pytest.fixture(autouse=True)
def requests(spec: Spec | None) -> Iterator[list[str]]:
    """Check that every request of a test is valid; yield the requests, a line each."""
    with watched(spec) as (sent, wrong):
        yield sent
    assert not wrong, wrong[:5]


@pytest.fixture(autouse=True)
def small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make pictures small, as their look is tested elsewhere, and wait for them however busy the machine is."""
    monkeypatch.setattr("render.layout.SIZES", (24,))
    monkeypatch.setattr(match_images, "PATIENCE_S", PICTURE_S)


@pytest.fixture(autouse=True)
def _looks_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check soon whether the bot is idle, but not before all ready callbacks have run."""
    monkeypatch.setitem(simcord.Env._settle_internal.__kwdefaults__, "idle", LOOK_S)
    monkeypatch.setattr(simcord.env, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": _slept}))


@pytest.fixture(autouse=True)
def _sleeps_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let timers sleep for long, because this world's clock is never changed, and a week would need 700 checks."""
    monkeypatch.setitem(Timers.start.__kwdefaults__, "longest_s", timedelta(days=30).total_seconds())


@pytest.fixture(scope="session", autouse=True)
def _paints_unprepared() -> Iterator[None]:
    """Skip the preparation of painters, which takes a second each and helps few tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ThreadRenderExecutor, "prepared", set(EDITIONS))
        yield


async def _slept(length: float) -> None:
    """Sleep like `asyncio.sleep`, then let ready callbacks run.

    SimCord checks after one round of the loop; callbacks that need only a few more rounds would make it sleep again, for half of
    all the time that these tests wait.
    """
    await asyncio.sleep(length)
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]  # what runs in this round and the next
    for _ in range(ROUNDS):
        if not ready:
            return
        await asyncio.sleep(0)


@pytest.fixture(scope="session", autouse=True)
def _copies_quickly() -> Iterator[None]:
    """Replace SimCord's copying of payloads by a faster one, because it takes a tenth of these tests' time."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (simcord.gateway, simcord.http.router):
            patch.setattr(module, "copy", SimpleNamespace(deepcopy=_copied))
        for module in (simcord.components, simcord.results):
            patch.setattr(module, "deepcopy", _copied)
        yield


def _copied(value: Any) -> Any:
    """Return a deep copy of JSON data."""
    kind = type(value)
    if kind is dict:
        return {key: _copied(part) for key, part in value.items()}
    if kind is list:
        return [_copied(part) for part in value]
    return value if kind in (str, int, bool, float, NoneType) else deepcopy(value)


@pytest.fixture(scope="session", autouse=True)
def _translates_commands_once() -> Iterator[None]:
    """Cache the translations of commands, because each start of a bot requests all of them twice."""
    kept: dict[tuple[Any, ...], Any] = {}

    def once(translated: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def found(command: Any, tree: Any, translator: Any) -> Any:
            key = (type(command), type(translator), json.dumps(command.to_dict(tree), sort_keys=True))
            if key not in kept:
                kept[key] = await translated(command, tree, translator)
            return _copied(kept[key])

        return found

    with pytest.MonkeyPatch.context() as patch:
        for kind in (app_commands.Command, app_commands.Group, app_commands.ContextMenu):
            patch.setattr(kind, "get_translated_payload", once(kind.get_translated_payload))
        yield


@pytest.fixture
def settings(tmp_path: Path, new_file: Path) -> Settings:
    """Return settings with a fresh database and no token."""
    return Settings(token="", database=Path(copyfile(new_file, tmp_path / "bastide.db")))


@pytest.fixture(autouse=True)
def _at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make confirmed moves count at once, except in tests of taking back."""
    if request.node.get_closest_marker("takes_back") is None:
        monkeypatch.setattr(passing, "take_back_time", lambda _match: timedelta())


@pytest.fixture(autouse=True)
def _same_bags(same_bags: None, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw nothing from message ids, which depend on earlier posts, except in tests of exactly that."""
    if request.node.get_closest_marker("mixes") is None:
        monkeypatch.setattr(sealed_bag, "mixed_secret", lambda secret, _row: secret)


@pytest.fixture
def editions() -> Editions:
    """Return the games that the bot offers."""
    return EDITIONS


@pytest.fixture
async def env(settings: Settings, editions: Editions) -> AsyncIterator[simcord.Env]:
    """Open a simulated Discord with the bot in it."""
    bot = build_bot(settings, editions)
    running = simcord.Env(bot, check_errors=False, settle_timeout=60)
    bot.asleep = partial(sleep_simulated, running)
    await running.start()
    try:
        yield running
    finally:
        await running.shutdown()


@pytest.fixture
async def world(env: simcord.Env, settings: Settings, editions: Editions) -> AsyncIterator[World]:
    """Open a server with a channel and six members; unexpected errors fail the test at its end."""
    opened = World(env, lambda: build_bot(settings, editions))
    yield opened
    await opened.close()
    opened.check()


@pytest.fixture
def fair(world: World) -> Fair:
    """Return a tournament in that world."""
    return Fair(world)


@pytest.fixture
def one_bag(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every match the same secret, so that the same tiles are drawn."""
    monkeypatch.setattr(sealed_bag, "seal", lambda: sealed_bag.Secret(bytes(32)))
