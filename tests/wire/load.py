"""Load of many games at once against the stand-in: `python -m tests.wire.load --games 1000 --rate 50 --seconds 300`.

Simulated users press at a steady rate in randomly chosen games: a turn is opened, drafted step by step and confirmed. The games
begin in their middle, with thirty tiles, because nearly empty boards cost a third less. In a few of the games the channel hangs, is
rate limited or refuses. Prints one line of JSON with the figures; with `--floor` also those of the minimal bot (`floor.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select, update

from editions.registry import GAMES
from service.records import MatchLocation
from service.wiring.assembly import open_services
from service.wiring.services import Services
from storage.database_url import Place as DatabasePlace
from storage.database_url import read
from storage.rows import MatchId, UserId
from storage.schema import outbox
from tests.database_server import DatabaseServer
from tests.wire import floor
from tests.wire.discord import Discord
from tests.wire.doing import press
from tests.wire.figures import Figures
from tests.wire.measure import processor_s, resident_mb
from tests.wire.program import Program
from tests.wire.records import Asked, Fault, Json, flat
from tools.bench.playing import acted

ANSWERED_S = 60.0
"""Who has no answer until then has none."""


@dataclass
class Room:
    """One game of the load: its channel, its people, and the state of the current turn."""

    place: str
    people: Sequence[Json]
    guild: int
    trouble: str | None = None
    shown: Json | None = None
    """The private answer in which the turn is tried out; None: the turn message comes next."""
    known: int = 0
    """How many public messages had been there when the last turn was opened."""
    confirmed_at: float | None = None
    """Since when the next turn message is waited for."""
    busy: bool = False


class Step(NamedTuple):
    """The next press in a room: who presses which component of which message."""

    who: Json
    shown: Json
    part: Json
    values: tuple[str, ...]
    """What is chosen in it, where it is a list."""


TILES = 30
"""On the board when people begin to press, unless fewer are asked for."""

AT_ONCE = {"take-back": "0"}
"""The terms: the next turn follows on Confirm, so that it can be timed."""

WANTED = (("confirm",), ("play",), ("pickplay",), ("push", "pick"), ("place",))
"""Verbs of buttons, those first that end a turn."""

SELECT = 3
"""The type of a list to choose from."""

OFTEN = 1000
TROUBLES: Mapping[str, Json] = {
    "hangs": {"status": 500, "hangs_s": 20.0},
    "limited": {"status": 429, "retry_after_s": 5.0},
    "fails": {"status": 500},
    "refuses": {"status": 403, "code": 50013},
}
"""What may be wrong with a channel."""

TICK_S = 0.02
"""How often we look how late we are ourselves."""

ENDING = ("confirm", "play")
"""Verbs of buttons that may end a turn."""

REFUSALS = ("I can't save anything right now", "I was interrupted while saving", "went wrong on my side")
"""What people are told while the database is away, by whether it was being written."""


class Load:
    """All games of a load with their users, and the figures measured."""

    def __init__(self, wire: Discord, games: int, troubled: Sequence[str], parts: int = 1) -> None:
        """Create servers and rooms.

        `troubled` names the fault of each of the first games; there is one server for each of the `parts`.
        """
        self._wire = wire
        self._chance = random.Random(20260301)
        self._under_way: set[asyncio.Task[None]] = set()
        self.figures = Figures()
        self.began = self.ended = 0.0
        """When people pressed, by the wall clock."""
        guilds = [wire.guild(f"Server {part}", (part, parts), channels=-(-games // parts)) for part in range(parts)]
        people = [wire.person(f"person{number}") for number in range(max(4, games // 10))]
        self.rooms = [
            Room(channel["id"], self._chance.sample(people, 2), int(guild["id"]))
            for guild in guilds
            for channel in guild["channels"]
        ]
        for room, trouble in zip(self.rooms, troubled, strict=False):
            room.trouble = trouble
        self.figures.troubled = len(troubled)

    async def prepare(self, database: DatabasePlace, tiles: int = TILES) -> None:
        """Start all games in the database, each played randomly up to `tiles` tiles, before the program starts."""
        services, now = await open_services(database, games=GAMES), datetime.now(UTC)
        for room in self.rooms:
            host, guest = (UserId(int(person["id"])) for person in room.people)
            place = MatchLocation(room.guild, int(room.place))
            lobby = await services.lobbies.open(place, host, "carcassonne", {}, now=now, terms=AT_ONCE)
            await services.lobbies.join(lobby.match.id, guest, now=now)
            await services.lobbies.start(lobby.match.id, host, now=now)
            while await _tiles(services, lobby.match.id) < tiles:
                await acted(services, lobby.match.id, self._chance)
        await services.repository.store._db.write(_mark_all_delivered)
        await services.close()

    async def told(self) -> None:
        """Wait until every game has its first message."""
        await self._wire.until(lambda: all(self._wire.room(room.place) for room in self._sound()), 60 + 2 * len(self.rooms))

    def prepare_floor(self, folder: Path) -> None:
        """Prepare all games for the minimal bot."""
        floor.prepare(folder, ((int(room.place), [int(person["id"]) for person in room.people]) for room in self.rooms))

    def trouble(self) -> None:
        """Start the faults of the troubled channels."""
        for room in self.rooms:
            if room.trouble is not None:
                ordered: dict[str, Any] = TROUBLES[room.trouble]
                self._wire.faults.append(Fault(f"^/channels/{room.place}/messages$", method="POST", times=OFTEN, **ordered))

    async def warm(self, rate: float, seconds: float, *programs: Program) -> None:
        """Press like `press` without measuring, so that the program's one-time work is done before."""
        figures = self.figures
        self.figures = Figures()
        if seconds:
            await self.press(rate, seconds, *programs)
        self.figures = figures

    async def press(self, rate: float, seconds: float, *programs: Program) -> None:
        """Press `rate` buttons a second for `seconds`, each in an idle game; then wait for the last answers."""
        begun, worked_s, ours_s = time.monotonic(), sum(map(processor_s, programs)), time.process_time()
        asked = len(self._wire.requests)
        self.began, watching = time.time(), asyncio.create_task(self._watch())
        await self._press_at(rate, seconds, programs)
        watching.cancel()
        self.ended = time.time()
        self.figures.requests = len(self._wire.requests) - asked
        self.figures.lasted_s = time.monotonic() - begun
        self.figures.worked_s = sum(map(processor_s, programs)) - worked_s
        self.figures.ours_s = time.process_time() - ours_s
        self.figures.troubles = sum(OFTEN - fault.times for fault in self._wire.faults)
        self.figures.resident_mb.append(sum(map(resident_mb, programs)))

    async def _press_at(self, rate: float, seconds: float, programs: Sequence[Program]) -> None:
        begun, number = time.monotonic(), 0
        while (gone := time.monotonic() - begun) < seconds:
            if number % max(1, round(rate * seconds / 10)) == 0:
                self.figures.resident_mb.append(sum(map(resident_mb, programs)))
            self._begin()
            number += 1
            await asyncio.sleep(max(0.0, number / rate - gone))
        await asyncio.gather(*self._under_way)

    def _begin(self) -> None:
        """Start a press if a room is free."""
        if (free := self._free()) is not None:
            task = asyncio.create_task(self._press(*free))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def _watch(self) -> None:
        """Measure repeatedly how late this process's loop is, by which all measurements may be too long."""
        while True:
            due = time.monotonic() + TICK_S
            await asyncio.sleep(TICK_S)
            self.figures.ours_late.append(max(0.0, time.monotonic() - due))

    def waiting(self) -> list[str]:
        """Return the faultless channels in which no turn message has followed a confirmed turn."""
        return [room.place for room in self._sound() if room.confirmed_at is not None and not self._has_noticed(room)]

    def _sound(self) -> list[Room]:
        return [room for room in self.rooms if room.trouble is None]

    def _has_noticed(self, room: Room) -> bool:
        """Return whether the awaited turn message has come."""
        if len(self._wire.room(room.place)) <= room.known:
            return False
        if room.confirmed_at is not None and room.trouble is None:
            sent = _time_of(self._wire.room(room.place)[-1])
            self.figures.turns.append(max(0.0, sent - room.confirmed_at))
        room.confirmed_at = None
        return True

    def _free(self) -> tuple[Room, Step] | None:
        """Return one idle room, marked as busy, with its next press; None if none is found."""
        for room in self._chance.sample(self.rooms, min(20, len(self.rooms))):
            if not room.busy and (step := self._next(room)) is not None:
                room.busy = True
                return room, step
        return None

    def _next(self, room: Room) -> Step | None:
        """Return the next press in a room; None if there is none."""
        if room.confirmed_at is not None and not self._has_noticed(room):
            return None
        public = self._wire.room(room.place)
        if not public:
            return None
        who = next((person for person in room.people if _names(public[-1], person)), None)
        shown = room.shown or public[-1]
        part = _choose_press(shown, _match_of(public[-1]), self._chance)
        if who is None or part is None:
            room.shown = None
            return None
        values = (self._chance.choice(part["options"])["value"],) if part["type"] == SELECT else ()
        return Step(who, shown, part, values)

    async def _press(self, room: Room, step: Step) -> None:
        part, room.known, pressed_at = step.part, len(self._wire.room(room.place)), time.time()
        try:
            asked = await self._press_and_wait(room, step)
            answer = asked.more[-1] if asked.more else asked.answer
            is_over = _verb(part) in ENDING and (answer is None or _choose_press(answer, _match(part), self._chance) is None)
            room.shown = None if is_over else answer
            room.confirmed_at = pressed_at if is_over and not is_refused(asked) else None
        finally:
            room.busy = False

    async def _press_and_wait(self, room: Room, step: Step) -> Asked:
        """Perform a press and wait for its answer; return the record."""
        asked = await pressed(self._wire, step, ANSWERED_S)
        self._count(asked)
        return asked

    def _count(self, asked: Asked) -> None:
        if asked.acknowledged_s is None or asked.answered_s is None:
            self.figures.silent += 1
            return
        self.figures.acknowledged.append(asked.acknowledged_s)
        self.figures.answered.append(asked.answered_s)


async def pressed(wire: Discord, step: Step, timeout_s: float) -> Asked:
    """Perform a press and wait for its answer up to `timeout_s` seconds; return the record either way."""
    asked = await press(wire, step.who, step.shown, step.part.get("label") or step.part["placeholder"], *step.values)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asked.seen.wait(), timeout_s)
    return asked


def is_refused(asked: Asked) -> bool:
    """Return whether a user was told that saving is impossible now, or that its outcome is unknown."""
    return any(sentence in asked.text for sentence in REFUSALS)


def _mark_all_delivered(con: Connection) -> None:
    """Mark all posts but the newest of each game as sent, as if their players had read them."""
    newest = select(func.max(outbox.c.id)).group_by(outbox.c.topic_kind, outbox.c.topic_id)
    con.execute(update(outbox).where(outbox.c.id.not_in(newest)).values(dead_at=datetime.now(UTC)))


def _verb(part: Json) -> str:
    return str(part.get("custom_id", ":::")).split(":")[3].split(" ")[0]


def _match(part: Json) -> str:
    return str(part.get("custom_id", ":::")).split(":")[1]


def _match_of(public: Json) -> str:
    """Return the id of the match in a public turn message's buttons."""
    return next((_match(part) for part in flat(public["components"]) if part.get("custom_id") and _verb(part) == "place"), "")


def _names(shown: Json, person: Json) -> bool:
    """Return whether a message mentions a person."""
    return any(f"<@{person['id']}>" in part.get("content", "") for part in flat(shown["components"]))


def _choose_press(shown: Json, match: str, chance: random.Random) -> Json | None:
    """Return the component to press next in a message: one that ends the turn first, else a random choice; None if none."""
    by_verb: dict[str, list[Json]] = {}
    for part in flat(shown["components"]):
        if part.get("custom_id") and not part.get("disabled") and _match(part) == match:
            by_verb.setdefault(_verb(part), []).append(part)
    for verbs in WANTED:
        if parts := [part for verb in verbs for part in by_verb.get(verb, ())]:
            return chance.choice(parts)
    return None


async def _tiles(services: Services, match_id: MatchId) -> int:
    """Return the number of tiles that players have placed in a match."""
    live = await services.repository.seen(match_id)
    return sum(row.text.startswith("place ") for row in live.log)


def _time_of(message: Json) -> float:
    return datetime.fromisoformat(message["timestamp"]).timestamp()


async def loaded(
    folder: Path,
    games: int,
    rate: float,
    seconds: float,
    troubled: Sequence[str],
    *,
    tiles: int = TILES,
    warm_s: float = 0.0,
    held: bool = False,
) -> tuple[Load, Program]:
    """Run a load after warming up for `warm_s`; return the load and the stopped program.

    With `held` the callbacks that block its loop are recorded too, which slows all by a tenth or more.
    """
    wire = Discord()
    await wire.start()
    load = Load(wire, games, troubled)
    await load.prepare(folder / "data" / "bastide.db", tiles)
    seen = folder / "seen.json"
    program = await Program.start(folder, wire.address, wire.token, WIRE_WATCH=str(seen), WIRE_HELD="1" if held else "")
    try:
        await load.told()
        await load.warm(rate, warm_s, program)
        load.trouble()
        await load.press(rate, seconds, program)
        await wire.until(lambda: not load.waiting(), 120)
        await program.stop()
        load.figures.take(json.loads(seen.read_text(encoding="ascii")), load.began, load.ended)
    finally:
        await program.kill()
        await wire.stop()
    return load, program


async def floored(folder: Path, games: int, rate: float, seconds: float, *, warm_s: float = 0.0) -> Load:
    """Run the same load against the minimal bot and return it."""
    wire = Discord()
    await wire.start()
    load = Load(wire, games, ())
    load.prepare_floor(folder)
    program = await Program.start(folder, wire.address, wire.token, script=Path(floor.__file__))
    try:
        await load.told()
        await load.warm(rate, warm_s, program)
        await load.press(rate, seconds, program)
        await wire.until(lambda: not load.waiting(), 120)
    finally:
        await program.kill()
        await wire.stop()
    assert "Traceback" not in program.said, program.said
    return load


async def shared(folder: Path, size: tuple[int, float, float], processes: int) -> tuple[Load, list[Program]]:
    """Run a load like `loaded`, without faults, on several processes with one PostgreSQL server.

    Return the load and the programs.
    """
    wire, server = Discord(), DatabaseServer()
    server.start("fsync=on")
    await wire.start()
    games, rate, seconds = size
    load, address = Load(wire, games, (), processes), server.address(server.create())
    seen = [folder / f"seen-{part}.json" for part in range(processes)]
    programs: list[Program] = []
    try:
        await load.prepare(read(address))
        for part in range(processes):
            settings = {"BASTIDE_DB": address, "BASTIDE_SHARDS": f"{part}/{processes}", "WIRE_WATCH": str(seen[part])}
            programs.append(await Program.start(folder, wire.address, wire.token, **settings))
        await load.told()
        await load.press(rate, seconds, *programs)
        await wire.until(lambda: not load.waiting(), 120)
        for program, what in zip(programs, seen, strict=True):
            await program.stop()
            load.figures.take(json.loads(what.read_text(encoding="ascii")), load.began, load.ended)
    finally:
        for program in programs:
            await program.kill()
        await wire.stop()
        server.close()
    return load, programs


def main(arguments: list[str]) -> None:
    """Run the load and print the figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.wire.load")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=50.0)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--longest", type=int, default=0, help="so many things that held the loop longest are named")
    parser.add_argument("--warm", type=float, default=0.0, help="so many seconds of pressing before, which are not measured")
    parser.add_argument("--sound", action="store_true", help="no channel is troubled")
    parser.add_argument("--tiles", type=int, default=TILES, help="on every board when people begin to press")
    parser.add_argument("--floor", action="store_true", help="then the same with the least bot, and how many times it we take")
    parser.add_argument("--processes", type=int, default=0, help="so many on one PostgreSQL database, in place of one on a file")
    wanted = parser.parse_args(arguments)
    subprocess.run([sys.executable, "-m", "render.warm", "--all"], capture_output=True, check=True)  # else it is drawn meanwhile
    troubled = tuple(TROUBLES) * (0 if wanted.sound else max(1, wanted.games // 200))
    with tempfile.TemporaryDirectory(prefix="bastide-load-") as folder:
        size = (wanted.games, wanted.rate, wanted.seconds)
        if wanted.processes:
            load, programs = asyncio.run(shared(Path(folder), size, wanted.processes))
        else:
            load, program = asyncio.run(
                loaded(Path(folder), *size, troubled, tiles=wanted.tiles, warm_s=wanted.warm, held=wanted.longest > 0)
            )
            programs = [program]
    told = load.figures.told()
    if wanted.floor:
        with tempfile.TemporaryDirectory(prefix="bastide-floor-") as folder:
            least = asyncio.run(floored(Path(folder), *size, warm_s=wanted.warm)).figures
        told |= {"floor": {"ms a press": round(least.press_ms, 2), "ms a turn": round(least.turn_ms, 2)}}
        told |= {"press over floor": round(load.figures.press_ms / least.press_ms, 2)}
        told |= {"turn over floor": round(load.figures.turn_ms / least.turn_ms, 2)}
    for program in programs:
        assert "Traceback" not in program.said, program.said
    for held_s, what in load.figures.held[: -wanted.longest - 1 : -1]:
        print(f"held for {held_s * 1000:.1f} ms: {what}")
    print(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1:])
