"""The counting of finished matches: older ones in slices, with the rows audited."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, delete, func, select, update

from service.ratings import stats_backfill
from service.ratings.leaderboards import BY_WINS
from service.wiring.services import Services
from storage.backends.postgresql import PostgresDatabase
from storage.database_url import PostgresUrl, read
from storage.queries import stats
from storage.rows import UserId
from storage.schema import STATS, game_stats, opponent_stats, player_stats, rating, season_stats, server_record, server_stats
from storage.stats import BackfillProgress
from storage.store import Store, open_sqlite
from tests.service.conftest import NOW
from tests.service.ratings.test_leaderboards import ANNA, BEN, CHI, DUEL, ended

PEOPLE = (ANNA, BEN, CHI, UserId(104))


POSTGRESQL = pytest.param("postgresql", marks=pytest.mark.soak)
IN_BOTH = pytest.mark.parametrize("store", ["sqlite", "postgresql"], indirect=True)
"""The others are tried in PostgreSQL by `make soak`."""


@pytest.fixture(params=["sqlite", POSTGRESQL])
async def store(request: pytest.FixtureRequest, path: Path) -> AsyncIterator[Store]:
    """Open a store of each kind: the same statements count in both."""
    if request.param == "postgresql":
        server = read(request.getfixturevalue("ready_database"))
        assert isinstance(server, PostgresUrl)
        opened = Store(await PostgresDatabase.open(server.address))
    else:
        opened = await open_sqlite(path)
    yield opened
    await opened.close()


async def played(services: Services, number: int, guild_id: int = 7) -> None:
    """Insert games of two to four people with random points, some unrated, some unplayed."""
    dice = Random(number)
    for index in range(number):
        people = dice.sample(PEOPLE, dice.randrange(2, 5))
        how = {"how": "walkover"} if dice.random() < 0.1 else {}
        scores = [dice.randrange(50) for _ in people]
        await ended(services, people, scores, rated=dice.random() < 0.8, days=number - index, guild_id=guild_id, **how)


async def rows(store: Store) -> list[object]:
    """Everything that was counted, but for when it was checked."""

    def work(con: Connection) -> list[object]:
        return [
            tuple(value for key, value in row._mapping.items() if key != "checked_at")
            for table in STATS
            for row in con.execute(select(table).order_by(*table.primary_key.columns))
        ]

    return await store._db.read(work)


async def forgotten(store: Store) -> None:
    """Leave the database as an earlier program does: matches, and no counts."""

    def work(con: Connection) -> None:
        for table in STATS:
            con.execute(delete(table))

    await store._db.write(work)


async def test_matches_from_before_are_counted_in_slices_as_if_they_had_just_ended(services: Services, store: Store) -> None:
    await played(services, 25)
    await played(services, 3, guild_id=8)
    before = await rows(store)
    await forgotten(store)

    assert await services.stats_backfill.fill(0) == 4, "three transactions for 25 matches, one for 3"

    assert await rows(store) == before
    assert await services.stats_backfill.fill(0) == 0


async def test_a_start_counts_what_is_missing_before_it_proves_what_is_there(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(services, 12)
    before = await rows(store)
    await forgotten(store)
    proves = asyncio.Event()

    async def prove(_pause_s: float) -> int:
        proves.set()
        return 0

    monkeypatch.setattr(services.stats_backfill, "prove", prove)
    keeping = asyncio.create_task(services.stats_backfill.keep(0))
    await proves.wait()
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)

    assert await rows(store) == before


@IN_BOTH
async def test_a_match_that_ends_while_older_ones_are_counted_is_counted_once_and_in_its_place(
    services: Services, store: Store
) -> None:
    await played(services, 15)
    await forgotten(store)
    assert await store.stats.fill(7, 10)

    await ended(services, (ANNA, BEN), (40, 30))

    assert not await services.leaderboards.is_complete(7)
    await services.stats_backfill.fill(0)
    assert await services.leaderboards.is_complete(7)
    counted = await rows(store)
    await forgotten(store)
    await services.stats_backfill.fill(0)
    assert await rows(store) == counted


async def test_a_large_server_is_not_counted_by_the_transaction_that_ends_its_next_match(services: Services, store: Store) -> None:
    await played(services, stats.FEW + 5)
    await forgotten(store)

    await ended(services, (ANNA, BEN), (40, 30))

    progress = await store.stats.progress(7)
    assert progress is not None and not progress.is_complete and progress.counted <= stats.FEW


@pytest.mark.parametrize(
    "table", [player_stats, season_stats, rating, opponent_stats, game_stats, server_record], ids=lambda table: str(table.name)
)
async def test_what_is_wrong_is_found_told_and_counted_again(
    services: Services, store: Store, caplog: pytest.LogCaptureFixture, table: object
) -> None:
    await played(services, 12)
    before = await rows(store)
    assert await services.stats_backfill.prove(0) == 0

    def damage(con: Connection) -> None:
        if table is server_record:
            con.execute(update(server_record).values(value=server_record.c.value + 1))
        elif table is game_stats:
            last = select(func.max(game_stats.c.match_id)).scalar_subquery()
            con.execute(delete(game_stats).where(game_stats.c.match_id == last))
        else:
            con.execute(update(table).where(table.c.user_id == ANNA).values(games=table.c.games + 1))  # type: ignore[arg-type,attr-defined]  # a table
        con.execute(update(server_stats).values(checked_at=NOW - stats_backfill.EVERY - timedelta(days=30)))

    await store._db.write(damage)
    services.stats_backfill._clock = lambda: NOW + timedelta(days=60)

    with caplog.at_level(logging.WARNING):
        assert await services.stats_backfill.prove(0) == 1

    assert "stats-wrong" in caplog.text
    assert await rows(store) == before
    assert await services.stats_backfill.prove(0) == 0, "it was looked at"


async def test_a_game_that_ends_while_a_server_is_proved_is_no_mistake(services: Services, store: Store) -> None:
    await played(services, 12)
    kept = store.stats.kept

    async def late(guild_id: int, users: object) -> object:
        store.stats.kept = kept  # type: ignore[method-assign]  # once
        await ended(services, (CHI, BEN), (10, 30))
        return await kept(guild_id, users)  # type: ignore[arg-type]  # as given

    store.stats.kept = late  # type: ignore[method-assign,assignment]

    assert await services.stats_backfill.prove(0) == 0


async def test_everything_is_counted_again_when_matches_are_judged_otherwise(services: Services, store: Store) -> None:
    await played(services, 12)
    before = await rows(store)

    await store._db.write(lambda con: stats.put_progress(con, BackfillProgress(7, counted=12, version=0, is_complete=True)))
    await services.stats_backfill.fill(0)

    assert await rows(store) == before


@IN_BOTH
async def test_a_forgotten_person_is_in_no_row(services: Services, store: Store) -> None:
    await played(services, 12)
    await services.privacy.forget(ANNA, now=NOW)

    assert ANNA not in {value for row in await rows(store) for value in row}  # type: ignore[attr-defined]  # a row
    assert await services.stats_backfill.prove(0) == 0, "the rows of a former member are still right"
    assert ANNA not in [leader.user_id for leader in await services.leaderboards.leaders(7, BY_WINS, NOW)]
    assert DUEL in await services.leaderboards.kinds(7)
