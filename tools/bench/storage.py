"""Benchmark of the SQLite file: durable commits of one move (WAL, synchronous=FULL, elapsed time), and finished games' size."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import statistics
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

from editions.registry import GAMES
from games.core.game import Seat
from service.wiring.assembly import open_services
from storage.changes import CommitMatch
from storage.rows import ActionRow, MatchId, MatchRow, NewMatch, SeatRow, Secret, UserId
from storage.store import open_sqlite
from tools.bench.measuring import Figure
from tools.bench.playing import played, size

NOW = datetime(2026, 1, 1, tzinfo=UTC)


KINDS: tuple[tuple[str, Mapping[str, str], int, int], ...] = (
    ("base, 2 seats", {}, 2, 12),
    ("all four, 4 seats", {"expansions": "inns,traders,dragon,tower"}, 4, 40),
)
"""Name, options, seats, KiB that a finished game may take at most."""


def figures(*, quick: bool = False) -> Iterator[Figure]:
    """Yield the milliseconds of a series of commits, and the KiB of the file for one finished game of each kind."""
    with tempfile.TemporaryDirectory() as folder:
        times, unhashed = asyncio.run(_commits(Path(folder) / "bench.db", 100 if quick else 500))
        bare = _time_rows(Path(folder) / "bare.db", 100 if quick else 500)
    yield Figure("durable commit of a move, median", statistics.median(times), "ms", "<= 1")
    yield Figure("durable commit of a move, 95 %", statistics.quantiles(times, n=20)[-1], "ms")
    yield Figure("the same row by bare sqlite3, median", statistics.median(bare), "ms")
    yield Figure("durable commit over bare sqlite3", statistics.median(times) / statistics.median(bare), "times", "<= 2.2")
    hashing = statistics.median(times) - statistics.median(unhashed)
    yield Figure("reading, computing and keeping the hash of a row, a commit", hashing, "ms", "<= 0.2")
    for name, options, seats, most in KINDS:
        yield Figure(
            f"database, a finished game: {name}", asyncio.run(grown(options, seats, 3 if quick else 10)), "KiB", f"<= {most}"
        )


async def grown(options: Mapping[str, str], seats: int, games: int) -> float:
    """Return the KiB that one finished game adds to the file, as the mean of `games` games."""
    with tempfile.TemporaryDirectory(prefix="bastide-growth-") as folder:
        path = Path(folder) / "growth.db"
        services = await open_services(path, games=GAMES)
        empty = size(path)
        for number in range(games):
            people = [UserId(900_000_000_000_000_000 + seat) for seat in range(seats)]
            await played(services, options, people, 1_300_000_000_000_000_000 + number, random.Random(number))
        await services.close()
        return (size(path) - empty) / 1024 / games


def _time_rows(path: Path, number: int) -> list[float]:
    """Return the milliseconds of each of `number` durable inserts by plain SQLite, as a baseline of the disk."""
    con = sqlite3.connect(path, isolation_level=None)
    con.execute("PRAGMA journal_mode = WAL")
    con.execute("PRAGMA synchronous = FULL")
    con.execute("CREATE TABLE action (text TEXT)")
    times = []
    for _ in range(number):
        begun = perf_counter()
        con.execute("BEGIN IMMEDIATE")
        con.execute("INSERT INTO action VALUES ('place 3,-2 r1')")
        con.execute("COMMIT")
        times.append((perf_counter() - begun) * 1e3)
    con.close()
    return times


async def _commits(path: Path, number: int) -> tuple[list[float], list[float]]:
    """Return the milliseconds of commits of a match whose log rows carry hashes, and of one without hashes, done alternately."""
    store = await open_sqlite(path)
    host = UserId(1)
    row = MatchRow(
        id=MatchId(0),
        game="carcassonne",
        options={},
        rules_version=1,
        guild_id=1,
        channel_id=1,
        host_id=host,
        status="running",
        seats_wanted=2,
        order="random",
        locale="en",
        commitment="c0ffee",
        version=1,
        created_at=NOW,
    )
    seats = SeatRow(Seat(0), host), SeatRow(Seat(1), UserId(2))
    first = (ActionRow(0, Seat(0), "place 3,-2 r1", NOW),)
    sides: list[tuple[MatchRow, list[float]]] = []
    for channel, chained in ((1, True), (2, False)):
        new = NewMatch(replace(row, channel_id=channel), Secret(b"s" * 32), seats, actions=first, chained=chained)
        sides.append((await store.matches.open(new), []))
    for version in range(1, number + 1):
        for match, times in sides:
            after = replace(match, version=version + 1)
            action = ActionRow(version, Seat(0), "place 3,-2 r1", NOW)
            begun = perf_counter()
            await store.commit(CommitMatch(after, NOW, actions=(action,)))
            times.append((perf_counter() - begun) * 1e3)
    await store.close()
    return sides[0][1], sides[1][1]
