"""The program that `test_kill_together.py` kills: one of several on a database, each with leases that the others take over."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from service.core import leases as service_leases
from service.wiring.assembly import open_services
from service.wiring.services import Services
from storage.backends import postgresql
from storage.database_url import read
from storage.queries import leases as storage_leases
from storage.sharding import ShardSet
from tests.service.killed_player import ALL_GAMES, PLAYERS, Life, Line

PROCESSES = 3

ALL = frozenset(range(PROCESSES))


def lived(address: str, port: int, game: str, matches: int, seed: int, who: int, *, last: bool) -> None:
    """Run one life as a process of its own; the last one plays for all and ends by itself when no work is left."""
    _hasten()
    asyncio.run(_run(address, port, game, matches, seed, who, last=last))


def _hasten() -> None:
    """Shorten leases, as lives are short too, and allow more time for database answers on a busy machine."""
    postgresql.LOOK_S = 60.0
    service_leases.EVERY_S, service_leases.MARGIN_S, service_leases.POLL_S = 0.2, 0.1, 0.2
    service_leases.LASTS = storage_leases.LASTS = timedelta(seconds=1)


async def _run(address: str, port: int, game: str, matches: int, seed: int, who: int, *, last: bool) -> None:
    line = Line(*await asyncio.open_connection("127.0.0.1", port))
    services = await open_services(read(address), games=ALL_GAMES, players=PLAYERS)
    services.leases.wanted = ShardSet(PROCESSES, ALL if last else frozenset({who, (who + 1) % PROCESSES}), common=True)
    life = Life(services, line, game, seed)
    await services.leases.begin(_prepare_nothing, services.computers.wake)
    posting = asyncio.create_task(life.post_for_ever())
    mine = []
    for shard in sorted(ALL) if last else [who]:
        mine += await life.open_matches(range(shard, matches, PROCESSES), guild_id=shard << 22)
    await life.resubmit(mine)
    await line.ask("ready")
    if not last:
        await asyncio.gather(*(life.play_for_ever(mine[i::4]) for i in range(4)))
    await _everything(services)
    await life.rest(posting)


async def _prepare_nothing(_: ShardSet) -> None:
    """Prepare nothing."""


async def _everything(services: Services) -> None:
    """Wait until the leases of all killed processes have expired, and computers play on everywhere."""
    while not services.leases.held.is_whole:  # noqa: ASYNC110  # leases tell of their loss only
        await asyncio.sleep(0.02)
    await services.computers.wake(services.leases.held)
