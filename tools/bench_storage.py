"""Measures a durable commit of one move: a real file, WAL, synchronous=FULL, by the clock on the wall."""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

from games.core.game import Seat
from storage.changes import Commit
from storage.records import ActionRow, MatchId, MatchRow, NewMatch, SeatRow, Secret, UserId
from storage.sql_store import open_sqlite

Line = tuple[str, float, str, str]
"""Name, value, unit, target."""

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def figures(*, quick: bool = False) -> Iterator[Line]:
    """Median and 95th percentile of commits in a row, in milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        times = asyncio.run(_commits(Path(folder) / "bench.db", 100 if quick else 500))
        bare = _bare(Path(folder) / "bare.db", 100 if quick else 500)
    yield "durable commit of a move, median", statistics.median(times), "ms", "<= 1"
    yield "durable commit of a move, 95 %", statistics.quantiles(times, n=20)[-1], "ms", ""
    yield "the same row by bare sqlite3, median", statistics.median(bare), "ms", ""
    yield "durable commit over bare sqlite3", statistics.median(times) / statistics.median(bare), "times", "<= 2.2"


def _bare(path: Path, number: int) -> list[float]:
    """What the disk asks for a durable row, whoever writes it."""
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


async def _commits(path: Path, number: int) -> list[float]:
    store = await open_sqlite(path)
    host = UserId(1)
    row = MatchRow(*(MatchId(0), "carcassonne", {}, 1, 1, 1, host, "running", 2, "random", "en", "c0ffee", 0, NOW))
    match = await store.matches.open(NewMatch(row, Secret(b"s" * 32), (SeatRow(Seat(0), host), SeatRow(Seat(1), UserId(2)))))
    times = []
    for _ in range(number):
        after = replace(match, version=match.version + 1)
        action = ActionRow(match.version, Seat(0), "place 3,-2 r1", NOW)
        begun = perf_counter()
        await store.commit(Commit(after, match.version, NOW, actions=(action,)))
        times.append((perf_counter() - begun) * 1e3)
        match = after
    await store.close()
    return times
