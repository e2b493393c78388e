"""Statements without scans: every statement finds its rows in growing tables by an index.

A whole game, forgetting a person, profiles, leaderboards and the upkeep of what has ended are carried out on a real file; each
statement is then explained by SQLite.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import event

from service.ratings.leaderboards import ORDERS, RatingKind
from service.wiring.assembly import assembled
from service.wiring.services import Services
from storage.backends.sqlite import SqliteDatabase
from storage.rows import MatchId
from storage.store import Store
from tests.service.conftest import ANNA, BEN, NOW, PLACE
from tests.service.tiny_game import TinyGame

SMALL = {"server", "lease", "note", "erased"}
"""Tables of a row for each server, process or thing to remember."""

WAITING = {
    *("outbox_unsent", "outbox_unsent_in_order", "outbox_unsent_private"),
    *("timer_due", "timer_set", "match_running", "seat_waiting"),
}
"""Indexes that hold only what waits or runs: they may be gone through."""


@contextmanager
def statements(store: Store) -> Iterator[dict[str, Any]]:
    """Collect the database's statements meanwhile, with one set of values each."""
    database = store._db
    assert isinstance(database, SqliteDatabase)
    texts: dict[str, Any] = {}

    def note(_con: object, _cursor: object, statement: str, values: Any, _context: object, many: bool) -> None:
        texts.setdefault(statement, values[0] if many else values)

    engines = [thread.engine for thread in (database.writer, *database._readers)]
    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    yield texts
    for engine in engines:
        event.remove(engine, "before_cursor_execute", note)


async def scans(store: Store, asked: dict[str, Any]) -> list[str]:
    """Return each statement that goes through a whole table, and what SQLite says about it."""
    scans: list[str] = []
    for statement, values in asked.items():
        if not statement.lstrip().upper().startswith(("SELECT", "UPDATE", "DELETE", "INSERT", "WITH")):
            continue
        plan = await store._db.read(lambda con, s=statement, v=values: con.exec_driver_sql(f"EXPLAIN QUERY PLAN {s}", v).all())  # type: ignore[misc]  # bound
        for row in plan:
            detail = str(row[3])
            if (
                detail.startswith("SCAN")
                and detail.split()[1] not in SMALL
                and not WAITING & set(detail.split())
                and "CONSTANT" not in detail
            ):
                scans.append(f"{detail}: {' '.join(statement.split())}")
    return scans


async def begun(services: Services) -> int:
    lobby = await services.lobbies.open(PLACE, ANNA, "tiny", {"rounds": "1"}, now=NOW, order="joined")
    await services.lobbies.join(lobby.match.id, BEN, now=NOW)
    await services.lobbies.start(lobby.match.id, ANNA, now=NOW)
    return lobby.match.id


async def read(services: Services, match_id: int) -> None:
    """Read what profiles and leaderboards ask for."""
    guild_id, standing = PLACE.guild_id or 0, services.leaderboards
    await standing.profile(guild_id, ANNA, BEN)
    await standing.everywhere(ANNA)
    await standing.changed(MatchId(match_id))
    await standing.kinds(guild_id)
    await standing.seasons(guild_id)
    await standing.titles(guild_id, ANNA, NOW)
    for order in ORDERS:
        await standing.leaders(guild_id, order, NOW, RatingKind("tiny", "duel"))
    await standing.settled(guild_id, RatingKind("tiny", "duel"), [ANNA, BEN])
    await services.reliability.of(guild_id, ANNA)
    await services.store.matches.ended(guild_id, 500)


async def test_everything_is_found_by_an_index(tmp_path: Path) -> None:
    store = Store(await SqliteDatabase.open(tmp_path / "bastide.db"))
    services = assembled(store, {"tiny": TinyGame()}, signs_every=None)
    try:
        with statements(store) as asked:
            match_id = await begun(services)
            for who in (ANNA, BEN):
                version = (await services.match_queries.match(match_id)).version
                await services.turns.act(match_id, who, ("keep", "bank"), expected_version=version, now=NOW)
            assert (await services.match_queries.match(match_id)).status == "finished"
            await store.posts.take(NOW, 10)
            await store.posts.next_at()
            await services.timers.tick(NOW)
            await read(services, match_id)
            await services.privacy.forget(ANNA, now=NOW)
            await store.matches.thin(5)
            await store.stats.fill(PLACE.guild_id or 0, 5)
        assert len(asked) > 60, "the writer was listened to"
        assert await scans(store, asked) == []
    finally:
        await services.stop()
