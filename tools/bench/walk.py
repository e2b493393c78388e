"""Measurement of the path from the press of Confirm to the next turn message: source files, database hops and match locks.

A few turns are played in a simulated Discord, and one of them is traced; `python -m tools.bench.walk` prints all names. A file
counts if one of its functions is called, in any thread, between the press and the request that posts the message.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import simcord
from simcord.http.client import FakeHTTPClient

from bot import Settings, build_bot
from sandbox.simulated_server import sleep_simulated
from service.core.unit_of_work import UnitOfWork
from storage.backends.sqlite import _transaction
from tools.bench.measuring import Figure, in_new_process
from tools.bench.pressing import PressedGame

ROOT = Path(__file__).resolve().parents[2]
LAYERS = ("cogs", "editions", "service", "storage", "games", "render", "text", "workers", "ai", "telemetry")
MOST_FILES, MOST_HOPS, MOST_LOCKS = 98, 4, 1
"""The figures to keep. Files of words and pictures are counted apart, as there is one for each kind of thing told or drawn."""
APART = ("text", "render", "editions", "cogs/messages", "cogs/images", "cogs/render_executor.py")
"""What says or draws something: sentences and pictures, the messages made of them, and the parts of a game that bundle both."""

WARM = 4
"""Turns before the one that is watched: what is done once in a life of the program is not of the way."""


class Walk:
    """Tracer of function calls, active while `is_on`; it hooks every thread that starts after `install`."""

    def __init__(self) -> None:
        self.is_on = False
        self.files: Counter[str] = Counter()
        self.hops: list[str] = []
        self.locks = 0
        self._known: dict[str, str | None] = {}

    def flow(self) -> frozenset[str]:
        """Return the traced files, without those in `APART`."""
        return _flow(self.files)

    def install(self) -> None:
        """Start watching, before the threads to be watched exist."""
        threading.setprofile(self._note_call)
        sys.setprofile(self._note_call)

    def _note_call(self, frame: FrameType, event: str, _arg: object) -> None:
        if not self.is_on or event != "call":
            return
        code = frame.f_code
        if code.co_filename not in self._known:
            self._known[code.co_filename] = _own_path(code.co_filename)
        if (name := self._known[code.co_filename]) is not None:
            self.files[name] += 1
        if code is _transaction.__code__:  # in the thread of a connection
            self.hops.append(frame.f_locals["work"].__qualname__.replace(".<locals>.<lambda>", ""))
        elif code is UnitOfWork.lock.__code__:
            self.locks += 1


def _flow(files: Iterable[str]) -> frozenset[str]:
    return frozenset(name for name in files if not name.startswith(APART))


def figures(*, quick: bool) -> Iterator[Figure]:  # noqa: ARG001  # one turn is the least
    """Report the number of files, hops and locks."""
    measured = in_new_process("tools.bench.walk")
    flow = _flow(measured["files"])
    yield Figure("files on the way of a Confirm", len(flow), "", f"<= {MOST_FILES}")
    yield Figure("files of words and pictures on that way", len(measured["files"]) - len(flow))
    yield Figure("hops to the database on that way", len(measured["hops"]), "", f"<= {MOST_HOPS}")
    yield Figure("locks on that way", measured["locks"], "", f"<= {MOST_LOCKS}")


def _own_path(filename: str) -> str | None:
    path = Path(filename)
    if not path.is_relative_to(ROOT):
        return None
    inside = path.relative_to(ROOT)
    return str(inside) if inside.parts[0] in LAYERS else None


async def walked() -> Walk:
    """Trace one turn of a two-player base game, from Confirm to the next turn message; return the tracer."""
    walk = Walk()
    walk.install()
    with tempfile.TemporaryDirectory() as folder:
        bot = build_bot(Settings(token="", database=Path(folder) / "walk.db"))
        env = simcord.Env(bot, settle_timeout=120)
        bot.asleep = partial(sleep_simulated, env)
        await env.start()
        try:
            await _play(env, walk)
        finally:
            sys.setprofile(None)
            await env.shutdown()
    return walk


async def _play(env: simcord.Env, walk: Walk) -> None:
    game = PressedGame(env)
    await game.begin()
    for turn in range(WARM + 1):
        message, member = game.turn()
        shown, last = await game.drafted(member, message)
        with _Posting(walk, watched=turn == WARM):
            await member.click(shown, custom_id=last)


class _Posting:
    """Context that turns the tracer on until the next request that posts a message in a channel."""

    def __init__(self, walk: Walk, *, watched: bool) -> None:
        self._walk, self._watched = walk, watched

    def __enter__(self) -> None:
        walk, request = self._walk, FakeHTTPClient.request
        self._request = request

        async def noticed(http: Any, route: Any, **rest: Any) -> Any:
            if route.method == "POST" and route.url.endswith("/messages"):
                walk.is_on = False
            return await request(http, route, **rest)

        FakeHTTPClient.request = noticed  # type: ignore[method-assign, assignment]
        walk.is_on = self._watched

    def __exit__(self, *_: object) -> None:
        FakeHTTPClient.request = self._request  # type: ignore[method-assign]
        self._walk.is_on = False


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    walk = asyncio.run(walked())
    sys.stdout.write(json.dumps({"files": dict(sorted(walk.files.items())), "hops": walk.hops, "locks": walk.locks}))
