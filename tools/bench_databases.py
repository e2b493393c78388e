"""Measures both kinds of database side by side: `python -m tools.bench_databases [--games 4] [postgresql://user:password@host/name]`.

The same whole games, several at once, are played through the use-cases and told to nobody; every transaction is timed from the wish
until its end. Without an address a PostgreSQL server of our own is started on this machine, where its programs are installed.
The database of an address must be empty, and is not afterwards.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from editions.offered import GAMES
from journal import measures
from service.process.assembled import open_services
from storage.parts import Part
from storage.place import Place, read
from storage.records import UserId
from tools.bench_growth import played

SHARES = (0.5, 0.95, 0.99)


class Times:
    """Hears how long transactions take."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = defaultdict(list)

    def took(self, what: str, kind: str, seconds: float) -> None:
        """As `measures.Listener` has it."""
        if what == measures.STORED:
            self.seconds[kind].append(seconds)

    def happened(self, what: str, kind: str, outcome: str) -> None:
        """Nothing of this is counted."""


async def _nothing(_: Part) -> None:
    """Nobody has been away."""


async def measured(place: Place, games: int) -> tuple[Times, float]:
    """Play so many games at once; how long transactions took, and how long everything."""
    services, times = await open_services(place, games=GAMES), Times()
    await services.leases.begin(_nothing, _nothing)
    measures.listen(times)
    begun = perf_counter()
    people = [UserId(900_000_000_000_000_000 + seat) for seat in range(2)]
    channels = range(1_300_000_000_000_000_000, 1_300_000_000_000_000_000 + games)
    await asyncio.gather(*(played(services, {}, people, channel, random.Random(channel)) for channel in channels))
    took_s = perf_counter() - begun
    measures.listen(None)
    await services.close()
    return times, took_s


@contextmanager
def places(address: str | None) -> Iterator[dict[str, Place]]:
    """An empty one of each kind."""
    with tempfile.TemporaryDirectory(prefix="bastide-databases-") as folder:
        found: dict[str, Place] = {"SQLite": Path(folder) / "bench.db"}
        if address is not None:
            yield found | {"PostgreSQL": read(address)}
            return
        from tests.database_server import DatabaseServer, is_installed  # what tests use is all that is needed

        if not is_installed():
            sys.stderr.write("No PostgreSQL is installed here: SQLite alone.\n")
            yield found
            return
        server = DatabaseServer()
        try:
            server.start("fsync=on")
            yield found | {"PostgreSQL": read(server.address(server.create()))}
        finally:
            server.close()


def main(arguments: list[str]) -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench_databases")
    parser.add_argument("address", nargs="?", help="of an empty PostgreSQL database")
    parser.add_argument("--games", type=int, default=4, help="played at once")
    wanted = parser.parse_args(arguments)
    with places(wanted.address) as found:
        for name, place in found.items():
            asyncio.run(measured(place, 0))  # its tables
            times, took_s = asyncio.run(measured(place, wanted.games))
            for kind, seconds in sorted(times.seconds.items()):
                told = " ".join(f"{sorted(seconds)[int(share * (len(seconds) - 1))] * 1000:8.2f}" for share in SHARES)
                print(f"{name:12} {kind:6} {len(seconds):7} times, ms at p50 p95 p99: {told}")
            print(f"{name:12} {wanted.games} games in {took_s:.1f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
