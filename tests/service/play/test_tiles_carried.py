"""A game with tiles in hand is whole wherever its record, its database or what is saved of that is taken."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

from service.play.drafts import digest
from service.records import MatchLocation
from storage.database_url import read
from storage.maintenance import database_copy
from storage.maintenance.salvage import examine, salvage
from storage.opening import open_store
from storage.store import Store, open_sqlite
from tests.service.conftest import ANNA, BEN, NOW, make_services
from tests.service.play.test_tile_in_hand import GAMES, begun, far_from, hands, moved, planned, turn
from tools.copy_database import judge


async def test_a_record_of_a_whole_game_becomes_the_same_game(store: Store) -> None:
    services = make_services(store, games=GAMES)
    match_id, chance = await begun(services, ANNA, BEN), random.Random(3)
    while (await services.repository.seen(match_id)).match.status == "running":
        await turn(services, match_id, chance)
    record = json.loads(json.dumps(dict(await services.record_export.export(match_id, ANNA))))

    validated_record = await services.record_import.read(json.dumps(record).encode(), now=NOW)
    match = await services.record_import.bring(validated_record, MatchLocation(9, 90), ANNA, here=(ANNA, BEN), locale="en", now=NOW)

    again = json.loads(json.dumps(dict(await services.record_export.export(match.id))))
    assert match.options["in_hand"] == "on"
    assert {key: value for key, value in again.items() if key != "result"} == {k: v for k, v in record.items() if k != "result"}
    assert (await services.record_export.verify(match.id)).is_sound
    assert (await services.match_queries.table(match.id)).view == (await services.match_queries.table(match_id)).view
    await services.stop()


async def test_a_plan_stands_after_its_database_was_carried_to_a_server_and_after_it_was_saved(
    path: Path, ready_database: str, tmp_path: Path
) -> None:
    services = make_services(await open_sqlite(path), games=GAMES)
    match_id = await begun(services, ANNA, BEN)
    draft, own_hands = await planned(services, match_id, BEN), await hands(services, match_id)
    await services.close()
    saved, server = tmp_path / "saved.db", read(ready_database)
    await asyncio.to_thread(lambda: salvage(examine(path, tmp_path, lambda found: judge(found.map_texts)), saved))
    with database_copy.engine_of(path).connect() as here, database_copy.engine_of(server).begin() as there:
        database_copy.carry(here, there, lambda _table, _rows: None)

    for place in (server, saved):
        services = make_services(await open_store(place), games=GAMES)
        assert await hands(services, match_id) == own_hands
        assert (await services.drafts.prepare(match_id, BEN, now=NOW)).texts == draft.texts
        await moved(services, match_id, far_from(draft, await services.repository.seen(match_id)), "skip")
        await services.timers.tick(NOW)
        offered = await services.drafts.prepare(match_id, BEN, now=NOW)
        assert (offered.texts, offered.is_ahead, offered.lapsed) == (draft.texts, False, False)
        await services.turns.confirm(match_id, BEN, based_on=digest(draft.texts), now=NOW)
        assert [row.text for row in (await services.repository.seen(match_id)).log if row.seat == 1] == list(draft.texts)
        await services.close()
