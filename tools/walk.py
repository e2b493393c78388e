"""What is walked through from the press of Confirm to the next turn message: files, hops to the database, locks of a match.

`python -m tools.walk` plays a few turns in a simulated Discord, watches one of them, and prints the list and the figures. A file
counts when a function of it is called between the press and the request that posts the message, in whichever thread.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
import threading
from collections import Counter
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import simcord
from simcord.http.client import FakeHTTPClient

from bot import Settings, build_bot
from sandbox.world import slept
from service.process.changing import Changing
from storage.backends.sqlite import _transaction

ROOT = Path(__file__).resolve().parents[1]
LAYERS = ("cogs", "editions", "service", "storage", "games", "render", "text", "thinking", "ai", "journal")
MOST_FILES, MOST_HOPS, MOST_LOCKS = 85, 4, 1
"""The figures to keep. Files of words and pictures are counted apart, as there is one for each kind of thing told or drawn."""
APART = ("text", "render", "editions", "cogs/present", "cogs/pictures", "cogs/painting.py")
"""What says or draws something: sentences and pictures, the messages made of them, and the parts of a game that bundle both."""

WARM = 4
"""Turns before the one that is watched: what is done once in a life of the program is not of the way."""


class Walk:
    """Watches calls while `is_on`; its hook is put into every thread as it begins."""

    def __init__(self) -> None:
        self.is_on = False
        self.files: Counter[str] = Counter()
        self.hops: list[str] = []
        self.locks = 0
        self._known: dict[str, str | None] = {}

    def flow(self) -> frozenset[str]:
        """Files on the way that are not `APART`."""
        return frozenset(name for name in self.files if not name.startswith(APART))

    def install(self) -> None:
        """From here on; before the threads that are to be watched."""
        threading.setprofile(self._hear)
        sys.setprofile(self._hear)

    def _hear(self, frame: FrameType, event: str, _arg: object) -> None:
        if not self.is_on or event != "call":
            return
        code = frame.f_code
        if code.co_filename not in self._known:
            self._known[code.co_filename] = _ours(code.co_filename)
        if (name := self._known[code.co_filename]) is not None:
            self.files[name] += 1
        if code is _transaction.__code__:  # in the thread of a connection
            self.hops.append(frame.f_locals["work"].__qualname__.replace(".<locals>.<lambda>", ""))
        elif code is Changing.lock.__code__:
            self.locks += 1


def _ours(filename: str) -> str | None:
    path = Path(filename)
    if not path.is_relative_to(ROOT):
        return None
    inside = path.relative_to(ROOT)
    return str(inside) if inside.parts[0] in LAYERS else None


async def walked() -> Walk:
    """One turn of a base game of two, from Confirm to the next turn message."""
    walk = Walk()
    walk.install()
    with tempfile.TemporaryDirectory() as folder:
        bot = build_bot(Settings(token="", database=Path(folder) / "walk.db"))
        env = simcord.Env(bot, settle_timeout=120)
        bot.asleep = partial(slept, env)
        await env.start()
        try:
            await _play(env, walk)
        finally:
            sys.setprofile(None)
            await env.shutdown()
    return walk


async def _play(env: simcord.Env, walk: Walk) -> None:
    guild = env.create_guild("Server")
    channel = guild.create_text_channel("play")
    anna, ben = (guild.add_member(env.create_user(name)) for name in ("anna", "ben"))
    await anna.slash(channel, "new", place="here", terms="take-back off")
    await ben.slash(channel, "game", action="join")
    await anna.slash(channel, "game", action="start")
    for turn in range(WARM + 1):
        message: Any = channel.last_message
        member = anna if anna.mention in _said(env, message) else ben
        shown: Any = (await member.click(message, label="Place tile")).response
        while not (last := _pressed(env, shown, "confirm", "play")):
            shown = await _chosen(env, member, shown)
        with _Posting(walk, watched=turn == WARM):
            await member.click(shown, custom_id=last)


async def _chosen(env: simcord.Env, member: simcord.MemberActor, shown: Any) -> Any:
    """The first choice of a draft, from a list or by its button."""
    select = next((part for part in _parts(env, shown) if part.get("type") == 3), None)
    if select is None:
        return (await member.click(shown, custom_id=_pressed(env, shown, "push"))).response
    return (await member.select(shown, [select["options"][0]["value"]], custom_id=select["custom_id"])).response


def _pressed(env: simcord.Env, message: Any, *verbs: str) -> str:
    """The id of the first button that does one of these; empty if none does."""
    ids = [part["custom_id"] for part in _parts(env, message) if part.get("type") == 2]
    return next((found for found in ids if found.split(":")[3].split(" ")[0] in verbs), "")


class _Posting:
    """Watches from here until the request that posts a message in a channel."""

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


def _parts(env: simcord.Env, message: Any) -> list[dict[str, Any]]:
    channel_id = message.channel_id if hasattr(message, "channel_id") else message.channel.id
    return _flat(env.backend.get_message(channel_id, message.id).components)


def _flat(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [part for whole in components for part in (whole, *_flat(whole.get("components") or []))]


def _said(env: simcord.Env, message: Any) -> str:
    return "\n".join(part["content"] for part in _parts(env, message) if part.get("type") == 10)


def main() -> None:
    """Print the list and the figures."""
    logging.disable(logging.WARNING)
    walk = asyncio.run(walked())
    for name in sorted(walk.files):
        print(f"{walk.files[name]:6} {name}")
    by_layer = Counter(name.split("/")[0] for name in walk.files)
    print("  ".join(f"{layer} {number}" for layer, number in by_layer.most_common()))
    for hop in walk.hops:
        print("hop:", hop)
    spoken = len(walk.files) - len(walk.flow())
    print(f"files {len(walk.flow())} (at most {MOST_FILES}) and {spoken} of words and pictures")
    print(f"hops {len(walk.hops)} (at most {MOST_HOPS}), locks {walk.locks} (at most {MOST_LOCKS})")


if __name__ == "__main__":
    main()
