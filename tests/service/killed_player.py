"""The program that `test_kill.py` kills: it plays many matches on a real database, with a stand-in for Discord in the parent."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from editions.registry import GAMES
from games.core.game import AnyGame
from service.core.outbox import PostRetryLater
from service.errors import Refusal
from service.records import MatchLocation
from service.wiring.assembly import open_services
from service.wiring.services import Services
from storage.errors import DatabaseUnavailableError
from storage.queries import outbox
from storage.rows import MatchId, Post, UserId
from storage.store import Store
from tests.service.tiny_game import AnyLegal, TinyGame

ALL_GAMES: dict[str, AnyGame] = {**GAMES, "tiny": TinyGame()}
PEOPLE = (UserId(1), UserId(2))
OPTIONS = {"tiny": {"rounds": "30"}}
AT_ONCE = 8
PLAYERS = {"apprentice": AnyLegal(), "citizen": AnyLegal()}


PATIENCE_S = 0.5
"""How long people and the outbox wait where the database does not answer."""


class Line:
    """The connection to the parent process, with one answer to each request; also a `Poster`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer, self._lock = reader, writer, asyncio.Lock()

    async def ask(self, op: str, **values: Any) -> Any:
        async with self._lock:
            self._writer.write(json.dumps({"op": op, **values}).encode() + b"\n")
            return json.loads(await self._reader.readline())

    async def post(self, post: Post) -> int:
        answer = await self.ask(
            "post",
            nonce=post.nonce,
            match=post.match_id,
            kind=post.kind,
            seat=post.seat,
            upto=post.upto,
            since=post.payload["since"],
        )
        if answer is None:
            raise PostRetryLater("503")
        return int(answer)

    async def find(self, post: Post) -> int | None:
        answer = await self.ask("find", nonce=post.nonce)
        return None if answer is None else int(answer)


def now() -> datetime:
    return datetime.now(UTC)


class Life:
    """One run of the program, from start to kill."""

    def __init__(self, services: Services, line: Line, game: str, seed: int) -> None:
        self.services, self.line, self.game = services, line, game
        self._rests = False
        self.random = random.Random(seed)

    async def open_matches(self, numbers: Sequence[int], guild_id: int = 1) -> list[MatchId]:
        """Return the ids of one match for each channel number, opened now or in earlier lives; every third has a computer."""
        services = self.services
        for number in numbers:
            try:
                await services.match_queries.in_channel(number)
            except Refusal:
                await services.lobbies.open(
                    MatchLocation(guild_id, number), PEOPLE[0], self.game, OPTIONS.get(self.game, {}), now=now(), order="joined"
                )
        rows = [await services.match_queries.in_channel(number) for number in numbers]
        for row in rows:
            if row.status == "lobby":
                await self._fill_and_start(row.id)
        return [row.id for row in rows]

    async def _fill_and_start(self, match_id: MatchId) -> None:
        services = self.services
        seated = (await services.lobbies.lobby(match_id)).seats
        if len(seated) < 2:
            await services.lobbies.join(match_id, PEOPLE[1], now=now())
        if match_id % 3 == 0 and len(seated) < 3:
            await services.lobbies.add_computer(match_id, PEOPLE[0], "apprentice", now=now())
        await services.lobbies.start(match_id, PEOPLE[0], now=now())

    async def resubmit(self, mine: Sequence[MatchId]) -> None:
        """Repeat the presses that were not answered before the kill."""
        for intent in await self.line.ask("unresolved"):
            if intent["match"] not in mine:
                continue
            await self.submit(MatchId(intent["match"]), intent["user"], intent["version"], intent["texts"])

    async def play_for_ever(self, mine: list[MatchId]) -> None:
        while True:
            try:
                await self._take_turn(self.random.choice(mine))
            except DatabaseUnavailableError:  # the machine is busy: people look again
                await asyncio.sleep(PATIENCE_S)

    async def _take_turn(self, match_id: MatchId) -> None:
        tables = [await self.services.match_queries.table(match_id, user) for user in PEOPLE]
        for user, table in zip(PEOPLE, tables, strict=True):
            if table.is_asked and table.version == (await self.services.match_queries.match(match_id)).version:
                text = ALL_GAMES[self.game].write(self.random.choice(table.legal))
                intent = {"match": match_id, "user": user, "version": table.version, "texts": [text]}
                await self.line.ask("intend", **intent)
                await self.submit(match_id, user, table.version, [text])
                return
        await asyncio.sleep(0)

    async def submit(self, match_id: MatchId, user: int, version: int, texts: list[str]) -> None:
        """Submit a turn, sometimes twice at once, and report the results to the parent; repeat if the database is down."""
        clicks = 2 if self.random.random() < 0.2 else 1
        act = self.services.turns.act
        results = await asyncio.gather(
            *(act(match_id, UserId(user), texts, expected_version=version, now=now()) for _ in range(clicks)),
            return_exceptions=True,
        )
        refusals = [r for r in results if isinstance(r, BaseException)]
        if any(isinstance(refusal, DatabaseUnavailableError) for refusal in refusals):
            await asyncio.sleep(PATIENCE_S)  # nothing may have been written: people press again, until they are answered
            await self.submit(match_id, user, version, texts)
            return
        assert all(isinstance(r, Refusal) for r in refusals), refusals
        codes = sorted(r.code for r in refusals if isinstance(r, Refusal))
        await self.line.ask("resolved", match=match_id, version=version, texts=texts, codes=codes, accepted=clicks - len(codes))

    async def post_for_ever(self) -> None:
        while not self._rests:
            try:
                await self.services.outbox.drain(self.line, now())
            except DatabaseUnavailableError:
                await asyncio.sleep(PATIENCE_S)
            await asyncio.sleep(0.002)

    async def rest(self, posting: asyncio.Task[None]) -> None:
        """Wait until all work is done and everything is posted, and end."""
        hours, computers = 1, self.services.computers
        await computers.settled()
        self._rests = True
        await asyncio.wait({posting})  # to cancel it would leave the answer to what it has asked for anyone who asks next
        while computers._retries or await unsent(self.services.store) is not None:  # outages may delay a message again and again
            await self.services.outbox.drain(self.line, now() + timedelta(hours=hours))
            await asyncio.sleep(0.02)
            await computers.settled()
            hours += 1
        await self.services.close()


async def unsent(store: Store) -> datetime | None:
    """Return when the next waiting post is due, whether or not its lease is held; None if there is none."""
    assert isinstance(store, Store)
    return await store._db.read(outbox.next_post_at)


def lived(database: Path, port: int, game: str, matches: int, seed: int, *, last: bool) -> None:
    """Run one life as a process of its own; the last one ends by itself when no work is left."""
    asyncio.run(_run(database, port, game, matches, seed, last=last))


async def _run(database: Path, port: int, game: str, matches: int, seed: int, *, last: bool) -> None:
    line = Line(*await asyncio.open_connection("127.0.0.1", port))
    services = await open_services(database, games=ALL_GAMES, players=PLAYERS)
    life = Life(services, line, game, seed)
    posting = asyncio.create_task(life.post_for_ever())
    ids = await life.open_matches(range(matches))
    await services.computers.wake()
    await life.resubmit(ids)
    await line.ask("ready")
    if not last:
        await asyncio.gather(*(life.play_for_ever(ids[i::AT_ONCE]) for i in range(AT_ONCE)))
    await life.rest(posting)
