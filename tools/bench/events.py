"""Benchmark of tournaments: pairings and standings of large fields, many entries at once, and the start of a round's games."""

from __future__ import annotations

import asyncio
import math
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from time import perf_counter, thread_time
from typing import NamedTuple

from editions.registry import GAMES
from service.records import MatchLocation
from service.tournaments.tournament_settings import preset_settings
from service.wiring.assembly import assembled
from storage.rows import Post, UserId
from storage.store import open_sqlite
from tools.bench.measuring import Figure, least_time
from tournament import presets, swiss
from tournament.results import Entrant, EntrantId, Result
from tournament.standings import StageResults, standings

PRESET = presets.preset("slow-swiss")
RUSH = 2000
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def figures(*, quick: bool = False) -> Iterator[Figure]:
    """Yield the figures of tournaments.

    Pairings, standings and seatings are given in processor time, the least of some repeats; simultaneous entries in elapsed time.
    """
    repeats = 1 if quick else 3
    yield Figure("pairing of 400 entrants, round 5", _pairing(400, repeats), "s", "<= 0.5")
    yield Figure("pairing of 1,000 entrants, round 5", _pairing(1000, repeats), "s", "<= 3")
    entrants, results = field(1000, 9)
    ranked = least_time(lambda: standings(StageResults(entrants, results, seed="bench"), PRESET.tie_breaks), repeats)
    yield Figure("standings of 1,000 entrants over 9 rounds", ranked * 1e3, "ms", "<= 50")
    entered, longest = asyncio.run(_rush(RUSH // 10 if quick else RUSH))
    yield Figure("people who enter at once, in a second", entered, "1/s", ">= 34")
    yield Figure("the longest that one of them waits", longest, "s")
    for entrants_ in (100,) if quick else (100, 400, 900):
        seating = asyncio.run(_seating(entrants_))
        yield Figure(
            f"seating {entrants_} entrants, processor time of the loop", seating.used_s, "s", "<= 3" if entrants_ == 900 else ""
        )
        yield Figure(f"seating {entrants_} entrants, a table", 2000 * seating.used_s / entrants_, "ms")
        yield Figure(f"seating {entrants_} entrants, the longest that the loop is held", 1000 * seating.held_s, "ms", "<= 20")


def field(number: int, rounds: int) -> tuple[tuple[Entrant, ...], tuple[Result, ...]]:
    """Return the given number of entrants, and results of the given number of rounds that paired entrants of similar points."""
    chance = random.Random(7)
    entrants = tuple(Entrant(EntrantId(str(index)), rating=2000 - index) for index in range(1, number + 1))
    points = {entrant.id: 0 for entrant in entrants}
    results: list[Result] = []
    for round_ in range(1, rounds + 1):
        order = sorted(points, key=lambda who: (-points[who], chance.random()))
        for first, second in zip(order[::2], order[1::2], strict=True):
            score = (chance.randrange(40, 110), chance.randrange(40, 110))
            results.append(Result(round_, first, second, score=score))
            points[first if score[0] > score[1] else second] += 1
    return entrants, tuple(results)


def _pairing(number: int, repeats: int) -> float:
    entrants, results = field(number, 4)
    return least_time(lambda: _pair(entrants, results), repeats)


def _pair(entrants: Sequence[Entrant], results: Sequence[Result]) -> object:
    return swiss.pair_round(entrants, results, 5, order=PRESET.order, seed="bench", tie_breaks=PRESET.tie_breaks)


class _Seating(NamedTuple):
    used_s: float
    held_s: float


class _Arriving:
    """A `Poster` that delivers every message at once."""

    def __init__(self) -> None:
        self._numbers = count(1000)

    async def post(self, _post: Post) -> int:
        """Return the next message id, as `Poster` asks."""
        return next(self._numbers)

    async def replace(self, _post: Post, _message_id: int) -> bool:
        """Return False: no earlier message exists."""
        return False

    async def find(self, _post: Post) -> int | None:
        """Return None, as `Poster` asks: no message was sent before."""
        return None


async def _seating(people: int) -> _Seating:
    """Measure the first round of a tournament with so many entrants, from the drawing to the first game of every table."""
    with tempfile.TemporaryDirectory() as folder:
        store = await open_sqlite(Path(folder) / "bench.db")
        services = assembled(store, GAMES, thinkers=1, clock=lambda: NOW)
        events = services.tournaments
        settings = replace(preset_settings("slow-swiss", "carcassonne"), preview=timedelta())
        event_id = (await events.creation.open(MatchLocation(7, 70), UserId(1), "Cup", settings, now=NOW)).row.id
        for number in range(2, people + 2):
            await events.registration.enter(event_id, UserId(number), now=NOW)
        await events.registration.start(event_id, UserId(1), now=NOW)
        await services.timers.tick(NOW)
        services.outbox.share = lambda: math.inf  # nothing waits for Discord here
        await services.outbox.drain(_Arriving(), NOW)
        seating = _Held()
        begun = thread_time()
        unseated = await events.tables.unseated()
        for table in unseated:
            await events.tables.seat(table, table.message_id, now=NOW)
        await events.tables.wake(event_id, NOW)
        await services.timers.tick(NOW)
        used = thread_time() - begun
        seating.end()
        assert len(unseated) == people // 2, len(unseated)
        await services.stop()
        await store.close()
    return _Seating(used, seating.longest_s)


class _Held:
    """Monitor of the longest time in which the event loop ran no other task, in seconds of the thread's processor time."""

    def __init__(self) -> None:
        self.longest_s, self._at = 0.0, thread_time()
        self._task = asyncio.create_task(self._look())

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(0.001)
            now = thread_time()
            self.longest_s, self._at = max(self.longest_s, now - self._at), now

    def end(self) -> None:
        """Stop monitoring."""
        self._task.cancel()


async def _rush(people: int) -> tuple[float, float]:
    """Return the entries per second if all people enter at once, and the seconds until the last one is entered."""
    with tempfile.TemporaryDirectory() as folder:
        store = await open_sqlite(Path(folder) / "bench.db")
        services = assembled(store, GAMES, thinkers=1)
        entries = services.tournaments.registration
        settings = preset_settings("slow-swiss", "carcassonne")
        event_id = (await services.tournaments.creation.open(MatchLocation(7, 70), UserId(1), "Rush", settings, now=NOW)).row.id
        begun = perf_counter()
        await asyncio.gather(*(entries.enter(event_id, UserId(number), now=NOW) for number in range(2, people + 2)))
        took = perf_counter() - begun
        await services.stop()
        await store.close()
    return people / took, took
