"""Several processes on one database that stand still and are killed at random points: nothing is lost, doubled, or told twice."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable

import pytest

from storage.database_url import read
from storage.opening import open_store
from tests.service import killed_together
from tests.service.core.test_kill import Discord, check_all, live
from tests.service.killed_together import PROCESSES

LIFE_S = (0.2, 2.0)
"""Some lives are over before a lease of the former one has run out, some long after."""

STILL_S = 1.5
"""Longer than a lease lasts here: every fourth life goes on when others have taken over."""

KILLS = int(os.environ.get("BASTIDE_KILLS_TOGETHER", "6"))
"""Of all processes; many in `make soak`."""

MATCHES = min(max(12, KILLS), 120)
"""So many that most of them are still played at the end."""


class Window(Discord):
    """A view of Discord by one of the processes."""

    def __init__(self, world: Discord) -> None:
        super().__init__(0)
        self.messages, self.ids = world.messages, world.ids
        self.intents, self.resolved = world.intents, world.resolved
        self.complaints, self.over = world.complaints, world.over


@pytest.mark.parametrize("game", ["tiny"] if KILLS < 100 else ["tiny", "carcassonne"])
async def test_nothing_is_lost_or_doubled_by_kills_of_one_among_others(new_database: Callable[[], str], game: str) -> None:
    address, discord = new_database(), Discord(7)
    await (await open_store(read(address))).close()

    async def lives(who: int) -> None:
        chance, window = random.Random(who), Window(discord)
        server = await asyncio.start_server(window.serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        for life in range(KILLS // PROCESSES):
            words = (address, port, game, MATCHES, life, who)
            life_s, still_s = chance.uniform(*LIFE_S), STILL_S if (life + who) % 4 == 0 else 0.0
            assert await live(window, words, life_s=life_s, still_s=still_s, lived=killed_together.lived) == -9
        server.close()

    await asyncio.gather(*(lives(who) for who in range(PROCESSES)))
    server = await asyncio.start_server(discord.serve, "127.0.0.1", 0)
    words = (address, server.sockets[0].getsockname()[1], game, MATCHES, KILLS, 0)
    assert await live(discord, words, life_s=None, lived=killed_together.lived) == 0
    server.close()

    await check_all(await open_store(read(address)), discord, game, MATCHES)
