"""Benchmark of SQLite and PostgreSQL side by side: `python -m tools.bench databases [--games 4] [--database postgresql://...]`.

The same whole games, several at once, are played through the use-cases, and no message is sent; every transaction is timed from its
request to its end. Without an address, a PostgreSQL server of this program's own is started if PostgreSQL is installed on this
machine. A database given by address must be empty, and is not empty afterwards.
"""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Iterator
from time import perf_counter

from editions.registry import GAMES
from service.wiring.assembly import open_services
from storage.database_url import Place
from storage.rows import UserId
from telemetry import metric_hooks
from tools.bench.measuring import Figure
from tools.bench.playing import nobody_away, places, played

SHARES = (0.5, 0.95, 0.99)


class TransactionTimes:
    """Listener that collects how long database transactions take, in seconds by kind of transaction."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = defaultdict(list)

    def took(self, what: str, kind: str, seconds: float) -> None:
        """Note the time of a transaction, as `metric_hooks.Listener` asks."""
        if what == metric_hooks.STORED:
            self.seconds[kind].append(seconds)

    def happened(self, what: str, kind: str, outcome: str) -> None:
        """Ignore the event: only times are collected."""


async def measured(place: Place, games: int) -> tuple[TransactionTimes, float]:
    """Play the given number of games at once; return the transaction times, and the seconds that all games took."""
    services, times = await open_services(place, games=GAMES), TransactionTimes()
    await services.leases.begin(nobody_away, nobody_away)
    metric_hooks.listen(times)
    begun = perf_counter()
    people = [UserId(900_000_000_000_000_000 + seat) for seat in range(2)]
    channels = range(1_300_000_000_000_000_000, 1_300_000_000_000_000_000 + games)
    await asyncio.gather(*(played(services, {}, people, channel, random.Random(channel)) for channel in channels))
    took_s = perf_counter() - begun
    metric_hooks.listen(None)
    await services.close()
    return times, took_s


def figures(games: int, address: str | None) -> Iterator[Figure]:
    """Yield the number and the percentiles in milliseconds of reads and writes, and the seconds of all games, per database."""
    with places(address) as database_addresses:
        for name, place in database_addresses.items():
            asyncio.run(measured(place, 0))  # its tables
            times, took_s = asyncio.run(measured(place, games))
            for kind, seconds in sorted(times.seconds.items()):
                yield Figure(f"{name} {kind}: how many", len(seconds), "")
                for share in SHARES:
                    value = sorted(seconds)[int(share * (len(seconds) - 1))]
                    yield Figure(f"{name} {kind}: p{share * 100:.0f}", value * 1000, "ms")
            yield Figure(f"{name}, {games} games", took_s, "s")
