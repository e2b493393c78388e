"""Benchmark of how long single callbacks block the event loop while games move and pictures are drawn, with Discord replaced.

Counted is the processor time of every single callback on the loop's own thread, whatever else the machine is busy with.
"""

from __future__ import annotations

import asyncio
import gc
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord

from cogs.background import message_builders
from cogs.client import Bastide
from cogs.render_executor import ProcessRenderExecutor
from editions.registry import EDITIONS
from service.records import MatchLocation
from storage.rows import MatchId, Post, UserId
from tools.bench.measuring import Figure

GAMES, TURNS = 50, 6
"""Games at the same time, and turns in each."""

THINKING = 6
"""Games whose computers think at the same time."""

PEOPLE = (UserId(11), UserId(12))


@dataclass
class LoopWatch:
    """Record of every event loop callback with the processor time that it took."""

    held: list[tuple[float, str]] = field(default_factory=list)
    """Seconds, and what ran."""

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Record the callbacks of the current thread while the block runs.

        Garbage collection is left out, because it hits whichever callback allocates next.
        """
        run = asyncio.Handle._run  # the one place that every callback goes through

        def timed(handle: Any) -> None:
            name = _name(handle)
            start = time.thread_time()
            run(handle)
            self.held.append((time.thread_time() - start, name))

        gc.collect()
        gc.freeze()
        gc.disable()
        asyncio.Handle._run = timed  # type: ignore[method-assign, assignment]
        try:
            yield
        finally:
            asyncio.Handle._run = run  # type: ignore[method-assign]
            gc.enable()
            gc.unfreeze()

    def longest(self) -> tuple[float, str]:
        """Return the seconds and the name of the callback that blocked the loop longest."""
        return max(self.held, default=(0.0, "nothing ran"))


def _name(handle: Any) -> str:
    """Return the coroutine that a callback continues, or the callback itself."""
    task = getattr(handle._callback, "__self__", None)
    return repr(task.get_coro()) if isinstance(task, asyncio.Task) else repr(handle._callback)


class BuiltPosts:
    """A `Poster` in place of Discord that builds every message in full, pictures included, and discards it."""

    def __init__(self, bot: Bastide) -> None:
        self._bot = bot
        self._builders = message_builders.of_matches()
        self.sent = 0

    async def post(self, post: Post) -> int:
        """Build the message; return the number of messages built so far as its id."""
        await self._builders.build(self._bot.app, post)
        self.sent += 1
        return self.sent

    async def find(self, post: Post) -> int | None:  # noqa: ARG002  # as the protocol says
        """Return None: no attempt is ever interrupted here."""
        return None


async def play(games: int = GAMES, turns: int = TURNS) -> tuple[LoopWatch, int]:
    """Let many games move at once; return the record of the loop, and the number of messages built."""
    return await _watch_loop(ConcurrentGames(games, turns))


async def think(turns: int = TURNS) -> tuple[LoopWatch, int]:
    """Record the loop while the computer players of six games with all expansions think; return the record."""
    return await _watch_loop(ConcurrentGames(THINKING, turns, {"expansions": "inns,traders,dragon,tower"}, computers=3))


@dataclass(frozen=True)
class ConcurrentGames:
    """Description of games to play at the same time."""

    games: int
    turns: int
    options: Mapping[str, str] = field(default_factory=dict)
    computers: int = 0
    """In each game, beside one person; with none there are two people."""


async def _watch_loop(many: ConcurrentGames) -> tuple[LoopWatch, int]:
    with tempfile.TemporaryDirectory(prefix="bastide-loop-") as folder:
        bot = Bastide(Path(folder) / "loop.db", EDITIONS, painting=ProcessRenderExecutor())
        await bot.load(sync=False)
        try:
            return await _play_watched(bot, many)
        finally:
            await bot.close()


async def _play_watched(bot: Bastide, many: ConcurrentGames) -> tuple[LoopWatch, int]:
    poster, watch = BuiltPosts(bot), LoopWatch()
    bot.rounds.poster = cast(Any, poster)  # in place of Discord
    for number, person in enumerate(PEOPLE):
        bot.app.people.meet(cast(discord.abc.User, SimpleNamespace(id=person, display_name=f"Player {number}")), 1)
    opened = [await _open_game(bot, channel, many) for channel in range(many.games)]
    with watch.watching():
        await asyncio.gather(*(_moves(bot, match_id, many.turns) for match_id in opened))
        await bot.rounds.settled()
    return watch, poster.sent


async def _open_game(bot: Bastide, channel: int, many: ConcurrentGames) -> MatchId:
    now, services, host = discord.utils.utcnow(), bot.services, PEOPLE[0]
    lobby = await services.lobbies.open(MatchLocation(1, 100 + channel), host, "carcassonne", many.options, now=now)
    if not many.computers:
        await services.lobbies.join(lobby.match.id, PEOPLE[1], now=now)
    for _ in range(many.computers):
        await services.lobbies.add_computer(lobby.match.id, host, "citizen", now=now)
    return (await services.lobbies.start(lobby.match.id, host, now=now)).match.id


async def _moves(bot: Bastide, match_id: MatchId, turns: int) -> None:
    """Play `turns` turns of a game: the asked player always makes the first legal move, and computers answer in between."""
    services = bot.services
    for _ in range(2 * turns):
        await services.computers.settled()
        while not (public_table := await services.match_queries.table(match_id)).asked:  # the message that it begins is on its way
            await bot.rounds.settled()
        user_id = public_table.seats[public_table.asked[0]].user_id
        assert user_id is not None
        table = await services.match_queries.table(match_id, user_id)
        text = table.game.write(table.legal[0])
        await services.turns.act(match_id, user_id, [text], expected_version=table.version, now=discord.utils.utcnow())
    await services.computers.settled()


def figures(*, quick: bool) -> Iterator[tuple[str, float, str, str]]:
    """Yield the name, value, unit and aim of each figure."""
    watch, sent = asyncio.run(play(10 if quick else GAMES, 3 if quick else TURNS))
    longest, _ = watch.longest()
    yield Figure(f"loop held longest, {sent} turn pictures drawn", longest * 1e3, "ms", "<= 20")
    watch, _ = asyncio.run(think(1 if quick else TURNS))
    longest, _ = watch.longest()
    yield Figure(f"loop held longest, computers of {THINKING} games thinking", longest * 1e3, "ms", "<= 20")
