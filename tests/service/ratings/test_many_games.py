"""Years of play in one server: every reader of ended games is right, and none looks at more the more games there are."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from service.ratings.leaderboards import ORDERS, RatingKind
from service.ratings.stats_backfill import StatsBackfill
from service.wiring.services import Services
from storage.backends import sqlite
from storage.rows import UserId
from storage.store import Store
from tests.guards.test_small_transactions import GRAIN, steps
from tests.service.conftest import NOW, PLACE, begin, make_services, play_turn

GUILD, PEOPLE, KIND = PLACE.guild_id or 0, 40, RatingKind("tiny", "duel")
FEW, GAMES = 200, 10_000


async def played(services: Services, first: int, last: int) -> None:
    """Insert games of two, each person with each other."""
    for number in range(first, last):
        user = UserId(1 + number % PEOPLE)
        other = UserId(1 + (number + 1 + number // PEOPLE % (PEOPLE - 1)) % PEOPLE)
        match_id = (await begin(services, user, other, rounds="1")).match.id
        for person in (user, other):
            await play_turn(services, match_id, person)


async def read(services: Services) -> None:
    """Profiles, leaderboards, their completions, limits of tournaments and seeding."""
    user, other = UserId(1), UserId(2)
    await services.leaderboards.profile(GUILD, user, other)
    await services.leaderboards.everywhere(user)
    await services.leaderboards.kinds(GUILD)
    await services.leaderboards.seasons(GUILD)
    await services.leaderboards.titles(GUILD, user, NOW)
    for order in ORDERS:
        await services.leaderboards.leaders(GUILD, order, NOW, KIND)
    await services.leaderboards.settled(GUILD, KIND, [user, other])
    await services.reliability.of(GUILD, user)
    await services.store.matches.ended(GUILD, 50)


@pytest.mark.soak
async def test_what_reads_ended_games_reads_no_more_of_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(await sqlite.SqliteDatabase.open(tmp_path / "bastide.db"))
    services, longest = make_services(store), []
    for first, last in ((0, FEW), (FEW, GAMES)):
        await played(services, first, last)
        with steps(monkeypatch) as taken:
            await read(services)
        longest.append(max(taken))

    assert longest[1] < 3 * longest[0] + 10 * GRAIN, longest
    kept = await store.stats.kept(GUILD, [UserId(number) for number in range(1, PEOPLE + 1)])
    assert kept.counted == GAMES
    assert await StatsBackfill(store, lambda: NOW + timedelta(days=30)).prove(0.0) == 0, "every row is what the games say"
    await services.privacy.forget(UserId(1), now=NOW)
    assert await StatsBackfill(store, lambda: NOW + timedelta(days=60)).prove(0.0) == 0
    await services.close()
