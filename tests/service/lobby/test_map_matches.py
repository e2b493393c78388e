"""A match on a map goes through the whole service: chance picks start squares from the sealed bag, restarts change nothing."""

from __future__ import annotations

import random

from ai import PLAYERS
from editions.registry import EDITIONS, GAMES
from games.carcassonne.expansions.maps import library
from games.core.game import CHANCE
from service.wiring.assembly import assembled
from service.wiring.services import Services
from storage.store import Store
from tests.games.carcassonne.maps.drawn import changed
from tests.service.conftest import ANNA, BEN, NOW, begin


def fresh(store: Store) -> Services:
    """Return the service with the real games, and no memory of its own."""
    return assembled(store, GAMES, PLAYERS)


async def test_a_match_on_a_registered_map_is_played_through_restarts_and_verified(store: Store) -> None:
    map_id = library.register(changed("tutorial", ("Oostdorp", "Elders")))
    services, chance = fresh(store), random.Random(4)
    begun = await begin(services, ANNA, BEN, game="carcassonne", map=map_id, towns="a,c")
    match_id = begun.match.id
    assert {entry.text.split()[0] for entry in begun.entries if entry.seat == CHANCE} == {"start", "lay", "draw"}

    turns = 0
    while (table := await services.match_queries.table(match_id)).outcome is None:
        person = (ANNA, BEN)[table.asked[0]]
        legal = (await services.match_queries.table(match_id, person)).legal
        text = GAMES["carcassonne"].write(chance.choice(legal))
        await services.turns.act(match_id, person, [text], expected_version=table.version, now=NOW)
        turns += 1
        if turns % 20 == 0:
            await services.stop()
            services = fresh(store)

    assert table.view.printed.id == map_id
    assert (await services.record_export.verify(match_id)).is_sound
    await services.stop()


async def test_a_computer_plays_on_a_map_that_a_server_has_added(store: Store) -> None:
    """Its process has never heard of the map, and is told."""
    map_id = library.register(changed("tutorial", ("Oostdorp", "Ergens")))
    services = assembled(store, GAMES, PLAYERS, uploads=EDITIONS.uploads, thinkers=1)
    begun = await begin(services, ANNA, computers=1, level="citizen", game="carcassonne", map=map_id)

    while (table := await services.match_queries.table(begun.match.id, ANNA)).is_asked and table.version < begun.version + 8:
        text = GAMES["carcassonne"].write(table.legal[0])
        await services.turns.act(begun.match.id, ANNA, [text], expected_version=table.version, now=NOW)
        await services.computers.settled()

    rows = await services.match_queries.history(begun.match.id)
    assert [row.text.split()[0] for row in rows if row.seat == 1][:1] == ["place"]
    await services.stop()
