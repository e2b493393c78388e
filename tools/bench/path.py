"""Benchmark of a whole move by buttons through the simulated Discord: from the press on Confirm to the next turn's message.

Two people play one game in a new process with sprites on disk: each opens the draft, picks a place and a figure, and confirms.
Recorded are the moments at which the press arrives, Discord is answered, the commit is made, and the next turn's message is handed
over to Discord. Processor time is that of the bot and of its painter, which is a separate process. The time used by the simulated
Discord and by the code that presses buttons is subtracted; the bot's own work on an arriving press is not.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import statistics
import sys
import tempfile
from collections.abc import Awaitable, Generator, Iterable, Iterator
from pathlib import Path
from time import perf_counter, process_time, thread_time
from typing import Any, TypeVar

from tools.bench.measuring import Figure, in_new_process
from tools.bench.pressing import PressedGame

T = TypeVar("T")

MOVES, FEW = 60, 20


def figures(*, quick: bool = False) -> Iterator[Figure]:
    """Milliseconds from Confirm to each moment, p50 and p99, and whole moves by buttons a second of processor time."""
    measured = in_new_process("tools.bench.path", str(FEW if quick else MOVES))
    for what, targets in (("answered", ("", "")), ("committed", ("", "")), ("next turn handed over", ("<= 20", "<= 120"))):
        times = measured[what]
        yield Figure(f"Confirm to {what}: p50", statistics.median(times), "ms", targets[0])
        yield Figure(f"Confirm to {what}: p99", statistics.quantiles(times, n=100)[-1], "ms", targets[1])
    cpu = measured["processor time to handed over"]
    yield Figure("Confirm to next turn handed over: p50 of processor time, the bot", statistics.median(cpu), "ms")
    own, painter = measured["processor time of a move"], measured["processor time of its pictures"]
    whole = statistics.median(map(sum, zip(own, painter, strict=True)))
    yield Figure("whole move by buttons: p50 of processor time, the bot", statistics.median(own), "ms")
    yield Figure("whole move by buttons: p50 of processor time, its painter", statistics.median(painter), "ms")
    yield Figure("whole moves by buttons, one core for both", 1e3 / whole, "/s", ">= 40")


class Moments:
    """Recorder of the moments of one move, by the clock and in processor time."""

    def __init__(self) -> None:
        self.at: dict[str, tuple[float, float]] = {}
        self.beyond = 0.0
        """Seconds of processor time on Discord's side."""
        self.arriving = 0.0
        """Of a step at Discord's side, the seconds in which the bot took in what had arrived."""

    def note(self, what: str) -> None:
        """Note the first time since `clear` that this happens."""
        self.at.setdefault(what, (perf_counter(), process_time()))

    async def there(self, request: Awaitable[Any]) -> Any:
        """Await an answer of the simulated Discord and count its thread time as Discord's.

        The simulation answers without letting other tasks run.
        """
        begun = thread_time()
        try:
            return await request
        finally:
            self.beyond += thread_time() - begun

    async def by_people(self, doing: Awaitable[T]) -> T:
        """Await the simulated user's action and count its own thread time as Discord's; the bot's tasks run between its steps."""
        done: T = await _Stepped(self, doing)
        return done

    def since_press(self, what: str) -> tuple[float, float]:
        """Return the milliseconds from the press to `what`, by the clock and in processor time.

        Raises `KeyError` if `what` has not been noted.
        """
        (begun, used), (then, by_then) = self.at["pressed"], self.at[what]
        return (then - begun) * 1e3, (by_then - used) * 1e3


class _Stepped:
    """An awaitable that counts the processor time of its own steps as Discord's, except the bot's work within them."""

    def __init__(self, moments: Moments, doing: Awaitable[Any]) -> None:
        self._moments, self._doing = moments, doing

    def __await__(self) -> Generator[Any, Any, Any]:
        steps, answer = self._doing.__await__(), None
        while True:
            begun, self._moments.arriving = thread_time(), 0.0
            try:
                waits_for = steps.send(answer) if isinstance(steps, Generator) else next(steps)
            except StopIteration as done:
                return done.value
            finally:
                self._moments.beyond += thread_time() - begun - self._moments.arriving
            answer = yield waits_for


def _watch_moments(moments: Moments) -> None:
    """Attach `moments` to discord.py and the simulation, to note arriving presses, answers, and messages handed over."""
    from discord.state import ConnectionState
    from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

    arrive, over_http, over_hook = ConnectionState.parse_interaction_create, FakeHTTPClient.request, FakeWebhookAdapter.request

    def arrived(self: Any, data: Any) -> None:
        moments.at.clear()
        moments.note("pressed")
        begun = thread_time()
        arrive(self, data)
        moments.arriving += thread_time() - begun

    async def http(self: Any, route: Any, **rest: Any) -> Any:
        if route.method == "POST" and route.path.endswith("/messages"):
            moments.note("next turn handed over")
        return await moments.there(over_http(self, route, **rest))

    async def hook(self: Any, route: Any, session: Any, **rest: Any) -> Any:
        moments.note("answered")
        return await moments.there(over_hook(self, route, session, **rest))

    ConnectionState.parse_interaction_create = arrived  # type: ignore[method-assign]
    FakeHTTPClient.request = http  # type: ignore[method-assign]
    FakeWebhookAdapter.request = hook  # type: ignore[method-assign]


async def play(moves: int) -> dict[str, list[float]]:
    """Play the given number of moves by buttons; return lists of milliseconds by the name of the moment."""
    import simcord

    from bot import Settings, build_bot
    from cogs.render_executor import ProcessRenderExecutor

    moments = Moments()
    _watch_moments(moments)
    with tempfile.TemporaryDirectory(prefix="bastide-path-") as folder:
        bot = build_bot(Settings(token="", database=Path(folder) / "path.db"), painting=ProcessRenderExecutor())
        env = simcord.Env(bot, check_errors=False, settle_timeout=120)
        await env.start()
        gc.freeze()  # as `hosting` does once the bot is ready
        try:
            return await _play_moves(env, moments, moves)
        finally:
            await env.shutdown()
            await bot.close()


async def _play_moves(env: Any, moments: Moments, moves: int) -> dict[str, list[float]]:
    game = PressedGame(env)
    await game.begin()
    rounds = env.bot.rounds
    news = rounds.news

    def committed() -> None:
        moments.note("committed")
        news()

    rounds.news = committed
    timings: dict[str, list[float]] = {}
    for _ in range(moves):
        turn, member = game.turn()
        used, moments.beyond, painted = process_time(), 0.0, used_by(env.bot.painting.processes)
        shown, last = await game.drafted(member, turn, moments.by_people)
        await moments.by_people(member.click(shown, custom_id=last))
        timings.setdefault("processor time of a move", []).append((process_time() - used - moments.beyond) * 1e3)
        pictures = used_by(env.bot.painting.processes) - painted
        timings.setdefault("processor time of its pictures", []).append(pictures * 1e3)
        for what in ("answered", "committed", "next turn handed over"):
            wall, cpu = moments.since_press(what)
            timings.setdefault(what, []).append(wall)
        timings.setdefault("processor time to handed over", []).append(cpu)
    return timings


def used_by(processes: Iterable[int]) -> float:
    """Return the seconds of processor time that these processes have used, as Linux reports them."""
    return sum(_processor_ms(Path(f"/proc/{number}/schedstat")) for number in processes)


def _processor_ms(told: Path) -> float:
    return int(told.read_text(encoding="ascii").split()[0]) / 1e9 if told.exists() else 0.0


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    sys.stdout.write(json.dumps(asyncio.run(play(int(sys.argv[1])))))
