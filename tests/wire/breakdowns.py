"""Measurement of users' waiting times while the database is down: `python -m tests.wire.breakdowns`.

Simulated users press all the time, and press again if they get no answer. Meanwhile the PostgreSQL server is restarted, killed,
hangs, and has a full volume; another one is killed, and one vanishes, and each time its standby takes over. Prints one line of
JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from storage.database_url import read
from tests.database_server import DatabaseServer, running
from tests.volume import Volume, mounted
from tests.wire.discord import Discord
from tests.wire.figures import percentile
from tests.wire.program import Program
from tests.wire.takeovers import Crowd, Wait

LASTS_S = 10.0
"""How long the database is away at least: longer than leases last."""

VOLUME_MIB = 256

Break = Callable[[], None]


class Breakdown(NamedTuple):
    """One breakdown of the database: its kind, and when it began and was repaired, in seconds of one clock."""

    kind: str
    at_s: float
    mended_s: float


class Scene:
    """The bot with the crowd of users who press, and the breakdowns so far."""

    def __init__(self, crowd: Crowd, program: Program) -> None:
        self.crowd, self.program = crowd, program
        self.breakdowns: list[Breakdown] = []

    async def breaks(self, kind: str, broken: Break, mended: Break, *, lasts_s: float = LASTS_S) -> None:
        """Break the database with `broken`, repair it with `mended`, and wait until users are answered again."""
        guild = self.crowd.guild_of(0)
        await self.crowd.calm(guild)
        at_s = time.monotonic()
        await asyncio.to_thread(broken)
        if lasts_s:
            await self.crowd.refused()
            await asyncio.sleep(max(0.0, at_s + lasts_s - time.monotonic()))
        await asyncio.to_thread(mended)
        self.breakdowns.append(Breakdown(kind, at_s, time.monotonic()))
        await self.crowd.calm(guild)


@asynccontextmanager
async def played(address: str, size: tuple[int, float]) -> AsyncIterator[Scene]:
    """Run games on this database with users who press at the given rate; yield the scene."""
    games, rate = size
    wire = Discord()
    await wire.start()
    crowd = Crowd(wire, games, 1)
    await crowd.prepare(read(address))
    with tempfile.TemporaryDirectory(prefix="bastide-breakdowns-") as folder:
        program = await Program.start(Path(folder), wire.address, wire.token, BASTIDE_DB=address)
        try:
            await crowd.told()
            async with crowd.pressing(rate):
                yield Scene(crowd, program)
            assert await program.stop() == 0, program.said
        finally:
            await program.kill()
            await wire.stop()


async def alone(size: tuple[int, float]) -> Scene:
    """Run all breakdowns of a single server and return the scene."""
    with mounted(VOLUME_MIB) as volume, running(place=volume.folder) as server:
        async with played(server.address(server.create()), size) as scene:
            await scene.breaks("restarted", server.stop, server.start, lasts_s=0)
            await scene.breaks("killed", server.kill, server.start)
            await scene.breaks("hung", server.hang, server.go_on)
            await scene.breaks("full", volume.fill, _room(volume, server))
    return scene


def _room(volume: Volume, server: DatabaseServer) -> Break:
    def made() -> None:
        volume.free()
        server.revive()

    return made


async def with_standby(size: tuple[int, float], kind: str, end: Callable[[DatabaseServer], None]) -> Scene:
    """End a server by `end`, let its standby take over, and return the scene."""
    with running() as primary, running(primary) as standby:
        name = primary.create()
        primary.wait_for(standby)
        async with played(primary.address_with(standby, name), size) as scene:
            await scene.breaks(kind, lambda: end(primary), standby.promote)
    return scene


def told(scenes: Sequence[Scene]) -> dict[str, Any]:
    """Return the figures of users' waits: answers, repeated presses, duplicate and lost turns, and times per breakdown."""
    crowds = [scene.crowd for scene in scenes]
    figures: dict[str, Any] = {
        "answers": sum(len(crowd.waits) for crowd in crowds),
        "pressed again: nobody had heard it": sum(crowd.unheard for crowd in crowds),
        "pressed again: it was heard and not answered": sum(crowd.cut_off for crowd in crowds),
        "without an answer in the end": sum(crowd.figures.silent for crowd in crowds),
        "turns told twice": sum(crowd.told_twice() for crowd in crowds),
        "turns lost": sum(len(crowd.waiting()) for crowd in crowds),
    }
    for scene in scenes:
        for breakdown in scene.breakdowns:
            figures |= _wait_figures(scene.crowd.waits, breakdown)
    return figures


def _wait_figures(waits: Sequence[Wait], breakdown: Breakdown) -> dict[str, Any]:
    kind, at_s, mended_s = breakdown
    meanwhile = [wait for wait in waits if wait.begun_s < mended_s and wait.answered_s > at_s]
    lasted = [wait.lasted_s for wait in meanwhile]
    accepted = min(wait.answered_s for wait in waits if not wait.is_refused and wait.sent_s > at_s and wait.answered_s > mended_s)
    return {
        f"{kind}: refused for now": sum(wait.is_refused for wait in meanwhile),
        f"{kind}: until people were answered or refused, p50": f"{percentile(lasted, 0.5)} ms",
        f"{kind}: until people were answered or refused, most": f"{percentile(lasted, 1.0)} ms",
        f"{kind}: from its end until somebody could play": f"{(accepted - mended_s) * 1000:.1f} ms",
    }


async def measured(size: tuple[int, float]) -> list[Scene]:
    """Run all breakdowns, one after the other."""
    ends: dict[str, Callable[[DatabaseServer], None]] = {
        "killed, a standby took over": DatabaseServer.kill,
        "vanished, a standby took over": DatabaseServer.hang,
    }
    return [await alone(size), *[await with_standby(size, kind, end) for kind, end in ends.items()]]


def main(arguments: list[str]) -> None:
    """Measure and print the figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.wire.breakdowns")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--rate", type=float, default=10.0)
    wanted = parser.parse_args(arguments)
    try:
        scenes = asyncio.run(measured((wanted.games, wanted.rate)))
    except pytest.skip.Exception as reason:
        print(json.dumps({f"breakdowns: {reason}": "NOT RUN"}))
        return
    for scene in scenes:
        assert "Traceback" not in scene.program.said, scene.program.said
    print(json.dumps(told(scenes)))


if __name__ == "__main__":
    main(sys.argv[1:])
