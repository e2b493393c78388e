"""Benchmark of the disk space of running games by kind and age: `python -m tools.bench running [--games 20]`.

Games are played side by side, by random moves of people and without drafts, on a SQLite file and, if PostgreSQL is installed, on a
PostgreSQL server of this program's own; at some ages the database is measured. It is done with many games and with few, and the
difference is reported, because an empty database has a size too. PostgreSQL keeps changed rows until they are vacuumed, which is
done here before each measurement, as a server does by itself; the size after rewriting all rows is measured at the end.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from editions.registry import GAMES
from service.wiring.assembly import open_services
from service.wiring.services import Services
from storage.database_url import Place
from storage.rows import RUNNING, MatchId, UserId
from tools.bench.measuring import Figure
from tools.bench.playing import NullPoster, acted, nobody_away, opened, places, size

KINDS: tuple[tuple[str, Mapping[str, str], int, tuple[int, ...]], ...] = (
    ("base, 2 seats", {}, 2, (0, 20, 40, 60)),
    ("all four, 4 seats", {"expansions": "inns,traders,dragon,tower"}, 4, (0, 40, 80, 120)),
)
"""Name, options, seats, ages in turns."""


FEW = 2
"""So many games are left out of the figures, with what the database takes anyway."""


async def sizes(place: Place, kind: int, games: int) -> dict[str, int]:
    """Return the database's size in bytes with the given number of running games, by their age in turns."""
    _, options, seats, ages = KINDS[kind]
    services, poster = await open_services(place, games=GAMES), NullPoster()
    await services.leases.begin(nobody_away, nobody_away)
    people = [UserId(900_000_000_000_000_000 + seat) for seat in range(seats)]
    running = [await opened(services, options, people, 1_300_000_000_000_000_000 + number) for number in range(games)]
    chances = [random.Random(number) for number in range(games)]
    sizes: dict[str, int] = {}
    for age in ages:
        for match_id, chance in zip(running, chances, strict=True):
            await _play_until(services, poster, match_id, age, chance)
        sizes[f"after {age} turns"] = size(place)
    sizes[f"after {ages[-1]} turns, rewritten"] = size(place, rewritten=True)
    await services.close()
    return sizes


async def _play_until(services: Services, poster: NullPoster, match_id: MatchId, turns: int, chance: random.Random) -> None:
    """Play random moves until the given number of turns are finished, delivering each message."""
    while await _turns(services, match_id) < turns and (await services.match_queries.match(match_id)).status == RUNNING:
        await acted(services, match_id, chance)
        await services.outbox.drain(poster, datetime.now(UTC))


async def _turns(services: Services, match_id: MatchId) -> int:
    """Return the number of finished turns, which is one less than the number of draws in the log."""
    live = await services.repository.seen(match_id)
    return sum(row.text.startswith("draw") for row in live.log) - 1


def figures(games: int, address: str | None) -> Iterator[Figure]:
    """Yield the KiB of one running game for each kind of database, kind of game and age."""
    for kind, (name, *_) in enumerate(KINDS):
        few, many = _by_database(kind, FEW, address), _by_database(kind, FEW + games, address)
        for database, each_name in many.items():
            for age, taken in each_name.items():
                yield Figure(f"{database}: {name}, {age}", (taken - few[database][age]) / 1024 / games, "KiB")


def _by_database(kind: int, games: int, address: str | None) -> dict[str, dict[str, int]]:
    with places(address) as database_addresses:
        return {database: asyncio.run(sizes(place, kind, games)) for database, place in database_addresses.items()}
