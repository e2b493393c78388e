"""Benchmark of a database with very many games: `python -m tools.bench rows [--games 1000000]`; takes minutes and gigabytes.

One game is played to its end and copied row by row by the database itself, with other players, servers and channels. Running games
are then opened and queried as the commands do, once with few games in the file and once with many.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
import statistics
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

from editions.registry import GAMES
from service.wiring.assembly import open_services
from service.wiring.services import Services
from storage.rows import MatchId, UserId
from tools.bench.measuring import Figure
from tools.bench.playing import NullPoster, acted, opened, played

COMPACTION = "compacting five games"
"""Done in the background: nobody waits for it."""

SERVERS, PEOPLE = 2_000, 100_000
"""Among whom the copied games are spread."""

BATCH = 50_000
"""Games copied in one transaction."""

RUNNING = 40
"""Games under way, each opened once with nothing in memory."""

FIRST = 1_000
"""Copies have numbers from here on."""

CHANNEL = 1_000_000_000_000_000_000
"""Of the first game; copies lie in the channels from `FIRST` after it on."""

ROOM = 4_000
"""Bytes that a copied game takes at most: where the disk has not so much to spare, nothing is begun."""

SHIFTED: Mapping[str, Mapping[str, str]] = {
    "match": {
        "id": "id + :by + n",
        "guild_id": "1 + n % :servers",
        "channel_id": "channel_id + :by + n",
        "host_id": "host_id + n % :people",
    },
    "seat": {"match_id": "match_id + :by + n", "user_id": "user_id + n % :people"},
    "archive": {"match_id": "match_id + :by + n"},
    "outbox": {
        "id": "NULL",
        "topic_id": "topic_id + :by + n",
        "nonce": "substr(nonce, 1, 8) || '-' || (:by + n)",
        "channel_id": "channel_id + :by + n",
        "user_id": "user_id + n % :people",
        "message_id": "message_id + :by + n",
    },
}
"""Of each table the columns that differ from copy to copy."""


def figures(games: int, _address: str | None) -> Iterator[Figure]:
    """Yield the milliseconds of each query that users wait for, median and slowest of a hundred, with few and with many games."""
    with tempfile.TemporaryDirectory(prefix="bastide-million-") as folder:
        spare = shutil.disk_usage(folder).free
        if spare < games * ROOM:
            raise SystemExit(f"{games} games take up to {games * ROOM >> 20} MiB in {folder}, which has {spare >> 20} MiB left.")
        yield from asyncio.run(_measure_file(Path(folder) / "million.db", games))


async def _measure_file(path: Path, games: int) -> list[Figure]:
    first, second = UserId(900_000_000_000_000_000), UserId(950_000_000_000_000_000)
    running = await _prepare_file(path, [first, second])
    few = await _times(path, first, running)
    begun = perf_counter()
    size_mib = await asyncio.to_thread(copied, path, games)
    lines: list[Figure] = [Figure("games in the file", games, ""), Figure("the file", size_mib, "MiB")]
    lines.append(Figure("copying them", perf_counter() - begun, "s"))
    for name, times in (await _times(path, first, running)).items():
        lines.append(Figure(f"{name}: p50", statistics.median(times), "ms", "" if name == COMPACTION else "<= 5"))
        lines.append(Figure(f"{name}: p50 with {RUNNING} games", statistics.median(few[name]), "ms"))
        lines.append(Figure(f"{name}: largest of {RUNNING}", max(times), "ms"))
    return lines


async def _prepare_file(path: Path, people: list[UserId]) -> list[MatchId]:
    """Create a file with one finished game and running ones of some forty moves; return the ids of the running ones."""
    services, chance = await open_services(path, games=GAMES), random.Random(1)
    await played(services, {}, people, CHANNEL, chance)
    running = []
    for number in range(1, RUNNING + 1):
        running.append(await opened(services, {}, people, CHANNEL + number))
        for _ in range(40):
            await acted(services, running[-1], chance)
        await services.outbox.drain(NullPoster(), datetime.now(UTC))
    await services.close()
    return running


async def _times(path: Path, person: UserId, running: list[MatchId]) -> dict[str, list[float]]:
    """Return the milliseconds of each query by its name, run by newly opened services with nothing cached."""
    services = await open_services(path, games=GAMES)
    try:
        return {
            name: [await _time_read(ask, number) for number in range(RUNNING)]
            for name, ask in _reads_by_command(services, person, running).items()
        }
    finally:
        await services.close()


def _reads_by_command(services: Services, person: UserId, running: list[MatchId]) -> dict[str, Callable[[int], Awaitable[object]]]:
    """Return the queries behind the commands, by name; each takes a repeat's number."""
    looking = services.match_queries
    return {
        "opening a game": lambda number: looking.table(running[number], person),
        "/turns": lambda _: looking.waiting_for(person),
        "/game action:list": lambda number: looking.guild_matches(1 + number),
        "/game action:list, ended": lambda number: looking.guild_matches(1 + number, ended=True, limit=25),
        "the game of a channel": lambda number: looking.in_channel(CHANNEL + number),
        "the games of a person in a server": lambda _: looking.games_of(person, 1),
        "what must be posted next": lambda _: services.outbox.next_at(),
        COMPACTION: lambda _: services.store.matches.thin(5),
    }


async def _time_read(ask: Callable[[int], Awaitable[object]], number: int) -> float:
    begun = perf_counter()
    await ask(number)
    return (perf_counter() - begun) * 1e3


def copied(path: Path, games: int) -> float:
    """Copy the first game of a file `games` times by SQL, without waiting for the disk; return the file's size in MiB."""
    with closing(sqlite3.connect(path, isolation_level=None)) as con:
        for pragma in ("foreign_keys = OFF", "synchronous = OFF", "cache_size = -200000"):
            con.execute(f"PRAGMA {pragma}")
        con.execute("CREATE TEMP TABLE number (n INTEGER PRIMARY KEY)")
        con.executemany("INSERT INTO number VALUES (?)", ((n,) for n in range(1, BATCH + 1)))
        for done in range(0, games, BATCH):
            given = {"by": FIRST + done, "most": min(BATCH, games - done), "servers": SERVERS, "people": PEOPLE}
            con.execute("BEGIN")
            for table, changed in SHIFTED.items():
                _copy(con, table, changed, given)
            con.execute("COMMIT")
    return path.stat().st_size / (1 << 20)


def _copy(con: sqlite3.Connection, table: str, changed: Mapping[str, str], given: Mapping[str, int]) -> None:
    columns = [row[1] for row in con.execute(f"PRAGMA table_info({table})")]
    values = ", ".join(changed.get(column, column) for column in columns)
    ids = "topic_id" if table == "outbox" else "id" if table == "match" else "match_id"
    con.execute(
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM {table}, number WHERE {ids} = 1 AND n <= :most",  # noqa: S608  # names of our own tables
        dict(given),
    )
