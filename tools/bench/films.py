"""Benchmark of the memory of the bot and its painter processes when many users request a long game's animation at once."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from types import SimpleNamespace
from typing import Any

from tools.bench.measuring import Figure, in_new_process
from tools.bench.memory import resident

FILMS, OF_SERVER = 48, 4
"""So many people ask, so many of them in one server."""


def figures(_games: int | None = None, _address: str | None = None) -> Iterator[Figure]:
    """Yield how many animations were drawn, the peak memory of the bot and of its painters, and the elapsed time.

    Memory is measured above what was held before (Linux only).
    """
    measured = in_new_process("tools.bench.films")
    yield Figure(f"{FILMS} films at once: drawn, one after the other", measured["drawn"])
    yield Figure(f"{FILMS} films at once: the bot above what it held before, at its peak", measured["bot"], "MiB", "<= 40")
    yield Figure(f"{FILMS} films at once: its painters, at their peak", measured["painters"], "MiB", "<= 150")
    yield Figure(f"{FILMS} films at once: all of them, by the clock", measured["took_s"], "s")


async def _measure() -> dict[str, float]:
    from bot import Settings, build_bot
    from cogs.client import Bastide
    from cogs.render_executor import ProcessRenderExecutor
    from editions.registry import GAMES
    from service.wiring.assembly import open_services
    from tools.bench import growth

    painting = ProcessRenderExecutor()
    with tempfile.TemporaryDirectory(prefix="bastide-films-") as folder:
        database = Path(folder) / "films.db"
        services = await open_services(database, games=GAMES, signs_every=None)
        await growth._play_league(services)
        await services.close()
        bot = build_bot(Settings(token="", database=database), painting=painting)
        assert isinstance(bot, Bastide)
        await bot.load(sync=False)
        for user in (1, 2):
            bot.app.people.meet(SimpleNamespace(id=user, display_name=f"somebody {user}"), growth.GUILD)
        before, begun, peaks = resident(), perf_counter(), {"bot": 0.0, "painters": 0.0}
        watching = asyncio.create_task(_watch(painting, peaks))
        drawn = await asyncio.gather(*(_film(bot, user) for user in range(FILMS)))
        took_s = perf_counter() - begun
        watching.cancel()
        await bot.close()
    figures_measured = {"drawn": sum(drawn), "bot": peaks["bot"] - before, "painters": peaks["painters"], "took_s": took_s}
    return {name: round(value, 1) for name, value in figures_measured.items()}


async def _watch(painting: Any, peaks: dict[str, float]) -> None:
    while True:
        peaks["bot"] = max(peaks["bot"], resident())
        peaks["painters"] = max(peaks["painters"], sum(map(resident, painting.processes)))
        await asyncio.sleep(0.02)


async def _film(bot: Any, user: int) -> int:
    """Make the animation as `/game action:replay` does; return 0 if the job queue refused it, else 1."""
    from cogs import match_context
    from cogs.commands.history.replays import BYTES_A_ROW
    from cogs.images import match_images
    from service.core.job_queue import FILM
    from service.errors import Refusal
    from storage.rows import MatchId
    from text.translator import SOURCE, translator_for

    match = await bot.services.match_queries.match(MatchId(1))
    with contextlib.suppress(Refusal):
        async with bot.services.job_queue.admitted(FILM, user, 1 + user // OF_SERVER, size=match.version * BYTES_A_ROW):
            context = await match_context.load(bot.app, match.id, None, translator_for(SOURCE))
            course = await bot.services.turn_replays.course(match.id, match_images.naming_view(context))
            picture = await match_images.replay(context, course)
            assert picture is not None and picture.png, "it was drawn"
            return 1
    return 0


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(_measure())))
