"""Operators' bars and pauses where several processes share a PostgreSQL: each hears of them, also one that was upgraded to it."""

from __future__ import annotations

import asyncio
from importlib import import_module

from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import create_engine

from service.operators.exclusion import BAR
from storage.database_url import read
from storage.opening import open_store
from storage.rows import PERSON, UserId
from storage.sharding import WHOLE
from tests.service.conftest import ANNA, BEN, NOW, begin, make_services, refused
from tests.service.core.test_sharing import listening
from tests.waiting import until

OPERATOR = UserId(1)


async def test_what_an_operator_does_in_one_process_holds_in_the_other_at_once(ready_database: str) -> None:
    first, second = [make_services(await open_store(read(ready_database))) for _ in range(2)]
    for services in (first, second):
        await listening(services, WHOLE)
    match = (await begin(second, ANNA, BEN)).match
    operated: list[bool] = []
    second.cluster_events.after_operated.append(lambda: operated.append(True))

    await first.exclusion.bar(ANNA, PERSON, OPERATOR, now=NOW)
    await until(lambda: second.exclusion.holds(ANNA))
    await until(lambda: operated)
    assert {seat.user_id for seat in await second.match_queries.seats(match.id) if seat.is_human} == {BEN}
    assert await refused(second.exclusion.bar(ANNA, PERSON, OPERATOR, now=NOW)) == "already-barred"

    await second.announcements.pause(OPERATOR, now=NOW)
    await until(lambda: first.announcements.paused)
    await second.exclusion.lift(ANNA, OPERATOR, now=NOW)
    await until(lambda: not first.exclusion.holds(ANNA))

    assert [row.what for row in await first.announcements.log(10)][-1] == BAR
    for services in (first, second):
        await services.close()


def made_by_the_revision(address: str) -> None:
    """Make the tables of operators by their migration, in place of those of a new database."""
    engine = create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as con:
        for table in ("bar", "report", "operation", "letter_receipt"):
            con.exec_driver_sql(f"DROP TABLE {table}")
        with Operations.context(MigrationContext.configure(con)):
            import_module("storage.backends.migrations.versions.0035_operators").upgrade()
    engine.dispose()


async def test_a_server_of_the_program_before_is_brought_up_to_date(ready_database: str) -> None:
    """As the program left it that knew no operators."""
    await asyncio.to_thread(made_by_the_revision, ready_database)

    services = make_services(await open_store(read(ready_database)))
    await services.exclusion.open()
    await services.exclusion.bar(ANNA, PERSON, OPERATOR, now=NOW)
    await services.reports.add(BEN, 7, 70, 700, "Hello", now=NOW)

    assert [row.number for row in await services.store.operators.bars()] == [ANNA]
    assert len(await services.reports.open_ones()) == 1
    await services.close()
