"""The processor time of a turn by buttons and of one by tapping, and how soon a page shows a move: one process, real requests."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.wire.discord import Discord
from tests.wire.doing import answered, press
from tests.wire.load import Load, Room
from tests.wire.measure import processor_s
from tests.wire.program import Program
from tests.wire.records import Json, flat
from tests.wire.test_activity import free_port

GAMES, TURNS, ROUNDS, WARM = 4, 12, 6, 12
"""Blocks by tapping and by buttons alternate, so that whatever else this machine does costs both the same."""
SHOWN_WITHIN_S = 0.15
"""From the answer to who has moved until the other page has its table, at the median."""
DEARER = 1.1
"""So much of a turn by buttons a tapped one costs at most: no more, but for what can't be measured."""

Start = Callable[..., Awaitable[Program]]


class Phone:
    """A page of one person, with a stream open, as a browser keeps it."""

    def __init__(self, session: aiohttp.ClientSession, home: str, page: str) -> None:
        self._session, self._home = session, home
        self._headers = {"Authorization": f"Page {page}", "Origin": "https://board.example"}
        self.table: Any = None
        self.news = asyncio.Event()
        self._acts, self._missed = False, ""

    async def get(self) -> Any:
        """Look at the table, unless it is the one that is shown."""
        known = {"If-None-Match": f'"{self.table["stamp"]}"'} if self.table else {}
        async with self._session.get(f"{self._home}/b/api/table", headers={**self._headers, **known}) as answer:
            if answer.status != HTTPStatus.NOT_MODIFIED:
                self.table = await answer.json()
        return self.table

    async def post(self, verb: str, **said: Any) -> Any:
        """Act, and look again if there were news meanwhile; return the table as it is then."""
        self._acts, self._missed = True, ""
        async with self._session.post(f"{self._home}/b/api/{verb}", json=said, headers=self._headers) as answer:
            assert answer.status == 200, await answer.text()
            self.table = await answer.json()
        self._acts = False
        return await self.get() if self._missed not in ("", self.table["stamp"]) else self.table

    async def hear(self) -> None:
        """Ask for the table whenever there is news, for ever."""
        async with self._session.get(f"{self._home}/b/api/news", headers=self._headers, timeout=aiohttp.ClientTimeout()) as stream:
            async for line in stream.content:
                if not line.startswith(b"data: ") or (self.table is not None and self.table["stamp"] in line.decode()):
                    continue
                if self._acts:
                    self._missed = line.decode().removeprefix("data: ").strip()
                    continue
                await self.get()
                self.news.set()

    async def turn(self, chance: random.Random) -> None:
        """Make a move by tapping: a square, a place for the figure, Confirm."""
        shown = self.table
        before = shown["version"]
        while shown["version"] == before:
            draft = shown["draft"]
            on = {key: draft[key] for key in ("version", "kept", "base")}
            choice = None if draft["ready"] else chance.choice(draft["choices"])
            verb = "confirm" if choice is None else "play" if choice.get("last") else "try"
            shown = await self.post(verb, **on, **({} if choice is None else {"actions": [choice["a"]]}))


async def phone(wire: Discord, session: aiohttp.ClientSession, home: str, message: Json, who: Json) -> Phone:
    """Open the page of a person by the button below a turn."""
    pressed = await answered(wire, await press(wire, who, message, "Open board"))
    shown = pressed.more[-1] if pressed.more else pressed.answer
    assert shown is not None
    link = next(part["url"] for part in flat(shown["components"]) if part.get("url"))
    headers = {"Origin": "https://board.example"}
    async with session.post(f"{home}/b/api/open", json={"link": link.partition("#")[2]}, headers=headers) as answer:
        document = await answer.json()
        assert answer.status == 200, document
    return Phone(session, home, document["page"])


async def by_buttons(load: Load, turns: int) -> None:
    """Play so many turns by the buttons of the chat."""
    made = 0
    while made < turns:
        free = load._free()
        if free is None:
            await asyncio.sleep(0.02)
            continue
        room, step = free
        await load._pressed(room, step)
        made += room.confirmed_at is not None
    await load._wire.until(lambda: not load.waiting(), 60)
    await load._wire.quiet(0.5)


async def by_tapping(load: Load, phones: dict[int, list[Phone]], turns: int, chance: random.Random) -> list[float]:
    """Play so many turns by tapping; return how long each took to be on the other player's page."""
    took = []
    for number in range(turns):
        pair = phones[number % len(phones)]
        await load._wire.until(lambda pair=pair: any(each.table and each.table["draft"] for each in pair), 20)
        mine, other = pair if pair[0].table["draft"] else pair[::-1]
        other.news.clear()
        await mine.turn(chance)
        begun, version = time.perf_counter(), mine.table["version"]
        while other.table is None or other.table["version"] < version:
            await asyncio.wait_for(other.news.wait(), 10)
            other.news.clear()
        took.append(time.perf_counter() - begun)
    await load._wire.quiet(0.5)
    return took


@pytest.mark.soak
async def test_a_tapped_turn_costs_what_is_known_and_is_soon_seen(wire: Discord, start: Start, tmp_path: Path) -> None:
    chance = random.Random(7)
    load = Load(wire, GAMES, ())
    await load.prepare(tmp_path / "data" / "bastide.db", 20)
    at = f"127.0.0.1:{free_port()}"
    program = await start(BASTIDE_WEB=at, BASTIDE_WEB_URL="https://board.example")
    await program.says(r"\bready\b")
    await load.told()
    await by_buttons(load, WARM)
    async with aiohttp.ClientSession() as session:
        phones = {number: [await phone(wire, session, f"http://{at}", last(wire, room), who) for who in room.people]
                  for number, room in enumerate(load.rooms)}  # fmt: skip
        tapped_s, pressed_s, shown = 0.0, 0.0, list[float]()
        for number in range(ROUNDS + 1):
            async with listening(phones):
                round_s, seen = await spent(program, by_tapping(load, phones, TURNS, chance))
            for room in load.rooms:
                room.shown, room.confirmed_at = None, None
            if number:  # the first round loads what later ones have
                tapped_s, shown = tapped_s + round_s, [*shown, *seen]
                pressed_s += (await spent(program, by_buttons(load, TURNS)))[0]

    turns = TURNS * ROUNDS / 1000
    print(f"tapped {tapped_s / turns:.1f} ms, by buttons {pressed_s / turns:.1f} ms a turn: {tapped_s / pressed_s:.2f} times")
    print(f"on the other page after {statistics.median(shown) * 1000:.0f} ms at the median, {max(shown) * 1000:.0f} at most")
    assert tapped_s <= pressed_s * DEARER
    assert statistics.median(shown) <= SHOWN_WITHIN_S


@asynccontextmanager
async def listening(phones: dict[int, list[Phone]]) -> AsyncIterator[None]:
    """Keep all pages open meanwhile, and closed before and after: what is done by buttons has no reader then."""
    pages = [page for pair in phones.values() for page in pair]
    for page in pages:
        page.table = None
        page.news.clear()
    tasks = [asyncio.create_task(page.hear()) for page in pages]
    for page in pages:
        await page.news.wait()
    yield
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def spent(program: Program, work: Awaitable[Any]) -> tuple[float, Any]:
    """Return the processor time that the program and its helpers took for a piece of work, and its result."""
    before = processor_s(program)
    result = await work
    return processor_s(program) - before, result


def last(wire: Discord, room: Room) -> Json:
    """Return the newest message of a room."""
    return wire.room(room.place)[-1]
