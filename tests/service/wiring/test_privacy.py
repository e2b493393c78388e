"""Personal data: exported, and forgotten without breaking the games of others."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path

import pytest

from service.errors import Refusal
from service.records import MatchLocation
from service.wiring.services import Services
from storage.changes import Change, SaveMap
from storage.rows import RUNNING, MapRow, PersonRow, Subject, UserId
from storage.store import Store
from tests.service.conftest import BEN, CHI, NOW, PLACE, begin

ANNA = UserId(987654321012345678)


def mentions(path: Path, text: str) -> list[str]:
    """Return the tables in which a text occurs, in any column."""
    with sqlite3.connect(path) as con:
        tables = [name for (name,) in con.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return [name for name in tables if any(text in repr(row) for row in con.execute(f'SELECT * FROM "{name}"'))]


async def put_anna_everywhere(services: Services, store: Store) -> None:
    """Anna everywhere: a game, a lobby, settings, a map, an upload's author."""
    await begin(services, ANNA, BEN)
    await services.lobbies.open(MatchLocation(8, 80), ANNA, "tiny", {}, now=NOW)
    await services.user_settings.choose(ANNA, locale="nl")
    await store.commit(SaveMap(MapRow("m1", 7, "Isle", "text", ANNA, NOW)))


async def test_the_database_does_not_know_whom_it_forgot(services: Services, store: Store, path: Path) -> None:
    """Not a single row holds the id; who is asked next is not the former member."""
    await put_anna_everywhere(services, store)
    guest = (await begin(services, BEN, ANNA, place=MatchLocation(9, 90))).match.id
    assert {"match", "seat", "player", "map", "outbox"} <= set(mentions(path, str(ANNA)))

    await services.privacy.forget(ANNA, now=NOW)

    assert mentions(path, str(ANNA)) == []
    match = await store.matches.in_channel(PLACE.channel_id)
    assert match is not None and match.status == RUNNING
    seats = await store.matches.seats(match.id)
    assert seats[0].user_id is not None and seats[0].user_id < 0 and seats[0].level == "citizen"
    assert seats[1].user_id == BEN
    assert ANNA not in [seat.user_id for seat in (await services.match_queries.seated(guest))[1]]  # nor is it in memory
    with pytest.raises(Refusal):
        await services.drafts.open(match.id, ANNA, now=NOW)


async def test_others_are_not_touched(services: Services, store: Store, path: Path) -> None:
    """Forgetting somebody unknown changes nothing at all."""
    await put_anna_everywhere(services, store)
    with sqlite3.connect(path) as con:
        before = list(con.iterdump())

    await services.privacy.forget(CHI, now=NOW)

    with sqlite3.connect(path) as con:
        assert list(con.iterdump()) == before


async def test_the_export_holds_what_is_kept_and_no_secret(services: Services, store: Store) -> None:
    """As a file that can be written; nobody else's id stands in it."""
    await put_anna_everywhere(services, store)
    match = await store.matches.in_channel(PLACE.channel_id)
    assert match is not None

    record = await services.privacy.export(ANNA)

    text = json.dumps(record)
    assert record["settings"] == [{"locale": "nl", "prefs": {}}]
    assert [seat["match_id"] for seat in record["seats"]] == [1, 2]
    assert len(record["opened"]) == 2 and len(record["maps"]) == 1
    assert str(BEN) not in text
    assert (await store.matches.secret(match.id)).key.hex() not in text
    assert PersonRow(ANNA, "nl", {}) == await services.user_settings.person(ANNA)


async def test_what_is_under_way_does_not_bring_the_forgotten_back(services: Services, store: Store, path: Path) -> None:
    """A change that was read with the name in it is written before, not after."""
    match_id = (await begin(services, ANNA, BEN)).match.id
    await services.resignations.resign(match_id, ANNA, now=NOW)
    commit, at_it, go_on = store.commit, asyncio.Event(), asyncio.Event()

    async def slow(*changes: Change) -> Mapping[Subject, int]:
        at_it.set()
        await go_on.wait()
        return await commit(*changes)

    store.commit = slow  # type: ignore[method-assign]
    resting = asyncio.create_task(services.channel_changes.rest(match_id, now=NOW))
    await at_it.wait()
    forgetting = asyncio.create_task(services.privacy.forget(ANNA, now=NOW))
    done, _ = await asyncio.wait((forgetting,), timeout=0.2)
    go_on.set()
    await asyncio.gather(resting, forgetting)

    assert not done
    assert mentions(path, str(ANNA)) == []
