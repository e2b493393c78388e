"""Record of Discord's answers during a live check, in a form that the stand-in of the tests replays: `live-check.json`.

Nothing that users wrote is kept: only the shape of an answer, the error text of a refusal, and the headers about rate limits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp

KEPT = ("content-type", "retry-after", "via", "x-ratelimit-", "x-discord-")
"""Beginnings of the headers that are kept."""
_ID = re.compile(r"\d{15,20}")
_TOKEN = re.compile(r"(/(?:webhooks|interactions)/\{id\}/)[^/]+")
MOST = 2000
"""Most answers that are kept."""

Answer = dict[str, Any]
"""`method`, `path`, `status`, `headers`, and `shape` of what was answered, or `error` where it was refused."""


class AnswerRecorder:
    """Recorder of every HTTP answer that discord.py's client receives."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []

    def listen(self, trace: aiohttp.TraceConfig) -> None:
        """Attach the recorder to `trace`, before all other listeners."""
        trace.on_request_end.insert(0, self._note_answer)

    async def _note_answer(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        if len(self.answers) >= MOST:
            return
        response = ended.response
        raw = await response.read()
        body = json.loads(raw) if raw and "json" in response.headers.get("Content-Type", "") else None
        answer: Answer = {
            "method": ended.method,
            "path": path_of(ended.url.path),
            "status": response.status,
            "headers": {name.lower(): value for name, value in response.headers.items() if name.lower().startswith(KEPT)},
        }
        self.answers.append(answer | ({"error": plain(body)} if response.status >= 400 else {"shape": shape_of(body)}))

    def write(self, file: Path) -> None:
        """Write the recorded answers to `file`, equal ones once."""
        once = {json.dumps(answer, sort_keys=True): answer for answer in self.answers}
        file.write_text(json.dumps(list(once.values()), indent=1, sort_keys=True) + "\n", encoding="utf-8")


def path_of(path: str) -> str:
    """Return a request path without its API version, ids and tokens."""
    _, _, rest = path.partition("/api/")
    return _TOKEN.sub(r"\1{token}", _ID.sub("{id}", "/" + rest.partition("/")[2]))


def shape_of(value: Any) -> Any:
    """Return a value's shape: the names of types, objects by their keys, and lists by the joint shape of their items."""
    if isinstance(value, Mapping):
        return {key: shape_of(each_key) for key, each_key in value.items()}
    if isinstance(value, list):
        return [joined([shape_of(item) for item in value])] if value else []
    return type(value).__name__


def joined(shapes: list[Any]) -> Any:
    """Return one shape with the keys of all object shapes; if one is not an object, return that one."""
    whole: dict[str, Any] = {}
    for shape in shapes:
        if not isinstance(shape, dict):
            return shape
        whole |= shape
    return whole


def plain(error: Any) -> Any:
    """Return the body of an error answer with every id replaced by 0."""
    return json.loads(_ID.sub("0", json.dumps(error)))
