"""Recording of every request to the simulated Discord, with checks against Discord's published document."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from tests.e2e.openapi import Spec

BESIDE = Path(__file__).resolve().parents[3] / "shared" / "discord" / "openapi.json"


def document() -> Spec | None:
    """Return the checker of Discord's document, named by `DISCORD_OPENAPI` or beside the project; None without one."""
    path = Path(os.environ.get("DISCORD_OPENAPI") or BESIDE)
    return Spec(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else None


@contextmanager
def watched(spec: Spec | None) -> Iterator[tuple[list[str], list[str]]]:
    """Yield two lists while requests are watched: each request as a line, and the errors Discord would report."""
    sent: list[str] = []
    wrong: list[str] = []

    def look(route: Any, payload: Any, parts: Any, files: list[str]) -> None:
        if parts:
            form = next((p["value"] for p in parts if p["name"] == "payload_json"), None)
            payload = json.loads(form) if form else None
            files = [p["name"] for p in parts if p["name"] != "payload_json"]
        path = route.url[len(route.BASE) :].split("?")[0]
        written = json.dumps(payload, default=str)
        sent.append(f"{route.method} {path} {written}")
        if spec is not None:
            wrong.extend(spec.check(route.method, path, json.loads(written), files))

    http, hook = FakeHTTPClient.request, FakeWebhookAdapter.request

    async def over_http(self: Any, route: Any, *, files: Any = None, form: Any = None, **rest: Any) -> Any:
        look(route, rest.get("json"), [dict(part) for part in form] if form else None, [])
        return await http(self, route, files=files, form=form, **rest)

    async def over_hook(self: Any, route: Any, session: Any, *, payload: Any = None, multipart: Any = None, **rest: Any) -> Any:
        look(route, payload, multipart, [])
        return await hook(self, route, session, payload=payload, multipart=multipart, **rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FakeHTTPClient, "request", over_http)
        patch.setattr(FakeWebhookAdapter, "request", over_hook)
        yield sent, wrong
