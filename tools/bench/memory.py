"""Measures what a bot holds in memory and how soon it is ready: idle, and with the pictures of two hundred games drawn.

The bot and its painter are a process each, and a host pays for both.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from tools.bench.measuring import Figure, in_new_process

if TYPE_CHECKING:  # what is loaded is measured
    from cogs.render_executor import ProcessRenderExecutor


MATCHES = 200
"""Games under way."""

EACH = 3
"""Turn pictures that each of them shows in a row."""


LENGTH = 68
"""The games begin to be shown at so many different turns."""


def figures(*, quick: bool = False) -> Iterator[Figure]:
    """Seconds until a new process can answer, and MiB that it holds then and with many games; Linux tells the latter."""
    times = [in_new_process("tools.bench.memory", "idle") for _ in range(2 if quick else 5)]
    yield Figure("ready with an empty database, by the clock", min(found["clock"] for found in times), "s", "<= 0.8")
    yield Figure("ready with an empty database, processor time", min(found["used"] for found in times), "s")
    if not Path("/proc/self/status").exists():
        return
    yield Figure("resident memory, idle bot", min(found["resident"] for found in times), "MiB", "<= 70")
    many = in_new_process("tools.bench.memory", "many")
    yield Figure(f"resident memory, pictures of {MATCHES} games drawn: the bot", many["resident"], "MiB")
    yield Figure(f"resident memory, pictures of {MATCHES} games drawn: its painter", many["painter"], "MiB")
    yield Figure(f"resident memory, pictures of {MATCHES} games drawn: both", many["resident"] + many["painter"], "MiB", "<= 180")


def resident(process: int | str = "self") -> float:
    """MiB of a process in memory now; 0 where the system does not tell."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text(encoding="ascii").splitlines() if status.exists() else []
    return sum(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


async def idle(*, many: bool = False) -> dict[str, float]:
    """Load the bot in this process, and let it draw for many games."""
    begun, used = perf_counter(), process_time()
    from bot import Settings, build_bot
    from cogs.render_executor import ProcessRenderExecutor

    painting = ProcessRenderExecutor()
    with tempfile.TemporaryDirectory(prefix="bastide-memory-") as folder:
        bot = build_bot(Settings(token="", database=Path(folder) / "memory.db"), painting=painting)
        await bot.load(sync=False)
        found = {"clock": perf_counter() - begun, "used": process_time() - used}
        if many:
            await _draw_many(painting)
        found |= {"resident": resident(), "painter": sum(map(resident, painting.processes))}
        await bot.close()
    return found


async def _draw_many(painting: ProcessRenderExecutor) -> None:
    """As the outbox asks for them."""
    from editions.registry import CARCASSONNE
    from render.protocol import NumberedSpot
    from tools.positions import RECORDED, turns

    say, paint, prepare = CARCASSONNE.words.say, CARCASSONNE.painter.turn, CARCASSONNE.painter.prepare
    assert prepare is not None, "this painter has something to prepare"
    await painting.prepare("carcassonne", prepare)
    for number, name in enumerate(RECORDED):  # no view is held: a bot holds none either
        matches = range(number, MATCHES, len(RECORDED))
        for at, turn in enumerate(turns(name)):
            spots = tuple(NumberedSpot(spot.number, spot.square, spot.actions) for spot in say.spots(turn.view, turn.legal))
            for match in matches:
                if at - EACH < match % LENGTH <= at:
                    await painting.run("turn", paint, turn.view, turn.events, spots, match)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(idle(many=sys.argv[1] == "many"))))
