"""Benchmark of years of use: profiles and leaderboards of a busy server, and a move early and late in a game.

The rows of the finished games are generated, but the queries are the program's own. Loop time is processor time of the event loop's
thread.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from time import thread_time

from sqlalchemy import Connection, Table, insert

from editions.registry import GAMES
from service.ratings.leaderboards import BY_RATING, BY_SEASON, BY_WINS, RatingKind
from service.ratings.stats_update import TALLYING
from service.records import MatchLocation
from service.wiring.assembly import open_services
from service.wiring.services import Services
from storage.queries import stats
from storage.rows import UserId
from storage.schema import game_stats, opponent_stats, player_stats, rated_kind, rating, season_stats
from storage.stats import BackfillProgress
from storage.store import Store
from tools.bench.measuring import Figure

GUILD, PEOPLE, KIND = 7, 500, RatingKind("carcassonne", "duel")
NOW = datetime(2026, 6, 1, tzinfo=UTC)
REPEATS = 20


def figures(games: int | None = None, _address: str | None = None) -> Iterator[Figure]:
    """Yield the figures of profiles with a tenth of the finished games and with all of them, then those of moves."""
    most = games or 100_000
    for number in (most // 10, most):
        yield from asyncio.run(_profiles(number))
    yield from asyncio.run(_moves())


async def _profiles(games: int) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        services = await open_services(Path(folder) / "bastide.db", games=GAMES, signs_every=None)
        try:
            await _fill(services, games)
            asked: dict[str, Callable[[], Awaitable[object]]] = {
                "profile": lambda: services.leaderboards.profile(GUILD, UserId(1), UserId(2)),
                "leaderboard by rating": lambda: services.leaderboards.leaders(GUILD, BY_RATING, NOW, KIND),
                "leaderboard by wins": lambda: services.leaderboards.leaders(GUILD, BY_WINS, NOW),
                "leaderboard of a season": lambda: services.leaderboards.leaders(GUILD, BY_SEASON, NOW),
                "completions of /leaderboard": lambda: _completions(services),
                "reliability": lambda: services.reliability.of(GUILD, UserId(1)),
            }
            return [
                Figure(f"{name}, {games:,} finished games, loop time", await _loop_ms(ask), "ms", "<= 5")
                for name, ask in asked.items()
            ]
        finally:
            await services.stop()


async def _completions(services: Services) -> None:
    await services.leaderboards.kinds(GUILD)
    await services.leaderboards.seasons(GUILD)


async def _loop_ms(ask: Callable[[], Awaitable[object]]) -> float:
    taken = []
    for _ in range(REPEATS):
        begun = thread_time()
        await ask()
        taken.append((thread_time() - begun) * 1000)
    return round(median(taken), 2)


async def _fill(services: Services, games: int) -> None:
    """Insert statistics rows as if the given number of two-player games had been counted."""
    store = services.store
    assert isinstance(store, Store)
    dice = random.Random(1)
    per_person = 2 * games // PEOPLE
    people = range(1, PEOPLE + 1)
    rated = {"mu": 25.0, "sigma": 2.0, "games": per_person, "wins": per_person // 2}
    of = [{"guild_id": GUILD, "user_id": user} for user in people]
    tables: list[tuple[Table, list[dict[str, object]]]] = [
        (
            player_stats,
            [{**key, "games": per_person, "wins": dice.randrange(per_person), "scored": 1, "points": 1, "best": 1} for key in of],
        ),
        (season_stats, [{**key, "season": 8104 - n, "games": 9, "wins": dice.randrange(9)} for key in of for n in range(12)]),
        (rating, [{**key, **rated, "kind": KIND.name, "value": dice.randrange(2000)} for key in of]),
        (rated_kind, [{"guild_id": GUILD, "kind": KIND.name, "games": games}]),
        (opponent_stats, [{**key, "other_id": other, "games": 2, "won": 1, "lost": 1} for key in of for other in range(1, 101)]),
    ]
    row = {"guild_id": GUILD, "kind": KIND.name, **rated, "made": 30, "missed": 1, "waited_us": 10**9}

    def work(con: Connection) -> None:
        con.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        for table, rows in tables:
            con.execute(insert(table), rows)
        stats.put_progress(con, BackfillProgress(GUILD, games, TALLYING.version, is_complete=True))

    await store._db.write(work)
    await store._db.writer.hop(lambda: store._db.writer._conn.execute("PRAGMA foreign_keys = OFF"))  # type: ignore[attr-defined]  # made-up matches
    for first in range(0, games, 10_000):
        seats = [
            {**row, "match_id": number, "seat": seat, "number": number, "user_id": 1 + (number * 2 + seat) % PEOPLE}
            for number in range(first, min(first + 10_000, games))
            for seat in (0, 1)
        ]
        await store._db.write(lambda con, seats=seats: con.execute(insert(game_stats), seats))  # type: ignore[misc]  # bound


async def _moves() -> list[Figure]:
    """Return the median loop time of a move after 50 and after 350 actions of a random two-player game with all expansions."""
    with tempfile.TemporaryDirectory() as folder:
        services = await open_services(Path(folder) / "bastide.db", games=GAMES, signs_every=None)
        try:
            taken = await _play_league(services)
        finally:
            await services.stop()
    return [
        Figure(
            f"a move at action {at}, loop time",
            round(1000 * median(spent for version, spent in taken if abs(version - at) <= 25), 2),
            "ms",
        )
        for at in (50, 350)
    ]


async def _play_league(services: Services) -> list[tuple[int, float]]:
    now, dice, person, other = NOW, random.Random(1), UserId(1), UserId(2)
    options = {"expansions": "inns,traders,dragon,tower"}
    lobby = await services.lobbies.open(MatchLocation(GUILD, 70), person, "carcassonne", options, now=now, order="joined")
    await services.lobbies.join(lobby.match.id, other, now=now)
    await services.lobbies.start(lobby.match.id, person, now=now)
    taken: list[tuple[int, float]] = []
    while (live := await services.repository.seen(lobby.match.id)).match.status == "running":
        seat = live.asked[0]
        text, user, version = (
            live.game.write(dice.choice(list(live.game.legal(live.state, seat)))),
            live.seats[seat].user_id,
            live.version,
        )
        now += timedelta(minutes=1)
        begun = thread_time()
        await services.turns.act(lobby.match.id, UserId(user or 0), (text,), expected_version=version, now=now)
        taken.append((version, thread_time() - begun))
    return taken
