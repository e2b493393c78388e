"""Measures events: pairings and standings of large fields, and a rush at the entry."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

from editions.offered import GAMES
from service.events.settings import usual
from service.process.assembled import assembled
from service.records import Place
from storage.records import UserId
from storage.sql_store import open_sqlite
from tools.bench.measuring import Figure, least_time
from tournament import presets, swiss
from tournament.records import Entrant, EntrantId, Result
from tournament.standings import Table, standings

PRESET = presets.preset("slow-swiss")
RUSH = 2000
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def figures(*, quick: bool = False) -> Iterator[Figure]:
    """Processor time of the arithmetic, the least of some tries; time on the wall of the rush."""
    repeats = 1 if quick else 3
    yield Figure("pairing of 400 entrants, round 5", _pairing(400, repeats), "s", "<= 0.5")
    yield Figure("pairing of 1,000 entrants, round 5", _pairing(1000, repeats), "s", "<= 3")
    entrants, results = field(1000, 9)
    ranked = least_time(lambda: standings(Table(entrants, results, seed="bench"), PRESET.tie_breaks), repeats)
    yield Figure("standings of 1,000 entrants over 9 rounds", ranked * 1e3, "ms", "<= 50")
    entered, longest = asyncio.run(_rush(RUSH // 10 if quick else RUSH))
    yield Figure("people who enter at once, in a second", entered, "1/s", ">= 34")
    yield Figure("the longest that one of them waits", longest, "s")


def field(number: int, rounds: int) -> tuple[tuple[Entrant, ...], tuple[Result, ...]]:
    """So many entrants, and results of so many rounds in which those with as many points met."""
    chance = random.Random(7)
    entrants = tuple(Entrant(EntrantId(str(at)), rating=2000 - at) for at in range(1, number + 1))
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
    return swiss.pair(entrants, results, 5, order=PRESET.order, seed="bench", tie_breaks=PRESET.tie_breaks)


async def _rush(people: int) -> tuple[float, float]:
    """How many enter in a second where all press at once, and how long the last one waits."""
    with tempfile.TemporaryDirectory() as folder:
        store = await open_sqlite(Path(folder) / "bench.db")
        services = assembled(store, GAMES, thinkers=1)
        entries = services.events.entries
        settings = usual("slow-swiss", "carcassonne")
        event_id = (await entries.open(Place(7, 70), UserId(1), "Rush", settings, now=NOW)).row.id
        begun = perf_counter()
        await asyncio.gather(*(entries.enter(event_id, UserId(number), now=NOW) for number in range(2, people + 2)))
        took = perf_counter() - begun
        await services.stop()
        await store.close()
    return people / took, took
