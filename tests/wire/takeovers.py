"""Measurement of users' waiting times when processes leave, die or hang: `python -m tests.wire.takeovers --rounds 5`.

Two processes share a PostgreSQL database, each with half of the servers, and simulated users press in both halves all the time.
Users whose press is not acknowledged press again after three seconds, as Discord tells them to. In each round one process is
replaced by a new one, one is killed while another one stands by, and one is suspended for longer than its leases last. Prints one
line of JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from storage.database_url import read
from storage.sharding import LASTS
from tests.database_server import DatabaseServer
from tests.wire.discord import Discord
from tests.wire.figures import percentile
from tests.wire.load import ANSWERED_S, Load, Room, Step, is_refused, pressed
from tests.wire.program import Program
from tests.wire.records import Asked, flat

PARTS = 2
"""So many processes answer, each with as many shards."""

AGAIN_S = 3.0
"""After so long Discord says that nobody has answered, and people press again."""

CALM = 8
"""Between one event and the next one so many people press, and are answered."""

STILL_S = LASTS.total_seconds() + 4.0
"""So long a process stands still: its leases have run out, and others have taken over."""


class Wait(NamedTuple):
    """One user's wait for an answer, in moments of one clock."""

    guild: int
    begun_s: float
    sent_s: float
    """When they pressed for the last time."""
    answered_s: float
    is_refused: bool = False
    """Because nothing can be saved."""

    @property
    def lasted_s(self) -> float:
        """Seconds from the first press to the answer."""
        return self.answered_s - self.begun_s


class Crowd(Load):
    """A load of users who press again until they are answered."""

    def __init__(self, wire: Discord, games: int, parts: int = PARTS, calm: int = CALM) -> None:
        super().__init__(wire, games, (), parts)
        self._calm = calm
        self.parts = parts
        self.waits: list[Wait] = []
        self.unheard = self.cut_off = 0
        """Presses that nobody has acknowledged, and that somebody has without an answer."""

    @asynccontextmanager
    async def pressing(self, rate: float) -> AsyncIterator[None]:
        """Press `rate` buttons a second while the block runs, then wait for all answers."""
        pressing = asyncio.create_task(self._press_for_ever(rate))
        try:
            yield
        finally:
            pressing.cancel()
        await asyncio.gather(*self._under_way)
        await self._wire.until(lambda: not self.waiting(), ANSWERED_S)

    async def _press_for_ever(self, rate: float) -> None:
        while True:
            self._begin()
            await asyncio.sleep(1 / rate)

    async def _press_and_wait(self, room: Room, step: Step) -> Asked:
        begun_s = time.monotonic()
        while True:
            asked = await pressed(self._wire, step, AGAIN_S)
            if asked.answered_s is not None:
                self.waits.append(Wait(room.guild, begun_s, asked.sent, asked.sent + asked.answered_s, is_refused(asked)))
            if asked.answered_s is not None or time.monotonic() - begun_s > ANSWERED_S:
                self._count(asked)
                return asked
            self.unheard += asked.acknowledged_s is None
            self.cut_off += asked.acknowledged_s is not None

    def told_twice(self) -> int:
        """Return how many turns were announced more than once."""
        announced = Counter(name for room in self.rooms for message in self._wire.room(room.place) if (name := _turn(message)))
        return sum(times - 1 for times in announced.values())

    async def calm(self, guild: int) -> None:
        """Wait until several users of the server `guild` have been answered who pressed after this call."""
        now_s = time.monotonic()
        await self._wire.until(
            lambda: sum(wait.guild == guild and wait.begun_s > now_s for wait in self._accepted_waits()) >= self._calm
        )

    async def refused(self) -> None:
        """Wait until several users have been refused who pressed after this call."""
        now_s = time.monotonic()
        await self._wire.until(lambda: sum(wait.is_refused and wait.begun_s > now_s for wait in self.waits) >= self._calm)

    def _accepted_waits(self) -> list[Wait]:
        return [wait for wait in self.waits if not wait.is_refused]

    def guild_of(self, part: int) -> int:
        """Return the server id of a part."""
        return int(list(self._wire.guilds)[part])


def _turn(message: Any) -> str:
    """Return the match and the version in a turn message's buttons, as text; empty for other messages."""
    places = (part.get("custom_id", "") for part in flat(message["components"]))
    return next((":".join(name.split(":")[1:3]) for name in places if name.split(":")[3:4] == ["place"]), "")


class Event(NamedTuple):
    """One event of a process, which left, died or was suspended, with its times."""

    kind: str
    guild: int
    """Whose people might notice."""
    at_s: float
    over_s: float
    """When everything was again as it had been."""


class Fleet:
    """The running processes, one for each part; `loads` is passed to `Program.start`."""

    def __init__(self, folder: Path, wire: Discord, crowd: Crowd, address: str, *, loads: bool = True) -> None:
        self._folder, self._wire, self.crowd, self._address, self._loads = folder, wire, crowd, address, loads
        self._count = 0
        self.all: list[Program] = []
        self.at_work: list[Program] = []
        """By their parts."""
        self.events: list[Event] = []

    async def start(self) -> None:
        """Start a process for each part."""
        for part in range(self.crowd.parts):
            self.at_work.append(await self._start_part(part))
            await self.at_work[part].says("leases-taken")

    async def _start_part(self, part: int) -> Program:
        self._count += 1
        folder = self._folder / str(self._count)
        folder.mkdir()
        settings = {"BASTIDE_DB": self._address, "BASTIDE_SHARDS": f"{part}/{self.crowd.parts}"}
        program = await Program.start(folder, self._wire.address, self._wire.token, loads=self._loads, **settings)
        self.all.append(program)
        return program

    async def _start_stand_by(self, part: int) -> Program:
        """Start a second process for a part, which waits until the first one ends; return it."""
        program = await self._start_part(part)
        await program.says("standing-by")
        return program

    @asynccontextmanager
    async def _happens(self, kind: str, part: int) -> AsyncIterator[None]:
        """Record the block as an event, after and before calm phases."""
        guild = self.crowd.guild_of(part)
        await self.crowd.calm(guild)
        begun_s = time.monotonic()
        yield
        await self.crowd.calm(guild)
        self.events.append(Event(kind, guild, begun_s, time.monotonic()))

    async def replaced(self, part: int) -> None:
        """Replace a part's process as `docs/self-hosting.md` describes: the new one starts first."""
        new = await self._start_stand_by(part)
        async with self._happens("replaced", part):
            assert await self.at_work[part].stop() == 0, self.at_work[part].said
            await new.says("leases-taken")
        self.at_work[part] = new

    async def killed(self, part: int) -> None:
        """Kill a part's process while another one stands by."""
        new = await self._start_stand_by(part)
        async with self._happens("killed", part):
            await self.at_work[part].kill()
            await new.says("leases-taken")
        self.at_work[part] = new

    async def stood_still(self, part: int) -> None:
        """Suspend a part's process until another one has taken over, then resume it."""
        new, old = await self._start_stand_by(part), self.at_work[part]
        async with self._happens("stood still", part):
            old.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(STILL_S)
            await new.says("leases-taken")
            old.process.send_signal(signal.SIGCONT)
            await old.says("leases-lost")
        assert await old.stop() == 0, old.said
        self.at_work[part] = new

    async def close(self) -> None:
        """Kill all processes."""
        for program in self.all:
            await program.kill()


ALL: Sequence[Callable[[Fleet, int], Awaitable[None]]] = (Fleet.replaced, Fleet.killed, Fleet.stood_still)


async def measured(
    fleet: Fleet, rate: float, rounds: int, happening: Sequence[Callable[[Fleet, int], Awaitable[None]]] = ALL
) -> None:
    """Run all kinds of events on the parts in turn while users press."""
    crowd = fleet.crowd
    try:
        await fleet.start()
        await crowd.told()
        async with crowd.pressing(rate):
            for number in range(rounds):
                for event in happening:
                    await event(fleet, number % crowd.parts)
        for program in fleet.at_work:
            assert await program.stop() == 0, program.said
    finally:
        await fleet.close()


async def alone(games: int, rate: float, rounds: int) -> Fleet:
    """Run `measured` with a PostgreSQL server of its own; return the fleet."""
    wire, server = Discord(), DatabaseServer()
    server.start("fsync=on")
    await wire.start()
    address = server.address(server.create())
    with tempfile.TemporaryDirectory(prefix="bastide-takeovers-") as folder:
        try:
            fleet = Fleet(Path(folder), wire, Crowd(wire, games), address)
            await fleet.crowd.prepare(read(address))
            await measured(fleet, rate, rounds)
        finally:
            await wire.stop()
            server.close()
    return fleet


def told(crowd: Crowd, events: Sequence[Event]) -> dict[str, Any]:
    """Return the figures of users' waits: answers, repeated presses, and times per event."""
    calm = [wait.lasted_s for wait in crowd.waits if not _may_be_affected(wait, events)]
    figures: dict[str, Any] = {
        "answers": len(crowd.waits),
        "pressed again: nobody had heard it": crowd.unheard,
        "pressed again: it was heard and not answered": crowd.cut_off,
        "without an answer in the end": crowd.figures.silent,
        "turns told twice": crowd.told_twice(),
        "turns lost": len(crowd.waiting()),
        "answered in calm p99": f"{percentile(calm, 0.99)} ms",
    }
    for kind in dict.fromkeys(event.kind for event in events):
        these = [event for event in events if event.kind == kind]
        first = [_first_s(crowd.waits, event) for event in these]
        longest = [max(wait.lasted_s for wait in crowd.waits if _may_be_affected(wait, [event])) for event in these]
        figures[f"{kind}: times"] = len(these)
        figures[f"{kind}: until a press was answered, p50"] = f"{percentile(first, 0.5)} ms"
        figures[f"{kind}: until a press was answered, most"] = f"{percentile(first, 1.0)} ms"
        figures[f"{kind}: longest wait of anybody there, p50"] = f"{percentile(longest, 0.5)} ms"
        figures[f"{kind}: longest wait of anybody there, most"] = f"{percentile(longest, 1.0)} ms"
    return figures


def _may_be_affected(wait: Wait, events: Sequence[Event]) -> bool:
    """Return whether one of the events may have lengthened this wait."""
    return any(event.guild == wait.guild and wait.begun_s < event.over_s and wait.answered_s > event.at_s for event in events)


def _first_s(waits: Sequence[Wait], event: Event) -> float:
    """Return the seconds from an event until the answer to a press after it, on the same server."""
    return min(wait.answered_s for wait in waits if wait.guild == event.guild and wait.sent_s > event.at_s) - event.at_s


def main(arguments: list[str]) -> None:
    """Measure and print the figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.wire.takeovers")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--rate", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args(arguments)
    fleet = asyncio.run(alone(wanted.games, wanted.rate, wanted.rounds))
    for program in fleet.all:
        assert "Traceback" not in program.said, program.said
    print(json.dumps(told(fleet.crowd, fleet.events)))


if __name__ == "__main__":
    main(sys.argv[1:])
