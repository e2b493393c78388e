"""A server in a simulated Discord, the real bot with a real database, and every request checked against the document."""

from __future__ import annotations

import bisect
import json
import os
import re
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import simcord
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from bot import Settings, build_bot
from editions.edition import Editions
from editions.offered import EDITIONS
from sandbox.world import slept
from service import passing, sealed_bag
from service.events import entry
from storage.records import Secret
from tests.e2e.openapi import Spec
from tests.e2e.world import World

BESIDE = Path(__file__).resolve().parents[3] / "shared" / "discord" / "openapi.json"


_seen: set[object] = set()
"""Shapes that were checked already: checking is slow, and the same shape has the same faults."""

_LIMITS = (0, 25, 32, 34, 45, 80, 100, 150, 1024, 2000, 4000)
"""Lengths at which some limit of Discord's lies."""


def _shape(body: object) -> object:
    """What of a body can be right or wrong: keys, types, small numbers, and between which limits each text is."""
    if isinstance(body, dict):
        return tuple((key, _shape(value)) for key, value in body.items())
    if isinstance(body, list):
        return tuple(_shape(value) for value in body)
    if isinstance(body, str):
        return bisect.bisect_left(_LIMITS, len(body)), body.isdigit()
    return body if not isinstance(body, int) or abs(body) < 1 << 20 else "number"


@pytest.fixture(scope="session")
def spec() -> Spec | None:
    """Discord's document, if there is one here: named by `DISCORD_OPENAPI` or beside the project."""
    found = Path(os.environ.get("DISCORD_OPENAPI") or BESIDE)
    return Spec(json.loads(found.read_text(encoding="utf-8"))) if found.exists() else None


@pytest.fixture(autouse=True)
def requests(spec: Spec | None, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every request of a test is valid; answers what was sent, a line each."""
    sent: list[str] = []
    wrong: list[str] = []

    def look(route: Any, payload: Any, parts: Any, files: list[str]) -> None:
        if parts:
            written = next((p["value"] for p in parts if p["name"] == "payload_json"), None)
            payload = json.loads(written) if written else None
            files = [p["name"] for p in parts if p["name"] != "payload_json"]
        path = route.url[len(route.BASE) :].split("?")[0]
        sent.append(f"{route.method} {path} {json.dumps(payload, default=str)}")
        if spec is not None:
            body = json.loads(json.dumps(payload, default=str))
            shape = (route.method, re.sub(r"\d{5,}|simcord_interaction_\d+", "*", path), _shape(body), tuple(files))
            if shape not in _seen:
                _seen.add(shape)
                wrong.extend(spec.check(route.method, path, body, files))

    http, hook = FakeHTTPClient.request, FakeWebhookAdapter.request

    async def over_http(self: Any, route: Any, *, files: Any = None, form: Any = None, **rest: Any) -> Any:
        look(route, rest.get("json"), [dict(part) for part in form] if form else None, [])
        return await http(self, route, files=files, form=form, **rest)

    async def over_hook(self: Any, route: Any, session: Any, *, payload: Any = None, multipart: Any = None, **rest: Any) -> Any:
        look(route, payload, multipart, [])
        return await hook(self, route, session, payload=payload, multipart=multipart, **rest)

    monkeypatch.setattr(FakeHTTPClient, "request", over_http)
    monkeypatch.setattr(FakeWebhookAdapter, "request", over_hook)
    yield sent
    assert not wrong, wrong[:5]


@pytest.fixture(autouse=True)
def small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Real pictures, but small ones: their look is tested elsewhere."""
    monkeypatch.setattr("render.layout.SIZES", (24,))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A database of its own, no token."""
    return Settings(token="", database=tmp_path / "bastide.db")


@pytest.fixture(autouse=True)
def _at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is confirmed counts at once, whatever the terms say, but where a test is about taking back."""
    if request.node.get_closest_marker("takes_back") is None:
        monkeypatch.setattr(passing, "agreed", lambda _match: timedelta())


@pytest.fixture(autouse=True)
def _same_bags(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test sees the same tiles and lots in every run; `BASTIDE_BAGS=anything` deals it others."""
    number, test = count(), f"{os.environ.get('BASTIDE_BAGS', '')} {request.node.nodeid}"
    monkeypatch.setattr(sealed_bag, "seal", lambda: Secret(sha256(f"{test} {next(number)}".encode()).digest()))
    if request.node.get_closest_marker("mixes") is None:  # the number of a message depends on what else was posted before
        monkeypatch.setattr(sealed_bag, "mixed", lambda secret, _row: secret)
    monkeypatch.setattr(entry, "fresh_seed", lambda: sha256(f"{test} {next(number)}".encode()).hexdigest()[:32])


@pytest.fixture
def editions() -> Editions:
    """The games that the bot offers."""
    return EDITIONS


@pytest.fixture
async def env(settings: Settings, editions: Editions) -> AsyncIterator[simcord.Env]:
    """A simulated Discord with the bot in it."""
    bot = build_bot(settings, editions)
    running = simcord.Env(bot, check_errors=False, settle_timeout=60)
    bot.asleep = partial(slept, running)
    await running.start()
    try:
        yield running
    finally:
        await running.shutdown()


@pytest.fixture
async def world(env: simcord.Env, settings: Settings, editions: Editions) -> AsyncIterator[World]:
    """A server with a channel and six members. Unexpected errors fail the test at its end."""
    opened = World(env, lambda: build_bot(settings, editions))
    yield opened
    await opened.close()
    opened.check()
