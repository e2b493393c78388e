"""Measures what running games take of a database, by what is played and how old they are: `python -m tools.bench_running`.

Games are played side by side, by random moves of people and without drafts, on a SQLite file and on a PostgreSQL server of our own,
where its programs are installed; at some ages the database is measured. It is done with many games and with few, and the difference
is told, as a database takes something before the first game. PostgreSQL keeps changed rows until they are vacuumed, which is done
here before each measurement, as a server does by itself; what the same rows take that are written anew is measured at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import psycopg

from editions.offered import GAMES
from service.process.assembled import open_services
from service.process.services import Services
from storage.backends.postgresql_outside import plain
from storage.parts import Part
from storage.place import Place
from storage.records import RUNNING, MatchId, UserId
from tools.bench_databases import places
from tools.bench_growth import Nobody, acted, opened

KINDS: tuple[tuple[str, Mapping[str, str], int, tuple[int, ...]], ...] = (
    ("base, 2 seats", {}, 2, (0, 20, 40, 60)),
    ("all four, 4 seats", {"expansions": "inns,traders,dragon,tower"}, 4, (0, 40, 80, 120)),
)
"""Name, options, seats, ages in turns."""


def size(place: Place, *, anew: bool = False) -> int:
    """Bytes of all tables and indexes, what is free in the file of SQLite left out; `anew`: once they are written anew."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as con:
            if anew:
                con.execute("VACUUM")
            pages, free, each = (
                con.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
            )
        return int((pages - free) * each)
    with psycopg.connect(plain(place.address), autocommit=True) as server:
        server.execute("VACUUM (FULL)" if anew else "VACUUM")
        found = server.execute(
            "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
        row = found.fetchone()
    assert row is not None
    return int(row[0])


FEW = 2
"""So many games are left out of the figures, with what the database takes anyway."""


async def sizes(place: Place, kind: int, games: int) -> dict[str, int]:
    """Bytes of an empty database once so many games are running, by their age."""
    _, options, seats, ages = KINDS[kind]
    services, poster = await open_services(place, games=GAMES), Nobody()
    await services.leases.begin(_nothing, _nothing)
    people = [UserId(900_000_000_000_000_000 + seat) for seat in range(seats)]
    running = [await opened(services, options, people, 1_300_000_000_000_000_000 + number) for number in range(games)]
    chances = [random.Random(number) for number in range(games)]
    found: dict[str, int] = {}
    for age in ages:
        for match_id, chance in zip(running, chances, strict=True):
            await _aged(services, poster, match_id, age, chance)
        found[f"after {age} turns"] = size(place)
    found[f"after {ages[-1]} turns, written anew"] = size(place, anew=True)
    await services.close()
    return found


async def _nothing(_: Part) -> None:
    """Nobody has been away."""


async def _aged(services: Services, poster: Nobody, match_id: MatchId, turns: int, chance: random.Random) -> None:
    """Play on until so many turns are over; each message arrives."""
    while await _turns(services, match_id) < turns and (await services.looking.match(match_id)).status == RUNNING:
        await acted(services, match_id, chance)
        await services.outbox.drain(poster, datetime.now(UTC))


async def _turns(services: Services, match_id: MatchId) -> int:
    """Turns that are over: tiles have been drawn once more than that."""
    live = await services.kernel.seen(match_id)
    return sum(row.text.startswith("draw") for row in live.log) - 1


def figures(games: int) -> Iterator[tuple[str, str, float]]:
    """Kind of database and name of the game, age, KiB of one game."""
    for kind, (name, *_) in enumerate(KINDS):
        few, many = _by_database(kind, FEW), _by_database(kind, FEW + games)
        for database, found in many.items():
            for age, taken in found.items():
                yield f"{database}: {name}", age, (taken - few[database][age]) / 1024 / games


def _by_database(kind: int, games: int) -> dict[str, dict[str, int]]:
    with places(None) as found:
        return {database: asyncio.run(sizes(place, kind, games)) for database, place in found.items()}


def main(arguments: list[str]) -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench_running")
    parser.add_argument("--games", type=int, default=20, help="of each kind, played side by side")
    for name, age, kib in figures(parser.parse_args(arguments).games):
        print(f"{name:30} {age:30} {kib:8.1f} KiB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
