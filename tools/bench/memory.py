"""Benchmark of the bot's memory and its time to start: idle, and with the pictures of two hundred games drawn.

The bot and its painter are a process each, and a host pays for both.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

from tools.bench.measuring import Figure, in_new_process

if TYPE_CHECKING:  # what is loaded is measured
    from cogs.client import Bastide
    from cogs.render_executor import ProcessRenderExecutor


MATCHES = 200
"""Games under way."""

EACH = 3
"""Turn pictures that each of them shows in a row."""


ANALYSED, LEAVES, LATER_S = 40, 4_000, 60.0
"""Games that are analysed, how many positions are judged of each, and how long after the last one is measured."""

LENGTH = 68
"""The games begin to be shown at so many different turns."""


def figures(*, quick: bool = False) -> Iterator[Figure]:
    """Yield the start time of a new process, and its memory in MiB when idle and with many games.

    Memory is measured on Linux only.
    """
    times = [in_new_process("tools.bench.memory", "idle") for _ in range(2 if quick else 5)]
    yield Figure("ready with an empty database, by the clock", min(time["clock"] for time in times), "s", "<= 0.8")
    yield Figure("ready with an empty database, processor time", min(each["used"] for each in times), "s")
    if not Path("/proc/self/status").exists():
        return
    yield Figure("resident memory, idle bot", min(each["resident"] for each in times), "MiB", "<= 70")
    many = in_new_process("tools.bench.memory", "many")
    yield Figure(f"resident memory, pictures of {MATCHES} games drawn: the bot", many["resident"], "MiB")
    yield Figure(f"resident memory, pictures of {MATCHES} games drawn: its painter", many["painter"], "MiB")
    yield Figure(f"resident memory, pictures of {MATCHES} games drawn: both", many["resident"] + many["painter"], "MiB", "<= 180")

    if quick:
        return
    later = in_new_process("tools.bench.memory", "analysed")
    yield Figure(f"resident memory a minute after {ANALYSED} analyses: the bot", later["resident"], "MiB")
    yield Figure(f"resident memory a minute after {ANALYSED} analyses: all its processes", sum(later["all"]), "MiB", "<= 250")


def resident(process: int | str = "self") -> float:
    """Return the resident memory in MiB of a process; 0 if the system does not report it."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text(encoding="ascii").splitlines() if status.exists() else []
    return sum(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


async def idle(*, what: str = "") -> dict[str, Any]:
    """Load the bot in this process and return its start times and memory.

    With `what` `many`, pictures of many games are drawn first; with `analysed`, games are analysed and drawn first.
    """
    begun, used = perf_counter(), process_time()
    from bot import Settings, build_bot
    from cogs.render_executor import ProcessRenderExecutor

    painting = ProcessRenderExecutor()
    with tempfile.TemporaryDirectory(prefix="bastide-memory-") as folder:
        bot = build_bot(Settings(token="", database=Path(folder) / "memory.db"), painting=painting)
        await bot.load(sync=False)
        figures: dict[str, Any] = {"clock": perf_counter() - begun, "used": process_time() - used}
        if what == "many":
            await _draw_many(painting)
        if what == "analysed":
            await _analyse_many(bot)
        figures |= {"resident": resident(), "painter": sum(map(resident, painting.processes))}
        figures["all"] = [resident(), *map(resident, (*painting.processes, *bot.services.thinking.processes))]
        await bot.close()
    return figures


async def _draw_many(painting: ProcessRenderExecutor) -> None:
    """Draw turn pictures of many games as the outbox requests them."""
    from editions.registry import CARCASSONNE
    from render.protocol import NumberedSpot
    from tools.positions import RECORDED, turns

    say, paint, prepare = CARCASSONNE.words.say, CARCASSONNE.painter.turn, CARCASSONNE.painter.prepare
    assert prepare is not None, "this painter has something to prepare"
    await painting.prepare("carcassonne", prepare)
    for number, name in enumerate(RECORDED):  # no view is held: a bot holds none either
        matches = range(number, MATCHES, len(RECORDED))
        for index, turn in enumerate(turns(name)):
            spots = tuple(NumberedSpot(spot.number, spot.square, spot.actions) for spot in say.spots(turn.view, turn.legal))
            for match in matches:
                if index - EACH < match % LENGTH <= index:
                    await painting.run("turn", paint, turn.view, turn.events, spots, match)


async def _analyse_many(bot: Bastide) -> None:
    """Analyse random games of deleted users, view the worst decisions of each, and wait a minute."""
    from games.core.game import CHANCE, Seat, ignore_event
    from service.history.analyses import mistakes
    from storage.rows import FINISHED, ActionRow, MatchId, MatchRow, NewMatch, SeatRow, Secret, UserId

    services, now = bot.services, datetime.now(UTC)
    game = services.repository.known("carcassonne")
    services.analyses.leaves = LEAVES
    for number in range(ANALYSED):
        chance, log, state = Random(number), list[ActionRow](), game.start(game.options({}), 2)
        while seats_to_act := game.to_act(state):
            drawn = (
                game.deal(state, chance.randrange)
                if seats_to_act[0] == CHANCE
                else chance.choice(list(game.legal(state, seats_to_act[0])))
            )
            log.append(ActionRow(len(log), seats_to_act[0], game.write(drawn), now))
            game.advance(state, seats_to_act[0], drawn, ignore_event)
        result = {"scores": list(game.scores(state)), "winners": [0]}
        row = MatchRow(
            *(MatchId(0), "carcassonne", {}, game.rules_version, 1, 100 + number, UserId(1), FINISHED, 2, "joined"),
            *("en", "", len(log), now, now, now, result),
        )
        seats = tuple(SeatRow(Seat(index), UserId(-index - 1), joined=index) for index in range(2))
        kept = await services.store.matches.open(NewMatch(row, Secret(bytes(32)), seats, actions=tuple(log)))
        await services.analyses.ask(kept.id, kept.channel_id, now=now)
        await services.analyses.settled()
        judged = await services.analyses.of(kept.id)
        assert judged is not None
        await services.analyses.compared(kept.id, mistakes(judged)[:3])
    await asyncio.sleep(LATER_S)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(idle(what=sys.argv[1].replace("idle", "")))))
