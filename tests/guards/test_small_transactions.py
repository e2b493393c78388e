"""No transaction that writes grows with what others have stored, and what belongs to one person or server goes in slices.

Counted are the steps of SQLite's machine in each transaction of the writer: rows that are looked at or changed, and no time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select

from clocks.terms import NO_CLOCK
from service.wiring.assembly import assembled
from service.wiring.services import Services
from storage.backends import sqlite
from storage.queries.user_data import AT_ONCE
from storage.rows import of_server
from storage.schema import event_, event_entry, match, opponent_stats, outbox, player_stats, seat
from storage.store import Store
from tests.guards.test_no_scans import begun
from tests.service.conftest import ANNA, BEN, NOW, PLACE
from tests.service.tiny_game import TinyGame

GRAIN = 20
"""Steps between two calls of the counter."""
MANY = 20_000
"""Rows of others: of a scan each costs some steps."""
OWN = 4 * AT_ONCE


@contextmanager
def steps(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Count the steps of each transaction carried out meanwhile."""
    numbers: list[int] = []
    carried_out = sqlite._transaction

    def counted(connection: Connection, work: Any) -> Any:
        taken = [0]

        def more() -> int:
            taken[0] += GRAIN
            return 0

        raw = sqlite._raw(connection)
        raw.set_progress_handler(more, GRAIN)
        try:
            return carried_out(connection, work)
        finally:
            raw.set_progress_handler(None, 0)
            numbers.append(taken[0])

    with monkeypatch.context() as patch:
        patch.setattr(sqlite, "_transaction", counted)
        yield numbers


def message(number: int, person: int, **more: Any) -> dict[str, Any]:
    """Return a row of the outbox that was sent."""
    about = {"topic_kind": "match", "topic_id": 10**6 + number, "kind": "notice", "upto": 0, "channel_id": 5, "attempts": 1}
    about |= {"created_at": NOW, "due_at": NOW, "sent_at": NOW, "message_id": number, "nonce": f"n{number}"}
    return {**about, "payload": {"user": person}, "user_id": person, **more}


def _insert_ended_games(con: Connection) -> None:
    """Insert ended games of one person, as host as well."""
    of_game = {
        "game": "tiny",
        "options": {},
        "rules_version": 1,
        "guild_id": 7,
        "channel_id": 5,
        "host_id": ANNA,
        "status": "finished",
    }
    of_game |= {
        "seats_wanted": 1,
        "order": "joined",
        "locale": "en",
        "secret": b"",
        "commitment": "",
        "version": 1,
        "terms": NO_CLOCK,
    }
    numbers = range(10**6, 10**6 + OWN)
    con.execute(insert(match), [{**of_game, "id": number, "created_at": NOW, "ended_at": NOW} for number in numbers])
    con.execute(insert(seat), [{"match_id": number, "seat": 0, "user_id": ANNA, "told": 0, "joined": 0} for number in numbers])


def _insert_ended_event(con: Connection) -> None:
    """Insert an event with many rulings of another person."""
    its = {"id": 9, "guild_id": 7, "channel_id": 5, "host_id": BEN, "name": "Cup", "status": "finished", "settings": {}, "seed": ""}
    con.execute(insert(event_), {**its, "commitment": "", "version": 1, "locale": "en", "created_at": NOW})
    ruled = {"event_id": 9, "kind": "note", "payload": {}, "at": NOW, "by": BEN}
    con.execute(insert(event_entry), [{**ruled, "seq": number} for number in range(OWN)])


async def filled(store: Store, others: int) -> None:
    """Messages and statistics of others, in another server."""
    stats = {"guild_id": 99, "games": 1, "wins": 0, "scored": 1, "points": 1, "best": 1}

    def work(con: Connection) -> None:
        if others:
            con.execute(insert(outbox), [message(number, 10**6 + number) for number in range(others)])
            con.execute(insert(player_stats), [{**stats, "user_id": user} for user in range(others)])

    await store._db.write(work)


async def story(services: Services) -> None:
    """Play, tell, remember and forget a game; its server goes."""
    match_id = await begun(services)
    for who in (ANNA, BEN):
        version = (await services.match_queries.match(match_id)).version
        await services.turns.act(match_id, who, ("keep", "bank"), expected_version=version, now=NOW)
    await services.store.posts.take(NOW, 10)
    await services.store.posts.hurry(NOW + timedelta(hours=1))
    await services.timers.tick(NOW)
    await services.store.matches.thin(5)
    await services.store.stats.fill(PLACE.guild_id or 0, 5)
    await services.privacy.forget(ANNA, now=NOW)
    await services.guild_lifecycle.left(PLACE.guild_id or 0, now=NOW)
    (gone,) = await services.store.timers.of(of_server(PLACE.guild_id or 0))
    await services.guild_lifecycle.erase(gone, NOW)


async def test_what_others_have_stored_makes_no_transaction_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    longest = []
    for others in (0, MANY):
        store = Store(await sqlite.SqliteDatabase.open(tmp_path / f"{others}.db"))
        services = assembled(store, {"tiny": TinyGame()}, signs_every=None)
        await filled(store, others)
        with steps(monkeypatch) as taken:
            await story(services)
        longest.append(max(taken))
        await services.close()

    alone, among_many = longest
    assert alone > 0
    assert among_many < 2 * alone + MANY / 4, longest


async def test_what_one_person_and_one_server_have_goes_in_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(await sqlite.SqliteDatabase.open(tmp_path / "bastide.db"))
    services = assembled(store, {"tiny": TinyGame()}, signs_every=None)
    met_all = {"guild_id": 7, "games": OWN, "wins": 0, "scored": 1, "points": 1, "best": 1}
    met = {"guild_id": 7, "user_id": ANNA, "games": 1, "won": 1, "lost": 0}

    def fill(con: Connection) -> None:
        con.execute(insert(outbox), [message(number, ANNA) for number in range(OWN)])
        con.execute(insert(player_stats), {**met_all, "user_id": ANNA})
        con.execute(insert(opponent_stats), [{**met, "other_id": 1000 + number} for number in range(OWN)])
        _insert_ended_games(con)
        _insert_ended_event(con)

    await store._db.write(fill)
    with steps(monkeypatch) as forgetting:
        await services.privacy.forget(ANNA, now=NOW)
    with steps(monkeypatch) as erasing:
        while await store.servers.erase_some(7, NOW, 100):
            pass

    left = await store._db.read(lambda con: con.execute(select(outbox.c.payload, outbox.c.user_id)).all())
    assert len(left) == OWN and all(user is None and payload["user"] < 0 for payload, user in left)
    assert await store._db.read(lambda con: con.execute(select(opponent_stats.c.user_id)).all()) == []
    assert await store._db.read(lambda con: con.execute(select(seat.c.user_id).where(seat.c.user_id > 0)).all()) == []
    assert await store._db.read(lambda con: con.execute(select(event_entry.c.seq)).all()) == []
    for taken in (forgetting, erasing):
        assert max(taken) < sum(taken) / 3, taken
    await services.close()
